"""The rules of a season as a form, made from their declaration; lists are typed as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Any

from scoring import Problem, Unreadable, say
from scoring.fields import AnswerKind
from scoring.flat import BETWEEN_ITEMS
from scoring.table import alone
from scoring.text import mark as _
from tournaments.desk import forms
from tournaments.engines.plans.answers import dumped
from tournaments.engines.season import SeasonBy, SeasonRules
from tournaments.models import SeasonDate
from tournaments.speech.wording import Wording
from tournaments.table import questions

TIES, LARGER = "ties", "larger"
TIE_PLACES = 12  # tie-breaks that can be chosen one after the other
LEAST_TIES = 4  # that are shown, with one to spare
FIELD_SIZES = 20  # lists for larger fields
LEAST_SIZES = 2
# Where a section of the form begins; what is usual stands in front of all of them.
SECTIONS = (
    ("evenings", _("Which evenings there are")),
    ("worth", _("What an evening is worth")),
    ("combine", _("Which evenings count, and the total")),
    ("presence_bonus", _("Bonus")),
    ("whom", _("Who is on the list, and who has a place")),
    ("decimals", _("How it is shown")),
    ("final", _("The final")),
    ("cup", _("The challenge cup")),
)
FIELDS = forms.asked(SeasonRules, TIES, LARGER)
LISTS = frozenset(field.name for field in FIELDS if field.shape.kind is AnswerKind.LIST)
ONE = alone(1)


@dataclass(frozen=True, slots=True)
class TieChoice:
    """One place in the order of tie-breaks."""

    name: str
    number: int
    chosen: str


@dataclass(frozen=True, slots=True)
class LargerCells:
    """A list of points for larger fields, as it was typed."""

    number: int
    size: str = ""
    points: str = ""
    tail: str = ""


@dataclass(frozen=True, slots=True)
class RulesSection:
    """Questions about one thing, folded until one of them is answered in an unusual way."""

    key: str
    title: str
    groups: tuple[questions.Group, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class SeasonRulesForm:
    """The questions, the tie-breaks, and what can be chosen there."""

    form: questions.Form
    sections: tuple[RulesSection, ...]
    larger: tuple[LargerCells, ...]
    ties: tuple[TieChoice, ...]
    criteria: tuple[tuple[str, str, str], ...]  # key, label, help
    problems: tuple[str, ...] = ()


def rules_form(
    rules: SeasonRules, data: Mapping[str, Any] | None = None, wrong: Iterable[Problem] = ()
) -> SeasonRulesForm:
    """The form, filled from the rules or from what was sent."""
    problems = list(wrong)
    cells = None if data is None else forms.cells_of(FIELDS, data)
    asked_form = forms.form(FIELDS, rules, cells=cells, problems=problems)
    asked_form = replace(asked_form, groups=tuple(map(_readable, asked_form.groups)))
    chosen = [by.value for by in rules.ties] if data is None else _ties(data)
    chosen += [""] * (min(TIE_PLACES, max(LEAST_TIES, len(chosen) + 2)) - len(chosen))
    say_ = Wording(ONE)
    return SeasonRulesForm(
        asked_form,
        _sections(asked_form, rules, say_),
        _larger_cells(rules, data),
        tuple(TieChoice(f"tie_{number}", number, key) for number, key in enumerate(chosen, start=1)),
        tuple((by.value, say_.word(by), say_.translate(by.help) if by.help else "") for by in SeasonBy),
        tuple(say_.say(problem.text) for problem in problems if problem.field in (TIES, LARGER)),
    )


def _sections(asked_form: questions.Form, rules: SeasonRules, say_: Wording) -> tuple[RulesSection, ...]:
    usual, titles = SeasonRules(), dict(SECTIONS)
    sections: dict[str, list[questions.Group]] = {}
    key = SECTIONS[0][0]
    for group in asked_form.groups:
        key = group.name if group.name in titles else key
        if not group.important:
            sections.setdefault(key, []).append(group)
    return tuple(
        RulesSection(
            name,
            say_.translate(titles[name]),
            tuple(groups),
            any(
                group.problems or getattr(rules, group.name) != getattr(usual, group.name) for group in groups
            ),
        )
        for name, groups in sections.items()
    )


def _larger_cells(rules: SeasonRules, data: Mapping[str, Any] | None) -> tuple[LargerCells, ...]:
    if data is None:
        typed = [
            (str(each.size), ", ".join(map(str, each.points)), str(each.tail) if each.tail else "")
            for each in rules.larger
        ]
    else:
        typed = list(_larger_typed(data))
    rows = min(FIELD_SIZES, max(LEAST_SIZES, len(typed) + 1))
    typed += [("", "", "")] * (rows - len(typed))
    return tuple(LargerCells(number, *cells) for number, cells in enumerate(typed, start=1))


def _larger_typed(data: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """Size, points and the rest of every list of which something was typed."""
    for number in range(1, FIELD_SIZES + 1):
        cells = [str(data.get(f"larger_{number}_{name}", "")).strip() for name in ("size", "points", "tail")]
        if any(cells):
            yield cells[0], cells[1], cells[2]


def _larger_sent(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "size": _number(size),
            "points": [_number(item) for item in _items(points)],
            "tail": _number(tail or "0"),
        }
        for size, points, tail in _larger_typed(data)
    ]


def _number(text: str) -> int | str:
    """A whole number; what is none is judged by whoever reads the rules."""
    plain = text.replace("−", "-").strip()
    whole = plain.removeprefix("-")
    return int(plain) if whole.isascii() and whole.isdigit() and len(whole) < 12 else text


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.replace(";", ",").split(",") if item.strip()]


def _readable(group: questions.Group) -> questions.Group:
    """A list as people write it: `25, 18, 15`."""
    if group.name not in LISTS:
        return group
    asked = tuple(
        replace(question, kind="text", value=", ".join(filter(None, question.value.split(BETWEEN_ITEMS))))
        for question in group.questions
    )
    return replace(group, questions=asked)


def _ties(data: Mapping[str, Any]) -> list[str]:
    keys = [str(data.get(f"tie_{number}", "")).strip() for number in range(1, TIE_PLACES + 1)]
    return [key for key in dict.fromkeys(keys) if key]


def rules_sent(data: Mapping[str, Any], before: SeasonRules) -> dict[str, Any]:
    """Raw answers; what the form does not ask stays as it was."""
    cells = forms.cells_of(FIELDS, data)
    for name in LISTS & cells.keys():
        items = _items(cells[name])
        cells[name] = BETWEEN_ITEMS.join(item.replace(BETWEEN_ITEMS, " ") for item in items)
    raw = forms.raw(FIELDS, cells)
    asked_for = any(name.startswith("larger_") for name in data)
    larger = _larger_sent(data) if asked_for else dumped(before)[LARGER] if before.larger else []
    return {**raw, TIES: _ties(data), LARGER: larger}


# --- a date ------------------------------

DATE_FIELDS = ("day", "time", "label", "place", "kind", "host", "weight")


def date_cells(date_: SeasonDate | None = None) -> dict[str, str]:
    """What stands in the form of a date."""
    if date_ is None:
        return dict.fromkeys(DATE_FIELDS, "")
    cells = {name: str(getattr(date_, name)) for name in ("label", "place", "kind", "host")}
    moment = f"{date_.time:%H:%M}" if date_.time else ""
    return {**cells, "day": date_.day.isoformat(), "time": moment, "weight": date_.weight}


def date_sent(data: Mapping[str, Any]) -> tuple[date, dict[str, Any]]:
    """The day, and everything else of a date; raises Unreadable."""
    sent = {name: str(data.get(name, "")).strip() for name in DATE_FIELDS}
    problems = []
    day, moment = date.min, None
    try:
        day = date.fromisoformat(sent["day"])
    except ValueError:
        problems.append(Problem("day", "no_date", say(_("Please enter a date, for example 2026-03-14."))))
    if sent["time"]:
        try:
            moment = time.fromisoformat(sent["time"]).replace(tzinfo=None, second=0, microsecond=0)
        except ValueError:
            problems.append(Problem("time", "no_time", say(_("Please enter a time, for example 19:30."))))
    if problems:
        raise Unreadable(problems)
    words = {name: sent[name] for name in ("label", "place", "kind", "host", "weight")}
    return day, {**words, "time": moment}
