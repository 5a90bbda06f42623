"""The evening in numbers, counted from the sheet."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from tests.tournaments.builders import a_sitting, called, eine, record
from tournaments.models import Sitting
from tournaments.paper.sheet import numbers_page
from tournaments.table import printing, reading
from tournaments.table.statistics import Statistics, statistics

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Sitting:
    """Anna plays Eine twice (+6, −2), Łukasz a Bettel (lost), Gökçe calls a Räuber that Ñandú loses."""
    sitting = a_sitting("cego")
    record(sitting, eine(1, 47))
    record(sitting, {"kind": "redeal"})
    record(sitting, eine(1, 35))
    record(sitting, {"declarer": 2, "contract": "bettel", "made": False})
    record(sitting, {"declarer": 3, "contract": "raeuber", "losers": [4]})
    return sitting


def counted(sitting: Sitting) -> Statistics:
    with translation.override("en"):
        return statistics(reading.sheet(sitting))


def test_redeals_are_not_counted(evening: Sitting) -> None:
    assert counted(evening).hands == 4


def test_each_person_has_what_he_played_and_what_he_made_of_it(evening: Sitting) -> None:
    people = {person.name: person for person in counted(evening).people}
    assert (people["Anna"].attempts.tried, people["Anna"].attempts.won) == (2, 1)
    assert (people["Łukasz"].attempts.tried, people["Łukasz"].attempts.won) == (1, 0)
    assert (people["Gökçe"].attempts.tried, people["Gökçe"].attempts.won) == (1, 0)
    assert not people["Gökçe"].attempts.judged  # nobody wins a Räuber
    assert people["Ñandú"].attempts.tried == 0
    assert (people["Anna"].best, people["Anna"].worst, people["Anna"].favourite) == ("+6", "−2", "Eine")
    assert [(person.name, person.place) for person in counted(evening).people] == [
        ("Anna", 1),
        ("Gökçe", 2),
        ("Ñandú", 3),
        ("Łukasz", 4),
    ]


def test_what_was_played_most_often_comes_first(evening: Sitting) -> None:
    choices = [(choice.name, choice.tried, choice.won, choice.percent) for choice in counted(evening).choices]
    assert choices == [("Eine", 2, 1, 50), ("Bettel", 1, 0, 0), ("Räuber", 1, 0, 0)]
    assert [tally.judged for tally in counted(evening).choices] == [True, True, False]


def test_where_few_points_win_the_best_hand_is_the_lowest() -> None:
    sitting = a_sitting("cabo", seats=3)
    record(sitting, called(1, 3, 5, 8))
    record(sitting, called(1, 9, 4, 7))
    people = sorted(counted(sitting).people, key=lambda person: person.account)
    assert (people[0].best, people[0].worst) == ("0", "+14")
    assert (people[0].attempts.tried, people[0].attempts.won) == (2, 1)


def test_an_empty_sheet_has_no_numbers_and_says_so() -> None:
    sitting = a_sitting("cego")
    assert counted(sitting).choices == ()
    page = Client(headers={"accept-language": "en"}).get(f"/t/{sitting.pk}/numbers/")
    assert "Nothing entered yet." in page.text
    assert Client().get(f"/t/{sitting.pk}/paper/numbers.pdf").status_code == 200


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_the_page_and_its_paper_name_everybody_and_everything_played(evening: Sitting, language: str) -> None:
    page = Client(headers={"accept-language": language}).get(f"/t/{evening.pk}/numbers/").text
    with translation.override(language):
        paper = PdfReader(io.BytesIO(numbers_page(printing.numbers(reading.sheet(evening)))))
    text = paper.pages[0].extract_text()
    assert len(paper.pages) == 1
    for word in ("Anna", "Łukasz", "Gökçe", "Ñandú", "Bettel", "Räuber", "+6", "−2"):
        assert word in page
        assert word in text


def test_twelve_people_and_many_contracts_stay_on_one_page() -> None:
    sitting = a_sitting("cabo", seats=12, end_mode="open")
    for caller in range(1, 13):
        record(sitting, called(caller, *[place * 3 for place in range(1, 13)]))
    with translation.override("de"):
        assert len(PdfReader(io.BytesIO(numbers_page(printing.numbers(reading.sheet(sitting))))).pages) == 1
