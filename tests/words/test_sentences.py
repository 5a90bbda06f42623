"""Sentences that are put together: an article, a unit, an order of calls, a 0 that is no number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from scoring.fields import fields_of
from scoring.games import game_for
from scoring.games.truco.declared import Answer, Call, Envido
from scoring.games.truco.rules import Rules as TrucoRules
from scoring.games.truco.value import Measure, envido_worth
from scoring.table import Side, alone
from tournaments.engines.plans.declared import EventSettings, StandingsShown
from tournaments.events.words.plans import settings_line
from tournaments.hall.words import after_round
from tournaments.speech.brackets import of_whom
from tournaments.speech.rulebook import value_word
from tournaments.speech.wording import Wording, counted, tables_of


@pytest.fixture(autouse=True)
def in_german() -> Iterator[None]:
    with translation.override("de"):
        yield


@pytest.mark.parametrize(
    ("game", "rule", "value", "word"),
    [
        ("cego", "durchmarsch_value", 0, "wird nicht gespielt"),
        ("cego", "durchmarsch_value", 48, "48"),
        ("caesar", "hands_per_round", 0, "ohne Grenze"),
        ("ecarte", "stake", 0, "nur Punkte"),
    ],
)
def test_a_zero_that_is_no_number_is_said(game: str, rule: str, value: int, word: str) -> None:
    (asked,) = (field for field in fields_of(game_for(game).rules) if field.name == rule)
    assert value_word(asked, value) == word


def test_calls_answer_one_another() -> None:
    calls = (Call.ENVIDO, Call.REAL)
    worth = envido_worth(
        Envido(calls=calls, caller=Side(0), answer=Answer.QUIERO, winner=Side(0)),
        Measure(winner=0, highest=0, duel=False),
        TrucoRules(),
    )
    assert Wording(alone(2)).say(worth.what) == "Envido → Real envido → Quiero"


@pytest.mark.parametrize(("left", "after"), [(4, "Nach dem Halbfinale"), (16, "Nach dem Achtelfinale")])
def test_a_round_has_its_article(left: int, after: str) -> None:
    assert after_round(of_whom(left)) == after
    assert after_round("Runde 3") == "Nach Runde 3"


def test_every_game_counts_in_its_own_word() -> None:
    assert (counted(game_for("cego"), 1), counted(game_for("cabo"), 12)) == ("1 Spiel", "12 Runden")
    assert [tables_of(8, 4), tables_of(1, 3), tables_of(2, 7)] == [
        "8 Vierertische",
        "1 Dreiertisch",
        "2 7er-Tische",
    ]


def test_a_label_in_a_sentence_keeps_its_nouns() -> None:
    assert "verdeckt, bis die Ergebnisse amtlich sind" in settings_line(
        replace(EventSettings(), standings=StandingsShown.FROZEN)
    )
