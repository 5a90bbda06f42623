"""What people have decided about prizes is never decided again."""

from __future__ import annotations

from tests.prizes.builders import answered, codes, goods, money, places, reasons, rests

THREE = places(10000, 6000, 4000)
PEOPLE = "A 9, B 8, C 7, D 6"


def test_a_prize_given_away_is_given_whatever_the_rules_say() -> None:
    given = {"kind": "given", "prize": "1", "entrant": "D", "reason": "fair play"}
    outcome = answered(THREE, PEOPLE, decisions=[given])
    assert money(outcome) == {"B": 6000, "C": 4000, "D": 10000}
    assert "fair play" in reasons(outcome, "D")[0]


def test_who_declines_makes_room_for_the_next() -> None:
    outcome = answered(THREE, PEOPLE, decisions=[{"kind": "declined", "entrant": "B"}])
    assert money(outcome) == {"A": 10000, "C": 6000, "D": 4000}
    assert outcome.awards[1].over[0].code == "declined"


def test_one_prize_declined_leaves_the_others() -> None:
    prizes = [*THREE, {"id": "ham", "for": 1, "goods": "ham", "worth": 90000}]
    declined = {"kind": "declined", "entrant": "A", "prize": "ham"}
    outcome = answered(prizes, PEOPLE, decisions=[declined])
    assert money(outcome)["A"] == 10000
    assert goods(outcome) == {"B": ["ham"]}


def test_a_withheld_prize_is_unused_with_its_reason() -> None:
    withheld = {"kind": "withheld", "prize": "3", "reason": "nobody came"}
    outcome = answered(THREE, PEOPLE, decisions=[withheld])
    assert codes(outcome.unused) == ["withheld"]
    assert rests(outcome) == {"unused": 4000}


def test_a_play_off_counts_where_prizes_are_shared() -> None:
    outcome = answered(THREE, "A 9, B 8, C 8, D 6", decisions=[{"kind": "playoff", "order": ["C", "B"]}])
    assert money(outcome) == {"A": 10000, "C": 6000, "B": 4000}
    assert "play-off" in reasons(outcome, "C")[0]


def test_a_raffle_that_was_drawn_stays_as_it_was() -> None:
    prizes = [{"id": "tombola", "for": {"raffle": "all", "draws": 2}, "goods": "wine"}]
    drawn = {"kind": "lot", "prize": "tombola", "order": ["D", "B"]}
    assert list(goods(answered(prizes, PEOPLE, seed="any", decisions=[drawn]))) == ["B", "D"]
    assert codes(answered(prizes, PEOPLE).unused) == ["not_drawn", "not_drawn"]


def test_a_decision_that_fits_nothing_is_named() -> None:
    outcome = answered(THREE, PEOPLE, decisions=[{"kind": "given", "prize": "9", "entrant": "A"}])
    assert codes(outcome.warnings) == ["decision_void"]
