"""The protocol of a draw: everything that is needed to repeat it, and to see that nobody touched it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from django.utils import formats
from django.utils.translation import gettext

from tournaments.sheets.event.flow import Block, pages_of, paragraph, runs, sentences, space, title
from tournaments.sheets.event.frame import Frame, draw_pages
from tournaments.sheets.event.inputs import DrawnRound, DrawProtocol
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.rows import Cell, Field, Row, table
from tournaments.sheets.lettering import GREY, PALE, Face, Run, fit, width_of
from tournaments.sheets.page import HAIR, Area, draw_signatures, signature_height

SIZE = 11.0
LABEL = Face(SIZE, color=GREY)
CODE_FACE = Face(8.5, squeeze=0.95)


def fingerprint(value: Mapping[str, object]) -> str:
    """SHA-256 of the JSON with sorted keys, without spaces and with a line end: what `jq -cS` writes."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{written}\n".encode()).hexdigest()


def draw_protocol(paper: EventPaper, view: DrawProtocol) -> None:
    """Seed first, then who sits where, then how to check it."""
    frame = Frame(view.event, gettext("Record of the draw"), view.round)
    width = frame.width
    blocks = [*_facts(view, width), space(8), *_achieved(view, width)]
    for one in view.rounds:
        blocks += [space(10), *_round(one, width)]
    blocks += [space(10), *_entrants(view.entrants, width)]
    blocks += [space(10), *_check(view, width), space(12), _signatures(view, width)]
    draw_pages(paper, frame, pages_of(paper, frame, blocks))


def _facts(view: DrawProtocol, width: float) -> list[Block]:
    day = formats.date_format(view.drawn, "DATE_FORMAT")
    facts = [
        (gettext("Draw number"), view.seed),
        (gettext("Format"), view.format),
        (gettext("Drawn at"), f"{day}, {view.drawn:%H:%M:%S}"),
        (gettext("Algorithm"), view.algorithm),
        (gettext("Entrants"), str(len(view.entrants))),
    ]
    left = max(width_of(label, LABEL) for label, _ in facts) + 16
    return [
        _fact(label, value, (left, width), large=place == 0) for place, (label, value) in enumerate(facts)
    ]


def _fact(label: str, value: str, room: tuple[float, float], *, large: bool) -> Block:
    left, width = room
    height = 28.0 if large else 18.0

    def draw(paper: EventPaper, x: float, y: float) -> None:
        base = y + height - 6
        paper.text(x, base, label, LABEL)
        run = fit(value, Face(18 if large else 12, bold=True), width - left, least=8)
        paper.text(x + left, base, run.text, run.face)
        paper.rule(x, y + height, x + width, y + height, HAIR, PALE)

    return Block(height, draw)


def _achieved(view: DrawProtocol, width: float) -> list[Block]:
    blocks = sentences(view.achieved, width, Face(SIZE))
    if view.changes:
        blocks += [space(6), title(gettext("Changed by hand after the draw"), 12)]
        blocks += sentences(view.changes, width, Face(SIZE))
    return blocks


def _round(one: DrawnRound, width: float) -> list[Block]:
    """A line for each table: the names in seat order."""
    fields = [
        Field(gettext("Table"), "right", flexible=False, bold=True),
        Field(gettext("Seats")),
    ]
    rows = [
        Row(
            (
                Cell(seated.table),
                Cell(" · ".join(f"{seat} {name}" for seat, name in enumerate(seated.people, 1) if name)),
            )
        )
        for seated in one.tables
    ]
    blocks = [title(one.name), *table(fields, rows, width, SIZE).blocks()]
    for resting in one.resting:
        blocks += [space(4), *paragraph(f"{resting.name}: {resting.why}", width, Face(SIZE))]
    return blocks


def _entrants(entrants: Sequence[tuple[int, str]], width: float) -> list[Block]:
    """Numbers and names in three columns: the request knows the numbers only."""
    high, column = -(-len(entrants) // 3), width / 3
    blocks = [title(gettext("Numbers in the input"))]
    for line in range(high):
        blocks.append(_three(entrants[line::high], column))
    return blocks


def _three(some: Sequence[tuple[int, str]], column: float) -> Block:
    face = Face(9.5)

    def draw(paper: EventPaper, x: float, y: float) -> None:
        for place, (number, name) in enumerate(some):
            left = x + place * column
            paper.text(left + 22, y + 9.5, str(number), Face(9.5, color=GREY), "right")
            paper.fitted(left + 27, y + 9.5, name, face, column - 34, least=7)

    return Block(12.5, draw)


def _check(view: DrawProtocol, width: float) -> list[Block]:
    told = gettext(
        "Anybody can repeat this draw: save the input as a file and give it to the program. "
        "The same input gives the same seats."
    )
    blocks = [title(gettext("How to check it")), *paragraph(told, width, Face(SIZE)), space(4)]
    blocks += paragraph("manage.py draw < request.json", width, Face(10, bold=True))
    blocks += [space(6), *runs([Run(gettext("Input"), Face(10, bold=True))], width)]
    blocks += [_code(line) for line in json_lines(view.request, width)]
    for name, value in (
        (gettext("Checksum of the input"), fingerprint(view.request)),
        (
            gettext("Checksum of the answer"),
            fingerprint({key: value for key, value in view.answer.items() if key != "text"}),
        ),
    ):
        blocks += [
            space(6),
            *runs([Run(name, Face(10, bold=True)), Run("(SHA-256)", Face(9, color=GREY))], width),
        ]
        blocks.append(_code(value))
    how = gettext("Checksums are those of the JSON with sorted keys, without spaces, on one line:")
    commands = "jq -cS . request.json | sha256sum · jq -cS 'del(.text)' answer.json | sha256sum"
    return [*blocks, space(4), *paragraph(f"{how} {commands}", width, Face(8.5, color=GREY))]


def _code(line: str) -> Block:
    """A line to be typed: as it is, spaces included."""

    def draw(paper: EventPaper, x: float, y: float) -> None:
        paper.text(x, y + CODE_FACE.size * 1.05, line, CODE_FACE)

    return Block(CODE_FACE.leading, draw)


def json_lines(value: Mapping[str, object], width: float) -> list[str]:
    """JSON with sorted keys, broken where a space does no harm: it can be copied as it stands."""
    lines = [""]
    for piece in _pieces(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)):
        if lines[-1] and width_of(lines[-1] + piece, CODE_FACE) > width:
            lines.append("")
        lines[-1] += piece
    return lines


def _pieces(text: str) -> list[str]:
    """The text cut after commas that stand outside of words in quotes."""
    pieces, start, quoted, escaped = [], 0, False, False
    for place, char in enumerate(text):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            pieces.append(text[start : place + 1])
            start = place + 1
    return [*pieces, text[start:]]


def _signatures(view: DrawProtocol, width: float) -> Block:
    people = view.signers or (gettext("Tournament director"), gettext("Witness"))
    height = signature_height(len(people), 1.25) + 16

    def draw(paper: EventPaper, x: float, y: float) -> None:
        draw_signatures(paper, Area(x, y, width, height), y + 14, people, 1.25)

    return Block(height, draw)
