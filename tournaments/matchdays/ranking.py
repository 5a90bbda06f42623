"""One list of all halls of a match-day: everybody's points as he made them in his hall.

It is computed when somebody asks, and kept under a mark of everything it is made from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from config.caches import Pictures
from config.database import is_writing
from tournaments.engines.results.joining import HallPlayed, joined, joint_standings
from tournaments.engines.standings import Competition, RankingRules, Standings
from tournaments.events.results.keeping import results_of
from tournaments.lists import folded
from tournaments.matchdays.fitting import HallDifference, differences_of
from tournaments.matchdays.halls import HallNow, MatchDayNow
from tournaments.models import Entry, Event, Member, RoundState

MATCHDAYS_KEPT = 12


@dataclass(frozen=True, slots=True)
class HallState:
    """How far a hall is."""

    hall: HallNow
    state: str  # "expected", "coming", "running", "official"
    rounds: int  # that have begun
    entrants: int  # of the joint list
    last_hand: datetime | None
    ranked: bool  # its entrants are in the joint list


@dataclass(frozen=True, slots=True)
class InTwoHalls:
    """Entrants of different halls who are one person of the register, or have one name."""

    people: tuple[int, ...]  # of the register
    entrants: tuple[int, ...]
    halls: tuple[int, ...]  # their numbers

    @property
    def sure(self) -> bool:
        """One person; else several who are called the same."""
        return len(self.people) == 1


@dataclass(frozen=True, slots=True)
class JointRanking:
    """The joint list of a match-day, and what there is to say about it."""

    halls: tuple[HallState, ...]
    standings: Standings | None  # None: no hall has anything that may be shown
    competition: Competition | None
    hall_of: Mapping[int, int]  # number of the hall, by entrant
    differences: tuple[HallDifference, ...]
    twice: tuple[InTwoHalls, ...]
    complete: bool


_joint: Pictures[str, str, JointRanking] = Pictures(MATCHDAYS_KEPT, 2)


def joint_ranking(now: MatchDayNow) -> JointRanking:
    """The list of all halls that are here."""
    if is_writing():
        return _computed(now)
    return _joint.get((now.matchday.uid.hex, now.mark), lambda: _computed(now))


def _computed(now: MatchDayNow) -> JointRanking:
    here = [hall for hall in now.halls if hall.event is not None]
    differences = differences_of(here)
    out = {hall for each in differences if each.apart for hall in each.halls}
    played: dict[int, HallPlayed] = {}
    for hall in here:
        if hall.stamp is not None and hall.shown and hall.number not in out:
            so_far = results_of(hall.stamp).competition.until(hall.last)
            played[hall.number] = HallPlayed(hall.number, so_far)
    rules = next((each.competition.rules for each in played.values()), RankingRules())
    competition = joined([*played.values()], rules) if played else None
    standings = joint_standings(competition, now.matchday.seed) if competition is not None else None
    hall_of = {entrant.id: entrant.hall for entrant in competition.entrants} if competition else {}
    events = [hall.event for hall in here if hall.event is not None]
    hands = _last_hands(events)
    return JointRanking(
        halls=tuple(_state(hall, played.get(hall.number), hands) for hall in now.halls),
        standings=standings,
        competition=competition,
        hall_of=hall_of,
        differences=differences,
        twice=tuple(_twice(hall_of, events)),
        complete=now.complete and len(played) == len(now.halls),
    )


def _last_hands(events: Sequence[Event]) -> dict[int, datetime]:
    rows = Entry.objects.filter(sitting__event__in=[event.pk for event in events]).order_by()
    latest = rows.values("sitting__event").annotate(latest=Max("at"))
    return dict(latest.values_list("sitting__event", "latest"))


def _state(hall: HallNow, played: HallPlayed | None, hands: Mapping[int, datetime]) -> HallState:
    event = hall.event
    if event is None:
        return HallState(hall, "expected", 0, 0, None, False)
    begun = event.rounds.filter(state__in=(RoundState.OPEN, RoundState.CLOSED)).count()
    state = "official" if hall.official else "running" if begun else "coming"
    entrants = len(played.competition.entrants) if played is not None else 0
    return HallState(hall, state, begun, entrants, hands.get(event.pk), played is not None)


def _twice(hall_of: Mapping[int, int], events: Sequence[Event]) -> list[InTwoHalls]:
    """Who is in more than one hall: one person of the register, or several with one name."""
    by_person: dict[int, list[int]] = {}
    by_name: dict[str, dict[int, list[int]]] = {}
    rows = Member.objects.filter(entrant__event__in=events).order_by("entrant__number", "pk")
    for entrant, person, name in rows.values_list("entrant", "player", "player__name"):
        if entrant in hall_of:
            by_person.setdefault(person, []).append(entrant)
            by_name.setdefault(folded(name), {}).setdefault(person, []).append(entrant)
    twice = [_in_two((person,), entrants, hall_of) for person, entrants in by_person.items()]
    for people in by_name.values():
        if len(people) > 1:
            entrants = [entrant for theirs in people.values() for entrant in theirs]
            twice.append(_in_two(tuple(people), entrants, hall_of))
    return [each for each in twice if len(each.halls) > 1]


def _in_two(people: tuple[int, ...], entrants: Sequence[int], hall_of: Mapping[int, int]) -> InTwoHalls:
    halls = sorted({hall_of[entrant] for entrant in entrants})
    return InTwoHalls(people, tuple(entrants), tuple(halls))
