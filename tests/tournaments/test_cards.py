"""The card on a table of a hall: in every round it leads to the sheet that lies there, and to no other."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.asking import news
from tests.tournaments.builders import a_sitting, eine
from tests.tournaments.visitors import hand_form
from tournaments import ledger
from tournaments.access import credentials
from tournaments.events.rounds import running
from tournaments.events.seats import seating
from tournaments.models import Credential, Entry, Event, Round, RoundState, Sitting, Via

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


@pytest.fixture
def opened(event: Event) -> Round:
    return hall.begin(event)


def shown(card: Client, event: Event, number: int = 2) -> str:
    return card.get(f"/j/{event.pk}/{number}/").text


def writes(phone: Client, sitting: Sitting) -> bool:
    return 'id="entry"' in phone.get(f"/t/{sitting.pk}/").text


@pytest.mark.parametrize("by", ["key", "code", "code and the event's name", "small letters"])
def test_in_an_open_round_the_card_leads_to_its_table(event: Event, opened: Round, by: str) -> None:
    sitting = hall.table(opened, 2)
    typed = {
        "key": (f"e{event.pk}.2", credentials.event_table_key(event, 2)),
        "code": ("2", credentials.event_typed_code(event, 2)),
        "code and the event's name": (f"e{event.pk}.2", credentials.event_typed_code(event, 2)),
        "small letters": (" 2 ", credentials.event_typed_code(event, 2).lower().replace("-", " ")),
    }[by]
    phone = Client()
    answer = phone.post("/j", {"table": typed[0], "key": typed[1]})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{sitting.pk}/whose/")
    assert writes(phone, sitting)
    assert [device.sitting for device in Credential.objects.all()] == [sitting]


def test_the_card_of_one_table_opens_no_other(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    for number in (1, 3, 4):
        other = hall.table(opened, number)
        assert not writes(phone, other)
        answer = phone.post(f"/t/{other.pk}/", hand_form(other, eine()))
        assert answer.status_code == 403
    assert not Entry.objects.exists()


def test_the_key_of_one_table_is_refused_at_another(event: Event, opened: Round) -> None:
    wrong = {"table": f"e{event.pk}.3", "key": credentials.event_table_key(event, 2)}
    assert Client().post("/j", wrong).status_code == 403
    assert not Credential.objects.exists()


def test_before_the_round_the_card_says_who_will_sit_there_and_waits(event: Event) -> None:
    published = hall.publish(event)
    phone = hall.scan(event, 2)
    text = shown(phone, event)
    assert "Die Runde hat noch nicht begonnen" in text
    assert "Herbstturnier" in text
    for chair in hall.table(published, 2).chairs.select_related("player"):
        assert chair.player.public_name in text
    assert 'id="entry"' not in text
    assert not Credential.objects.exists()


def test_before_the_seats_are_published_the_card_names_nobody(event: Event) -> None:
    drawn = hall.draw(event)
    text = shown(hall.scan(event, 2), event)
    assert "Plätze der nächsten Runde stehen noch nicht fest" in text
    assert not any(entrant.name in text for entrant in event.entrants.all() if entrant.name)
    assert drawn.state == RoundState.DRAWN


def test_the_waiting_page_goes_on_when_the_round_begins(event: Event) -> None:
    published = hall.publish(event)
    phone = hall.scan(event, 2)
    waiting = shown(phone, event)
    assert news(phone, waiting).status_code == 304
    running.open_round(published)
    answer = news(phone, waiting)
    assert (answer.status_code, "data-go" in answer.text) == (200, True)
    answer = phone.post(f"/j/{event.pk}/2/")
    assert answer["Location"] == f"/t/{hall.table(published, 2).pk}/whose/"


def test_the_page_of_a_card_is_for_looking_where_the_card_was_not_shown(event: Event, opened: Round) -> None:
    stranger = Client()
    text = shown(stranger, event)
    assert "data-go" not in text
    assert "Code eintippen" in text
    assert stranger.post(f"/j/{event.pk}/2/")["Location"] == f"/j/{event.pk}/2/"
    assert not Credential.objects.exists()


def test_in_the_second_round_the_card_leads_to_the_second_sheet(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    hall.end(opened)
    second = hall.begin(event)
    assert not writes(phone, hall.table(second, 2))
    assert phone.post(f"/j/{event.pk}/2/")["Location"] == f"/t/{hall.table(second, 2).pk}/whose/"
    assert writes(phone, hall.table(second, 2))
    assert not writes(phone, hall.table(opened, 2))
    hall.scan(event, 4, phone)
    assert writes(phone, hall.table(second, 4))


def test_a_phone_keeps_no_secret_of_rounds_that_are_over(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    old = credentials.cookie_name(hall.table(opened, 2))
    assert phone.cookies[old].value
    hall.end(opened)
    hall.begin(event)
    hall.scan(event, 2, phone)
    assert not phone.cookies[old].value


def test_a_card_that_is_scanned_again_gives_nothing_new(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    hall.scan(event, 2, phone)
    assert Credential.objects.count() == 1


def test_a_phone_that_was_put_out_comes_in_again_by_its_card_only(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    credentials.revoke(Credential.objects.get())
    assert not writes(phone, hall.table(opened, 2))
    hall.scan(event, 2, phone)
    assert writes(phone, hall.table(opened, 2))


def test_new_keys_end_the_old_cards_and_the_notes_of_phones(event: Event) -> None:
    published = hall.publish(event)
    phone = hall.scan(event, 2)
    event.key_generation += 1
    event.save()
    running.open_round(published)
    assert "data-go" not in shown(phone, event)
    phone.post(f"/j/{event.pk}/2/")
    assert not Credential.objects.exists()
    hall.scan(event, 2, phone)
    assert writes(phone, hall.table(published, 2))


def test_a_forged_note_opens_nothing(event: Event, opened: Round) -> None:
    thief = Client()
    for note in (f"e{event.pk}.2.1", f"e{event.pk}.2.1:forged", "", ":", "ä" * 50):
        thief.cookies[f"card-{event.pk}"] = note
        thief.post(f"/j/{event.pk}/2/")
    assert not Credential.objects.exists()


def test_the_note_of_one_table_opens_no_other(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 2)
    phone.post(f"/j/{event.pk}/3/")
    assert not writes(phone, hall.table(opened, 3))


def test_a_table_that_is_free_says_so(event: Event, opened: Round) -> None:
    phone = hall.scan(event, 9)
    assert "spielt in dieser Runde niemand" in shown(phone, event, 9)
    assert not Credential.objects.exists()


def test_the_card_of_an_event_in_the_archive_opens_nothing(
    event: Event, opened: Round, settings: Any
) -> None:
    from django.utils import timezone

    Event.objects.filter(pk=event.pk).update(archived_at=timezone.now())
    form = {"table": f"e{event.pk}.2", "key": credentials.event_table_key(event, 2)}
    assert Client().post("/j", form).status_code == 403
    assert Client().get(f"/j/{event.pk}/2/").status_code == 404


def test_the_typed_number_of_a_quick_evening_still_means_its_table(event: Event, opened: Round) -> None:
    evening = a_sitting()
    phone = Client()
    phone.post("/j", {"table": evening.pk, "key": credentials.typed_code(evening)})
    assert writes(phone, evening)
    phone.post("/j", {"table": "2", "key": credentials.event_typed_code(event, 2)})
    assert writes(phone, hall.table(opened, 2))


def test_the_number_of_a_sheet_is_not_that_of_a_table_in_the_hall(event: Event, opened: Round) -> None:
    """Otherwise a card would open the sheet of its table in any round."""
    sitting = hall.table(opened, 2)
    hall.end(opened)
    name = str(sitting.pk) if sitting.pk > 4 else "7"
    assert (
        Client().post("/j", {"table": name, "key": credentials.event_table_key(event, 2)}).status_code == 403
    )


@pytest.mark.parametrize(
    "name", ["e1.", "e.1", "e1.0", "e0.1", "e1.2.3", "E1.2", "e1.99999", "e9999999999.1", "e1.٣"]
)
def test_names_of_no_table_open_nothing(event: Event, opened: Round, name: str) -> None:
    assert (
        Client().post("/j", {"table": name, "key": credentials.event_table_key(event, 2)}).status_code == 403
    )


def test_a_hall_behind_one_address_can_scan_at_once(event: Event, opened: Round) -> None:
    answers = [
        Client().post(
            "/j", {"table": f"e{event.pk}.{1 + n % 4}", "key": credentials.event_table_key(event, 1 + n % 4)}
        )
        for n in range(40)
    ]
    assert {answer.status_code for answer in answers} == {302}


def test_guessing_codes_does_not_keep_the_table_from_scanning(event: Event, opened: Round) -> None:
    guess = {"table": f"e{event.pk}.2", "key": "AAAA-AAAA"}
    for number in range(25):
        last = Client().post("/j", guess, REMOTE_ADDR=f"192.168.1.{number + 1}")
    assert last.status_code == 429
    assert writes(hall.scan(event, 2), hall.table(opened, 2))


def test_a_table_laid_out_anew_sends_its_phone_to_the_card(event: Event, opened: Round) -> None:
    sitting = hall.table(opened, 2)
    phone = hall.scan(event, 2)
    assert f'data-gone="/j/{event.pk}/2/"' in phone.get(f"/t/{sitting.pk}/").text
    tables = opened.seating["tables"]
    seating.exchange(opened, tables[0][0], tables[1][0])
    assert phone.get(f"/t/{sitting.pk}/?part=live").status_code == 404
    anew = hall.table(opened, 2)
    assert phone.post(f"/j/{event.pk}/2/")["Location"] == f"/t/{anew.pk}/whose/"
    assert writes(phone, anew)


# --- what a phone may do at a table of a round -----------------------------------------------------------


def test_whose_phone_it_is_is_asked_and_shown_and_can_be_changed(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    names = list(sitting.chairs.order_by("seat").values_list("player__name", flat=True))
    asked = phone.get(f"/t/{sitting.pk}/whose/").text
    assert all(name in asked for name in names)
    phone.post(f"/t/{sitting.pk}/whose/", {"seat": "3"})
    assert Credential.objects.get().seat == 3
    assert f"Handy von {names[2]}" in phone.get(f"/t/{sitting.pk}/").text
    phone.post(f"/t/{sitting.pk}/whose/", {"seat": ""})
    assert Credential.objects.get().seat is None
    assert "Handy von" not in phone.get(f"/t/{sitting.pk}/").text


@pytest.mark.parametrize("seat", ["0", "5", "-1", "x", "99999999999"])
def test_a_seat_that_is_none_is_nobody_in_particular(event: Event, opened: Round, seat: str) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    assert phone.post(f"/t/{sitting.pk}/whose/", {"seat": seat}).status_code == 302
    assert Credential.objects.get().seat is None


def test_two_phones_of_a_table_write_along(event: Event, opened: Round) -> None:
    sitting = hall.table(opened, 2)
    for hand, phone in enumerate((hall.scan(event, 2), hall.scan(event, 2)), start=1):
        form = hand_form(sitting, eine(hand), hand, seen=hand - 1)
        assert phone.post(f"/t/{sitting.pk}/", form).status_code == 302
    assert [entry.via for entry in Entry.objects.all()] == [Via.OWN, Via.OWN]


def test_the_page_says_which_event_round_and_table_it_is(event: Event, opened: Round) -> None:
    text = hall.scan(event, 2).get(f"/t/{hall.table(opened, 2).pk}/").text
    assert "Herbstturnier" in text
    assert "Runde 1" in text
    assert re.search(r'class="table-number"[^>]*>2<', text)


def test_after_the_round_the_phone_reads_and_writes_nothing(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    form = hand_form(sitting, eine(1))
    phone.post(f"/t/{sitting.pk}/", form)
    hall.end(opened)
    before, late = Entry.objects.count(), ("", "hand/1/")
    text = phone.get(f"/t/{sitting.pk}/").text
    assert "Die Runde ist abgeschlossen." in text
    assert 'id="entry"' not in text
    for address, fields in (
        ("", hand_form(sitting, eine(2), 2, seen=1)),
        ("undo/", {"hand": "1", "seen": "1"}),
        ("close/", {}),
        ("close/", {"again": "1"}),
        ("hand/1/", hand_form(sitting, eine(2))),
        ("rules/", {"name": "Ours"}),
        ("whose/", {"seat": "1"}),
    ):
        answer = phone.post(f"/t/{sitting.pk}/{address}", fields)
        status = 409 if address in late else 403  # what was played late is put aside
        assert (answer.status_code, "Die Runde ist abgeschlossen." in answer.text) == (status, True)
    assert Entry.objects.count() == before
    assert [parked.kind for parked in ledger.undecided(sitting)] == ["hand", "correct"]


def test_the_ledger_itself_refuses_hands_outside_the_round(event: Event) -> None:
    published = hall.publish(event)
    sitting = hall.table(published, 2)
    device = Credential.objects.create(sitting=sitting, secret_hash="x" * 64)
    for via in (Via.OWN, Via.DESK):
        with pytest.raises(ledger.RoundNotOpen) as early:
            ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(), via=via, credential=device)
        assert early.value.text.message == "The round has not begun."
    running.open_round(published)
    request: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": uuid.uuid4(),
        "raw": eine(),
        "hand_no": 1,
        "credential": device,
    }
    ledger.record_hand(**request)
    hall.end(published)
    with pytest.raises(ledger.RoundNotOpen) as late:
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(2), credential=device)
    assert late.value.text.message == "The round is closed."
    assert ledger.record_hand(**request).replay


def test_the_table_puts_its_last_hand_right_and_no_older_one(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    hall.play(sitting, 1, 2)
    assert phone.get(f"/t/{sitting.pk}/hand/2/").status_code == 200
    refused = phone.get(f"/t/{sitting.pk}/hand/1/")
    assert (refused.status_code, "Das macht die Turnierleitung" in refused.text) == (403, True)
    text = phone.get(f"/t/{sitting.pk}/").text
    assert f"/t/{sitting.pk}/hand/2/" in text
    assert f"/t/{sitting.pk}/hand/1/" not in text
    right = hand_form(sitting, eine(3), 2, seen=2)
    assert phone.post(f"/t/{sitting.pk}/hand/2/", right).status_code == 302
    assert phone.post(f"/t/{sitting.pk}/hand/1/", hand_form(sitting, eine(3), 1, seen=3)).status_code == 403


def test_the_table_hands_its_sheet_in_and_cannot_take_it_out_again(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    hall.play(sitting)
    assert phone.post(f"/t/{sitting.pk}/close/", {"sure": "1"}).status_code == 302
    assert Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert phone.post(f"/t/{sitting.pk}/close/", {"again": "1"}).status_code == 403
    assert "again" not in phone.get(f"/t/{sitting.pk}/").text


def test_the_laptop_writes_as_the_desk_and_the_sheet_says_so(event: Event, opened: Round) -> None:
    sitting = hall.table(opened, 2)
    desk = hall.laptop()
    text = desk.get(f"/t/{sitting.pk}/").text
    assert 'id="entry"' in text
    assert re.search(r"Runde 1\s+·\s+Turnierbüro", text)
    assert desk.post(f"/t/{sitting.pk}/", hand_form(sitting, eine())).status_code == 302
    entry = Entry.objects.get()
    assert (entry.via, entry.by, entry.credential) == (Via.DESK, "Turnierbüro", None)


def test_a_phone_that_is_put_out_only_watches_from_its_next_look_on(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    before = phone.get(f"/t/{sitting.pk}/").text
    assert news(phone, before).status_code == 304
    credentials.revoke(Credential.objects.get())
    answer = news(phone, before)
    assert (answer.status_code, 'id="entry"' in answer.text) == (200, False)


def test_codes_shown_at_a_table_are_those_of_its_card(event: Event, opened: Round) -> None:
    sitting, phone = hall.table(opened, 2), hall.scan(event, 2)
    text = phone.get(f"/t/{sitting.pk}/invite/").text
    assert credentials.event_typed_code(event, 2) in text
    assert credentials.event_typed_code(event, 2) not in Client().get(f"/t/{sitting.pk}/invite/").text
