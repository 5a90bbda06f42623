"""Village prizes: ranks, the last, the middle, the best of a category."""

from __future__ import annotations

import pytest

from tournaments.plans.prizes import Row, award, cleaned

FIELD = [
    Row(1, 11),
    Row(2, 12, "Damen"),
    Row(2, 13),
    Row(4, 14, "Jugend"),
    Row(5, 15, "Damen"),
    Row(None, 99),
]


@pytest.mark.parametrize(
    ("label", "winners"),
    [
        ("1", (11,)),
        ("1.", (11,)),
        ("2", (12, 13)),
        ("3", (12, 13)),  # two share the second place: its prize and that of the third go to both
        ("4", (14,)),
        ("6", ()),
        ("last", (15,)),
        ("Letzter", (15,)),
        ("vorletzter", (14,)),
        ("Mitte", (12, 13)),
        ("damen", (12,)),
        ("Jugend", (14,)),
        ("Senioren", ()),
    ],
)
def test_a_prize_finds_its_winner(label: str, winners: tuple[int, ...]):
    (won,) = award([{"for": label, "prize": "Speck"}], FIELD)
    assert won.entrants == winners


def test_a_span_is_a_prize_for_each_rank():
    found = award([{"for": "1-3", "prize": "Wein"}, {"for": "4 bis 5", "prize": "Brot"}], FIELD)
    assert [(one.label, one.entrants) for one in found] == [
        ("1", (11,)),
        ("2", (12, 13)),
        ("3", (12, 13)),
        ("4", (14,)),
        ("5", (15,)),
    ]


def test_lines_that_say_nothing_are_left_out():
    raw = [{"for": " 1 ", "prize": " 120  € "}, {"for": "", "prize": "x"}, {"for": "2", "prize": ""}, {}]
    assert cleaned(raw) == [{"for": "1", "prize": "120 €"}]


def test_nobody_to_win_anything():
    assert award([{"for": "last", "prize": "Wurstsalat"}], [])[0].entrants == ()
