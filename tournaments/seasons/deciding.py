"""Organisers decide about people of a season, and take it back; everything stands in the season's log."""

from __future__ import annotations

import uuid

from config.database import writing
from scoring.text import mark as _
from tournaments.events.ground.locking import locked
from tournaments.lists import cleaned
from tournaments.models import ClubSeason, Entrant, Event, Player
from tournaments.people import entrants
from tournaments.people.entrants import next_round, playing_in
from tournaments.seasons import decided
from tournaments.seasons.changing import no_season
from tournaments.seasons.decided import decisions_of
from tournaments.seasons.recording import changing

MOST_POINTS = 1_000_000
OPPOSITE = {decided.BARRED: decided.LET_IN, decided.DECLINED: decided.COMES}


def give_points(*, season: ClubSeason, person: int, points: str, reason: str, by: str = "") -> None:
    """Points for or against somebody, whichever evenings count; raises Unreadable."""
    plain = points.strip().replace("−", "-").removeprefix("+")
    whole = plain.removeprefix("-")
    if not (whole.isascii() and whole.isdigit()) or len(whole) > 7 or not 0 < int(whole) <= MOST_POINTS:
        raise no_season("points", _("Please enter the points as a whole number, for example -20."), "points")
    why = _reason(reason)
    with changing(season, by=by, reason=why) as (row, note):
        _somebody(row, person)
        note(decided.POINTS, person=person, points=int(plain), key=uuid.uuid4().hex)


def take_back(*, season: ClubSeason, key: str, by: str = "") -> None:
    """These points do not hold any longer; twice is once."""
    with changing(season, by=by) as (row, note):
        given = decisions_of(row).points.get(key)
        if given is not None:
            note(decided.POINTS_BACK, person=given.person, points=given.points, key=key)


def decide(
    *, season: ClubSeason, what: str, person: int, holds: bool, reason: str = "", by: str = ""
) -> None:
    """Somebody has no place, or does not come to the final; or that no longer holds. Raises Unreadable."""
    why = _reason(reason) if holds and what == decided.BARRED else cleaned(reason)[:200]
    with changing(season, by=by, reason=why) as (row, note):
        _somebody(row, person)
        decisions = decisions_of(row)
        there = person in (decisions.barred if what == decided.BARRED else decisions.declined)
        if there is not holds:
            note(what if holds else OPPOSITE[what], person=person)


def _reason(text: str) -> str:
    reason = cleaned(text)[:200]
    if not reason:
        raise no_season("reason", _("Please enter a reason."), "reason")
    return reason


def _somebody(season: ClubSeason, person: int) -> None:
    if not Player.objects.filter(tenant=season.tenant_id, pk=person).exists():
        raise no_season("nobody", _("Choose somebody of this season."), "person")


def entered_in(event: Event, people: list[int]) -> set[int]:
    """Who of these takes part in the event already."""
    return set(people) & set(playing_in(event, next_round(event)))


def enter_finalists(*, season: ClubSeason, event: Event, people: list[int], by: str = "") -> list[Entrant]:
    """Everybody on the list of the final who is not in the event yet, in this order; raises Unreadable."""
    if event.tenant_id != season.tenant_id:
        raise no_season("no_event", _("There is no such event."), "event")
    with writing():
        row = locked(event)
        there = entered_in(row, people)
        players = Player.objects.in_bulk(people)
        return [
            entrants.enter(event=row, players=[players[person]], by=by)
            for person in people
            if person not in there and person in players
        ]
