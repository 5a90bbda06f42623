"""What is played, how it is ranked and what it costs: one page to hang up."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.sheets.event.flow import Block, paged, pages_of, paragraph, runs, sentences, space, title
from tournaments.sheets.event.frame import Frame, draw_pages
from tournaments.sheets.event.inputs import EventCard
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.lettering import GREY, PALE, Face, Run, wrap
from tournaments.sheets.page import HAIR

LARGEST, LEAST = 14.5, 10.0


def draw_event_card(paper: EventPaper, view: EventCard) -> None:
    """As large as one page allows."""
    frame = Frame(view.event, gettext("What we play"), view.game)
    size = LARGEST
    while size > LEAST and len(paged(_blocks(view, frame.width, size), frame.rooms)) > 1:
        size -= 0.5
    draw_pages(paper, frame, pages_of(paper, frame, _blocks(view, frame.width, size)))


def _blocks(view: EventCard, width: float, size: float) -> list[Block]:
    face, small = Face(size), Face(size * 0.92)
    blocks = [_pair(label, value, width, size, 0.3) for label, value in view.facts]
    if view.schedule:
        blocks += [space(size), title(gettext("Schedule"), size * 1.15)]
        blocks += [_pair(time, what, width, size, 0.14) for time, what in view.schedule]
    if view.criteria:
        blocks += [space(size), title(gettext("What decides, in this order"), size * 1.15)]
        for number, one in enumerate(view.criteria, start=1):
            pieces = [Run(f"{number}. {one.name}", Face(size, bold=True))]
            if one.explained:
                pieces.append(Run(f"– {one.explained}", Face(size, color=GREY)))
            blocks += runs(pieces, width)
        if view.lots:
            blocks += [space(size * 0.4), *paragraph(view.lots, width, small)]
    if view.rules or view.rules_name:
        named = gettext("House rules: {name}").format(name=view.rules_name)
        heading = named if view.rules_name else gettext("House rules")
        blocks += [space(size), title(heading, size * 1.15), *sentences(view.rules, width, small)]
    if view.notes:
        blocks += [space(size), *_notes(view.notes, width, face)]
    return blocks


def _notes(notes: Sequence[str], width: float, face: Face) -> list[Block]:
    return [block for text in notes for block in paragraph(text, width, face)]


def _pair(label: str, value: str, width: float, size: float, share: float) -> Block:
    """What is asked on the left, the answer in bold beside it."""
    strong, left = Face(size, bold=True), width * share
    lines = wrap(value, strong, width - left)
    height = len(lines) * strong.leading + size * 0.35

    def draw(paper: EventPaper, x: float, y: float) -> None:
        base = y + size * 1.1
        paper.fitted(x, base, label, Face(size, color=GREY), left - 8)
        for number, line in enumerate(lines):
            paper.text(x + left, base + number * strong.leading, line, strong)
        paper.rule(x, y + height, x + width, y + height, HAIR, PALE)

    return Block(height, draw)
