"""How it is with a source or a reader: a state, and its sentence. No network is a state, and no error."""

from __future__ import annotations

import datetime
import enum

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

SENTENCES = {
    "new": _("Not asked yet."),
    "level": _("Everything is level."),
    "no_answer": _("There is no answer. It is asked again all the time; nothing is lost."),
    "no_stammtisch": _("Something else answers at this address: perhaps a login page of the Wi-Fi."),
    "another": _("Another installation answers at this address than the one it was paired with."),
    "revoked": _("The other side has ended the pairing. With a new code it begins again."),
    "wait": _("The other side has too much to do and asks for patience."),
    "old_epoch": _("“{event}” is led by another laptop now: what the old one has is not accepted."),
    "diverged": _("“{event}” has gone on in two places. Nothing was mixed: organisers have to decide."),
    "damaged": _("What came of “{event}” is damaged, or was changed on its way. It is asked for again."),
    "gap": _("Parts of “{event}” are missing in between. They are asked for again."),
    "others_event": _("“{event}” is there already as a copy, from a file say. It cannot be followed."),
    "led_here": _("“{event}” is led there: it takes nothing from other laptops."),
    "refused": _("It was not accepted: {event}"),
}


class SourceState(enum.StrEnum):
    """What came of the last try."""

    NEW = "new"
    LEVEL = "level"
    NO_ANSWER = "no_answer"
    NO_STAMMTISCH = "no_stammtisch"
    ANOTHER = "another"
    REVOKED = "revoked"
    WAIT = "wait"
    OLD_EPOCH = "old_epoch"
    DIVERGED = "diverged"
    DAMAGED = "damaged"
    GAP = "gap"
    OTHERS_EVENT = "others_event"
    LED_HERE = "led_here"
    REFUSED = "refused"


STOPPING = (
    *(SourceState.NO_ANSWER, SourceState.NO_STAMMTISCH, SourceState.ANOTHER),
    *(SourceState.REVOKED, SourceState.WAIT),
)
"""These are about the other side as a whole; all others about one event, and the next one is asked for."""


def state_of(code: str) -> SourceState:
    """What somebody says in a program's words, as a state."""
    known = set(SourceState) - {SourceState.NEW, SourceState.LEVEL}
    return SourceState(code) if code in known else SourceState.REFUSED


class Unanswered(Exception):  # noqa: N818 (what happened, as one would say it)
    """A question without the answer that was wanted; `detail`: an event's title, or the reason in words."""

    def __init__(self, state: SourceState, detail: str = "") -> None:
        super().__init__(f"{state} {detail}")
        self.state = state
        self.detail = detail[:300]

    def about(self, title: str) -> Unanswered:
        """Of this event; a reason in words stays."""
        if self.state != SourceState.REFUSED or not self.detail:
            self.detail = title[:300]
        return self


def in_words(state: str, detail: str = "") -> str:
    """The sentence of a state."""
    return gettext(SENTENCES.get(state, SENTENCES["new"])).format(event=detail)


def seconds_since(moment: datetime.datetime | None, now: datetime.datetime | None = None) -> int | None:
    """Whole seconds since then; None: never."""
    if moment is None:
        return None
    return max(0, int(((now or timezone.now()) - moment).total_seconds()))


def age_in_words(seconds: int | None) -> str:
    """How old what is shown is: in seconds as long as that says something."""
    if seconds is None:
        return gettext("never")
    if seconds < 120:
        return ngettext("{count} second ago", "{count} seconds ago", seconds).format(count=seconds)
    minutes = seconds // 60
    if minutes < 120:
        return ngettext("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("{count} hour ago", "{count} hours ago", hours).format(count=hours)
    days = hours // 24
    return ngettext("{count} day ago", "{count} days ago", days).format(count=days)
