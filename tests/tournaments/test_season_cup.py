"""The challenge cup of a season: on the pages, on the board, on paper; by evenings and by seasons."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.tournaments.season_builders import a_played_event, a_season, an_evening
from tournaments.engines.season import (
    ChallengeCup,
    Season,
    SeasonEvening,
    SeasonResult,
    SeasonRules,
    firsts_of,
    together,
)
from tournaments.engines.season import season as play
from tournaments.hall.seasonpages import season_board
from tournaments.models import ClubSeason, Player
from tournaments.seasons import changing, deciding
from tournaments.seasons.cups import cup_of
from tournaments.seasons.gathering import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

CUP = SeasonRules(cup=ChallengeCup.EVENINGS, cup_in_a_row=3, cup_in_all=4)


def lines(season: ClubSeason) -> list[tuple[str, str, bool]]:
    view = cup_of(facts_of(ClubSeason.objects.get(pk=season.pk)))
    assert view is not None
    return [(line.name, line.about, line.keeps) for line in view.lines]


def test_the_cup_goes_from_one_to_the_next_and_stays_with_whom_it_must() -> None:
    season = a_season(rules=CUP)
    for number, (anna, bert) in enumerate([(9, 1), (1, 9), (9, 9), (1, 9), (1, 9), (9, 1)], start=1):
        an_evening(season, {"Anna Keller": anna, "Bert Maier": bert}, number)
    assert lines(season) == [
        ("Anna Keller", "won 1 time", False),
        ("Bert Maier", "won 1 time", False),
        ("", "the first are tied: the cup stays where it is", False),
        ("Bert Maier", "won 2 times, 2 in a row", False),
        ("Bert Maier", "keeps it for ever", True),
        ("Anna Keller", "won 1 time", False),  # a new cup
    ]


def test_who_is_barred_wins_no_cup() -> None:
    season = a_season(rules=CUP)
    an_evening(season, {"Anna Keller": 9, "Bert Maier": 1})
    anna = Player.objects.get(name="Anna Keller").pk
    deciding.decide(season=season, what="barred", person=anna, holds=True, reason="won the last cup")
    assert lines(season) == [("Bert Maier", "won 1 time", False)]


def test_partners_win_it_together() -> None:
    results = tuple(
        SeasonResult(person, 9 if person in "AB" else 1, partners=(partner,))
        for person, partner in ("AB", "BA", "CD", "DC")
    )
    evening = SeasonEvening("E1", results=results)
    ((first, people),) = firsts_of(play(Season((evening,), SeasonRules())))
    assert people == ("A", "B")
    assert together(first, people)
    assert not together(first, ("A", "C"))


def test_everybody_reads_who_holds_it(laptop: Client) -> None:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    season = a_season(rules=CUP)
    page, desk = f"/season/{season.pk}/", f"/desk/seasons/{season.pk}/"
    assert "Nobody has won it yet." in laptop.get(page).text
    an_evening(season, {"Anna Keller": 9, "Bert Maier": 1})
    for path in (page, desk):
        shown = laptop.get(path).text
        assert "challenge cup: the first of every evening" in shown
        assert "It is with Anna Keller." in shown
    paper = b"".join(laptop.get(f"{desk}paper/narrow.pdf"))
    text = " ".join(PdfReader(io.BytesIO(paper)).pages[0].extract_text().split())
    assert "Challenge cup: Anna Keller, won 1 time." in text
    assert "Challenge cup" not in laptop.get(f"/season/{a_season('Other').pk}/").text


def test_the_board_names_the_holder() -> None:
    season = a_season(rules=CUP)
    an_evening(season, {"Anna Keller": 9, "Bert Maier": 1})
    event = a_played_event()
    changing.add_date(season=season, day=event.day, event=event)
    board = season_board(event)
    assert board is not None
    assert board.cup == "Challenge cup: Anna Keller, won 1 time."


def test_a_cup_of_seasons_goes_through_those_that_are_over(laptop: Client) -> None:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    rules = SeasonRules(cup=ChallengeCup.SEASONS)
    for name, best in (("2024", "Anna Keller"), ("2025", "Anna Keller")):
        before = a_season(name, rules)
        an_evening(before, {best: 9, "Bert Maier": 1})
        changing.end_season(season=before, over=True)
    season = a_season("2026", rules)
    path = f"/season/{season.pk}/"
    shown = laptop.get(path).text
    assert "won 2 times, 2 in a row" in shown
    changing.end_season(season=before, over=False)
    assert "won 2 times" not in laptop.get(path).text  # another season has changed, and this page with it
