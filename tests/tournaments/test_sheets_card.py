from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from django.utils import translation

from scoring import GAMES, Unreadable, game_for, set_up
from scoring.game import Game, Preset
from scoring.table import Table
from tests.scoring.probe_game import PROBE
from tests.tournaments.paper import fonts_of, glued, reader, text_of, watched, wordy
from tournaments.paper.sheet import rules_card
from tournaments.speech.rulebook import switches
from tournaments.speech.wording import speak

pytestmark = pytest.mark.usefixtures("in_english")

RULE_SETS = [(game, preset) for game in (*GAMES, PROBE) for preset in game.presets]


def any_table(game: Game[Any, Any], preset: str) -> Table[Any]:
    for seats in reversed(game.seats):
        try:
            return set_up(game, seats, preset)
        except Unreadable:
            continue
    raise AssertionError(f"no table plays {preset}")


@pytest.mark.parametrize("two_up", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "preset"), RULE_SETS)
def test_a_card_is_one_page_with_every_switch_and_its_value_in_every_language(
    game: Game[Any, Any], preset: Preset[Any], two_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read a file back takes much longer than to print it: it is done in German."""
    table = any_table(game, preset.key)
    for language in ("de", "en", "es"):
        with translation.override(language), watched(monkeypatch) as written:
            name = speak(preset.name)
            data = rules_card(game, table, club="Cegofreunde", rule_set_name=name, two_up=two_up)
            rules = list(switches(game, table.rules))
            summary = speak(game.summary)
        assert len(written.sizes) == 1, language
        texts = [glued("".join(word.text for word in written.words))]
        if language == "de":
            assert len(reader(data).pages) == 1
            texts.append(glued(text_of(data)))
        for text in texts:
            assert "Cegofreunde" in text, language
            assert glued(summary) in text, language
            for rule in rules:
                assert glued(rule.label) in text, language
                assert glued(rule.value) in text, language


def test_what_differs_from_the_usual_rules_is_marked_and_the_usual_value_named() -> None:
    cego = game_for("cego")
    usual, other = (text_of(rules_card(cego, any_table(cego, key))) for key in ("baden2006", "schwarzwald"))
    assert "differs from the usual rules of Cego" not in usual
    assert "differs from the usual rules of Cego" in other
    assert "usually 24" in other
    assert "usually 24" not in usual


def test_a_switch_of_the_club_is_marked_too() -> None:
    cego = game_for("cego")
    printed = text_of(
        rules_card(cego, set_up(cego, 4, switches={"rate_cent": 5}), rule_set_name="Stammtisch")
    )
    assert "usually 1" in printed


@pytest.mark.parametrize("longer", [False, True], ids=["as it is", "longer words"])
@pytest.mark.parametrize("two_up", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "preset"), RULE_SETS)
def test_a_card_never_runs_over_its_page(
    game: Game[Any, Any], preset: Preset[Any], two_up: bool, longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = any_table(game, preset.key)
    with wordy(monkeypatch) if longer else nullcontext(), watched(monkeypatch) as written:
        rules_card(
            game, table, club="Sehr langer Vereinsname " * 9, rule_set_name="Regeln " * 20, two_up=two_up
        )
    assert written.overlapping() == []
    assert written.outside() == []
    assert len(written.sizes) == 1


@pytest.mark.parametrize(("game", "preset"), RULE_SETS)
def test_a_card_can_be_read_across_the_table(
    game: Game[Any, Any], preset: Preset[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = any_table(game, preset.key)
    with watched(monkeypatch) as written:
        rules_card(game, table)
    tall = {glued(word.text): word.bottom - word.top for word in written.words}
    for rule in switches(game, table.rules):
        if rule.important and glued(rule.value) in tall:
            assert tall[glued(rule.value)] > 9


def test_only_embedded_fonts_are_used_and_the_bytes_are_the_same_again() -> None:
    cabo = game_for("cabo")
    data = rules_card(cabo, set_up(cabo, 4), club="Łódź", rule_set_name="Žižka")
    assert all(fonts_of(data).values())
    assert b"Helvetica" not in data
    assert data == rules_card(cabo, set_up(cabo, 4), club="Łódź", rule_set_name="Žižka")
    assert reader(data).metadata.author == "Łódź"
