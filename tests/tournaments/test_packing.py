"""Which pages are compressed: those that hold no secret, by a list, and no other."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config.packing import Packing
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.visitors import a_writer

pytestmark = pytest.mark.django_db

NO_SECRETS = {
    *("home", "new", "table", "correct", "hands", "extra", "calculate", "numbers", "paper", "proof"),
    *("rules-overview", "rules", "table-rules", "rules-edit", "rules-compare"),
    *("event", "event-me", "person", "event-rounds", "event-round", "event-standings"),
    *("event-corrections", "event-table", "event-numbers", "event-checksum", "event-pay", "confirm", "works"),
    *("cash", "season", "season-person", "season-calendar", "matchday", "ending", "event-ending"),
}
PACKED = {"Accept-Encoding": "gzip, deflate"}


def patterns(resolver: Any) -> list[URLPattern]:
    leaves: list[URLPattern] = []
    for each in resolver.url_patterns:
        leaves += patterns(each) if isinstance(each, URLResolver) else [each]
    return leaves


def test_whoever_adds_a_page_to_the_compressed_ones_says_so_here() -> None:
    marked = {
        each.name for each in patterns(get_resolver()) if getattr(each.callback, "holds_no_secrets", False)
    }
    assert marked == NO_SECRETS


def test_a_table_is_compressed_and_says_the_same(client: Client) -> None:
    sitting = a_sitting()
    record(sitting, eine())
    address = reverse("hands", args=[sitting.pk])
    plain, packed = client.get(address), client.get(address, headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content)
    assert "Content-Encoding" not in plain.headers
    unmasked = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
    assert unmasked.sub(b"", gzip.decompress(packed.content)) == unmasked.sub(b"", plain.content)


def test_tokens_of_forms_are_written_anew_into_each_answer() -> None:
    sitting = a_sitting()
    phone = a_writer(sitting)
    tokens = set()
    for _turn in range(2):
        page = gzip.decompress(phone.get(reverse("table", args=[sitting.pk]), headers=PACKED).content)
        tokens |= set(re.findall(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page))
    assert len(tokens) == 2


def test_what_holds_a_code_is_sent_as_it_is() -> None:
    sitting = a_sitting()
    response = a_writer(sitting).get(reverse("invite", args=[sitting.pk]), headers=PACKED)
    assert b'class="code"' in response.content
    assert "Content-Encoding" not in response.headers


def test_the_length_is_blurred(client: Client) -> None:
    address = reverse("hands", args=[a_sitting().pk])
    lengths = {len(client.get(address, headers=PACKED).content) for _turn in range(12)}
    assert len(lengths) > 3
    assert Packing.max_random_bytes >= 100
