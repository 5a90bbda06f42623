"""What cannot be done with people, as a sentence for whoever asked for it."""

from __future__ import annotations

from scoring import Problem, Unreadable, say


def no_person(code: str, message: str, **values: object) -> Unreadable:
    """One thing that is in the way; the message is marked where it is written."""
    return Unreadable([Problem(None, code, say(message, **values))])
