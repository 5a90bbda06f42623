"""A season from another installation: looked at, names decided, then stored with its log as it was there.

The same function judges both times, so what is taken is what was shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from config.database import take_turns, writing
from scoring.text import mark as _
from tournaments.lists import ListColumn, ListRow
from tournaments.models import ClubSeason, EveningResult, Event, Player, SeasonDate, SeasonNotice
from tournaments.models.naming import NAMES
from tournaments.people import register
from tournaments.people.incoming import SKIP, PersonIn
from tournaments.people.previewing import preview
from tournaments.seasons.changing import no_season
from tournaments.seasons.decided import TAKEN_IN
from tournaments.seasons.outcomes import packed, with_places
from tournaments.seasons.recording import new_file_mark, ranking_of, write
from tournaments.seasons.unfiling import FiledEvening, FiledPerson, FiledSeason

HEADS = (ListColumn.NAME.value, ListColumn.CLUB.value, ListColumn.MEMBER.value)


@dataclass(frozen=True, slots=True)
class FiledName:
    """Somebody of the file, with who he is here."""

    person: FiledPerson
    seen: PersonIn

    @property
    def player(self) -> int | None:
        """Who it is in the register here; None: somebody new, or not decided."""
        return self.seen.player

    @property
    def options(self) -> tuple[Any, ...]:
        """What can be chosen; nobody can be left out of a season."""
        return tuple(option for option in self.seen.options if option.value != SKIP)

    @property
    def chosen(self) -> str:
        return self.seen.chosen if self.seen.chosen != SKIP else ""

    @property
    def undecided(self) -> bool:
        return bool(self.seen.options) and self.seen.decided in ("", SKIP)


@dataclass(frozen=True, slots=True)
class FiledLook:
    """A file as it would be taken."""

    season: FiledSeason
    people: tuple[FiledName, ...]
    events: Mapping[int, Event]  # by evening: those that are official here

    @property
    def asking(self) -> tuple[FiledName, ...]:
        return tuple(name for name in self.people if name.options)

    @property
    def undecided(self) -> int:
        return sum(name.undecided for name in self.people)

    @property
    def new(self) -> int:
        return sum(name.player is None for name in self.people)

    @property
    def known(self) -> int:
        return len(self.people) - self.new

    @property
    def played(self) -> int:
        """Evenings with results."""
        return sum(bool(each.results or each.outcome) for each in self.season.evenings)


@dataclass(frozen=True, slots=True)
class TakenSeason:
    """What was stored; None as long as somebody has to decide."""

    look: FiledLook
    season: ClubSeason | None = None
    differs: tuple[str, ...] = ()  # whose place or total is another one than in the file


def look(filed: FiledSeason, *, tenant: int, decisions: Mapping[str, str]) -> FiledLook:
    """The file as it would be taken; raises Unreadable where it cannot be."""
    if ClubSeason.objects.filter(tenant=tenant, uid=filed.uid).exists():
        raise no_season("there", _("This season is here already."), "file")
    people = tuple(_names(filed, tenant, decisions))
    players = [name.player for name in people if name.player is not None]
    if len(set(players)) < len(players):
        twice = next(name for name in people if name.player is not None and players.count(name.player) > 1)
        text = _("Two people of the file would be one person here: {name}.")
        raise no_season("twice", text, "file", name=twice.person.name)
    return FiledLook(filed, people, _events(filed.evenings, tenant))


def _names(filed: FiledSeason, tenant: int, decisions: Mapping[str, str]) -> Iterator[FiledName]:
    rows = [
        ListRow(line, (person.name, person.club, person.number))
        for line, person in enumerate(filed.people, start=1)
    ]
    seen = preview([ListRow(0, HEADS), *rows], tenant=tenant, decisions=decisions) if rows else None
    by_line = {row.listed.line: row for row in seen.rows} if seen is not None else {}
    for line, person in enumerate(filed.people, start=1):
        row = by_line.get(line)
        person_in = row.people[0] if row is not None and len(row.people) == 1 else PersonIn("", person.name)
        yield FiledName(person, person_in)


def _events(evenings: Sequence[FiledEvening], tenant: int) -> dict[int, Event]:
    uids = [each.event for each in evenings if each.event is not None]
    here = Event.objects.filter(tenant=tenant, uid__in=uids).exclude(finished_at=None).defer("logo")
    by_uid = {event.uid: event for event in here}
    return {
        place: by_uid.pop(each.event)
        for place, each in enumerate(evenings)
        if each.event in by_uid and each.event is not None
    }


def take(*, filed: FiledSeason, tenant: int, decisions: Mapping[str, str], by: str = "") -> TakenSeason:
    """Store the season of a file, or nothing while a name is undecided; raises Unreadable."""
    with writing():
        take_turns(NAMES)  # the same new name in another list at the same moment is known to the second
        seen = look(filed, tenant=tenant, decisions=decisions)
        if seen.undecided:
            return TakenSeason(seen)
        players = {place: _player(tenant, name) for place, name in enumerate(seen.people)}
        numbers = {place: player.pk for place, player in players.items()}
        season = _season(filed, tenant)
        for place, each in enumerate(filed.evenings):
            _evening(season, each, numbers, seen.events.get(place))
        SeasonNotice.objects.bulk_create(
            SeasonNotice(
                season=season,
                what=line.what,
                data=_data(line.data, numbers),
                reason=line.reason,
                by=line.by,
                at=min(line.at, timezone.now()),
            )
            for line in filed.log
        )
        lots = [[numbers[place], person.lot] for place, person in enumerate(filed.people) if person.lot]
        write(season, TAKEN_IN, by=by, lots=lots)
        differs = tuple(_differing(filed, season, numbers))
    return TakenSeason(seen, season, differs)


def _season(filed: FiledSeason, tenant: int) -> ClubSeason:
    head = dict(filed.head)
    if ClubSeason.objects.filter(
        uid=filed.uid
    ).exists():  # of another club here: lots stay as they were drawn
        head["seed"] = head["seed"] or str(filed.uid)
    else:
        head["uid"] = filed.uid
    season = ClubSeason.objects.create(tenant_id=tenant, over_at=filed.over_at, **head)
    ClubSeason.objects.filter(pk=season.pk).update(created_at=filed.created_at)
    return season


def unsaved(filed: FiledSeason) -> ClubSeason:
    """What the file says of the season itself, for showing it."""
    return ClubSeason(over_at=filed.over_at, **filed.head)


def _player(tenant: int, name: FiledName) -> Player:
    """Who it is here; what the register does not know yet is filled in."""
    person = name.person
    number = "" if register.with_club_number(tenant, person.number) else person.number
    facts = {"club": person.club, "category": person.category, "club_number": number}
    if name.player is None:
        return Player.objects.create(tenant_id=tenant, name=person.name, **facts)
    player = Player.objects.get(tenant=tenant, pk=name.player)
    fresh = [key for key, text in facts.items() if text and not getattr(player, key)]
    for key in fresh:
        setattr(player, key, facts[key])
    if fresh:
        player.save(update_fields=fresh)
    return player


def _evening(
    season: ClubSeason, filed: FiledEvening, numbers: Mapping[int, int], event: Event | None
) -> None:
    row = SeasonDate(season=season, day=filed.day, event=event, **filed.words)
    if event is None and filed.outcome is not None:
        row.outcome, row.outcome_of = packed(with_places(filed.outcome, numbers)), new_file_mark()
    if event is not None or filed.outcome is not None or filed.results:
        row.counted_at = timezone.now()
    row.save()
    if event is None:
        EveningResult.objects.bulk_create(
            EveningResult(
                evening=row,
                player_id=numbers[result["person"]],
                **{key: value for key, value in result.items() if key != "person"},
            )
            for result in filed.results
        )


def _data(data: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    who = {"person": numbers[data["person"]]} if "person" in data else {}
    moved = [[numbers[person], before, after] for person, before, after in data["moved"]]
    return {**data, **who, "moved": moved}


def _differing(filed: FiledSeason, season: ClubSeason, numbers: Mapping[int, int]) -> Iterator[str]:
    """Whose place or total has become another one on the way."""
    now = {person: (rank, total) for person, rank, total in ranking_of(season)}
    for person, rank, total in filed.standings:
        if now.get(numbers[person]) != (rank, total):
            yield filed.people[person].name
