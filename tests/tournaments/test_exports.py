"""A sheet as CSV and JSON: complete, harmless in a spreadsheet, and the same sheet when it is read again."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.utils import translation

from scoring import replay
from tests.tournaments.builders import a_sitting, called, correct, eine, record, undo
from tournaments import ledger
from tournaments.models import Sitting
from tournaments.table import exports, reading
from tournaments.table.gamelines import answer

pytestmark = pytest.mark.django_db

DANGEROUS = tuple("=+-@＝＋－＠\t\r\n")


def table_of(sitting: Sitting, language: str = "en") -> list[list[str]]:
    with translation.override(language):
        text = exports.csv_of(reading.sheet(sitting))
    assert text[0] == "\ufeff"
    return list(csv.reader(io.StringIO(text[1:])))


def json_of(sitting: Sitting) -> dict[str, Any]:
    text = exports.json_of(reading.sheet(sitting))
    assert text.count("\n") == 1
    assert text.endswith("\n")
    return dict[str, Any](json.loads(text))


@pytest.fixture
def evening() -> Sitting:
    """With a redeal, a correction and a hand that was taken back."""
    sitting = a_sitting(first_dealer=4)
    record(sitting, eine(1, 47) | {"dealer": 4})
    record(sitting, {"kind": "redeal", "dealer": 1})
    record(sitting, {"declarer": 2, "contract": "raeuber", "losers": [3], "dealer": 1})
    record(sitting, eine(4, 35))
    correct(sitting, 4, eine(4, 36))
    record(sitting, eine(4, 70))
    undo(sitting, 5)
    return sitting


def test_one_row_for_each_hand_that_counts_and_one_for_the_heads(evening: Sitting) -> None:
    heads, *rows = table_of(evening)
    assert heads[0] == "Hand"
    assert [row[0] for row in rows] == ["1", "", "2", "3"]
    assert {len(row) for row in rows} == {len(heads)}


def test_each_row_has_the_answers_the_points_and_the_totals(evening: Sitting) -> None:
    heads, *rows = table_of(evening)
    cells = [dict(zip(heads, row, strict=True)) for row in rows]
    assert [cell["contract"] for cell in cells] == ["eine", "", "raeuber", "eine"]
    assert [cell["losers"] for cell in cells] == ["", "", "3", ""]
    assert [cell["points"] for cell in cells] == ["47", "", "", "36"]
    assert [cell["Anna"] for cell in cells] == ["6", "0", "0", "0"]
    assert [cell["Gökçe total"] for cell in cells] == ["0", "0", "-5", "-5"]
    assert cells[-1]["Why"] == reading_sentence(evening, 4)


def reading_sentence(sitting: Sitting, number: int) -> str:
    with translation.override("en"):
        return reading.sheet(sitting).hands[number - 1].sentence


def test_the_sentences_are_in_the_language_of_the_reader(evening: Sitting) -> None:
    german, english = (table_of(evening, language)[1][-1] for language in ("de", "en"))
    assert german != english
    assert "47" in german


@pytest.mark.parametrize("game", ["cego", "cabo"])
def test_the_sheet_read_again_is_the_same_sheet(game: str) -> None:
    sitting = a_sitting(game, seats=4, preset={"cego": "braeunlingen", "cabo": "second_edition"}[game])
    hands = {
        "cego": [eine(1, 47), {"kind": "redeal"}, {"declarer": 2, "contract": "ultimo", "made": False}],
        "cabo": [called(1, 3, 5, 8, 2), {**called(2, 20, 50, 9, 9), "kamikaze": [2]}],
    }[game]
    for hand in hands:
        record(sitting, hand)
    sheet = json_of(sitting)
    so_far = ledger.replay(sitting)
    reread = answer(json.dumps(sheet).encode())
    assert reread["ok"], reread
    assert tuple(reread["games"][-1]["totals"]) == so_far.totals
    assert [tuple(hand["points"]) for hand in reread["hands"]] == [hand.points for hand in so_far.all_hands]


def test_rules_that_differ_from_the_usual_are_in_the_file() -> None:
    sitting = a_sitting(solo_won=7, revoke="referee")
    sheet = json_of(sitting)
    assert sheet["rules"] == {"solo_won": 7, "revoke": "referee"}
    assert answer(json.dumps(sheet).encode())["ok"]


def test_the_file_for_programs_has_no_names_of_people(evening: Sitting) -> None:
    text = exports.json_of(reading.sheet(evening))
    assert not [name for name in ("Anna", "Łukasz", "Gökçe", "Ñandú") if name in text]
    assert json.loads(text).keys() == {"game", "seats", "preset", "rules", "hands"}


def test_an_empty_sheet_is_a_file_too() -> None:
    sitting = a_sitting("cabo", seats=2)
    assert len(table_of(sitting)) == 1
    assert answer(json.dumps(json_of(sitting)).encode())["ok"]


FORMULAS = (
    '=HYPERLINK("http://evil.example","x")',
    "+1+1",
    "-2+3",
    "@SUM(A1:A9)",
    "＝1+1",
)


def test_a_name_that_is_a_formula_is_a_text_in_every_cell() -> None:
    sitting = a_sitting("cabo", seats=5, names=FORMULAS)
    record(sitting, called(1, 3, 5, 8, 2, 9))
    for row in table_of(sitting):
        for cell in row:
            assert not cell.startswith(DANGEROUS) or cell.lstrip("-").isdigit(), cell
    heads = table_of(sitting)[0]
    assert all(f"'{name}" in heads for name in FORMULAS)


def test_names_with_separators_and_quotes_stay_in_their_cell() -> None:
    names = ('An"na', "Be,n", "Ce;m", "D'ora")
    sitting = a_sitting(names=names)
    record(sitting, eine(2, 47))
    heads, row = table_of(sitting)
    assert len(heads) == len(row)
    assert all(name in heads for name in names)
    assert row[-1].startswith("Be,n:")


def test_the_files_and_the_ledger_count_alike(evening: Sitting) -> None:
    so_far = replay(evening.game_value(), evening.table(), ledger.live_records(evening))
    heads, *rows = table_of(evening)
    at = heads.index("Anna total")
    assert tuple(int(cell) for cell in rows[-1][at : at + 4]) == so_far.totals
