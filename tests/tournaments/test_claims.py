"""Whose phone writes: a seat has one; another takes it over by its PIN, or when somebody agrees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments.access import cardkeys, claims, credentials
from tournaments.models import Credential, Entry, Event, Round, SeatRequest, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


@pytest.fixture
def opened(event: Event) -> Round:
    return hall.begin(event)


@pytest.fixture
def here(opened: Round) -> Sitting:
    return hall.table(opened, 2)


def sit(phone: Client, sitting: Sitting, seat: int | str, **more: str) -> Any:
    return phone.post(f"/t/{sitting.pk}/whose/", {"seat": str(seat), **more})


def at_seat(event: Event, sitting: Sitting, seat: int) -> Client:
    """A phone that writes at this seat."""
    phone = hall.scan(event, 2)
    sit(phone, sitting, seat)
    return phone


def another(event: Event) -> Client:
    """A phone that has shown the card while another one writes there."""
    phone = a_stranger()
    hall.show_card(event, 2, phone)
    return phone


def writes(phone: Client, sitting: Sitting) -> bool:
    return 'id="entry"' in phone.get(f"/t/{sitting.pk}/").text


def pin(phone: Client, sitting: Sitting) -> str:
    """As it stands on the phone that has the seat."""
    return str(re.search(r"\b\d{3} \d{3}\b", phone.get(f"/t/{sitting.pk}/whose/").text)[0])  # type: ignore[index]


def shown_number(waiting: Client, sitting: Sitting) -> str:
    page = waiting.get(f"/t/{sitting.pk}/whose/wait/").text
    return str(re.search(r'class="code">(\d{4})<', page)[1])  # type: ignore[index]


def test_the_first_phone_writes_after_one_tap_and_a_second_only_with_a_seat(
    event: Event, here: Sitting
) -> None:
    first = hall.scan(event, 2)
    assert writes(first, here)
    second = another(event)
    assert not writes(second, here)
    page = second.get(f"/t/{here.pk}/whose/").text
    assert "Nur zusehen" in page
    assert Credential.objects.count() == 1
    assert sit(second, here, 3)["Location"].endswith("?seat=new")
    assert writes(second, here)
    assert writes(first, here)


def test_a_seat_that_another_phone_has_is_not_one_tap(event: Event, here: Sitting) -> None:
    at_seat(event, here, 2)
    second = another(event)
    page = second.get(f"/t/{here.pk}/whose/").text
    assert "Platz 2: schreibt auf einem anderen Handy" in page
    answer = sit(second, here, 2)
    assert (answer.status_code, "gerade" in answer.text) == (409, True)
    assert not writes(second, here)


def test_the_pin_of_the_seat_takes_it_over_and_the_first_phone_watches(event: Event, here: Sitting) -> None:
    first, second = at_seat(event, here, 2), another(event)
    before = first.get(f"/t/{here.pk}/?part=live")["ETag"]
    sit(second, here, 2, pin=pin(first, here))
    assert writes(second, here)
    old, new = Credential.objects.order_by("created_at")
    assert (old.replaced_by, new.seat) == (new, 2)
    news = first.get(f"/t/{here.pk}/?part=live", headers={"If-None-Match": before})
    name = here.chairs.get(seat=2).player.name
    assert news.status_code == 200
    assert f"Ein anderes Handy hat Platz 2 ({name}) übernommen." in news.text
    assert 'id="entry"' not in news.text
    assert first.post(f"/t/{here.pk}/", hand_form(here, eine())).status_code == 409  # put aside


def test_who_wrote_what_stays_by_seat_when_the_phone_is_another(event: Event, here: Sitting) -> None:
    first = at_seat(event, here, 2)
    first.post(f"/t/{here.pk}/", hand_form(here, eine(1)))
    sit(first, here, 4)  # it was handed on
    sit(another(event), here, 4, pin=pin(first, here))
    assert [entry.credential.seat for entry in Entry.objects.all() if entry.credential] == [2]
    names = {chair.seat: chair.player.name for chair in here.chairs.all()}
    page = hall.laptop().get(f"/t/{here.pk}/hands/").text
    assert f"Handy von {names[2]}" in page
    assert f"Handy von {names[4]}" not in page


def test_a_wrong_pin_is_counted_and_after_five_only_a_yes_helps(event: Event, here: Sitting) -> None:
    first, second = at_seat(event, here, 2), another(event)
    right = pin(first, here)
    wrong = "000000" if right != "000 000" else "111111"
    tries = [sit(second, here, 2, pin=wrong) for _try in range(5)]
    assert [answer.status_code for answer in tries] == [422] * 5
    assert "Noch 4 Versuche" in tries[0].text
    assert "gilt nicht mehr" in tries[-1].text
    assert sit(second, here, 2, pin=right).status_code == 422
    assert not writes(second, here)
    assert writes(first, here)


def test_the_pin_is_worth_nothing_without_the_code_of_the_table(event: Event, here: Sitting) -> None:
    first = at_seat(event, here, 2)
    right = pin(first, here)
    for stranger in (a_stranger(), hall.scan(event, 1)):
        assert sit(stranger, here, 2, pin=right).status_code == 403
    assert writes(first, here)


def test_the_same_browser_scanning_again_is_simply_in(event: Event, here: Sitting) -> None:
    first = at_seat(event, here, 2)
    assert hall.show_card(event, 2, first)["Location"] == f"/t/{here.pk}/"
    assert Credential.objects.count() == 1


def test_a_lost_phone_is_replaced_when_another_of_the_table_agrees(event: Event, here: Sitting) -> None:
    at_seat(event, here, 2)
    neighbour, new = at_seat(event, here, 3), another(event)
    assert sit(new, here, 2, ask="1")["Location"] == f"/t/{here.pk}/whose/wait/"
    number = shown_number(new, here)
    page = neighbour.get(f"/t/{here.pk}/").text
    name = here.chairs.get(seat=2).player.name
    assert f"Ein Handy möchte Platz 2 ({name}) übernehmen." in page
    assert number in page
    assert not writes(new, here)
    asked = SeatRequest.objects.get()
    neighbour.post(f"/t/{here.pk}/whose/{asked.pk}/", {"answer": "yes"})
    assert new.get(f"/t/{here.pk}/whose/wait/")["Location"] == f"/t/{here.pk}/?seat=new"
    assert writes(new, here)
    assert "möchte Platz 2" not in neighbour.get(f"/t/{here.pk}/").text
    assert Credential.objects.filter(seat=2, replaced_by=None).count() == 1
    assert Credential.objects.exclude(replaced_by=None).count() == 1


def test_a_no_leaves_everything_as_it_is(event: Event, here: Sitting) -> None:
    first, new = at_seat(event, here, 2), another(event)
    sit(new, here, 2, ask="1")
    first.post(f"/t/{here.pk}/whose/{SeatRequest.objects.get().pk}/", {"answer": "no"})
    assert "Jemand hat Nein gesagt" in new.get(f"/t/{here.pk}/whose/wait/").text
    assert writes(first, here)
    assert not writes(new, here)


def test_nobody_agrees_to_his_own_question_nor_does_a_stranger(event: Event, here: Sitting) -> None:
    first, new = at_seat(event, here, 2), at_seat(event, here, 3)
    sit(new, here, 2, ask="1")
    answer = f"/t/{here.pk}/whose/{SeatRequest.objects.get().pk}/"
    for somebody in (new, a_stranger(), hall.scan(event, 1)):
        assert somebody.post(answer, {"answer": "yes"}).status_code == 403
    assert writes(first, here)
    assert "möchte Platz 2" not in new.get(f"/t/{here.pk}/").text


def test_the_desk_sees_who_asks_and_agrees(event: Event, here: Sitting, laptop: Client) -> None:
    at_seat(event, here, 2)
    new = another(event)
    sit(new, here, 2, ask="1")
    page = laptop.get(f"/desk/e/{event.pk}/devices/").text
    assert shown_number(new, here) in page
    asked = SeatRequest.objects.get()
    laptop.post(f"/desk/e/{event.pk}/devices/asks/{asked.pk}/", {"answer": "yes"})
    new.get(f"/t/{here.pk}/whose/wait/")
    assert writes(new, here)
    page = laptop.get(f"/desk/e/{event.pk}/devices/").text
    assert "anderes Handy hat den Platz übernommen" in page


def test_the_numbers_of_waiting_phones_differ_and_not_everybody_may_wait(event: Event, here: Sitting) -> None:
    at_seat(event, here, 2)
    for _phone in range(claims.OPEN_REQUESTS):
        sit(another(event), here, 2, ask="1")
    assert len(set(SeatRequest.objects.values_list("number", flat=True))) == claims.OPEN_REQUESTS
    assert sit(another(event), here, 2, ask="1").status_code == 429


def test_who_asks_again_asks_once(event: Event, here: Sitting) -> None:
    at_seat(event, here, 2)
    new = another(event)
    for _tap in range(3):
        sit(new, here, 2, ask="1")
    assert SeatRequest.objects.filter(answered_at=None).count() == 1
    new.post(f"/t/{here.pk}/whose/wait/")
    assert not SeatRequest.objects.filter(answered_at=None).exists()


def test_the_phone_of_the_table_is_one_in_a_hall_and_is_taken_over_too(event: Event, here: Sitting) -> None:
    first, second = hall.scan(event, 2), another(event)
    assert sit(second, here, "").status_code == 409
    sit(second, here, "", pin=pin(first, here))
    assert (writes(first, here), writes(second, here)) == (False, True)
    assert "Ein anderes Handy schreibt jetzt an diesem Tisch" in first.get(f"/t/{here.pk}/").text


def test_at_a_quick_evening_phones_of_nobody_are_as_many_as_come(sitting: Sitting) -> None:
    """One scan, no tap, as it has always been; a seat is for who wants one."""
    form = {"table": sitting.pk, "key": credentials.typed_code(sitting)}
    first, second = a_stranger(), a_stranger()
    for phone in (first, second):
        assert phone.post("/j", form)["Location"] == f"/t/{sitting.pk}/"
        assert writes(phone, sitting)
    sit(first, sitting, 1)
    assert sit(second, sitting, 1).status_code == 409
    sit(second, sitting, 1, pin=pin(first, sitting))
    assert (writes(first, sitting), writes(second, sitting)) == (False, True)
    assert first.post("/j", form).status_code == 302  # the table's people let it in again
    assert writes(first, sitting)


def test_after_the_round_nobody_gets_a_seat(event: Event, opened: Round, here: Sitting) -> None:
    first, second = at_seat(event, here, 2), another(event)
    right = pin(first, here)
    sit(second, here, 2, ask="1")
    hall.end(opened)
    assert sit(second, here, 3).status_code == 403
    assert sit(second, here, 2, pin=right).status_code == 403
    asked = SeatRequest.objects.get()
    assert first.post(f"/t/{here.pk}/whose/{asked.pk}/", {"answer": "yes"}).status_code == 403


def test_with_new_codes_for_all_cards_an_old_card_gives_no_seat(event: Event, here: Sitting) -> None:
    first, second = at_seat(event, here, 2), another(event)
    cardkeys.rotate(event=event)
    assert sit(second, here, 3).status_code == 403
    assert sit(second, here, 2, pin=pin(first, here)).status_code == 403
    assert writes(first, here)


def test_the_pin_is_stored_nowhere_and_is_another_for_every_device(sitting: Sitting) -> None:
    for _phone in range(20):
        a_writer(sitting)
    pins = {claims.pin_of(device) for device in Credential.objects.all()}
    assert len(pins) == 20
    assert all(re.fullmatch(r"\d{6}", number) for number in pins)


def test_two_events_have_nothing_to_do_with_each_other(event: Event, here: Sitting) -> None:
    other = an_event(here=8, title="Das andere")
    there = hall.table(hall.begin(other), 2)
    stranger = hall.scan(other, 2)
    assert sit(stranger, here, 3).status_code == 403
    assert sit(stranger, there, 3).status_code == 302


@pytest.mark.event(here=16)
def test_where_one_phone_writes_for_a_table_a_second_one_watches_or_takes_over(event: Event) -> None:
    event.settings = {**event.settings, "one_phone": True}
    event.save(update_fields=("settings",))
    sitting = hall.table(hall.begin(event), 2)
    first = hall.scan(event, 2)
    assert sit(first, sitting, 2).status_code == 302
    second = another(event)
    page = second.get(f"/t/{sitting.pk}/whose/").text
    assert page.count("<button") == 2 + page.count('name="language"')  # take over, or ask
    assert [sit(second, sitting, seat).status_code for seat in (3, "")] == [409, 409]
    sit(second, sitting, 2, pin=pin(first, sitting))
    assert (writes(first, sitting), writes(second, sitting)) == (False, True)
