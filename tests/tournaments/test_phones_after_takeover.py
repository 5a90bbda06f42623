"""Phones go on at the spare laptop, which does not know everything that the first one knew.

Nothing is lost, nothing counts twice, and what a phone is told is true.
"""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import a_round, an_event
from tests.tournaments.test_outbox import OUTBOX, sends
from tests.tournaments.test_recovering import forget, journal_of, ledger_in_order, offer
from tests.tournaments.visitors import a_writer, hand_form
from tournaments.following.authority import hand_over, take_over
from tournaments.following.sealing import seal
from tournaments.models import Entry, Parked, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.sitting(first_dealer=4)]

REFUSED = "Stammtisch-Refused"


@pytest.fixture
def copy(sitting: Sitting, writer: Client) -> dict[str, Any]:
    """What a phone keeps of two hands, of which the spare laptop has the first."""
    record(sitting, eine(1))
    record(sitting, eine(2))
    sheet = journal_of(writer, sitting)
    forget(sitting, 1)
    return sheet


def hands(sitting: Sitting) -> list[int | None]:
    return list(Entry.objects.filter(sitting=sitting).order_by("seq").values_list("hand_no", flat=True))


def test_a_hand_waits_on_its_phone_until_the_one_before_has_come(
    sitting: Sitting, writer: Client, copy: dict[str, Any]
) -> None:
    asked = str(uuid.uuid4())
    for _try in range(2):  # its script asks again and again
        early = sends(sitting, writer, eine(3), 3, entry=asked, seen=2)
        assert early.status_code == 409
        assert early[REFUSED] == "out_of_order"
        assert "Stammtisch-Parked" not in early
        assert "Stammtisch-Entry" not in early
    assert hands(sitting) == [1]
    assert not Parked.objects.exists()
    assert len(offer(a_writer(sitting), sitting.pk, copy)["taken"]) == 1  # any phone of the table
    for _try in range(2):
        answer = sends(sitting, writer, eine(3), 3, entry=asked, seen=2)
        assert answer.status_code == 200
        assert answer["Stammtisch-Entry"].split()[:2] == [asked, "3"]
        assert REFUSED not in answer
    assert hands(sitting) == [1, 2, 3]
    assert ledger_in_order(sitting)


def test_a_hand_without_its_forerunner_waits_until_somebody_has_entered_that(
    sitting: Sitting, writer: Client, copy: dict[str, Any]
) -> None:
    asked = str(uuid.uuid4())
    assert sends(sitting, writer, eine(3), 3, entry=asked, seen=2)[REFUSED] == "out_of_order"
    assert sends(sitting, a_writer(sitting), eine(2), 2, seen=1).status_code == 200
    assert sends(sitting, writer, eine(3), 3, entry=asked, seen=2).status_code == 200
    outcome = offer(writer, sitting.pk, copy)
    assert (outcome["taken"], outcome["aside"]) == ([], [])
    assert hands(sitting) == [1, 2, 3]


@pytest.mark.parametrize("first", ["outbox", "journal"])
def test_a_hand_whose_answer_was_lost_counts_once_in_either_order(
    sitting: Sitting, writer: Client, copy: dict[str, Any], first: str
) -> None:
    """One phone still has it to send, another one has seen it on the first laptop's sheet."""
    asked, ways = copy["entries"][1]["id"], ["outbox", "journal"]
    for way in (first, *[each for each in ways if each != first]):
        if way == "outbox":
            assert sends(sitting, writer, eine(2), 2, entry=asked, seen=1).status_code == 200
        else:
            offer(a_writer(sitting), sitting.pk, copy)
    assert hands(sitting) == [1, 2]
    assert str(Entry.objects.get(seq=2).pk) == asked
    assert not Parked.objects.exists()


def test_a_laptop_that_leads_no_longer_says_so_and_keeps_nothing() -> None:
    event = an_event(here=8)
    a_round(event)
    table = event.sittings.order_by("number")[0]
    record(table, eine(1))
    phone, asked = a_writer(table), str(uuid.uuid4())
    seal(event)
    hand_over(event, uuid.uuid4())
    answer = sends(table, phone, eine(2), 2, entry=asked, seen=1)
    assert answer.status_code == 409
    assert answer[REFUSED] == "led_elsewhere"
    assert hands(table) == [1]
    assert not Parked.objects.exists()
    take_over(event)
    assert sends(table, phone, eine(2), 2, entry=asked, seen=1).status_code == 200
    assert hands(table) == [1, 2]


def test_the_page_has_a_sentence_for_each_of_them(sitting: Sitting, writer: Client) -> None:
    page = writer.get(f"/t/{sitting.pk}/").text
    for word in ("out_of_order", "led_elsewhere"):
        assert f'data-trouble="{word}"' in page


def test_only_the_script_is_told_in_a_programs_word(
    sitting: Sitting, writer: Client, copy: dict[str, Any]
) -> None:
    form = hand_form(sitting, eine(3), 3, seen=2)
    assert REFUSED not in writer.post(f"/t/{sitting.pk}/", form)
    assert REFUSED in writer.post(f"/t/{sitting.pk}/", form, headers=OUTBOX)
