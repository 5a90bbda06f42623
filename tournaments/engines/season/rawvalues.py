"""Values of a season as JSON holds them, read one by one; everything that is wrong is collected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.problem import Problem
from scoring.record import shortened
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.season.inputs import Number

LARGEST = 10**12
LONGEST = 100  # letters of a name
MOST_PROBLEMS = 50  # told at once
FRACTION = re.compile(r"(-?\d{1,13})/([1-9]\d{0,2})")
DECIMAL = re.compile(r"-?\d{1,13}\.\d{1,3}")


class EventProblem(NamedTuple):
    """Something wrong; `event` from 1, where it is in one."""

    event: int | None
    problem: Problem


class RawValues:
    """Reads simple values, and collects what is wrong."""

    def __init__(self) -> None:
        self.problems: list[EventProblem] = []
        self.event: int | None = None  # in which we are
        self.at: tuple[int | str, ...] = ()

    def wrong(self, field: str, code: str, text: Text) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(EventProblem(self.event, Problem(field, code, text, self.at)))

    def keys(self, raw: Mapping[str, Any], known: frozenset[str]) -> None:
        for key in raw.keys() - known if not known.issuperset(raw) else ():
            text = say(_("“{key}” does not belong to a season."), key=shortened(key))
            self.wrong(shortened(key), "unknown_key", text)

    # --- simple values ------------------------------

    def whole(self, field: str, raw: object, low: int, high: int) -> int:
        if type(raw) is int and low <= raw <= high:
            return raw
        text = say(_("“{key}” must be a whole number from {low} to {high}."), key=field, low=low, high=high)
        self.wrong(field, "range", text)
        return low

    def number(self, field: str, raw: object) -> Number:
        if type(raw) is int and -LARGEST <= raw <= LARGEST:
            return raw
        value = _fraction(raw) if isinstance(raw, str) else None
        if value is not None and abs(value) <= LARGEST:
            return value.numerator if value.denominator == 1 else value
        text = say(
            _("“{key}” must be a whole number, or a text such as “{example}”."), key=field, example="33/2"
        )
        self.wrong(field, "no_number", text)
        return 0

    def maybe(self, field: str, raw: object) -> Number | None:
        return None if raw is None else self.number(field, raw)

    def text(self, field: str, raw: object) -> str:
        if isinstance(raw, str) and len(raw) <= LONGEST:
            return raw
        text = say(_("“{key}” must be a text of up to {high} letters."), key=field, high=LONGEST)
        self.wrong(field, "no_text", text)
        return ""

    def name(self, field: str, raw: object) -> str:
        if type(raw) is int and abs(raw) <= LARGEST:
            return str(raw)
        if isinstance(raw, str) and 0 < len(raw) <= LONGEST:
            return raw
        self.wrong(
            field, "no_person", say(_("People are called by a number or a text of up to 100 letters."))
        )
        return ""

    def flag(self, field: str, raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        self.wrong(field, "no_flag", say(_("“{key}” must be true or false."), key=field))
        return False

    def day(self, field: str, raw: object) -> date | None:
        if raw is None:
            return None
        try:
            if isinstance(raw, str) and len(raw) == 10:
                return date.fromisoformat(raw)
        except ValueError:
            pass
        self.wrong(field, "no_date", say(_("Please enter a date, for example 2026-03-14.")))
        return None

    def list_of(self, field: str, raw: object, most: int) -> Sequence[Any]:
        if not isinstance(raw, list):
            self.wrong(field, "not_a_list", say(_("“{key}” must be a list."), key=field))
            return ()
        if len(raw) > most:
            text = say(_("“{key}” has more than {most} items."), key=field, most=most)
            self.wrong(field, "too_many", text)
            return ()
        return raw

    def names(self, field: str, raw: object, most: int) -> tuple[str, ...]:
        return tuple(self.name(field, item) for item in self.list_of(field, raw, most))

    def objects(
        self, field: str, raw: object, known: frozenset[str], most: int = 100_000
    ) -> Sequence[Mapping[str, Any]]:
        objects = []
        for place, item in enumerate(self.list_of(field, raw, most), start=1):
            self.at = (place,)
            if isinstance(item, dict):
                self.keys(item, known)
                objects.append(item)
            else:
                self.wrong(field, "not_an_object", say(_("“{key}” must hold objects."), key=field))
        self.at = ()
        return objects

    def twice(self, field: str, names: Sequence[object]) -> None:
        seen: set[object] = set()
        for name in names:
            if name in seen:
                text = say(_("“{name}” is there twice."), name=shortened(str(name)))
                self.wrong(field, "twice", text)
                return
            seen.add(name)


def _fraction(raw: str) -> Fraction | None:
    parts = FRACTION.fullmatch(raw)
    if parts is not None and raw.isascii():
        return Fraction(int(parts[1]), int(parts[2]))
    return Fraction(raw) if DECIMAL.fullmatch(raw) and raw.isascii() else None
