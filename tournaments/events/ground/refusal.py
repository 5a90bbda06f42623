"""A draw or a round that cannot be: the sentence for the organiser."""

from __future__ import annotations

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.models import Event


def no_draw(message: str, **values: object) -> Unreadable:
    """What is in the way; the message is marked where it is written."""
    return Unreadable([Problem(None, "no_draw", say(message, **values))])


def official() -> Unreadable:
    """What is in the way of every change once the results are official."""
    text = say(_("The results are official. Open the event again to change something."))
    return Unreadable([Problem(None, "official", text)])


def led_elsewhere() -> Unreadable:
    """What is in the way of every change of an event that is followed."""
    text = say(_("This event is led elsewhere. It can only be looked at here."))
    return Unreadable([Problem(None, "led_elsewhere", text)])


def refuse_official(event: Event) -> None:
    """Nothing is decided any more once the results are official; raises Unreadable."""
    if event.finished_at is not None:
        raise official()
