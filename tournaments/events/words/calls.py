"""What tables call for, and how that is said."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.events.rounds.calls import Reason

WORDS = {
    Reason.RULES: _("A question about the rules"),
    Reason.WRONG: _("Something is entered wrongly"),
    Reason.MISSING: _("Somebody is missing"),
    Reason.TECHNICAL: _("Trouble with phone or page"),
    Reason.OTHER: _("Something else"),
}


def reasons() -> list[tuple[str, str]]:
    """The list to choose from: what is sent, what is read."""
    return [(reason.value, gettext(word)) for reason, word in WORDS.items()]


def reason_word(reason: str) -> str:
    """What somebody is called for."""
    return gettext(WORDS[Reason(reason)]) if reason in set(Reason) else reason
