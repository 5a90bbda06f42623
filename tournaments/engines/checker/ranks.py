"""The standings of an event from its entries alone, and as they stand in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring import SoFar, Text, say
from scoring.text import mark as _
from tournaments.engines.checker.documents import EventDocument, Json, TableDocument
from tournaments.engines.plans import event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.results.competing import (
    CompetingEntrant,
    SeatedRound,
    StageRow,
    WrittenSheet,
    competition_of,
    hands_in,
    plays_several,
    sides_of,
    team_name,
    totals_in,
)
from tournaments.engines.results.decisions import Decision
from tournaments.engines.results.finals import layout_from, places
from tournaments.engines.standings import Competitor, RankingRules, Standings

BEGUN = ("open", "closed")
DRAFT = "drawn"
SEED = 12  # letters of the event's uid, from which lots are drawn


Computed = tuple[TableDocument, SoFar[Any], bool]
"""A sheet, what its entries come to, and whether it was handed in."""


def standings_of(document: EventDocument, computed: Sequence[Computed]) -> Standings:
    """Everybody with his place."""
    raw = document.raw
    stages = [StageRow(stage["number"], stage["name"], stage_plan(stage["plan"])) for stage in raw["stages"]]
    entrants = _entrants(raw)
    decisions = [_decision(ruling) for ruling in raw["rulings"] if ruling["withdrawn_at"] is None]
    begun = [round_ for round_ in raw["rounds"] if round_["state"] in BEGUN]
    numbers = {round_["number"] for round_ in begun}
    competition = competition_of(
        stages=stages,
        rounds=_rounds(begun),
        sheets=[_written(*sheet) for sheet in computed if sheet[0].sheet.round in numbers],
        entrants=entrants,
        decisions=decisions,
        ranking=answers(RankingRules, raw["event"]["ranking"]),
        seated={who for table in document.tables for who in table.sits.values() if who is not None},
    )
    settled = _rounds(round_ for round_ in raw["rounds"] if round_["state"] != DRAFT)
    seed = document.uid.replace("-", "")[:SEED]
    return places(layout_from(stages, settled, entrants, decisions, seed), competition)


def _entrants(raw: Json) -> list[CompetingEntrant]:
    settings = event_settings(raw["event"]["settings"])
    return [
        CompetingEntrant(
            Competitor(
                id=entrant["number"],
                number=entrant["number"],
                category=entrant["category"],
                team=team_name(entrant["team"], entrant["club"], settings),
                club=entrant["club"],
                withdrawn_after=entrant["left_after"],
                ranked=entrant["ranked"],
            ),
            entrant["number"],
            entrant["group"],
            here=entrant["state"] == "here",
        )
        for entrant in raw["entrants"]
    ]


def _rounds(rounds: Iterable[Json]) -> list[SeatedRound]:
    return [
        SeatedRound(
            round_["number"],
            round_["stage"],
            round_["seating"],
            round_["answer"].get("facts", {}).get("bracket", ()),
        )
        for round_ in rounds
    ]


def _decision(ruling: Json) -> Decision:
    return Decision(
        ruling["kind"], ruling["entrant"], ruling["round"], ruling["table"], ruling["data"], ruling["reason"]
    )


def _written(table: TableDocument, so_far: SoFar[Any], closed: bool) -> WrittenSheet:
    sheet, game, fixed = table.sheet, table.sheet.game_value(), table.sheet.table()
    return WrittenSheet(
        round=sheet.round,
        table=sheet.number,
        sides=sides_of(fixed, sheet.seats),
        entrants={seat: who for seat, who in table.sits.items() if who is not None},
        hands=hands_in(game, fixed, so_far),
        games=totals_in(so_far),
        number=so_far.played,
        ended=so_far.over or closed,
        limit=sheet.hands_limit,
        several=plays_several(game, fixed),
    )


# --- As they stand in a file --------------------------------------------------------------------------------


def standings_json(standings: Standings, numbers: Mapping[int, int]) -> Json:
    """The final list and its lots; `numbers` are the start numbers of those in it."""
    return {
        "rows": [
            {
                "rank": row.rank,
                "last_rank": row.worst,
                "number": numbers[row.entrant],
                "values": [None if value.first is None else str(value.first) for value in row.values],
                "by_lot": row.by_lot,
            }
            for row in standings.rows
        ],
        "lots": [{"rank": lot.rank, "order": [numbers[who] for who in lot.order]} for lot in standings.lots],
    }


def differences(wanted: Json, there: Json) -> Iterable[Text]:
    """Where a list says something else than follows from the entries: `wanted` is what follows."""
    right = {row["number"]: row for row in wanted["rows"]}
    stored = {row["number"]: row for row in there["rows"]}
    for number in sorted({*right, *stored}):
        row, other = right.get(number), stored.get(number)
        if row != other:
            text = _("the standings have number {number} with {stored}; its hands come to {computed}")
            yield say(text, number=number, stored=_line(other), computed=_line(row))
    if wanted["lots"] != there["lots"]:
        yield say(_("a lot in the standings is not the one that is drawn for this event"))


def _line(row: Json | None) -> str:
    if row is None:
        return "–"
    values = " ".join("–" if value is None else value for value in row["values"])
    return f"{row['rank'] if row['rank'] is not None else '–'} ({values})"
