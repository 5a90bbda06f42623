"""Refusals: a rule each, declared together with the fields it looks at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.hands import SoFar
from scoring.problem import Problem
from scoring.table import Table

R = TypeVar("R")
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Check(Generic[R, H]):
    """One refusal rule. It runs only when every field in `needs` could be read.

    `find_alone` is there where it is not told what was played before: what it has said of a hand stays true.
    A hand has nothing that it could refuse where one of `given` was not answered, or none of `one_of`, or
    where one of `unless` was.
    """

    needs: frozenset[str]
    find: Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]
    find_alone: Callable[[R, Table[H]], Iterable[Problem]] | None = None
    given: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    def concerns(self, answered: Collection[str]) -> bool:
        """Could it refuse a hand in which these questions were answered, each with a readable answer?"""
        return (
            self.given.issubset(answered)
            and (not self.one_of or not self.one_of.isdisjoint(answered))
            and self.unless.isdisjoint(answered)
        )


Fields = tuple[str, ...]


def check(
    *needs: str, given: Fields = (), one_of: Fields = (), unless: Fields = ()
) -> Callable[[Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]], Check[R, H]]:
    """Declare a refusal rule together with the fields it looks at."""

    def declare(find: Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]) -> Check[R, H]:
        return Check(frozenset(needs), find, None, frozenset(given), frozenset(one_of), frozenset(unless))

    return declare


def check_alone(
    *needs: str, given: Fields = (), one_of: Fields = (), unless: Fields = ()
) -> Callable[[Callable[[R, Table[H]], Iterable[Problem]]], Check[R, H]]:
    """Declare a refusal rule that looks at the hand and the rules, and at nothing that was played before."""

    def declare(find: Callable[[R, Table[H]], Iterable[Problem]]) -> Check[R, H]:
        return Check(
            frozenset(needs),
            lambda record, _so_far, table: find(record, table),
            find,
            frozenset(given),
            frozenset(one_of),
            frozenset(unless),
        )

    return declare
