"""Seasons written short."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import override

from tournaments.engines.season import Season, SeasonEvening, SeasonResult, SeasonRules, SeasonTable, season
from tournaments.speech.seasons import answer

ANNA_AND_FRIENDS: dict[str, list[int | None]] = {
    "Anna": [410, -60, 250, None, 330, 120],
    "Bert": [280, 300, None, None, 310, None],
    "Cora": [90, 150, 260, 240, -200, 310],
    "Dirk": [500, None, None, 460, None, None],
}
MINUS: dict[str, list[int | None]] = {
    "I": [300, 200, -50, -120, -400],
    "J": [300, 200, None, None, None],
    "K": [150, 120, 110, -10, None],
}


def evenings(scores: Mapping[str, Sequence[int | None]], by: str = "points") -> tuple[SeasonEvening, ...]:
    """One evening for each column; None: was not there."""
    count = max(map(len, scores.values()))
    return tuple(
        SeasonEvening(
            f"E{number + 1}",
            results=tuple(
                _result(person, row[number], by)
                for person, row in scores.items()
                if number < len(row) and row[number] is not None
            ),
        )
        for number in range(count)
    )


def _result(person: str, number: int | None, by: str) -> SeasonResult:
    return SeasonResult(person, rank=number) if by == "rank" else SeasonResult(person, number)


def table_of(scores: Mapping[str, Sequence[int | None]], **rules: Any) -> SeasonTable:
    return season(Season(evenings(scores), SeasonRules(**rules)))


def totals(table: SeasonTable) -> list[tuple[int | None, str, Any]]:
    return [(row.rank, str(row.person), row.total) for row in table.rows]


def order(table: SeasonTable) -> list[str]:
    return [f"{row.place} {row.person} {row.total}" for row in table.rows]


def counted(table: SeasonTable, person: str) -> list[Any]:
    return [cell.value for cell in table.row(person).cells if cell.counted]


def left_out(table: SeasonTable, person: str) -> list[Any]:
    return [cell.value for cell in table.row(person).cells if cell.left_out is not None]


def asked(**request: Any) -> dict[str, Any]:
    """What the command answers, in English."""
    with override("en"):
        reply: dict[str, Any] = json.loads(json.dumps(answer(json.dumps(request).encode())))
    return reply


def ranked(reply: Mapping[str, Any]) -> list[str]:
    """`1 Anna 1110` for everybody in an answer."""
    assert reply["ok"], reply
    return [f"{row['place']} {row['person']} {row['shown']}" for row in reply["rows"]]


def event(results: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """An evening as JSON; a result is its points, or an object."""
    rows = [
        {"person": person, **(result if isinstance(result, dict) else {"points": result})}
        for person, result in results.items()
    ]
    return {"results": rows, **more}


def places(ranks: Mapping[str, int], **more: Any) -> dict[str, Any]:
    return event({person: {"rank": rank} for person, rank in ranks.items()}, **more)
