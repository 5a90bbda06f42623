"""Questions the table asks itself: counted by the rules, stored nowhere."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.tournaments.builders import a_sitting
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def asked(path: str, **answers: object) -> str:
    browser = Client(headers={"accept-language": "en", "hx-request": "true"})
    page = browser.get(f"{path}?{urlencode(answers, doseq=True)}")
    assert page.status_code == 200
    assert not Entry.objects.exists()
    return page.text


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (["7e", "6e", "1b"], "Envido: 33"),
        (["7e", "6e", "5e"], "Flor: 38 (without flor, envido: 33)"),
        (["12e", "11b", "4o"], "Envido: 4"),
        (["12e", "11e", "10e"], "Flor: 20 (without flor, envido: 20)"),
    ],
)
def test_three_tapped_cards_are_counted(cards: list[str], sentence: str) -> None:
    sitting = a_sitting("truco")
    assert sentence in asked(f"/t/{sitting.pk}/count/envido/", cards=cards)


@pytest.mark.parametrize(
    "cards", [[], ["7e"], ["7e", "6e"], ["7e", "6e", "5e", "4e"], ["7e", "7e", "1b"], ["8e"]]
)
def test_other_numbers_of_cards_are_not_counted(cards: list[str]) -> None:
    sitting = a_sitting("truco")
    assert "outcome" not in asked(f"/t/{sitting.pk}/count/envido/", cards=cards)


@pytest.mark.parametrize(
    ("tricks", "mano", "sentence"),
    [
        ("AA", 2, "Anna &amp; Gökçe wins the hand."),
        ("=A", 2, "Anna &amp; Gökçe wins the hand."),
        ("A=", 2, "Anna &amp; Gökçe wins the hand."),
        ("ABB", 1, "Łukasz &amp; Ñandú wins the hand."),
        ("AB=", 2, "Anna &amp; Gökçe wins the hand."),
        ("===", 2, "Łukasz &amp; Ñandú wins the hand."),
        ("==", 1, "Anna &amp; Gökçe wins the hand."),
        ("AB", 1, "the third trick decides"),
    ],
)
def test_the_tricks_say_who_wins(tricks: str, mano: int, sentence: str) -> None:
    sitting = a_sitting("truco")
    answers = dict(zip(("first", "second", "third"), tricks, strict=False))
    assert sentence in asked(f"/t/{sitting.pk}/count/tricks/", **answers, mano=mano)


@pytest.mark.parametrize(
    ("pile", "sentence"),
    [
        ({"aces": 4, "tens": 4, "last_trick": 1}, "Points: 94, for the others 68"),
        ({"jacks": 4, "trump_jack": 1, "trump_nine": 1}, "Points: 40, for the others 122"),
        ({"trump_jack": 1}, "The trump jack is one of the jacks"),
    ],
)
def test_a_pile_is_counted(pile: dict[str, int], sentence: str) -> None:
    sitting = a_sitting("caesar")
    assert sentence in asked(f"/t/{sitting.pk}/count/pile/", **pile)


def test_a_pile_with_five_aces_is_refused_with_a_sentence() -> None:
    sitting = a_sitting("caesar")
    assert "from 0 to 4" in asked(f"/t/{sitting.pk}/count/pile/", aces=5)


def test_without_a_script_the_page_counts_too() -> None:
    sitting = a_sitting("truco")
    page = Client(headers={"accept-language": "en"}).get(
        f"/t/{sitting.pk}/count/envido/", {"cards": ["7e", "6e", "1b"]}
    )
    assert "Envido: 33" in page.text
    assert "<html" in page.text
