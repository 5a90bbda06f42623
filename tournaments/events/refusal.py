"""A draw or a round that cannot be: the sentence for the organiser."""

from __future__ import annotations

from scoring import Problem, Unreadable, say


def no_draw(message: str, **values: object) -> Unreadable:
    """What is in the way; the message is marked where it is written."""
    return Unreadable([Problem(None, "no_draw", say(message, **values))])
