"""The evening in numbers: the page as far as the hall may know, the desk always, a screen, paper."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end, laptop, play, table
from tournaments.events.ground.log import touch
from tournaments.events.ground.stamps import stamp_of
from tournaments.hall.facts import Hall
from tournaments.hall.gathering import hall
from tournaments.hall.numbers import duration, event_numbers, numbers_view
from tournaments.models import Event, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time_stands_still"), pytest.mark.event(here=8)]


@pytest.fixture
def event(event: Event) -> Event:
    """Two rounds: Ana wins three hands in a row at table 1, somebody at table 2 one."""
    first = begin(event)
    play(table(first, 1), 1, 1, 1)
    play(table(first, 2), 3)
    end(first)
    begin(event)
    return event


def known(event: Event, *, desk: bool = False) -> Hall:
    stamp = stamp_of(event.pk)
    assert stamp is not None
    return hall(stamp, desk=desk)


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_hands_and_series_of_all_tables_are_added_up(event: Event) -> None:
    numbers = event_numbers(known(event))
    winner = table(event.rounds.get(number=1), 1).chairs.get(seat=1).player.public_name
    assert (numbers.hands, numbers.tables, numbers.people) == (4, 2, 8)
    assert numbers.streak is not None
    assert (numbers.streak.names, numbers.streak.count) == ((winner,), 3)
    assert sum(choice.tally.tried for choice in numbers.choices) == 4


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_page_desk_board_and_paper_say_the_same_in_every_language(event: Event, language: str) -> None:
    visitor = Client(headers={"Accept-Language": language})
    with translation.override(language):
        view = numbers_view(known(event))
    assert view is not None
    screen = Screen.objects.create(event=event, name=language, shows="numbers")
    desk = laptop()
    desk.cookies["django_language"] = language
    pages = (
        visitor.get(f"/e/{event.pk}/numbers/").text,
        visitor.get(f"/e/{event.pk}/board/{screen.pk}/").text,
        desk.get(f"/desk/e/{event.pk}/numbers/").text,
    )
    for page in pages:
        for figure in view.figures:
            assert " ".join(figure.value.split()) in words(page).replace("\xa0", " "), figure
    paper = desk.get(f"/desk/e/{event.pk}/paper/numbers.pdf")
    assert (paper.status_code, paper.content[:5]) == (200, b"%PDF-")
    assert f"/e/{event.pk}/numbers/" in visitor.get(f"/e/{event.pk}/").text


def test_the_hall_learns_nothing_that_is_hidden(event: Event) -> None:
    event.settings["standings"] = "frozen"
    event.save(update_fields=["settings"])
    touch(event)
    page = Client(headers={"Accept-Language": "en"}).get(f"/e/{event.pk}/numbers/").text
    assert "hidden until the results" in page
    assert "in a row" not in page
    assert "/numbers/" not in Client().get(f"/e/{event.pk}/").text
    numbers = numbers_view(known(event, desk=True))
    assert numbers is not None
    assert "Hidden" not in words(laptop().get(f"/desk/e/{event.pk}/numbers/").text)


def test_before_the_first_hand_the_page_says_what_will_stand_there() -> None:
    event = an_event(here=8)
    begin(event)
    for language, sentence in (("en", "with the first hand"), ("de", "ersten Spiel"), ("es", "primera mano")):
        page = Client(headers={"Accept-Language": language}).get(f"/e/{event.pk}/numbers/").text
        assert sentence in page


@pytest.mark.parametrize("preset", ["truco-groups", "ecarte-matches", "caesar-partners", "cabo-evening"])
def test_every_game_has_its_evening_in_numbers(preset: str) -> None:
    event = an_event(preset, here=8)
    a_hand_everywhere(begin(event), 3)
    here = known(event, desk=True)
    view = numbers_view(here)
    if view is None:  # the robots gave up every game at once
        assert not any(table.hands for table in here.rounds[0].tables)
    else:
        assert all(figure.value for figure in view.figures)


def test_a_sheet_is_read_again_only_after_it_has_changed(
    event: Event, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.table import reading

    event_numbers(known(event))
    read: list[int] = []
    plain = reading.sheet
    monkeypatch.setattr(reading, "sheet", lambda sitting: (read.append(sitting.pk), plain(sitting))[1])
    second = event.rounds.get(number=2)
    play(table(second, 1), 2)
    numbers = event_numbers(known(event))
    assert numbers.hands == 5
    assert read == [table(second, 1).pk]


def test_time_is_said_in_hours_and_minutes() -> None:
    assert [duration(minutes).replace("\xa0", " ") for minutes in (0, 7, 60, 275)] == [
        "0 min",
        "7 min",
        "1 h",
        "4 h 35 min",
    ]
