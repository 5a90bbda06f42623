"""This laptop goes on in place of the one it has followed: what it knows, and what may be missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.following.authority import take_over
from tournaments.following.peers import joining
from tournaments.following.peers.states import age_in_words, seconds_since
from tournaments.models import Entry, Event, EventLog, LogSource, PairingKind, RoundState, Sitting
from tournaments.models.following import installation_uid


@dataclass(frozen=True, slots=True)
class EventKnown:
    """An event that another laptop leads, as far as it is known here."""

    title: str
    place: str  # of the last entry, in words
    age: str
    running: int  # tables whose sheets are open


@dataclass(frozen=True, slots=True)
class LeadPage:
    """What somebody has to see before this laptop leads."""

    sources: tuple[LogSource, ...]
    events: tuple[EventKnown, ...]
    level: str  # when everything was level last, in words
    answers: bool  # the other laptop answered a moment ago


ALIVE = 15  # seconds


def overview(club: int) -> LeadPage:
    """Of the events of this club that another laptop leads."""
    sources = tuple(_spares(club))
    seconds = [seconds_since(source.contact_at) for source in sources]
    known = [each for each in seconds if each is not None]
    return LeadPage(
        sources=sources,
        events=tuple(_known(log) for log in _followed(club)),
        level=age_in_words(min(known) if known else None),
        answers=bool(known) and min(known) < ALIVE and any(source.state == "level" for source in sources),
    )


def _spares(club: int) -> list[LogSource]:
    return list(joining.running(club).filter(kind=PairingKind.SPARE.value))


def _followed(club: int) -> list[EventLog]:
    """Running events first; those that are over stay whose they are."""
    leaders = [source.installation for source in _spares(club)]
    logs = EventLog.objects.filter(authority__in=leaders, event__tenant=club, event__archived_at=None)
    logs = logs.filter(event__finished_at=None).select_related("event").defer("event__logo")
    return list(logs.order_by("-event__day", "event"))


def _known(log: EventLog) -> EventKnown:
    event = log.event
    last = Entry.objects.filter(sitting__event=event).select_related("sitting__round").order_by("-at").first()
    if last is None:
        place, age = gettext("No hand has been entered yet."), ""
    else:
        place, age = _place(last), age_in_words(seconds_since(last.at))
    running = Sitting.objects.filter(event=event, round__state=RoundState.OPEN, sheethead__closed=False)
    return EventKnown(event.title, place, age, running.count())


def _place(entry: Entry) -> str:
    words: dict[str, Any] = {
        "round": entry.sitting.round.number if entry.sitting.round else "–",
        "table": entry.sitting.number,
        "hand": entry.hand_no,
        "time": date_format(timezone.localtime(entry.at), "H:i:s"),
    }
    if entry.hand_no is None:
        return gettext("Last: round {round}, table {table}, at {time}").format(**words)
    return gettext("Last: round {round}, table {table}, hand {hand}, at {time}").format(**words)


def take_over_all(club: int) -> list[Event]:
    """All running events that the other laptop leads are led here from now on."""
    taken = []
    for log in _followed(club):
        take_over(log.event)
        taken.append(log.event)
    return taken


def led_now(club: int) -> list[Event]:
    """The running events that this laptop has taken over."""
    logs = EventLog.objects.filter(authority=installation_uid(), epoch__gt=1, event__tenant=club)
    logs = logs.filter(event__archived_at=None, event__finished_at=None).select_related("event")
    return [log.event for log in logs.order_by("-event__day", "event").defer("event__logo")]


def taken_over() -> dict[str, Any]:
    """What phones of the other laptop may know: what is led here, since which epoch, in whose place."""
    logs = EventLog.objects.filter(authority=installation_uid(), epoch__gt=1, event__archived_at=None)
    events = [[str(log.event.uid), log.epoch] for log in logs.select_related("event").defer("event__logo")]
    before = LogSource.objects.filter(kind=PairingKind.SPARE.value, ended_at=None) if events else ()
    return {"events": events, "instead": sorted({source.installation.hex for source in before})}
