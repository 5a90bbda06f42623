"""What was done with a round, from its publishing to its end, with who did it and why."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.events.words.rounds import table_list
from tournaments.models import Notice, Round

WORDS = {
    "published": _("Published"),
    "taken_back": _("Taken back: a draft again"),
    "group_opened": _("Opened for group {group}"),
    "round_opened": _("Opened"),
    "round_closed": _("Closed"),
    "round_reopened": _("Opened again"),
}


@dataclass(frozen=True, slots=True)
class Happening:
    """One step of a round."""

    at: datetime.datetime
    what: str
    word: str
    by: str
    reason: str
    about: str  # which tables it passed over


def course_of(round_: Round) -> tuple[Happening, ...]:
    """Everything that was done with the round of this number, oldest first."""
    noted = Notice.objects.filter(event=round_.event_id, what__in=WORDS).order_by("at", "pk")
    return tuple(
        Happening(notice.at, notice.what, _word(notice), notice.by, notice.reason, _about(notice.data))
        for notice in noted
        if notice.data.get("round") == round_.number
    )


def _word(notice: Notice) -> str:
    return gettext(WORDS[notice.what]).format(group=notice.data.get("group", ""))


def hung_before(round_: Round) -> tuple[Happening, ...]:
    """When the seats of this round were taken back."""
    return tuple(step for step in course_of(round_) if step.what == "taken_back")


def _about(data: Mapping[str, Any]) -> str:
    passed = {*data.get("missing", ()), *(number for number, _hands, _limit in data.get("early", ()))}
    passed |= {*data.get("disputed", ())}
    passed |= set(data.get("undecided", ()))
    return table_list(sorted(passed)) if passed else ""
