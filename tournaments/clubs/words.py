"""Clubs in words: what the operators' log says, how much a limit is, what a club has used of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_noop as _

from config.allowances import MB, Quota
from scoring import Unreadable
from scoring.table import alone
from tournaments.access.allowances import Usage, quotas_of
from tournaments.clubs import keeping
from tournaments.jobs.limits import JOB_ROBOTS
from tournaments.jobs.limits import ROBOTS as USUAL_ROBOTS
from tournaments.models import Club, ClubState
from tournaments.speech.wording import Wording

NOTICES = {
    keeping.ASKED: _("asked for a place"),
    keeping.MADE: _("was given a place"),
    keeping.APPROVED: _("was let in"),
    keeping.CLOSED: _("was closed"),
    keeping.OPENED: _("was opened again"),
    keeping.LIMITS: _("its limits were changed"),
    keeping.LEAVES: _("its owner wants it to leave"),
    keeping.STAYS: _("it stays after all"),
    keeping.INVITED: _("another link for an owner was made"),
}
NAMES = {
    Quota.EVENTS: _("Events"),
    Quota.PEOPLE: _("People in the register"),
    Quota.BYTES: _("Room on the server (MB)"),
    Quota.TABLES: _("Tables in 24 hours, without those of events"),
    Quota.REQUESTS: _("Looks at pages in a minute"),
}


def notice_word(what: str) -> str:
    """What happened, for the log; of a later version the code itself."""
    return gettext(NOTICES[what]) if what in NOTICES else what


def state_word(club: Club) -> str:
    """Is it at home here?"""
    if club.leaves_at is not None:
        return pgettext("club", "leaves")
    match ClubState(club.state):
        case ClubState.ASKED:
            return gettext("asks for a place")
        case ClubState.OPEN:
            return pgettext("club", "open")
        case ClubState.CLOSED:
            return pgettext("club", "closed")


@dataclass(frozen=True, slots=True)
class QuotaLine:
    """One limit: what is used of it, in words and as a bar."""

    key: str
    label: str
    words: str
    chosen: str  # the number the operators have set for this club, as it is typed; empty: the server's
    usual: str  # the server's, as it is typed
    used: int | None  # for a bar; none without a limit, and for looks
    most: int

    @property
    def full(self) -> bool:
        """Is nothing left of it?"""
        return self.used is not None and self.used >= self.most


def quota_lines(club: Club, usage: Usage, typed: Mapping[str, str] | None = None) -> list[QuotaLine]:
    """All limits of a club; `typed`: what an operator has just sent stands in the fields."""
    chosen, most = club.limits, quotas_of(club)
    lines = []
    for quota in Quota:
        used = None if quota is Quota.REQUESTS else usage.of(quota)
        lines.append(
            QuotaLine(
                key=quota.value,
                label=gettext(NAMES[quota]),
                words=_words(quota, used, most[quota]),
                chosen=_in_field(quota, chosen.get(quota.value)) if typed is None else typed.get(quota, ""),
                usual=_in_field(quota, settings.CLUB_QUOTAS[quota]),
                used=used if most[quota] else None,
                most=most[quota],
            )
        )
    return lines


def robot_choices(club: Club) -> list[tuple[str, str, bool]]:
    """How many robots may play in its rehearsals: what is sent, in words, and whether it is so now."""
    chosen = club.limits.get(JOB_ROBOTS)
    usual = gettext("as for all clubs: {most} at most").format(most=USUAL_ROBOTS)
    rows = [("", usual, chosen is None)]
    for most in keeping.ROBOTS:
        label = gettext("{most} at most").format(most=most) if most else pgettext("robots", "none")
        rows.append((str(most), label, chosen == most))
    return rows


def _in_field(quota: Quota, number: int | None) -> str:
    if number is None:
        return ""
    return str(number // MB if quota is Quota.BYTES else number)


def _words(quota: Quota, used: int | None, most: int) -> str:
    if used is None:
        return gettext("up to {most}").format(most=in_number(most)) if most else gettext("no limit")
    if quota is Quota.BYTES:
        here, limit = size_word(used), size_word(most)
    else:
        here, limit = in_number(used), in_number(most)
    if not most:
        return gettext("{used}, no limit").format(used=here)
    return gettext("{used} of {most}").format(used=here, most=limit)


def in_number(number: int) -> str:
    return number_format(number, 0, use_l10n=True, force_grouping=True)


def size_word(size: int) -> str:
    """`0,4 MB`."""
    return f"{number_format(size / MB, 0 if size >= 10 * MB else 1, force_grouping=True)}\N{NO-BREAK SPACE}MB"


def days_word(days: int) -> str:
    """`14 days`."""
    return ngettext("{count} day", "{count} days", days).format(count=days)


def sentences(unreadable: Unreadable) -> list[str]:
    """Everything that is wrong, each sentence once."""
    return Wording(alone(1)).each_once(unreadable.problems)
