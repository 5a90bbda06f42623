"""The house rules on one page, to be read from across the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext
from reportlab.lib.units import mm

from scoring.game import Game
from scoring.table import Table
from tournaments.paper.lettering import (
    ACCENT,
    GREY,
    INK,
    PALE,
    Face,
    Run,
    fit,
    shortened,
    width_of,
    wrap,
    wrap_evenly,
)
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, HAIR, Area, Pdf, joined
from tournaments.speech.rulebook import Switch, switches
from tournaments.speech.wording import speak

LARGEST = 1.4
READABLE = 0.86  # smaller than this, the explanations go first
FOOT = 16.0


def rules_card(
    game: Game[Any, Any],
    table: Table[Any],
    *,
    club: str = "",
    rule_set_name: str = "",
    two_up: bool = False,
) -> bytes:
    """All switches in force at this table; those unlike the game's default rule set are marked.

    `two_up`: twice on a landscape A4 page, to be cut.
    """
    name = speak(game.name)
    paper = Pdf(title=joined(gettext("House rules"), name, rule_set_name), author=club)
    rules = list(switches(game, table.rules))
    texts = _Texts(club, name, rule_set_name, speak(game.summary), rules)
    if not two_up:
        area = Area(15 * mm, 14 * mm, A4_WIDTH - 30 * mm, A4_HEIGHT - 28 * mm)
        paper.page(A4_WIDTH, A4_HEIGHT)
        _draw(paper, area, texts, _largest(area, texts))
        return paper.save()
    half, margin = A4_HEIGHT / 2, 9 * mm
    area = Area(margin, margin, half - 2 * margin, A4_WIDTH - 2 * margin)
    layout = _largest(area, texts)
    paper.page(A4_HEIGHT, A4_WIDTH)
    paper.polyline([(half, 0), (half, A4_WIDTH)], HAIR, PALE, (3, 3))
    for dx in (0.0, half):
        with paper.shifted(dx):
            _draw(paper, area, texts, layout)
    return paper.save()


@dataclass(frozen=True, slots=True)
class _Texts:
    """Everything the card says."""

    club: str
    game: str
    rule_set: str
    summary: str
    rules: Sequence[Switch]


@dataclass(frozen=True, slots=True)
class _Item:
    """One rule, broken into lines at one size."""

    label: tuple[Run, ...]
    value: tuple[Run, ...]
    changed: bool
    padding: float

    @property
    def height(self) -> float:
        return max(_tall(self.label), _tall(self.value)) + self.padding


def _tall(runs: Sequence[Run]) -> float:
    return sum(run.face.leading for run in runs)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The card at one size."""

    scale: float
    head: float
    important: tuple[_Item, ...]
    left: tuple[_Item, ...]
    right: tuple[_Item, ...]

    @property
    def height(self) -> float:
        columns = max(sum(item.height for item in self.left), sum(item.height for item in self.right))
        return self.head + sum(item.height for item in self.important) + 16 * self.scale + columns + FOOT


def _draw(paper: Pdf, area: Area, texts: _Texts, layout: _Layout) -> None:
    scale = layout.scale
    y = area.y + _head(paper, area, texts, scale)
    y = _column(paper, area.x, y, area.width, layout.important, scale)
    y += 16 * scale
    width = _column_width(area, scale)
    _column(paper, area.x, y, width, layout.left, scale)
    _column(paper, area.right - width, y, width, layout.right, scale)
    face = Face(min(7.0, 8 * scale), color=GREY)
    if any(rule.changed for rule in texts.rules):
        paper.disc(area.x + 2.2, area.bottom - 2.4, 2.2, ACCENT)
        note = gettext("differs from the usual rules of {game}").format(game=texts.game)
        paper.fitted(area.x + 9, area.bottom, note, face, area.width * 0.7)
    paper.text(area.right, area.bottom, "Stammtisch", face, "right")


def _largest(area: Area, texts: _Texts) -> _Layout:
    """The largest card that fits; explanations go before the words become hard to read."""
    explained, scale = "all", READABLE
    layout = _lay_out(area, texts, scale, explained)
    while layout.height > area.height:
        if explained == "none":
            scale *= 0.85
        explained = "important" if explained == "all" else "none"
        layout = _lay_out(area, texts, scale, explained)
    high = LARGEST if scale == READABLE else scale / 0.85
    for _ in range(8):
        tried = _lay_out(area, texts, (layout.scale + high) / 2, explained)
        if tried.height <= area.height:
            layout = tried
        else:
            high = tried.scale
    return layout


def _lay_out(area: Area, texts: _Texts, scale: float, explained: str) -> _Layout:
    """The card at this size; `explained` says which rules keep their explanation."""
    important = [
        _item(rule, area.width, scale, 1.3, explained != "none") for rule in texts.rules if rule.important
    ]
    width = _column_width(area, scale)
    others = [
        _item(rule, width, scale, 1.0, explained == "all") for rule in texts.rules if not rule.important
    ]
    half = sum(item.height for item in others) / 2
    left: list[_Item] = []
    while others[len(left) :] and sum(item.height for item in left) + others[len(left)].height / 2 < half:
        left.append(others[len(left)])
    right = others[len(left) :]
    return _Layout(scale, _head(None, area, texts, scale), tuple(important), tuple(left), tuple(right))


def _column_width(area: Area, scale: float) -> float:
    return (area.width - 20 * scale) / 2


def _item(rule: Switch, width: float, scale: float, size: float, explained: bool) -> _Item:
    room = width - 12 * scale
    strong = Face(10.5 * scale * size, bold=True, color=ACCENT if rule.changed else INK)
    widest = room * (0.52 if size > 1 else 0.45)
    value = [Run(line, strong) for line in wrap_evenly(rule.value, strong, widest)]
    if len(value) > 1:
        smaller = replace(strong, size=strong.size * 0.86)
        value = [Run(line, smaller) for line in wrap_evenly(rule.value, smaller, widest)]
    if rule.changed:
        usual = Face(6.6 * scale, color=GREY)
        usual_text = gettext("usually {value}").format(value=rule.default)
        value += [Run(line, usual) for line in wrap(usual_text, usual, widest)]
    taken = max(width_of(run.text, run.face) for run in value)
    face, small = Face(9.6 * scale * size), Face(6.8 * scale, color=GREY)
    label = [Run(line, face) for line in wrap(rule.label, face, room - taken)]
    if explained and rule.help:
        label += [Run(line, small) for line in wrap(rule.help, small, room - taken)]
    return _Item(tuple(label), tuple(value), rule.changed, 6.4 * scale * size)


def _column(paper: Pdf, x: float, y: float, width: float, items: Sequence[_Item], scale: float) -> float:
    """The rules of a column between hairlines."""
    if items:
        paper.rule(x, y, x + width, y, HAIR, GREY)
    for item in items:
        base = y + item.padding * 0.42
        if item.changed:
            first = item.label[0].face.size
            paper.disc(x + 2.2 * scale, base + first * 0.68, 2.2 * scale, ACCENT)
        line = base
        for run in item.label:
            line += run.face.leading
            paper.text(x + 8 * scale, line - run.face.size * 0.22, run.text, run.face)
        line = base
        for run in item.value:
            line += run.face.leading
            paper.text(x + width, line - run.face.size * 0.22, run.text, run.face, "right")
        y += item.height
        paper.rule(x, y, x + width, y, HAIR, PALE)
    return y


def _head(paper: Pdf | None, area: Area, texts: _Texts, scale: float) -> float:
    """The head of the card; without paper only its height."""
    small, summary = Face(9 * scale, color=GREY), Face(9.6 * scale)
    lines = shortened(texts.summary, summary, area.width, most=6)
    game = fit(texts.game, Face(46 * scale, bold=True), area.width)
    rule_set = fit(texts.rule_set, Face(17 * scale, bold=True, color=ACCENT), area.width)
    if paper is not None:
        paper.fill(area.x, area.y, area.width, 4 * scale, ACCENT)
        y = area.y + 18 * scale
        title_width = paper.text(area.right, y, gettext("House rules"), small, "right")
        paper.fitted(area.x, y, texts.club, Face(10 * scale, bold=True), area.width - title_width - 12)
        paper.text(area.x - 2 * scale, y + 45 * scale, game.text, game.face)
        paper.text(area.x, y + 74 * scale, rule_set.text, rule_set.face)
        for place, line in enumerate(lines):
            paper.text(area.x, y + 94 * scale + place * summary.leading, line, summary)
    return (18 + 94 + 6) * scale + len(lines) * summary.leading
