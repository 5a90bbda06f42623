"""The dates of a season for calendars: one entry each, the same one when it is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext
from icalendar import Calendar, Event

from tournaments.seasons.gathering import DateFacts, SeasonFacts

HOURS = 4  # an evening lasts, as far as a calendar is concerned


def as_calendar(facts: SeasonFacts, address: str) -> bytes:
    """An .ics file; `address` is where the season can be looked at."""
    calendar = Calendar()
    calendar.add("prodid", "-//Stammtisch//DE")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", facts.season.name)
    for date_ in facts.dates:
        calendar.add_component(_entry(facts, date_, address))
    return bytes(calendar.to_ical())


def _entry(facts: SeasonFacts, date_: DateFacts, address: str) -> Event:
    entry = Event()
    entry.add("uid", f"{facts.season.uid}-{date_.pk}@stammtisch")
    entry.add("dtstamp", facts.season.created_at.astimezone(UTC))
    entry.add("sequence", facts.season.revision)
    entry.add("summary", ": ".join(filter(None, (facts.season.name, date_.label or date_.title))))
    if date_.time is None:
        entry.add("dtstart", date_.day)
        entry.add("dtend", date_.day + timedelta(days=1))
    else:
        zone = timezone.get_default_timezone()
        begins = datetime.combine(date_.day, date_.time, zone).astimezone(UTC)
        entry.add("dtstart", begins)
        entry.add("dtend", begins + timedelta(hours=HOURS))
    if date_.place:
        entry.add("location", date_.place)
    entry.add("description", "\n".join(filter(None, (_host(date_), address))))
    return entry


def _host(date_: DateFacts) -> str:
    return gettext("Host: {club}").format(club=date_.host) if date_.host else ""
