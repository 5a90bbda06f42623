"""Worked cases as data: a sheet as `manage.py score` takes it, and what has to come of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from scoring import SoFar, game_for, opening, parse, play, set_up


@dataclass(frozen=True)
class Vector:
    """One row of a rules document. What is None is not looked at; `code` means that the sheet is refused."""

    id: str
    sheet: dict[str, Any]
    points: tuple[int, ...] | None = None  # of the last hand
    totals: tuple[int, ...] | None = None  # of the last game
    finished: bool | None = None
    winner: tuple[int, ...] | None = None
    code: str | None = None


def rows(vectors: Iterable[Vector]) -> list[Any]:
    """The vectors as pytest parameters, named after the rows of the document."""
    return [pytest.param(vector, id=vector.id) for vector in vectors]


def play_sheet(sheet: dict[str, Any]) -> SoFar[Any]:
    """The whole sheet; raises Unreadable for the first refused part."""
    game = game_for(sheet["game"])
    table = set_up(game, sheet["seats"], sheet.get("preset"), sheet.get("rules"))
    so_far = opening(table)
    for raw in sheet["hands"]:
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
    return so_far
