"""A season whole, as a value for a file: its rules, its dates, what was typed, its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.models import ClubSeason, EveningResult, Player, SeasonDate, SeasonNotice
from tournaments.models.filing import moment
from tournaments.models.stored import Raw
from tournaments.seasons.changing import LENGTHS
from tournaments.seasons.decided import MERGED, decisions_of
from tournaments.seasons.gathering import SeasonFacts, facts_of, matchday_of
from tournaments.seasons.keeping import came_to
from tournaments.seasons.names import names_of
from tournaments.seasons.outcomes import EveningOutcome, packed, with_places
from tournaments.seasons.recording import ranking_of

FORMAT, VERSION = "stammtisch-season-file", 1
HEAD = ("name", "home", "seed", "listed", "rules", "views")
DATE = ("label", "place", "kind", "host", "weight")
RESULT = ("points", "rank", "hands", "rounds", "wins", "group", "club", "guest")


def whole_season(season: ClubSeason) -> Raw:
    """Everything of a season. People are called by a place in the list of people; events by their uid."""
    rows = list(
        season.evenings.select_related("event", "matchday").prefetch_related("results").defer("outcome")
    )
    notices = list(season.notices.order_by("at", "pk"))
    facts = facts_of(season)
    came, standings = _came(facts), ranking_of(season)
    people = _people(season, rows, notices, came.values(), standings)
    places = {player.pk: place for place, player in enumerate(people)}
    _follow(places, notices)
    names = names_of(season, list(places), full=True)
    lots = decisions_of(season).lots
    return {
        "format": FORMAT,
        "version": VERSION,
        "uid": str(season.uid),
        **{name: getattr(season, name) for name in HEAD},
        "created_at": moment(season.created_at),
        "over_at": moment(season.over_at),
        "people": [
            {
                "name": names.of(player.pk) if player.anonymised_at else player.name,
                "club": player.club,
                "category": player.category,
                "number": player.club_number,
                "lot": lots.get(player.pk, str(player.pk)),
            }
            for player in people
        ],
        "evenings": [_date(row, places, came.get(row.pk)) for row in rows],
        "standings": [[places[person], rank, total] for person, rank, total in standings],
        "log": [
            {
                "what": notice.what,
                "data": _data(notice, places),
                "reason": notice.reason,
                "by": notice.by,
                "at": moment(notice.at),
            }
            for notice in notices
        ],
    }


def _came(facts: SeasonFacts) -> dict[int, EveningOutcome]:
    """What evenings came to that were not typed: of events, of tables, or from a file."""
    typed = {date_.pk for date_ in facts.dates if date_.source == "list"}
    return {pk: outcome for pk, outcome in came_to(facts).items() if pk not in typed}


def _follow(places: dict[int, int], notices: Iterable[SeasonNotice]) -> None:
    """Who became somebody else has the place of that one."""
    merged = [(n.data.get("gone"), n.data.get("person")) for n in notices if n.what == MERGED]
    for gone, keep in reversed(merged):
        if isinstance(gone, int) and keep in places:
            places.setdefault(gone, places[keep])


def _people(
    season: ClubSeason,
    rows: Iterable[SeasonDate],
    notices: Iterable[SeasonNotice],
    came: Iterable[EveningOutcome],
    standings: Iterable[Sequence[Any]],
) -> list[Player]:
    typed = {result.player_id for row in rows for result in row.results.all()}
    named = {move[0] for notice in notices for move in notice.data.get("moved", ())}
    named |= {notice.data[key] for notice in notices for key in ("person", "gone") if key in notice.data}
    played = {person for outcome in came for who in outcome.people for person in (who.person, *who.partners)}
    wanted = typed | named | played | {person for person, _rank, _total in standings}
    people = Player.objects.filter(tenant=season.tenant_id).order_by("pk")
    return [player for player in people if player.pk in wanted]


def _date(row: SeasonDate, places: Mapping[int, int], came: EveningOutcome | None) -> Raw:
    return {
        "day": row.day.isoformat(),
        "time": row.time.isoformat(timespec="minutes") if row.time else None,
        **{name: getattr(row, name) for name in DATE},
        "label": row.label or _title(row)[: LENGTHS["label"]],
        "place": row.place or (row.event.place if row.event is not None else ""),
        "event": str(row.event.uid) if row.event is not None else None,
        "outcome": None if came is None else packed(with_places(came, places)),
        "results": [_result(result, places) for result in row.results.all()],
    }


def _title(row: SeasonDate) -> str:
    matchday = matchday_of(row)
    if matchday is not None:
        return matchday.name
    return row.event.title if row.event is not None else ""


def _result(result: EveningResult, places: Mapping[int, int]) -> Raw:
    return {"person": places[result.player_id], **{name: getattr(result, name) for name in RESULT}}


def _data(notice: SeasonNotice, places: Mapping[int, int]) -> Raw:
    people: Raw = {key: places.get(notice.data[key]) for key in ("person", "gone") if key in notice.data}
    plain = {key: value for key, value in notice.data.items() if key != "lots"}  # they stand beside people
    return {**plain, **people, "moved": _moved(notice, places)}


def _moved(notice: SeasonNotice, places: Mapping[int, int]) -> list[Raw]:
    return [
        {"person": places.get(person), "before": before, "after": after}
        for person, before, after in notice.data.get("moved", ())
    ]
