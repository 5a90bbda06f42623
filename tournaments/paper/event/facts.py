"""Which facts about people a list shows: a column says something, or it is not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext

from tournaments.paper.page import joined


class About(Protocol):
    """Somebody on a list."""

    @property
    def club(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def team(self) -> str: ...


def heads() -> dict[str, str]:
    """What the columns are called."""
    return {"club": gettext("Club"), "category": gettext("Category"), "team": gettext("Team")}


def fact(person: About, name: str) -> str:
    """What stands in the column; a club is not said again where the team is called like it."""
    text = str(getattr(person, name))
    return "" if name == "club" and text == person.team else text


def telling(people: Sequence[About], at_most: int = 2) -> list[str]:
    """The facts that somebody has, and that are not the same for everybody; the first so many."""
    texts = {name: [fact(person, name) for person in people] for name in heads()}
    speaking = [
        name for name, column in texts.items() if any(column) and (len(column) == 1 or len(set(column)) > 1)
    ]
    return speaking[:at_most]


def in_a_line(person: About, names: Sequence[str], more: str = "") -> str:
    """The facts below a name instead of beside it."""
    return joined(more, *(fact(person, name) for name in names))
