"""What tables call for, and how that is said."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.events.rounds.calls import CallReason

WORDS = {
    CallReason.RULES: _("A question about the rules"),
    CallReason.WRONG: _("Something is entered wrongly"),
    CallReason.MISSING: _("Somebody is missing"),
    CallReason.TECHNICAL: _("Trouble with phone or page"),
    CallReason.OTHER: _("Something else"),
}


def reasons() -> list[tuple[str, str]]:
    """The list to choose from: what is sent, what is read."""
    return [(reason.value, gettext(word)) for reason, word in WORDS.items()]


def reason_word(reason: str) -> str:
    """What somebody is called for."""
    return gettext(WORDS[CallReason(reason)]) if reason in set(CallReason) else reason
