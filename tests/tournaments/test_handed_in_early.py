"""A table that hands in with hands left to play: it is asked, named, and closing passes nobody over."""

from __future__ import annotations

import pytest

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import plan, win
from tournaments.engines.plans import Format
from tournaments.events.rounds import running
from tournaments.models import Event, Round, RoundState, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8)]
EARLY = "Tisch 2 hat 1 von 3 Spielen abgegeben."


@pytest.fixture
def event(event: Event) -> Event:
    plan(event, rounds=2, hands=3)
    return event


@pytest.fixture
def opened(event: Event) -> Round:
    """Table 1 has played everything, table 2 one hand of three."""
    round_ = hall.begin(event)
    hall.play(hall.table(round_, 1), 1, 2, 3)
    hall.play(hall.table(round_, 2), 1)
    return round_


def closed(sitting: Sitting) -> bool:
    return Sitting.objects.get(pk=sitting.pk).sheethead.closed


def hand_in(round_: Round, number: int = 2, hands: int = 1) -> None:
    sitting = hall.table(round_, number)
    phone = hall.scan(round_.event, number)
    assert phone.post(f"/t/{sitting.pk}/close/", {"sure": str(hands)}).status_code == 302
    assert closed(sitting)


def test_the_phone_is_asked_before_it_hands_in_early(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2, headers={"accept-language": "de"})
    asked = phone.post(f"/t/{sitting.pk}/close/")
    assert "1 von 3 Spielen: wirklich abgeben?" in text(asked)
    assert 'name="sure" value="1"' in text(asked)
    assert not closed(sitting)
    hall.play(sitting, 2)  # somebody goes on meanwhile: the answer was about something else
    assert "2 von 3 Spielen" in text(phone.post(f"/t/{sitting.pk}/close/", {"sure": "1"}))
    assert not closed(sitting)
    assert phone.post(f"/t/{sitting.pk}/close/", {"sure": "2"}).status_code == 302
    assert closed(sitting)


def test_who_has_played_everything_is_not_asked(event: Event, opened: Round) -> None:
    sitting = hall.table(opened, 1)
    hall.scan(event, 1).post(f"/t/{sitting.pk}/close/")
    assert closed(sitting)


def test_the_desk_is_asked_too(event: Event, opened: Round) -> None:
    laptop, sitting = hall.laptop(), hall.table(opened, 2)
    path = f"/desk/e/{event.pk}/tables/1/2/"
    asked = text(laptop.post(f"{path}close/"))
    assert "1 von 3 Spielen: wirklich abgeben?" in asked
    assert f'href="{path}"' in asked
    laptop.post(f"{path}close/", {"sure": "1"})
    assert closed(sitting)


def test_every_page_of_the_desk_names_the_table(event: Event, opened: Round) -> None:
    hand_in(opened)
    laptop = hall.laptop()
    for page in ("", "rounds/1/"):
        assert EARLY in text(laptop.get(f"/desk/e/{event.pk}/{page}"))
    round_page = text(laptop.get(f"/desk/e/{event.pk}/rounds/1/"))
    assert 'name="knows" value="2"' in round_page
    assert "vorzeitig abgegeben" in round_page


def test_closing_passes_no_table_over(event: Event, opened: Round) -> None:
    hand_in(opened)
    laptop, close = hall.laptop(), f"/desk/e/{event.pk}/rounds/1/close/"
    for answers in ({}, {"knows": "2"}, {"reason": "Zeit um"}, {"reason": "Zeit um", "knows": "1"}):
        refused = laptop.post(close, answers)
        assert (refused.status_code, "vorzeitig abgegeben haben: 2." in text(refused)) == (422, True)
        assert event.rounds.get().state == RoundState.OPEN
    assert laptop.post(close, {"reason": "Zeit um", "knows": "2"}).status_code == 302
    assert event.rounds.get().state == RoundState.CLOSED
    noted = event.notices.get(what="round_closed")
    assert (noted.reason, noted.data["early"]) == ("Zeit um", [[2, 1, 3]])
    page = text(laptop.get(f"/desk/e/{event.pk}/rounds/1/"))
    assert "Zeit um" in page
    assert EARLY in page


def test_several_tables_stand_in_one_sentence(event: Event, opened: Round) -> None:
    hand_in(opened)
    third = hall.table(opened, 1)
    Sitting.objects.filter(pk=third.pk).update(hands_limit=5)
    hand_in(opened, 1, 3)
    page = text(hall.laptop().get(f"/desk/e/{event.pk}/"))
    assert "Vorzeitig abgegeben: Tisch 1 (3 von 5) und Tisch 2 (1 von 3)." in page


def test_a_match_without_a_winner_was_handed_in_early_and_a_walkover_was_not() -> None:
    event = an_event("ecarte-matches", here=4)
    plan(event, format=Format.ROUND_ROBIN)
    round_ = hall.begin(event)
    hall.a_hand_everywhere(round_)
    sitting, phone = hall.table(round_, 2), hall.scan(event, 2, headers={"accept-language": "de"})
    assert "Die Begegnung ist nicht entschieden" in text(phone.post(f"/t/{sitting.pk}/close/"))
    hand_in(round_)
    win(round_, hall.table(round_, 1), 1)
    with pytest.raises(Unreadable) as refused:
        running.close_round(round_)
    assert refused.value.problems[0].text.values["tables"] == "2"
    win(round_, hall.table(round_, 2), 1)
    assert running.close_round(round_).state == RoundState.CLOSED


def test_a_refusal_to_close_names_tables_in_words_that_fit_several(event: Event, opened: Round) -> None:
    refused = hall.laptop().post(f"/desk/e/{event.pk}/rounds/1/close/", {})
    assert "Tische, die noch nicht fertig sind: 2." in text(refused)
