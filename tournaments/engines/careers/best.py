"""Records of a club: who did most, best or longest. What too many have reached is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

FEW = 3  # so many may share a record


@dataclass(frozen=True, slots=True)
class BestMark:
    """A value, and who has reached it: each with where it was (a chapter, or nothing)."""

    value: int
    holders: tuple[tuple[int, int], ...]  # person, chapter


def best_of(marks: Iterable[tuple[int, int, int]], *, low: bool = False) -> BestMark | None:
    """The best of (value, person, chapter); a person once. None: nobody, or too many."""
    ordered = list(marks)
    if not ordered:
        return None
    top = (min if low else max)(value for value, _person, _chapter in ordered)
    holders: dict[int, int] = {}
    for value, person, chapter in ordered:
        if value == top:
            holders.setdefault(person, chapter)
    return BestMark(top, tuple(holders.items())) if len(holders) <= FEW else None
