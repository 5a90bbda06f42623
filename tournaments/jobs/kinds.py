"""Which kinds of long work there are. What they do is loaded when the first of them is done: a process that
has only been started needs none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tournaments.jobs.work import Assignment

Run = Callable[[Assignment], Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work. `run` is where its function lies, `module:function`."""

    name: str
    run: str
    tries: int = 3  # how often it is begun, if whoever is at it dies
    here: int = 2  # at most so many of them in a process
    waiting: int = 6  # at most so many of them wait for a club
    single: bool = False  # one at a time for a club: who asks again gets the one that is on

    def function(self) -> Run:
        """What does it."""
        module, _colon, name = self.run.partition(":")
        function: Run = getattr(import_module(module), name)
        return function


_kinds: dict[str, Kind] = {}
"""The same in every process: each registers them when it is set up."""


def register(kind: Kind) -> None:
    """From now on there is this kind."""
    _kinds[kind.name] = kind


def kind_of(name: str) -> Kind | None:
    """None: another version of the program knows it, and this one does not."""
    return _kinds.get(name)


def all_kinds() -> list[Kind]:
    """Every kind there is."""
    return list(_kinds.values())
