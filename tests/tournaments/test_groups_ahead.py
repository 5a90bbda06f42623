"""A group goes on with the next round while others still play: phones, pages, boards and the desk follow."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.asking import news
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import win
from tournaments.events.draw import drawing
from tournaments.events.plan import screens
from tournaments.events.results.played import competition
from tournaments.events.rounds import publishing, running
from tournaments.models import Event, Round, RoundState, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event("truco-groups", here=16)]
GERMAN: dict[str, Any] = {"headers": {"accept-language": "de"}}


@pytest.fixture
def event(event: Event) -> Event:
    """Four groups of four; round 1 is open, round 2 hangs."""
    first, second, _third = drawing.draw_next(event, seed="fest")
    running.open_round(publishing.publish(first))
    publishing.publish(second)
    return event


@pytest.fixture
def first(event: Event) -> Round:
    return event.rounds.get(number=1)


@pytest.fixture
def second(event: Event) -> Round:
    return event.rounds.get(number=2)


def tables(round_: Round, group: str) -> list[int]:
    """Where a group plays."""
    both = zip(round_.seating["numbers"], round_.seating["groups"], strict=True)
    return [number for number, name in both if name == group]


def finish(round_: Round, *groups: str) -> None:
    for group in groups:
        for number in tables(round_, group):
            win(round_, hall.table(round_, number), 1)


def test_a_group_that_is_done_goes_on_and_the_others_wait(event: Event, first: Round, second: Round) -> None:
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/rounds/2/"
    finish(first, "A")
    page = text(laptop.get(path))
    assert "Für Gruppe A eröffnen" in page
    assert "Gruppe B spielt noch die Runde davor: Tische 3 und 4." in page
    assert "Runde 1 läuft noch" in page
    assert f"{path}open/" not in page  # it would be refused
    refused = laptop.post(f"{path}open-group/", {"group": "B"})
    assert (refused.status_code, "Es fehlen die Tische: 3, 4" in text(refused)) == (422, True)
    answer = text(laptop.post(f"{path}open-group/", {"group": "A"}, follow=True))
    assert "Runde 2 ist für Gruppe A eröffnet." in answer
    assert "Gruppe A spielt schon." in answer
    assert "Runde 1 läuft: 2 von 8 Tischen sind fertig." in text(laptop.get(f"/desk/e/{event.pk}/"))


def test_phones_write_where_their_group_plays(event: Event, first: Round, second: Round) -> None:
    finish(first, "A")
    running.open_group(second, "A")
    ours, theirs = tables(second, "A")[0], tables(second, "B")[0]
    phone = hall.scan(event, ours, **GERMAN)
    here = hall.table(second, ours)
    assert 'id="entry"' in text(phone.get(f"/t/{here.pk}/"))
    other = hall.scan(event, theirs, **GERMAN)
    assert 'id="entry"' in text(other.get(f"/t/{hall.table(first, theirs).pk}/"))
    assert 'id="entry"' not in text(other.get(f"/t/{hall.table(second, theirs).pk}/"))
    hall.a_hand_at([here])
    played = next(result for result in competition(event).played if (result.round, result.table) == (2, ours))
    assert played.accounts
    assert Sitting.objects.get(pk=here.pk).sheethead.head_seq == 1


def test_a_phone_whose_sheet_is_in_is_led_on(event: Event, first: Round, second: Round) -> None:
    number = tables(first, "A")[0]
    phone, sheet = hall.scan(event, number, **GERMAN), hall.table(first, number)
    finish(first, "A")
    phone.post(f"/t/{sheet.pk}/close/", {"sure": "0"})
    page = phone.get(f"/t/{sheet.pk}/")
    assert "Zur nächsten Runde an diesem Tisch" not in text(page)
    assert news(phone, page.text).status_code == 304
    running.open_group(second, "A")
    after = news(phone, page.text)
    assert "Zur nächsten Runde an diesem Tisch" in text(after)
    led = phone.post(f"/j/{event.pk}/{number}/", follow=True)
    assert str(hall.table(second, number).pk) in led.redirect_chain[-1][0]


def test_pages_and_boards_follow_the_group(event: Event, first: Round, second: Round) -> None:
    finish(first, "A")
    running.open_group(second, "A")
    number = tables(second, "A")[0]
    entrant = event.entrants.get(pk=second.seating["tables"][second.seating["numbers"].index(number)][0])
    watching = Client(**GERMAN)
    person = text(watching.get(f"/e/{event.pk}/p/{entrant.number}/"))
    assert "Runde 2" in person.partition("Runde 1")[0]
    assert f"/t/{hall.table(second, number).pk}/" in text(watching.get(f"/e/{event.pk}/"))
    assert "Gruppe A spielt schon" in text(watching.get(f"/e/{event.pk}/"))
    shown = watching.get(f"/e/{event.pk}/table/{number}/")
    assert str(hall.table(second, number).pk) in shown["Location"]
    screen = screens.create_screen(event=event, name="Halle", shows="tables")
    assert "Runde 2" in text(watching.get(f"/e/{event.pk}/board/{screen.pk}/"))


def test_the_round_is_opened_for_all_once_the_one_before_is_closed(
    event: Event, first: Round, second: Round
) -> None:
    finish(first, "A", "B", "C", "D")
    running.open_group(second, "A")
    with pytest.raises(Unreadable):
        running.close_round(second, reason="not yet")
    running.close_round(first)
    second.refresh_from_db()
    assert second.by_groups
    assert "Runde 2 für alle eröffnen" in text(hall.laptop().get(f"/desk/e/{event.pk}/"))
    opened = running.open_round(second)
    assert not opened.by_groups
    assert "ahead" not in opened.seating
    assert all(opened.plays(number) for number in opened.seating["numbers"])


def test_where_all_groups_have_gone_on_the_round_is_open_of_itself(
    event: Event, first: Round, second: Round
) -> None:
    finish(first, "A", "B", "C", "D")
    for group in "ABCD":
        running.open_group(second, group)
    running.close_round(first)
    second.refresh_from_db()
    assert (second.state, second.by_groups) == (RoundState.OPEN, False)


def test_a_group_that_was_let_go_by_mistake_is_called_back(event: Event, first: Round, second: Round) -> None:
    finish(first, "A")
    back = publishing.take_back(running.open_group(second, "A"))
    assert (back.state, back.seating.get("ahead")) == (RoundState.DRAWN, None)
    assert not Sitting.objects.filter(round=back).exists()


def test_only_groups_go_on_alone() -> None:
    event = an_event("ecarte-matches", here=4)
    round_, two, _three = drawing.draw_next(event)
    running.open_round(publishing.publish(round_))
    assert running.groups_of(publishing.publish(two)) == []
    with pytest.raises(Unreadable):
        running.open_group(two, "A")
