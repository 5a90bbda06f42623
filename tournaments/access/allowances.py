"""What a club of a federation may take of the server, and how much of it it has taken.

Everything is counted when somebody asks: a counter that is kept could drift. What is stored is counted by
what it usually takes, only pictures by their size. On a laptop there are no limits, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, QuerySet, Sum
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from config.allowances import MB, Quota
from scoring import Problem, Text, Unreadable, say
from scoring.text import mark as _
from tournaments.models import Club, Entrant, Event, Membership, Player, Round, SheetHead, Sitting

# Bytes in the database with its indexes, measured with full evenings and rounded up.
OF_PERSON = 500
OF_ENTRANT = 500
OF_ROUND = 20_000  # the draw with its protocol
OF_SHEET = 6_000  # with chairs and devices
OF_ENTRY = 2_000  # with the hand that is derived from it
DAY = timedelta(days=1)  # in which a club may open so many tables


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of the server a club has taken."""

    events: int = 0  # not in the archive
    people: int = 0
    bytes: int = 0
    tables: int = 0  # opened in the last 24 hours, without those of events
    last: datetime | None = None  # when somebody of it logged in, or began an event or a table

    def of(self, quota: Quota) -> int:
        """Of one quota; looks at pages are not stored."""
        return {
            Quota.EVENTS: self.events,
            Quota.PEOPLE: self.people,
            Quota.BYTES: self.bytes,
            Quota.TABLES: self.tables,
        }[quota]


def quotas_of(club: Club) -> Mapping[Quota, int]:
    """Its own numbers where it has some, else the server's; 0: no limit."""
    chosen = {Quota(name): value for name, value in club.limits.items() if name in list(Quota)}
    return {**settings.CLUB_QUOTAS, **chosen}


def usage_of(tenants: Collection[int]) -> dict[int, Usage]:
    """What these clubs have taken, in a handful of statements for all of them."""
    of = {"tenant__in": tenants}
    events = _counted(Event.objects.filter(**of, archived_at=None), "tenant")
    people = _counted(Player.objects.filter(**of, robot=False), "tenant")
    entrants = _counted(Entrant.objects.filter(event__tenant__in=tenants), "event__tenant")
    rounds = _counted(Round.objects.filter(event__tenant__in=tenants), "event__tenant")
    tables = _counted(tables_of_a_day().filter(**of), "tenant")
    pictures = {
        tenant: size or 0
        for tenant, size in Event.objects.filter(**of)
        .order_by()
        .values_list("tenant")
        .annotate(size=Sum(Length("logo")))
    }
    sheets = {
        tenant: (count, entries)
        for tenant, count, entries in SheetHead.objects.filter(sitting__tenant__in=tenants)
        .order_by()
        .values_list("sitting__tenant")
        .annotate(count=Count("pk"), entries=Coalesce(Sum("head_seq"), 0))
    }
    moments = (
        _latest(Event.objects.filter(**of), "tenant", "created_at"),
        _latest(Sitting.objects.filter(**of), "tenant", "created_at"),
        _latest(Membership.objects.filter(club__in=tenants), "club", "user__last_login"),
    )
    usages = {}
    for tenant in tenants:
        count, entries = sheets.get(tenant, (0, 0))
        size = (
            pictures.get(tenant, 0)
            + people.get(tenant, 0) * OF_PERSON
            + entrants.get(tenant, 0) * OF_ENTRANT
            + rounds.get(tenant, 0) * OF_ROUND
            + count * OF_SHEET
            + entries * OF_ENTRY
        )
        known = [at for at in (latest.get(tenant) for latest in moments) if at is not None]
        last = max(known, default=None)
        usages[tenant] = Usage(
            events.get(tenant, 0), people.get(tenant, 0), size, tables.get(tenant, 0), last
        )
    return usages


def tables_of_a_day() -> QuerySet[Sitting]:
    """Tables of evenings without an event that were opened in the last 24 hours."""
    return Sitting.objects.filter(event=None, created_at__gte=timezone.now() - DAY)


def _counted(rows: QuerySet[Any], by: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(by).annotate(count=Count("pk")))


def _latest(rows: QuerySet[Any], by: str, moment: str) -> dict[int, datetime | None]:
    return dict(rows.order_by().values_list(by).annotate(at=Max(moment)))


def refuse_full(tenant: int, *, events: int = 0, people: int = 0, size: int = 1) -> None:
    """Before something new begins: raises Unreadable where the club has no room for so much more.

    Nothing that is under way asks: no hand, no round, nobody who comes to an event that has begun.
    """
    if settings.PROFILE.club:
        return
    club = Club.objects.filter(pk=tenant).first()
    if club is None:
        return
    more = {Quota.EVENTS: events, Quota.PEOPLE: people, Quota.BYTES: size}
    most = quotas_of(club)
    usage = usage_of([tenant])[tenant]
    problems = [
        Problem(None, f"full_{quota}", SENTENCES[quota](most[quota]))
        for quota, wanted in more.items()
        if wanted and most[quota] and usage.of(quota) + wanted > most[quota]
    ]
    if problems:
        raise Unreadable(problems)


SENTENCES: Mapping[Quota, Callable[[int], Text]] = {
    Quota.EVENTS: lambda most: say(
        _(
            "The club has as many events as it may have on this server ({most}). Put one that is over "
            "into the archive, or ask the operators for more."
        ),
        most=most,
    ),
    Quota.PEOPLE: lambda most: say(
        _(
            "That would be more people in the register than the club may have on this server ({most}). "
            "Remove who is there twice, or ask the operators for more."
        ),
        most=most,
    ),
    Quota.BYTES: lambda most: say(
        _(
            "The club has used up its room on this server ({most} MB). What is under way goes on; for "
            "something new ask the operators for more."
        ),
        most=most // MB,
    ),
}
