"""Figures as lines: JSON for programs, words for people, and what two runs of one figure say together."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from bench.figure import Figure

HALF = 1.5  # worse by half is a failure; less may be the machine
FIELDS = tuple(field.name for field in fields(Figure))


def as_json(figure: Figure, **more: object) -> str:
    """All there is to say about it; `more` stands in front."""
    return json.dumps(
        {**more, **asdict(figure), "ratio": figure.ratio, "reached": figure.reached}, ensure_ascii=False
    )


def figure_of(line: Mapping[str, Any]) -> Figure:
    """The figure in a line of JSON, whatever else stands there."""
    return Figure(**{name: line[name] for name in FIELDS if name in line})


def in_words(figure: Figure) -> str:
    """One line for people."""
    value, yardstick = quantity(figure.value, figure.unit), quantity(figure.yardstick, figure.unit)
    verdict = "reached" if figure.reached else "MISSED"
    return (
        f"{figure.name:<30} {verdict:<8}{amount(figure.ratio):>8}  {goal(figure):<14}"
        f"{figure.what}: {value}; {figure.beside}: {yardstick}"
    )


def goal(figure: Figure) -> str:
    """The goal of its ratio."""
    return f"{'at least' if figure.at_least else 'at most'} {amount(figure.goal)}"


def quantity(value: float, unit: str) -> str:
    """A number with its unit."""
    return f"{amount(value)}/s" if unit == "1/s" else f"{amount(value)} {unit}".rstrip()


def amount(value: float) -> str:
    """Three digits, and no more zeros than it needs."""
    if not math.isfinite(value):
        return str(value)
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of two commits or two days."""

    name: str
    before: float  # ratios
    now: float
    at_least: bool = False

    @property
    def factor(self) -> float:
        """How many times dearer: above one is worse, for costs and for rates."""
        dearer, cheaper = (self.before, self.now) if self.at_least else (self.now, self.before)
        return dearer / cheaper if cheaper > 0 else 1.0 if dearer <= 0 else math.inf

    @property
    def worse(self) -> bool:
        return self.factor >= HALF

    @property
    def verdict(self) -> str:
        if self.worse:
            return "WORSE"
        return "better" if self.factor <= 1 / HALF else "as before"


@dataclass(frozen=True, slots=True)
class Growth:
    """What becomes of a figure as what it is about grows."""

    family: str  # the name without the size
    smallest: Figure
    largest: Figure

    @property
    def exponent(self) -> float:
        """Of the size: 0 is no growth, 1 is as much more work as there is more; of a rate, its fall."""
        assert self.smallest.size
        assert self.largest.size
        times = self.largest.value / self.smallest.value
        power = math.log(times) / math.log(self.largest.size / self.smallest.size)
        return -power if self.largest.at_least else power


def growths(figures: Iterable[Figure]) -> Iterator[Growth]:
    """Of all figures whose names differ in nothing but the size."""
    families: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.size and figure.value > 0:
            families.setdefault(family(figure), []).append(figure)
    for name, members in families.items():
        members.sort(key=lambda figure: figure.size or 0)
        if members[0].size != members[-1].size:
            yield Growth(name, members[0], members[-1])


def family(figure: Figure) -> str:
    """“hall.board.1400” belongs to “hall.board”."""
    return ".".join(part for part in figure.name.split(".") if part != str(figure.size))
