"""Rule sets: explained, kept under a name, compared, passed on as a file."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.utils import translation

from scoring import GAMES, game_for
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting
from tournaments.models import FIRST, RuleSet, Sitting
from tournaments.speech.rulebook import switches
from tournaments.table import explaining, rulesets

pytestmark = pytest.mark.django_db

CEGO = game_for("cego")
SCHWARZWALD = CEGO.preset("schwarzwald").rules


def saved_in_browser(browser: Client, name: str, **changed: str) -> object:
    """Send the form of a new rule set, every switch as the page shows it."""
    page = browser.get("/rules/cego/edit/")
    cells = page.context["rules"].cells
    return browser.post(
        "/rules/cego/edit/",
        {"name": name, **{f"rule-{key}": cell for key, cell in {**cells, **changed}.items()}},
    )


def test_the_page_of_a_rule_set_shows_every_switch_and_worked_hands_scored_under_it() -> None:
    with translation.override("en"):
        page = Client(headers={"accept-language": "en"}).get("/rules/cego/?set=schwarzwald")
        shown = page.text
        for switch in switches(CEGO, SCHWARZWALD):
            assert switch.label.split(",")[0] in shown
    assert "Fach 2: 2 × 5 × −2 = −20" in shown, "Halbe lost with 34 under the rules of the Schwarzwald"
    assert "usually: In threes (70 points)" in shown


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_set_of_a_game_has_worked_hands(game: object) -> None:
    for preset in game.presets:  # type: ignore[attr-defined]
        assert list(explaining.worked_hands(game, preset.rules)), preset.key  # type: ignore[arg-type]


def test_an_example_keeps_its_title_only_under_the_rules_it_was_written_for() -> None:
    doubled = rulesets.read_rules(CEGO, {"contract_values": [2, 4, 6, 8, 10, 12]})
    titles = {hand.title for hand in explaining.worked_hands(CEGO, CEGO.presets[0].rules)}
    assert any("47" in title for title in titles)
    with translation.override("en"):
        under_others = list(explaining.worked_hands(CEGO, doubled))
    assert {hand.title for hand in under_others} == {""}
    assert ("Seat 1", "+24") in [points for hand in under_others for points in hand.points]


def test_a_rule_set_is_saved_under_a_name_and_a_new_table_can_take_it() -> None:
    browser = Client(headers={"accept-language": "en"})
    answer = saved_in_browser(browser, "Our Friday", ultimo_value="30")
    saved = RuleSet.objects.get()
    assert answer.status_code == 302  # type: ignore[attr-defined]
    assert (saved.name, saved.rules["ultimo_value"]) == ("Our Friday", 30)
    key = f"set-{saved.pk}"
    page = browser.get(f"/new/cego/?preset={key}")
    cells = page.context["rules"].cells
    browser.post(
        "/new/cego/",
        {
            **{f"rule-{name}": cell for name, cell in cells.items()},
            **{f"name_{seat}": name for seat, name in enumerate("ABCD", start=1)},
            "preset": key,
        },
    )
    sitting = Sitting.objects.get()
    assert sitting.rules_name == "Our Friday"
    assert sitting.table().rules.ultimo_value == 30
    assert "Our Friday" in browser.get(f"/t/{sitting.pk}/").text


def test_a_table_that_changes_a_saved_rule_set_does_not_carry_its_name() -> None:
    saved = rulesets.save(CEGO, "Our Friday", SCHWARZWALD, FIRST)
    browser = Client()
    cells = browser.get(f"/new/cego/?preset=set-{saved.pk}").context["rules"].cells
    changed = {**cells, "ultimo_value": "1"}
    browser.post(
        "/new/cego/",
        {
            **{f"rule-{name}": cell for name, cell in changed.items()},
            **{f"name_{seat}": name for seat, name in enumerate("ABCD", start=1)},
            "preset": f"set-{saved.pk}",
        },
    )
    assert Sitting.objects.get().rules_name == ""


def test_the_rules_of_a_table_are_kept_for_other_evenings() -> None:
    sitting = a_sitting("cego", preset="schwarzwald")
    answer = Client().post(f"/t/{sitting.pk}/rules/", {"name": "  As   at table 1 "})
    saved = RuleSet.objects.get()
    assert answer.headers["Location"] == f"/rules/cego/?set=set-{saved.pk}"
    assert saved.name == "As at table 1"
    assert rulesets.find(CEGO, f"set-{saved.pk}", FIRST).rules == SCHWARZWALD


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u202eb"])
def test_a_rule_set_needs_a_name_that_can_be_read(name: str) -> None:
    sitting = a_sitting("cego")
    answer = Client().post(f"/t/{sitting.pk}/rules/", {"name": name})
    assert (answer.status_code, RuleSet.objects.count()) == (422, 0)


def test_another_rule_set_cannot_take_a_name_that_is_in_use() -> None:
    browser = Client(headers={"accept-language": "en"})
    saved_in_browser(browser, "Our Friday")
    again = saved_in_browser(browser, "Our Friday")
    assert again.status_code == 302, "the same rules once more are no conflict"  # type: ignore[attr-defined]
    other = saved_in_browser(browser, "Our Friday", ultimo_value="30")
    assert other.status_code == 422  # type: ignore[attr-defined]
    assert "“Our Friday” already" in other.text  # type: ignore[attr-defined]
    assert RuleSet.objects.count() == 1


def test_contradicting_switches_are_refused_with_a_sentence() -> None:
    browser = Client(headers={"accept-language": "en"})
    answer = saved_in_browser(browser, "Odd", counting="pairs", value_scheme="difference5")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "cannot be used with" in answer.text  # type: ignore[attr-defined]
    assert not RuleSet.objects.exists()


def test_a_rule_set_travels_as_a_file() -> None:
    browser = Client()
    text = browser.get("/rules/cego/export.json?set=schwarzwald").text
    sheet = json.loads(text)
    assert (sheet["game"], sheet["rules"]["value_scheme"]) == ("cego", "fach10")
    sheet["name"] = "From Hüfingen"
    answer = browser.post("/rules/import/", {"text": json.dumps(sheet)})
    assert answer.status_code == 302
    taken = RuleSet.objects.get()
    assert rulesets.find(CEGO, f"set-{taken.pk}", FIRST).rules == SCHWARZWALD


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        "[" * 5000,
        '{"game": "skat", "name": "x", "rules": {}}',
        '{"game": "cego", "name": "x", "rules": {"ultimo_value": -1}}',
        '{"game": "cego", "name": "x", "rules": {"unheard_of": 1}}',
        '{"game": "cego", "name": "x", "rules": 7}',
    ],
)
def test_a_file_that_is_no_rule_set_is_refused_with_a_sentence(text: str) -> None:
    answer = Client().post("/rules/import/", {"text": text})
    assert answer.status_code == 422
    assert answer.context["problems"]
    assert not RuleSet.objects.exists()


def test_two_rule_sets_side_by_side_show_only_what_differs() -> None:
    with translation.override("en"):
        rows = explaining.differences(CEGO, CEGO.presets[0].rules, SCHWARZWALD)
        labels = {row.label for row in rows}
        assert "Ultimo" in labels
        assert "Cents per point" not in labels
        assert explaining.differences(CEGO, SCHWARZWALD, SCHWARZWALD) == []
    page = Client(headers={"accept-language": "en"}).get("/rules/cego/compare/?one=baden2006&other=baden2006")
    assert "exactly alike" in page.text


def test_a_saved_rule_set_can_be_removed_and_tables_keep_their_rules() -> None:
    saved = rulesets.save(CEGO, "Our Friday", SCHWARZWALD, FIRST)
    sitting = a_sitting("cego", preset="schwarzwald")
    hall.laptop().post("/rules/cego/forget/", {"set": f"set-{saved.pk}"})
    assert not RuleSet.objects.exists()
    assert sitting.table().rules == SCHWARZWALD
    hall.laptop().post("/rules/cego/forget/", {"set": "baden2006"})
    assert CEGO.presets[0].key == "baden2006", "a game's own rule sets cannot be removed"


def test_a_saved_rule_set_that_cannot_be_read_any_more_is_left_out() -> None:
    RuleSet.objects.create(game="cego", name="From the future", rules={"unheard_of": 1})
    assert [choice.name for choice in rulesets.choices(CEGO, FIRST) if choice.saved] == []
    assert Client().get("/rules/").status_code == 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_was_entered_is_told_in_words_not_in_code(game: object) -> None:
    for preset in game.presets:  # type: ignore[attr-defined]
        for hand in explaining.worked_hands(game, preset.rules):  # type: ignore[arg-type]
            assert not re.search(r"[(<=][A-Z]?|\bNone\b", hand.answers), hand.answers
