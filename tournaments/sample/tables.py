"""Two tables of friends in the sample club, hand by hand as they might have been played."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext

from scoring import game_for
from scoring.record import RawAnswers
from tournaments import ledger
from tournaments.models import SAMPLE, Sitting, Via
from tournaments.sample.people import CLUBS

CEGO_PEOPLE = ("Łukasz", "Gökçe", "Žižka", "Anna")
CABO_PEOPLE = ("Ñandú", "Gökçe", "Jule")

CEGO_HANDS: tuple[RawAnswers, ...] = (
    {"dealer": 1, "declarer": 3, "contract": "eine", "points": 47},
    {"dealer": 2, "declarer": 4, "contract": "solo", "points": 52},
    {"dealer": 3, "declarer": 1, "contract": "zwei_gleiche", "points": 47},
    {"dealer": 4, "declarer": 1, "contract": "raeuber", "losers": [3]},
    {"dealer": 1, "kind": "redeal"},
    {"dealer": 1, "declarer": 2, "contract": "eine_leere", "points": 39},
    {"dealer": 2, "declarer": 3, "contract": "bettel", "made": True, "tricks": 0},
    {"dealer": 3, "declarer": 2, "contract": "eine", "points": 35},
    {"dealer": 4, "declarer": 4, "contract": "kleiner_mann", "against_solo": True, "points": 70},
    {"dealer": 1, "declarer": 3, "contract": "zwei_verschiedene", "points": 31},
    {"dealer": 2, "declarer": 1, "contract": "eine", "points": 44},
)
CEGO_MISREAD = (10, {"dealer": 1, "declarer": 3, "contract": "zwei_verschiedene", "points": 41})
CEGO_AFTER_UNDO: tuple[RawAnswers, ...] = (
    {"dealer": 2, "declarer": 3, "contract": "cego", "points": 44},
    {"dealer": 3, "declarer": 2, "contract": "ultimo", "made": False},
    {"dealer": 4, "declarer": 1, "contract": "solo", "points": 36},
    {"dealer": 1, "declarer": 2, "contract": "piccolo", "made": True, "tricks": 1},
    {"dealer": 2, "declarer": 4, "contract": "eine", "pile": {"K": 2, "D": 2, "R": 1, "H": 2, "E": 11}},
)
CABO_ROUNDS: tuple[RawAnswers, ...] = (
    {"caller": 1, "values": [3, 5, 8]},
    {"caller": 1, "values": [4, 3, 8]},
    {"caller": 3, "values": [12, 7, 4]},
    {"caller": 1, "values": [20, 50, 15], "kamikaze": [2]},
    {"caller": 2, "values": [9, 2, 11]},
)


def evening_that_is_on() -> Sitting:
    """Of four people: mixed contracts, a redeal, a hand put right, a hand taken back."""
    sitting = _table("cego", CEGO_PEOPLE, gettext("Sample: a table of regulars"))
    for number, raw in enumerate(CEGO_HANDS, start=1):
        _hand(sitting, number, raw)
    number, raw = CEGO_MISREAD
    ledger.correct_hand(sitting=sitting, entry_id=uuid.uuid4(), hand_no=number, raw=raw, via=Via.DEMO)
    ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=len(CEGO_HANDS), via=Via.DEMO)
    for number, raw in enumerate(CEGO_AFTER_UNDO, start=len(CEGO_HANDS)):
        _hand(sitting, number, raw)
    return sitting


def evening_that_is_over() -> Sitting:
    """Of three people: played to the end and closed."""
    sitting = _table("cabo", CABO_PEOPLE, gettext("Sample: after work"))
    for number, raw in enumerate(CABO_ROUNDS, start=1):
        _hand(sitting, number, raw)
    ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4(), via=Via.DEMO)
    return sitting


def _table(game: str, people: tuple[str, ...], title: str) -> Sitting:
    preset = game_for(game).presets[0]
    return ledger.open_sitting(
        game=game,
        preset=preset.key,
        rules=preset.rules,
        names=people,
        first_dealer=1,
        title=title,
        club=CLUBS[0],
        tenant=SAMPLE,
    )


def _hand(sitting: Sitting, number: int, raw: RawAnswers) -> None:
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), hand_no=number, raw=raw, via=Via.DEMO)
