"""The protocol of a draw: how it was made, what it achieved, who sits where, and how to check it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import formats
from django.utils.translation import gettext, ngettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.flow import Block, pages_of, paragraph, runs, sentences, space, title
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.inputs import DrawFile, DrawnRound, DrawProtocol, SeatedTable
from tournaments.paper.event.rows import table
from tournaments.paper.lettering import GREY, PALE, Face, Run, fit, width_of
from tournaments.paper.page import HAIR, Area, draw_signatures, signature_height

SIZE = 11.0
TEXT = Face(SIZE)
ASIDE = Face(9.5, color=GREY)
LABEL = Face(SIZE, color=GREY)
CHECKSUM = Face(9.0, squeeze=0.95)
GROUP = 8  # letters of a checksum that stand together, so that two people can compare them aloud


def draw_protocol(paper: EventPdf, view: DrawProtocol) -> None:
    """The draw number first, then who sits where, then how to check it."""
    frame = Frame(view.event, gettext("Record of the draw"), view.round)
    width = frame.width
    blocks = [*_facts(view, width), *_part(gettext("How it was drawn"), view.how, width)]
    blocks += _part(gettext("What was wished"), view.wished, width)
    blocks += _part(gettext("What came of it"), view.achieved, width)
    blocks += _part(gettext("Changed by hand after the draw"), view.changes, width)
    for round_ in view.rounds:
        blocks += [space(10), *_round(round_, width)]
    blocks += [space(10), *_check(view.files, width), space(12), _signatures(view, width)]
    draw_pages(paper, frame, pages_of(paper, frame, blocks))


def _facts(view: DrawProtocol, width: float) -> list[Block]:
    day = formats.date_format(view.drawn, "DATE_FORMAT")
    facts = [
        (gettext("Draw number"), view.seed),
        (gettext("Format"), view.format),
        (gettext("Drawn at"), f"{day}, {view.drawn:%H:%M:%S}"),
        (gettext("Entrants"), str(view.entrants)),
    ]
    left = max(width_of(label, LABEL) for label, _ in facts) + 16
    blocks = []
    for place, (label, value) in enumerate(facts):
        blocks.append(_fact(label, value, (left, width), large=place == 0))
        if place == 0:
            text = gettext(
                "Everything that is left to chance follows from this number: whoever draws the same people "
                "with it once more gets the same seats."
            )
            blocks += [*paragraph(text, width, ASIDE), space(4)]
    return blocks


def _fact(label: str, value: str, room: tuple[float, float], *, large: bool) -> Block:
    left, width = room
    height = 28.0 if large else 18.0

    def draw(paper: EventPdf, x: float, y: float) -> None:
        base = y + height - 6
        paper.text(x, base, label, LABEL)
        run = fit(value, Face(18 if large else 12, bold=True), width - left, least=8)
        paper.text(x + left, base, run.text, run.face)
        paper.rule(x, y + height, x + width, y + height, HAIR, PALE)

    return Block(height, draw)


def _part(heading: str, texts: Sequence[str], width: float) -> list[Block]:
    if not texts:
        return []
    return [space(8), title(heading, 12), *sentences(texts, width, TEXT)]


def _round(round_: DrawnRound, width: float) -> list[Block]:
    """A line for each table, a column for each seat; the start number stands before the name."""
    seats = max((len(seated.people) for seated in round_.tables), default=0)
    fields = [PaperColumn(gettext("Table"), "right", flexible=False, bold=True)]
    fields += [PaperColumn(gettext("Seat {number}").format(number=seat + 1)) for seat in range(seats)]
    rows = [_seats(seated, seats) for seated in round_.tables]
    blocks = [title(round_.name), *table(fields, rows, width, SIZE).blocks()]
    if any(seated.numbers for seated in round_.tables):
        blocks += [space(3), *paragraph(gettext("Before each name: the start number."), width, ASIDE)]
    for resting in round_.resting:
        blocks += [space(4), *paragraph(f"{resting.name}: {resting.why}", width, TEXT)]
    return blocks


def _seats(seated: SeatedTable, seats: int) -> PaperRow:
    numbers = seated.numbers or ("",) * len(seated.people)
    names = [f"{number} {name}" if name else "" for number, name in zip(numbers, seated.people, strict=True)]
    cells = [Cell(seated.table), *map(Cell, names)]
    return PaperRow((*cells, *(Cell() for _ in range(seats - len(names)))))


def _check(files: Sequence[DrawFile], width: float) -> list[Block]:
    """What a machine needs is in a file; the paper has its name and its checksum."""
    if not files:
        return []
    text = ngettext(
        "What a computer needs to repeat the draw stands in this file; the organisers have it. The checksum "
        "shows that nobody has changed it.",
        "What a computer needs to repeat the draw stands in these files; the organisers have them. The "
        "checksums show that nobody has changed them.",
        len(files),
    )
    blocks = [title(gettext("How to check it"), 12), *paragraph(text, width, TEXT)]
    for file in files:
        face = Face(10, bold=True)
        pieces = [Run(file.name, face)]
        if file.about:
            pieces.append(Run(file.about, ASIDE))
        blocks += [space(5), *runs(pieces, width)]
        blocks += _checksum(gettext("Checksum of the file"), file.checksum, width)
        if file.answer:
            blocks += _checksum(gettext("Checksum of the seats drawn from it"), file.answer, width)
    for check in dict.fromkeys(file.check for file in files if file.check):
        blocks += [space(5), *paragraph(check, width, TEXT)]
    command = f"manage.py draw < {files[0].name} | sha256sum"
    how = gettext("With the program: {command}").format(command=command)
    return [*blocks, space(5), *paragraph(how, width, ASIDE)]


def _checksum(label: str, value: str, width: float) -> list[Block]:
    groups = " ".join(value[start : start + GROUP] for start in range(0, len(value), GROUP))
    return runs([Run(f"{label} (SHA-256):", ASIDE), Run(groups, CHECKSUM)], width)


def _signatures(view: DrawProtocol, width: float) -> Block:
    people = view.signers or (gettext("Tournament director"), gettext("Witness"))
    height = signature_height(len(people), 1.25) + 16

    def draw(paper: EventPdf, x: float, y: float) -> None:
        draw_signatures(paper, Area(x, y, width, height), y + 14, people, 1.25)

    return Block(height, draw)
