"""Keys on the cards of the tables in the hall: valid for the whole event, one per table, stored nowhere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import RequestFactory

from tests.tournaments.event_builders import an_event
from tournaments.access import credentials
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_a_card_has_a_key_of_130_bits_and_a_typed_code_of_40(event: Event) -> None:
    assert re.fullmatch(r"[A-Z2-7]{26}", credentials.event_table_key(event, 7))
    assert re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}", credentials.event_typed_code(event, 7))


def test_no_two_tables_of_no_two_events_share_a_key_or_a_code(event: Event) -> None:
    events = [event, an_event(title="Other")]
    cards = [(evening, number) for evening in events for number in range(1, 31)]
    assert len({credentials.event_table_key(*card) for card in cards}) == 60
    assert len({credentials.event_typed_code(*card) for card in cards}) == 60


def test_a_card_can_be_printed_again_after_a_restart(event: Event) -> None:
    again = Event.objects.get(pk=event.pk)
    assert credentials.event_table_key(again, 3) == credentials.event_table_key(event, 3)
    assert credentials.event_typed_code(again, 3) == credentials.event_typed_code(event, 3)


def test_key_and_code_open_their_own_table_only(event: Event) -> None:
    for secret in (credentials.event_table_key(event, 3), credentials.event_typed_code(event, 3).lower()):
        assert credentials.event_opens(event, 3, secret)
        assert not credentials.event_opens(event, 4, secret)


def test_new_keys_make_the_old_cards_useless(event: Event) -> None:
    old = credentials.event_table_key(event, 3), credentials.event_typed_code(event, 3)
    event.key_generation += 1
    assert not any(credentials.event_opens(event, 3, secret) for secret in old)


def test_the_address_on_a_card_fits_a_small_code(event: Event, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", headers={"Host": "192.168.178.120:8000"})
    address = credentials.event_join_address(request, event, 12)
    assert address.endswith(f"/j#e{event.pk}.12-{credentials.event_table_key(event, 12)}")
    assert len(address) <= 80
