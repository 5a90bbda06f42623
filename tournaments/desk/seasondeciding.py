"""What the desk decides about people of a season: points, no place, and the list of the final."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.engines.season import Finalists, finalists
from tournaments.models import ClubSeason, Event
from tournaments.seasons.decided import PointsGiven, decisions_of
from tournaments.seasons.deciding import entered_in
from tournaments.seasons.keeping import SeasonNow
from tournaments.seasons.names import SeasonNames, names_of


@dataclass(frozen=True, slots=True)
class SeasonChoice:
    """Somebody who can be chosen."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class SeasonPeople:
    """Who is in the season, and what was decided about whom."""

    everybody: tuple[SeasonChoice, ...]
    points: tuple[tuple[PointsGiven, str], ...]
    barred: tuple[tuple[SeasonChoice, str], ...]


@dataclass(frozen=True, slots=True)
class Finalist:
    """Somebody on the list of the final."""

    pk: int
    name: str
    place: str
    total: str
    there: bool  # in the chosen event already
    number: int = 0  # on the list, from 1

    @property
    def called(self) -> str:
        return f"{self.number}. {self.name}"

    @property
    def about(self) -> str:
        """Where he stands in the season, and whether he takes part already."""
        there = gettext("takes part already") if self.there else ""
        place = gettext("Place {place}").format(place=self.place) if self.place.strip("–") else ""
        return " · ".join(filter(None, (place, self.total, there)))


@dataclass(frozen=True, slots=True)
class FinalList:
    """Who comes to the final, and who has said no."""

    asked: bool  # do the rules know a final?
    coming: tuple[Finalist, ...]
    declined: tuple[SeasonChoice, ...]
    event: Event | None

    @property
    def fresh(self) -> int:
        """Who would be entered."""
        return sum(not each.there for each in self.coming)


def season_people(now: SeasonNow) -> SeasonPeople:
    """For the forms of decisions, by name."""
    names, decisions = _names(now), decisions_of(now.facts.season)
    people = [_choice(row.person, names) for row in now.table.rows if isinstance(row.person, int)]
    return SeasonPeople(
        tuple(sorted(people, key=lambda each: each.name.casefold())),
        tuple((given, names.of(given.person)) for given in decisions.points.values()),
        tuple((_choice(person, names), reason) for person, reason in decisions.barred.items()),
    )


def final_people(now: SeasonNow) -> list[int]:
    """The list of the final, in order."""
    declined = sorted(decisions_of(now.facts.season).declined)
    return [person for person in finalists(now.table, declined) if isinstance(person, int)]


def final_list(
    now: SeasonNow, totals: dict[object, str], event: Event | None, *, full: bool = True
) -> FinalList:
    """The list of the final; `full`: with the names that organisers read."""
    names, declined = _names(now, full=full), sorted(decisions_of(now.facts.season).declined)
    people = final_people(now)
    there = entered_in(event, people) if event is not None else set()
    rows = now.table
    return FinalList(
        rows.rules.final is not Finalists.NOBODY,
        tuple(
            Finalist(
                person,
                names.of(person),
                rows.row(person).place,
                totals.get(person, ""),
                person in there,
                number,
            )
            for number, person in enumerate(people, start=1)
        ),
        tuple(_choice(person, names) for person in declined),
        event,
    )


def events_of_final(season: ClubSeason) -> list[Event]:
    """Events of the club that are not over, the next one first."""
    events = Event.objects.filter(tenant=season.tenant_id, archived_at=None, finished_at=None)
    return list(events.only("pk", "title", "day").order_by("day", "pk")[:60])


def _names(now: SeasonNow, *, full: bool = True) -> SeasonNames:
    decisions = decisions_of(now.facts.season)
    people = {row.person for row in now.table.rows if isinstance(row.person, int)}
    people |= set(decisions.barred) | decisions.declined
    return names_of(now.facts.season, people, full=full)


def _choice(person: int, names: SeasonNames) -> SeasonChoice:
    return SeasonChoice(person, names.of(person))
