"""What has to be counted: events and evenings that nobody has counted yet, or that have changed since."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from tournaments.careers.switches import switches_of
from tournaments.models import SAMPLE, CareerSwitches, Chair, Chapter, Club, ClubState, Event, Member, Sitting

COUNTING = 1
"""Which way of counting this program has. Another number, and everything is counted anew."""


@dataclass(frozen=True, slots=True)
class DueWork:
    """What is to be done for a club."""

    events: tuple[int, ...]
    sittings: tuple[tuple[int, str], ...]  # with the mark under which they are counted
    gone: tuple[int, ...]  # chapters of what counts no longer

    @property
    def count(self) -> int:
        """How many events and evenings that are."""
        return len(self.events) + len(self.sittings) + len(self.gone)


def official() -> QuerySet[Event]:
    """Events whose results are official, without rehearsals."""
    robots = Member.objects.filter(entrant__event=OuterRef("pk"), player__robot=True)
    return Event.objects.filter(~Exists(robots), finished_at__isnull=False)


def due_of(tenant: int) -> DueWork:
    """What is to be done for this club, the oldest first."""
    known = Chapter.objects.filter(tenant=tenant)
    events = _changed(official().filter(tenant=tenant)).order_by("day", "created_at", "pk")
    reopened = known.filter(event__isnull=False).exclude(event__in=official().values("pk"))
    gone = set(reopened.values_list("pk", flat=True))
    sheets: list[tuple[int, str]] = []
    marks = dict(known.filter(event=None, counting=COUNTING).values_list("sitting", "mark"))
    there = dict(marks_of(tenant)) if switches_of(tenant).evenings else {}
    sheets = [(pk, mark) for pk, mark in there.items() if marks.get(pk) != mark]
    evenings = known.filter(event=None).values_list("pk", "sitting")
    gone |= {pk for pk, sitting in evenings if sitting not in there}
    return DueWork(tuple(events.values_list("pk", flat=True)), tuple(sheets), tuple(sorted(gone)))


def _changed(events: QuerySet[Event]) -> QuerySet[Event]:
    counted = Chapter.objects.filter(event=OuterRef("pk"), revision=OuterRef("revision"), counting=COUNTING)
    return events.exclude(Exists(counted))


def marks_of(tenant: int) -> Iterable[tuple[int, str]]:
    """The sheets of a club's evenings that are over, each with a mark of what stands on it and who sat there.

    Another person on a seat is another sum; the hash is that of the last entry.
    """
    sheets = Sitting.objects.filter(tenant=tenant, event=None, hidden_at=None, sheethead__hands__gt=0)
    over = sheets.filter(Q(sheethead__closed=True) | Q(sheethead__over=True)).filter(~Exists(_robots()))
    sums = over.annotate(seated=Sum(F("chairs__player") * F("chairs__seat")))
    rows = sums.order_by("created_at", "pk").values_list("pk", "sheethead__head_hash", "seated")
    return [(pk, f"{head[:32]}-{seated}") for pk, head, seated in rows]


def _robots() -> QuerySet[Chair]:
    return Chair.objects.filter(sitting=OuterRef("pk"), player__robot=True)


def clubs_with_work() -> list[int]:
    """The clubs that have something to be counted: a few statements, however many clubs there are."""
    clubs = set(_changed(official()).values_list("tenant", flat=True))
    reopened = Chapter.objects.filter(event__isnull=False).exclude(event__in=official().values("pk"))
    clubs |= set(reopened.values_list("tenant", flat=True))
    count_evenings = CareerSwitches.objects.filter(evenings=True).values_list("club", flat=True)
    clubs |= {club for club in count_evenings if club not in clubs and due_of(club).count}
    open_clubs = Club.objects.filter(state=ClubState.OPEN, pk__in=clubs - {SAMPLE})
    return list(open_clubs.order_by("pk").values_list("pk", flat=True))
