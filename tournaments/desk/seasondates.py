"""What can be chosen for an evening of a season: events, tables, and the words that were used before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring.text import mark as _
from tournaments.models import ClubSeason, Event, SeasonDate, Sitting
from tournaments.speech.wording import speak

NO_EVENT = _("There is no such event.")
NO_POINTS = _("Please enter the points as a whole number.")
MOST_EVENTS, MOST_TABLES = 60, 40
AROUND = timedelta(days=2)  # tables of an evening were opened on its day, or past midnight


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table without an event that may count."""

    pk: int
    label: str
    chosen: bool


def events_for(season: ClubSeason, but: SeasonDate | None = None) -> list[Event]:
    """Events of the club that are not in the season yet, the latest first."""
    there = season.evenings.exclude(event=None)
    if but is not None:
        there = there.exclude(pk=but.pk)
    events = Event.objects.filter(tenant=season.tenant_id, archived_at=None)
    events = events.exclude(pk__in=there.values("event")).only("pk", "title", "day", "finished_at")
    return list(events.order_by("-day", "-pk")[:MOST_EVENTS])


def tables_for(evening: SeasonDate) -> list[TableChoice]:
    """Tables without an event around this day, those that were chosen first."""
    chosen = set(evening.tables.values_list("pk", flat=True))
    begins = timezone.make_aware(datetime.combine(evening.day, time()))
    near = Sitting.objects.filter(
        tenant=evening.season.tenant_id,
        event=None,
        created_at__gte=begins - AROUND,
        created_at__lt=begins + AROUND,
    )
    keys = [*chosen, *near.values_list("pk", flat=True)[:MOST_TABLES]]
    tables = Sitting.objects.filter(pk__in=keys).prefetch_related("chairs__player").order_by("-created_at")
    return [TableChoice(table.pk, _table_words(table), table.pk in chosen) for table in tables]


def _table_words(table: Sitting) -> str:
    opened = timezone.localtime(table.created_at)
    people = ", ".join(chair.player.name for chair in table.chairs.all())
    game = speak(table.game_value().name)
    return gettext("{time}, {game}: {people}").format(time=f"{opened:%H:%M}", game=game, people=people)


def words_of(season: ClubSeason) -> dict[str, Any]:
    """Venues, kinds and hosts that this season has had."""
    rows = season.evenings.order_by().values_list("place", "kind", "host")
    places, kinds, hosts = (sorted({row[at] for row in rows if row[at]}) for at in range(3))
    return {"places": places, "kinds": kinds, "hosts": hosts}
