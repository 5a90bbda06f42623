"""A draw or a round that cannot be: the sentence for the organiser."""

from __future__ import annotations

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.models import Event


def no_draw(message: str, **values: object) -> Unreadable:
    """What is in the way; the message is marked where it is written."""
    return Unreadable([Problem(None, "no_draw", say(message, **values))])


def refuse_official(event: Event) -> None:
    """Nothing is decided any more once the results are official; raises Unreadable."""
    if event.finished_at is not None:
        text = say(_("The results are official. Open the event again to change something."))
        raise Unreadable([Problem(None, "official", text)])
