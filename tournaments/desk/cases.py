"""What waits for the organisers, oldest first: calls of tables, hands that were put aside, disputes.

A further kind is a `Source` in `SOURCES`: how many are open, and each as a `Case`.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.access.desk import Desk
from tournaments.access.roles import Action
from tournaments.desk.offeredsheets import count_sheets, sheet_cases
from tournaments.events.rounds import calls
from tournaments.events.words.calls import reason_word
from tournaments.models import AgreedState, Call, Event, Parked, Round, Sitting
from tournaments.speech.wording import listed
from tournaments.table import reading
from tournaments.table.agreed import DisputeView, disputes
from tournaments.table.conflict import Conflict, conflict
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that somebody waits for."""

    kind: str  # "call", "aside", "dispute"
    at: datetime.datetime
    what: str  # what it is about
    where: str  # round and table
    who: str  # whose phone it came from, as far as that is known
    url: str  # the page where it is decided; empty: on the spot
    round: int
    table: int
    call: Call | None = None
    both: Conflict | None = None
    disputes: tuple[DisputeView, ...] = ()

    @property
    def age(self) -> str:
        """How long somebody has waited."""
        minutes = max(0, int((timezone.now() - self.at).total_seconds()) // 60)
        if minutes < 1:
            return gettext("just now")
        if minutes < 60:
            return ngettext("{count} minute ago", "{count} minutes ago", minutes).format(count=minutes)
        hours = minutes // 60
        return ngettext("{count} hour ago", "{count} hours ago", hours).format(count=hours)


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of cases."""

    count: Callable[[Event], int]
    cases: Callable[[Event], Iterator[Case]]


def open_cases(event: Event) -> list[Case]:
    """Everything that waits, oldest first."""
    return sorted((case for source in SOURCES for case in source.cases(event)), key=lambda case: case.at)


def count_open(event: Event) -> int:
    """How much waits."""
    return sum(source.count(event) for source in SOURCES)


def badge(desk: Desk) -> int | None:
    """The number at the tab; None: nobody sees it here."""
    return count_open(desk.event) if desk.may(Action.SEE_CASES) else None


def place_of(sitting: Sitting) -> str:
    """Which table in which round."""
    number = sitting.round.number if sitting.round else 0
    text = gettext("Round {round} · Table {table}")
    return text.format(round=number, table=sitting.number)


def open_asides(event: Event) -> list[Parked]:
    """What was put aside at its tables, oldest first."""
    rows = Parked.objects.filter(sitting__event=event.pk, decision=None)
    along = ("sitting__sheethead", "sitting__event", "sitting__round__stage", "credential")
    return list(rows.select_related(*along).order_by("at", "pk"))


def _calls(event: Event) -> Iterator[Case]:
    for calling in calls.open_calls(event):
        view = reading.sheet(calling.sitting)
        seat = calling.seat
        who = view.everybody[seat - 1] if seat and seat <= len(view.everybody) else ""
        word = reason_word(calling.reason)
        yield Case(
            kind="call",
            at=calling.at,
            what=f"{word}: {calling.note}" if calling.note else word,
            where=place_of(calling.sitting),
            who=gettext("{name}, seat {seat}").format(name=who, seat=seat) if who else "",
            url="",
            round=calling.sitting.round.number if calling.sitting.round else 0,
            table=calling.sitting.number or 0,
            call=calling,
        )


def _asides(event: Event) -> Iterator[Case]:
    views: dict[int, SheetView] = {}
    for parked in open_asides(event):
        sitting = parked.sitting
        view = views[sitting.pk] = views.get(sitting.pk) or reading.sheet(sitting)
        both = conflict(view, parked)
        yield Case(
            kind="aside",
            at=parked.at,
            what=both.question(None),
            where=place_of(sitting),
            who=both.sender,
            url=reverse("desk-case", args=(event.pk, parked.pk)),
            round=sitting.round.number if sitting.round else 0,
            table=sitting.number or 0,
            both=both,
        )


def _disputed(event: Event) -> QuerySet[Sitting]:
    return Sitting.objects.filter(event=event.pk, sheethead__agreed=AgreedState.DISPUTED).exclude(round=None)


def _disputes(event: Event) -> Iterator[Case]:
    """Lists that somebody says are wrong: what the sheet says, and what it should say."""
    for sitting in _disputed(event).select_related("sheethead", "event", "round__stage"):
        view = reading.sheet(sitting)
        number, table = sitting.round.number if sitting.round else 0, sitting.number or 0
        disputed = disputes(view)
        about = listed([each.about for each in disputed if each.about])
        yield Case(
            kind="dispute",
            at=disputed[0].since,
            what=gettext("{hand} is in dispute").format(hand=about)
            if about
            else gettext("The list is in dispute"),
            where=place_of(sitting),
            who="",  # each of them says it himself
            url=reverse("desk-table", args=(event.pk, number, table)) + "#agreed",
            round=number,
            table=table,
            disputes=tuple(disputed),
        )


def _brought(event: Event) -> Iterator[Case]:
    """What phones brought after a restore and what fits nowhere by itself, sheet by sheet."""
    for case in sheet_cases(event):
        yield Case(
            kind="brought",
            at=case.at,
            what=case.why,
            where=case.place,
            who=case.people,
            url=f"{reverse('desk-restored', args=(event.pk,))}#case-{case.key}",
            round=case.round,
            table=case.table,
        )


SOURCES: tuple[Source, ...] = (
    Source(lambda event: calls.open_calls(event).count(), _calls),
    Source(lambda event: Parked.objects.filter(sitting__event=event.pk, decision=None).count(), _asides),
    Source(lambda event: _disputed(event).count(), _disputes),
    Source(count_sheets, _brought),
)


def at_tables(round_: Round) -> tuple[dict[int, int], dict[int, Case]]:
    """By table of a round: how much is undecided there, and its call."""
    rows = Parked.objects.filter(sitting__round=round_.pk, decision=None)
    waiting = Counter(number or 0 for number in rows.values_list("sitting__number", flat=True))
    calling = {case.table: case for case in _calls(round_.event) if case.round == round_.number}
    return dict(waiting), calling
