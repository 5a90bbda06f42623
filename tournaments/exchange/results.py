"""Results for spreadsheets and programs, from what the hall may see or from everything."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from tournaments.engines.standings import By, Standings, StandingsRow, Value
from tournaments.hall.facts import Hall, RoundFacts
from tournaments.hall.facts import TableFacts as HallTable
from tournaments.hall.progress import reached
from tournaments.lists import Cell, DataTable
from tournaments.models import AgreedState
from tournaments.models.stored import Raw

SCHEMA = "stammtisch-results"
VERSION = 1


def ranking_table(hall: Hall) -> DataTable:
    """The standings: one row for each entry, with every criterion and every round."""
    table = hall.standings
    if table is None:
        return DataTable((gettext("Rank"), gettext("No."), gettext("Name")), (), gettext("Standings"))
    table = table if table.begun else table.unranked()
    columns = [place for place, criterion in enumerate(table.criteria) if criterion.by is not By.LOT]
    heads = (
        gettext("Rank"),
        gettext("No."),
        gettext("Name"),
        gettext("Club"),
        gettext("Category"),
        gettext("Team"),
        *(gettext(table.criteria[place].name) for place in columns),
        *(gettext("Round {number}").format(number=number) for number in table.rounds),
        gettext("By lot"),
        gettext("Reached"),
        gettext("Rank from"),
        gettext("Rank to"),
    )
    far = reached(hall, table)
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        person = hall.people[row.entrant]
        points = {round_.round: round_.points for round_ in row.rounds}
        rows.append(
            (
                _rank(row),
                person.number,
                person.name,
                person.club,
                person.category,
                person.team,
                *(None if _knocked(table, row) else _cell(row.values[place]) for place in columns),
                *(points.get(number) for number in table.rounds),
                gettext("yes") if row.by_lot else None,
                far.get(row.entrant),
                row.rank,
                row.worst,
            )
        )
    return DataTable(heads, tuple(rows), gettext("Standings"))


def _rank(row: StandingsRow) -> Cell:
    """The rank as it is written everywhere: a number, or `5–8` where it is shared."""
    return row.rank if row.rank is None or row.rank == row.worst else row.place


def _knocked(table: Standings, row: StandingsRow) -> bool:
    """The place comes from a knockout; points have nothing to do with it."""
    return bool(table.parts) and table.parts[row.part].bracket


def sheets_table(hall: Hall) -> DataTable:
    """Every table of every round: one row for each account of its sheet, with the points of each game."""
    tables = [(round_, table) for round_ in hall.rounds for table in round_.tables]
    most = max((len(account.by_game) for at in tables for account in _accounts(hall, *at)), default=0)
    heads = (
        gettext("Round"),
        gettext("Table"),
        gettext("No."),
        gettext("Name"),
        gettext("Points"),
        gettext("Games won"),
        gettext("Hands"),
        gettext("Finished"),
        gettext("Confirmed"),
        *(gettext("Game {number}").format(number=at + 1) for at in range(most)),
    )
    rows: list[tuple[Cell, ...]] = []
    for round_ in hall.rounds:
        for table in round_.tables:
            for account in _accounts(hall, round_, table):
                rows.append(
                    (
                        round_.number,
                        table.number,
                        " / ".join(str(hall.people[entrant].number) for entrant in account.entrants),
                        " / ".join(hall.people[entrant].name for entrant in account.entrants),
                        account.points,
                        account.games,
                        table.hands,
                        gettext("yes") if table.done else None,
                        _agreed(table),
                        *(account.by_game[at] if at < len(account.by_game) else None for at in range(most)),
                    )
                )
    return DataTable(heads, tuple(rows), gettext("Tables"))


def _accounts(hall: Hall, round_: RoundFacts, table: HallTable) -> tuple[Any, ...]:
    if table.played is None or not hall.known.round(round_.number):
        return ()
    return table.played.accounts


def _agreed(table: HallTable) -> str | None:
    """What the table says about its list."""
    words = {AgreedState.CONFIRMED: gettext("yes"), AgreedState.DISPUTED: gettext("in dispute")}
    return words.get(AgreedState(table.agreed))


def _cell(value: Value) -> Cell:
    return value.first


def as_json(hall: Hall) -> Raw:
    """What programs read: see `docs/api.md`. Numbers that are not whole are texts like "7/3"."""
    event, table = hall.event, hall.standings
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "event": {
            "id": event.pk,
            "uid": str(event.uid),
            "title": event.title,
            "club": event.club,
            "place": event.place,
            "day": event.day.isoformat(),
            "game": event.game,
            "finished": event.finished_at is not None,
            "ranks_shown": hall.known.shown,
        },
        "entrants": [
            {
                "number": person.number,
                "name": person.name,
                "members": list(person.members),
                "club": person.club,
                "category": person.category,
                "team": person.team,
                "group": person.group,
            }
            for person in sorted(hall.people.values(), key=lambda person: person.number)
        ],
        "criteria": [] if table is None else [criterion.key for criterion in table.criteria],
        "standings": [] if table is None else [_row(hall, table, row) for row in table.rows],
        "lots": []
        if table is None
        else [
            {"rank": lot.rank, "order": [hall.people[who].number for who in lot.order], "seed": table.seed}
            for lot in table.lots
        ],
        "rounds": [_round(hall, round_) for round_ in hall.rounds],
    }


def _row(hall: Hall, table: Standings, row: StandingsRow) -> Raw:
    return {
        "rank": row.rank,
        "last_rank": row.worst,
        "place": row.place if row.rank is not None else None,
        "stage": table.parts[row.part].stage if table.parts else None,
        "number": hall.people[row.entrant].number,
        "values": [_plain(value) for value in row.values],
        "rounds": [
            {
                "round": round_.round,
                "points": _number(round_.points),
                "kind": round_.kind,
                "counted": round_.counted,
            }
            for round_ in row.rounds
        ],
        "shared": row.shared,
        "by_lot": row.by_lot,
        "provisional": row.provisional,
    }


def _plain(value: Value) -> int | str | None:
    return None if value.first is None else _number(value.first)


def _number(number: int | Fraction) -> int | str:
    return number if isinstance(number, int) else str(number)


def _round(hall: Hall, round_: RoundFacts) -> Raw:
    return {
        "number": round_.number,
        "stage": round_.stage,
        "state": round_.state,
        "sitting_out": [hall.people[entrant].number for entrant in round_.out],
        "tables": [
            {
                "number": table.number,
                "sheet": table.sitting,
                "seats": [
                    {"seat": seat.number, "number": hall.people[seat.entrant].number, "name": seat.name}
                    for seat in table.seats
                    if seat.entrant in hall.people
                ],
                "hands": table.hands,
                "limit": table.limit,
                "finished": table.done,
                "agreed": table.agreed or None,
                "accounts": [
                    {
                        "numbers": [hall.people[entrant].number for entrant in account.entrants],
                        "points": account.points,
                        "games": account.games,
                        "points_by_game": list(account.by_game),
                    }
                    for account in _accounts(hall, round_, table)
                ],
            }
            for table in round_.tables
        ],
    }
