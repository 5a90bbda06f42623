"""A season whole, as a value for a file: its rules, its dates, what was typed, its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.models import ClubSeason, EveningResult, SeasonDate, SeasonNotice
from tournaments.models.filing import moment
from tournaments.models.stored import Raw
from tournaments.seasons.gathering import matchday_of
from tournaments.seasons.names import names_of

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
    people = _people(rows, notices)
    places = {person: place for place, person in enumerate(people)}
    names = names_of(season, people, full=True)
    return {
        "format": FORMAT,
        "version": VERSION,
        "uid": str(season.uid),
        **{name: getattr(season, name) for name in HEAD},
        "created_at": moment(season.created_at),
        "over_at": moment(season.over_at),
        "people": [{"name": names.of(person), "club": names.clubs.get(person, "")} for person in people],
        "evenings": [_date(row, places) for row in rows],
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


def _people(rows: Iterable[SeasonDate], notices: Iterable[SeasonNotice]) -> list[int]:
    typed = {result.player_id for row in rows for result in row.results.all()}
    named = {move[0] for notice in notices for move in notice.data.get("moved", ())}
    named |= {notice.data[key] for notice in notices for key in ("person", "gone") if key in notice.data}
    return sorted(typed | named)


def _date(row: SeasonDate, places: Mapping[int, int]) -> Raw:
    return {
        "day": row.day.isoformat(),
        "time": row.time.isoformat(timespec="minutes") if row.time else None,
        **{name: getattr(row, name) for name in DATE},
        "event": str(row.event.uid) if row.event is not None else None,
        "matchday": str(matchday.uid) if (matchday := matchday_of(row)) is not None else None,
        "tables": list(row.tables.order_by("pk").values_list("pk", flat=True)),
        "results": [_result(result, places) for result in row.results.all()],
    }


def _result(result: EveningResult, places: Mapping[int, int]) -> Raw:
    return {"person": places[result.player_id], **{name: getattr(result, name) for name in RESULT}}


def _data(notice: SeasonNotice, places: Mapping[int, int]) -> Raw:
    people: Raw = {key: places.get(notice.data[key]) for key in ("person", "gone") if key in notice.data}
    return {**notice.data, **people, "moved": _moved(notice, places)}


def _moved(notice: SeasonNotice, places: Mapping[int, int]) -> list[Raw]:
    return [
        {"person": places.get(person), "before": before, "after": after}
        for person, before, after in notice.data.get("moved", ())
    ]
