"""What a phone is told that has kept its hands until the laptop answered."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import a_sitting, close, eine, record, totals
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments.ledger.receipts import receipt_of
from tournaments.models import Entry, Sitting, Via

pytestmark = [pytest.mark.django_db, pytest.mark.sitting(first_dealer=4)]

OUTBOX = {"Stammtisch-Outbox": "1"}
TYPED = 1_763_856_000_123  # milliseconds


def sends(sitting: Sitting, writer: Client, raw: dict[str, Any], hand: int = 1, **control: Any) -> Any:
    """As the script of the table's page does; without what only the laptop knew, if `ahead` names it."""
    sent = hand_form(sitting, raw, hand, **{"claimed": TYPED, **control})
    for name in str(control.get("ahead", "")).split("+"):
        sent.pop(name, None)
    return writer.post(f"/t/{sitting.pk}/", sent, headers=OUTBOX)


def test_a_saved_hand_is_named_with_its_place_and_a_receipt(sitting: Sitting, writer: Client) -> None:
    asked = str(uuid.uuid4())
    first, again = (sends(sitting, writer, eine(1, 47), entry=asked) for _try in range(2))
    entry = Entry.objects.get(pk=asked)
    for answer in (first, again):
        assert answer.status_code == 200
        assert answer["Stammtisch-Entry"] == f"{asked} 1 {receipt_of(entry)}"
        assert answer.text.lstrip().startswith("<main")
        assert 'name="hand" value="2"' in answer.text
    assert entry.claimed_at == datetime.datetime.fromtimestamp(TYPED / 1000, datetime.UTC)
    assert totals(sitting) == [6, 0, 0, 0]


def test_the_same_hand_of_another_phone_is_saved_for_both(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1, 47))
    asked = str(uuid.uuid4())
    answer = sends(sitting, writer, eine(1, 47), entry=asked)
    assert answer["Stammtisch-Entry"].split()[:2] == [asked, "1"]
    assert Entry.objects.count() == 1


def test_another_version_is_put_aside_and_named(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1, 47))
    asked = str(uuid.uuid4())
    answer = sends(sitting, writer, eine(2, 52), entry=asked)
    assert answer.status_code == 409
    assert answer["Stammtisch-Parked"].split()[0] == asked
    assert "Stammtisch-Entry" not in answer
    assert asked in answer.text  # as long as it waits, the page says so to the phone's list


@pytest.mark.parametrize("raw", [{"points": 71}, {"points": None}], ids=["impossible", "not answered"])
def test_what_is_no_hand_is_named_as_nothing(sitting: Sitting, writer: Client, raw: dict[str, Any]) -> None:
    answer = sends(sitting, writer, {**eine(1, 47), **raw})
    assert answer.status_code == 422
    assert not {"Stammtisch-Entry", "Stammtisch-Parked"} & set(answer.headers)
    assert totals(sitting) == [0, 0, 0, 0]


def test_who_may_only_watch_keeps_what_he_has(sitting: Sitting) -> None:
    answer = sends(sitting, a_stranger(), eine(1, 47))
    assert answer.status_code == 403
    assert not {"Stammtisch-Entry", "Stammtisch-Parked"} & set(answer.headers)


@pytest.mark.parametrize("claimed", ["", "soon", "-5", "9" * 15, "9" * 400])
def test_a_phone_may_say_any_time(sitting: Sitting, writer: Client, claimed: str) -> None:
    assert sends(sitting, writer, eine(1, 47), claimed=claimed).status_code == 200
    assert Entry.objects.get().claimed_at is None


def test_who_deals_is_known_when_the_hand_before_has_arrived(sitting: Sitting, writer: Client) -> None:
    """The phone has entered two hands ahead, and could not know who deals the second."""
    ids = [str(uuid.uuid4()) for _hand in range(2)]
    for _try in range(2):  # also what is sent again says the same
        for number, asked in enumerate(ids, start=1):
            answer = sends(sitting, writer, eine(1, 47), number, entry=asked, ahead="dealer+sitting")
            assert answer["Stammtisch-Entry"].split()[:2] == [asked, str(number)]
    assert [entry.payload["dealer"] for entry in Entry.objects.order_by("seq")] == [4, 1]


def test_what_somebody_has_answered_ahead_counts(sitting: Sitting, writer: Client) -> None:
    sent = hand_form(sitting, {**eine(1, 47), "dealer": 2}, ahead="dealer")
    assert writer.post(f"/t/{sitting.pk}/", sent, headers=OUTBOX).status_code == 200
    assert Entry.objects.get().payload["dealer"] == 2


def test_names_that_nobody_knows_ahead_fill_nothing(sitting: Sitting, writer: Client) -> None:
    answer = sends(sitting, writer, eine(1, 47), ahead="nothing+points+")
    assert answer.status_code == 422
    assert sends(sitting, writer, eine(1, 47), 0, ahead="dealer").status_code in (409, 422)


def test_a_hand_that_another_phone_has_passed_on_says_so(sitting: Sitting, writer: Client) -> None:
    assert sends(sitting, writer, eine(1, 47), via="handover").status_code == 200
    entry = Entry.objects.get()
    assert (entry.via, entry.credential is not None) == (Via.HANDOVER, True)


def test_nobody_says_of_himself_that_he_is_the_desk(sitting: Sitting, writer: Client) -> None:
    assert sends(sitting, writer, eine(1, 47), via="desk").status_code == 200
    assert Entry.objects.get().via == Via.OWN


def test_a_hand_passed_on_comes_too_late_like_any_other() -> None:
    sitting = a_sitting()
    record(sitting, eine(1, 47))
    close(sitting)
    answer = sends(sitting, a_writer(sitting), eine(2, 52), 2, via="handover")
    assert answer.status_code == 409
    assert "Stammtisch-Parked" in answer


def test_a_preview_says_that_no_further_hand_is_taken(sitting: Sitting, writer: Client) -> None:
    """The phone does not offer a next one, if the laptop is silent then."""
    Sitting.objects.filter(pk=sitting.pk).update(hands_limit=2)
    asked = {**hand_form(sitting, eine(1, 47)), "part": "preview"}
    shown = [writer.get(f"/t/{sitting.pk}/", asked, headers={"HX-Request": "true"}).text]
    record(sitting, eine(1, 47))
    shown.append(writer.get(f"/t/{sitting.pk}/", asked, headers={"HX-Request": "true"}).text)
    assert ["data-last" in text for text in shown] == [False, True]
