"""The rules of the games, pure: the standard library only, seats and sides, no people, no languages.

from scoring import game_for, set_up, opening, parse, play

cego = game_for("cego")
table = set_up(cego, seats=4)
so_far = opening(table)
record = parse(cego, table, so_far, {"declarer": 1, "contract": "zwei_gleiche", "points": 47})
so_far = play(cego, table, so_far, record)
so_far.totals            # (12, 0, 0, 0)
"""

from __future__ import annotations

from scoring.dumping import dump
from scoring.game import Game, Preset, fields_for
from scoring.games import GAMES, game_for
from scoring.hands import Hand, Line, Outcome, SoFar
from scoring.lineup import LineUp, Sheet, Stretch, begun, refused_line_up
from scoring.match import Match, match_of
from scoring.paper import PaperTotals
from scoring.problem import Problem, Unreadable
from scoring.record import read
from scoring.remarks import Note
from scoring.sheet import columns_for, games_of, opening, parse, parse_paper, play, replay, set_up
from scoring.table import Seat, Seating, Side, Table
from scoring.text import Text, say

__all__ = [
    "GAMES",
    "Game",
    "Hand",
    "Line",
    "LineUp",
    "Match",
    "Note",
    "Outcome",
    "PaperTotals",
    "Preset",
    "Problem",
    "Seat",
    "Seating",
    "Sheet",
    "Side",
    "SoFar",
    "Stretch",
    "Table",
    "Text",
    "Unreadable",
    "begun",
    "columns_for",
    "dump",
    "fields_for",
    "game_for",
    "games_of",
    "match_of",
    "opening",
    "parse",
    "parse_paper",
    "play",
    "read",
    "refused_line_up",
    "replay",
    "say",
    "set_up",
]
