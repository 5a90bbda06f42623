"""The values of a question in JSON, read one by one; everything that is wrong is collected."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from scoring.fields import Option
from scoring.problem import Problem, Unreadable
from scoring.record import shortened
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.amounts import MOST

MOST_PROBLEMS = 50  # told at once
LONGEST = 100  # letters of a name, an id, a label
DECIMAL_EXAMPLE = "12.5"
DECIMAL = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?", re.ASCII)

Path = tuple[int | str, ...]
O = TypeVar("O", bound=Option)  # noqa: E741 (an option)
V = TypeVar("V")


class ProblemList:
    """What is wrong so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, path: Path, code: str, text: Text) -> None:
        """One thing is wrong, there."""
        if len(self.problems) < MOST_PROBLEMS:
            field = str(path[0]) if path else None
            self.problems.append(Problem(field, code, text, path[1:]))

    def refuse(self) -> None:
        """Raise everything, if there is anything."""
        if self.problems:
            raise Unreadable(self.problems)


class JsonObject:
    """One object of the question: every key is asked for once, and what nobody asked for is a problem."""

    def __init__(self, raw: object, path: Path, problems: ProblemList, known: Collection[str]) -> None:
        self.path, self.problems = path, problems
        self.raw: Mapping[str, Any] = {}
        if isinstance(raw, dict):
            self.raw = raw
        else:
            problems.add(path, "not_an_object", say(_("“{key}” must be a JSON object."), key=self._last()))
        for key in self.raw.keys() - set(known):
            text = say(_("“{key}” does not belong there."), key=shortened(key))
            problems.add((*path, shortened(key)), "unknown_key", text)

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def whole(self, key: str, default: int = 0, least: int = 0, most: int = MOST) -> int:
        """A whole number within bounds."""
        return self._read(key, default, lambda raw: self._whole(raw, least, most), least=least, most=most)

    def maybe_whole(self, key: str, least: int, most: int) -> int | None:
        """The same, or nothing."""
        if self.raw.get(key) is None:
            return None
        return self.whole(key, least, least, most)

    def exact(self, key: str) -> Fraction | int | None:
        """A whole number, or a decimal one as text: `"12.5"`."""
        raw = self.raw.get(key)
        if raw is None:
            return None
        text = _("“{key}” must be a whole number, or a decimal one as a text such as “{example}”.")
        value = exact_number(raw)
        if value is None or not -MOST <= value <= MOST:
            self.wrong(key, "out_of_range", say(text, key=key, example=DECIMAL_EXAMPLE))
            return None
        return value

    def percent(self, key: str, default: int = 0) -> Fraction:
        """From 0 to 100, whole or decimal as text."""
        return self.percent_of(self.raw.get(key, default), (*self.path, key))

    def percent_of(self, raw: object, path: Path) -> Fraction:
        """The same of a value that stands somewhere else."""
        value = exact_number(raw)
        if value is None or not 0 <= value <= 100:
            text = _("A percentage is a number from 0 to 100, with decimals as a text such as “{example}”.")
            self.problems.add(path, "percent", say(text, example=DECIMAL_EXAMPLE))
            return Fraction(0)
        return Fraction(value)

    def flag(self, key: str, default: bool = False) -> bool:
        """Yes or no."""
        raw = self.raw.get(key, default)
        if not isinstance(raw, bool):
            self.wrong(key, "not_a_flag", say(_("“{key}” must be true or false."), key=key))
            return default
        return raw

    def text(self, key: str, *, number: bool = False) -> str:
        """A short text; `number`: a whole number will do."""
        raw = self.raw.get(key, "")
        if number and type(raw) is int and abs(raw) <= MOST:
            return str(raw)
        if not is_text(raw):
            text = _("“{key}” must be a text of up to {most} letters.")
            self.wrong(key, "text", say(text, key=key, most=LONGEST))
            return ""
        return str(raw)

    def identity(self, key: str) -> int | str | None:
        """A number or a text that says who or what."""
        raw = self.raw.get(key)
        if raw is None:
            self.wrong(key, "missing", say(_("“{key}” is missing."), key=key))
            return None
        return self.id_of(raw, (*self.path, key))

    def id_of(self, raw: object, path: Path) -> int | str | None:
        """The same of a value that stands somewhere else."""
        if (type(raw) is int and abs(raw) <= MOST) or (is_text(raw) and raw):
            return raw  # type: ignore[return-value]
        text = say(_("An id is a whole number or a text of up to {most} letters."), most=LONGEST)
        self.problems.add(path, "id", text)
        return None

    def choice(self, key: str, options: type[O], default: V) -> O | V:
        """One of some words."""
        if key not in self.raw:
            return default
        raw = self.raw[key]
        if isinstance(raw, str) and raw in {option.value for option in options}:
            return next(option for option in options if option.value == raw)
        words = ", ".join(option.value for option in options)
        text = say(_("“{key}” must be one of these: {words}."), key=key, words=words)
        self.wrong(key, "unknown_option", text)
        return default

    def items(self, key: str, most: int) -> Sequence[Any]:
        """A list that is not too long."""
        raw = self.raw.get(key, [])
        if not isinstance(raw, list):
            self.wrong(key, "not_a_list", say(_("“{key}” must be a list."), key=key))
            return ()
        if len(raw) > most:
            text = say(_("“{key}” is too long: {most} at most."), key=key, most=most)
            self.wrong(key, "too_many", text)
            return ()
        return raw

    def wrong(self, key: str, code: str, text: Text) -> None:
        """What stands under this key is wrong."""
        self.problems.add((*self.path, key), code, text)

    def _last(self) -> str:
        return str(self.path[-1]) if self.path else "…"

    @staticmethod
    def _whole(raw: object, least: int, most: int) -> int | None:
        return raw if isinstance(raw, int) and type(raw) is int and least <= raw <= most else None

    def _read(self, key: str, default: V, read: Callable[[object], V | None], **bounds: int) -> V:
        if key not in self.raw:
            return default
        value = read(self.raw[key])
        if value is None:
            text = _("“{key}” must be a whole number from {least} to {most}.")
            self.wrong(key, "out_of_range", say(text, key=key, **bounds))
            return default
        return value


def exact_number(raw: object) -> Fraction | int | None:
    """A whole number, or a decimal one that stands in a text."""
    if type(raw) is int:
        return raw
    if isinstance(raw, str) and DECIMAL.fullmatch(raw):
        return Fraction(raw)
    return None


def is_text(raw: object) -> bool:
    """Short, and nothing that breaks a line."""
    return isinstance(raw, str) and len(raw) <= LONGEST and (not raw or raw.isprintable())
