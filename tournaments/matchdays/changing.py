"""Everything that changes a match-day: its name and day, its halls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.lists import cleaned, folded
from tournaments.models import Event, MatchDay, MatchHall

NAME, HALL = 120, 60  # letters
MOST_HALLS = 20


@dataclass(frozen=True, slots=True)
class HallTyped:
    """A hall as it was typed: a name, and its event once that is here."""

    name: str
    event: int | None = None


def no_matchday(code: str, message: str, field: str | None = None, **values: object) -> Unreadable:
    """One thing that is in the way; the message is marked where it is written."""
    return Unreadable([Problem(field, code, say(message, **values))])


def make_matchday(*, tenant: int, name: str, day: date, halls: Sequence[HallTyped], listed: bool) -> MatchDay:
    """A new match-day with its halls; raises Unreadable."""
    title = _name(name)
    with writing():
        matchday = MatchDay.objects.create(tenant_id=tenant, name=title, day=day, listed=listed)
        _set_halls(matchday, halls)
    return matchday


def change_matchday(
    *, matchday: MatchDay, name: str, day: date, halls: Sequence[HallTyped], listed: bool
) -> MatchDay:
    """Another name or day, other halls; raises Unreadable."""
    title = _name(name)
    with writing():
        row = MatchDay.objects.select_for_update().get(pk=matchday.pk)
        row.name, row.day, row.listed = title, day, listed
        row.revision += 1
        row.save()
        _set_halls(row, halls)
    return row


def delete_matchday(*, matchday: MatchDay) -> None:
    """The match-day, not its events; raises Unreadable as long as it is an evening of a season."""
    with writing():
        row = MatchDay.objects.select_for_update().get(pk=matchday.pk)
        if row.evening_id is not None:
            raise no_matchday(
                "in_season", _("This match-day is an evening of a season. Take it out there first.")
            )
        row.delete()


def _name(text: str) -> str:
    name = cleaned(text)
    if not name:
        raise no_matchday("name_missing", _("The name is missing."), "name")
    if len(name) > NAME:
        raise no_matchday("length", _("At most {high} letters."), "name", high=NAME)
    return name


def _set_halls(matchday: MatchDay, typed: Sequence[HallTyped]) -> None:
    """These halls, in this order; who was there keeps his number, for lots are drawn with it."""
    events = _events(matchday, typed)
    halls = [(cleaned(hall.name) or _named_after(events, hall), hall.event) for hall in typed]
    halls = [(name, event) for name, event in halls if name]
    _refuse(halls)
    before = {folded(hall.name): hall for hall in matchday.halls.all()}
    staying = {folded(name) for name, _event in halls}
    for key, row in before.items():
        if key not in staying:
            row.delete()
    number = max((row.number for row in before.values()), default=0)
    MatchHall.objects.filter(matchday=matchday).update(event=None)  # events may change places
    for name, event in halls:
        hall = before.get(folded(name))
        if hall is None:
            number += 1
            hall = MatchHall(matchday=matchday, number=number)
        hall.name, hall.event_id = name, event
        hall.save()


def _events(matchday: MatchDay, typed: Sequence[HallTyped]) -> dict[int, Event]:
    keys = [hall.event for hall in typed if hall.event is not None]
    if len(set(keys)) < len(keys):
        raise no_matchday("event_twice", _("One event cannot be two halls."), "event")
    events = Event.objects.filter(tenant=matchday.tenant_id, pk__in=keys).only("pk", "title", "game")
    known = {event.pk: event for event in events}
    if len(known) < len(keys):
        raise no_matchday("no_event", _("There is no such event."), "event")
    taken = (
        MatchHall.objects.filter(event__in=keys)
        .exclude(matchday=matchday)
        .select_related("event", "matchday")
    )
    if (other := taken.first()) is not None and other.event is not None:
        text = _("{event} is a hall of {matchday} already.")
        raise no_matchday("taken", text, "event", event=other.event.title, matchday=other.matchday.name)
    if len({event.game for event in known.values()}) > 1:
        text = _("These events play different games. Points of two games cannot be ranked in one list.")
        raise no_matchday("games", text, "event")
    evening = matchday.evening
    if evening is not None and evening.season.evenings.filter(event__in=keys).exists():
        text = _("One of these events is an evening of the same season already. Take it out there first.")
        raise no_matchday("in_season", text, "event")
    return known


def _named_after(events: dict[int, Event], hall: HallTyped) -> str:
    return events[hall.event].title[:HALL] if hall.event is not None else ""


def _refuse(halls: Sequence[tuple[str, int | None]]) -> None:
    names = [folded(name) for name, _event in halls]
    if len(halls) < 2:
        raise no_matchday("halls", _("A match-day has at least two halls."), "halls")
    if len(halls) > MOST_HALLS:
        raise no_matchday("halls", _("At most {count} halls."), "halls", count=MOST_HALLS)
    if len(set(names)) < len(names):
        raise no_matchday("name_twice", _("Two halls have the same name."), "halls")
    if any(len(name) > HALL for name, _event in halls):
        raise no_matchday("length", _("At most {high} letters."), "halls", high=HALL)
