"""Keys, codes and secrets: long enough, different everywhere, stored nowhere in the clear."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import RequestFactory

from tests.tournaments.builders import a_sitting
from tournaments.access import credentials
from tournaments.models import Credential, Sitting

pytestmark = pytest.mark.django_db


def asking(sitting: Sitting, secret: str) -> Credential | None:
    request = RequestFactory().get("/")
    request.COOKIES[credentials.cookie_name(sitting)] = secret
    return credentials.credential_of(request, sitting)


def test_the_key_has_130_bits_and_the_typed_code_40(sitting: Sitting) -> None:
    assert re.fullmatch(r"[A-Z2-7]{26}", credentials.table_key(sitting))
    assert re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}", credentials.typed_code(sitting))
    assert credentials.typed_code(sitting).replace("-", "") not in credentials.table_key(sitting)


def test_no_two_tables_share_a_key_or_a_code() -> None:
    sittings = [a_sitting("cabo", seats=2) for _table in range(20)]
    assert len({credentials.table_key(sitting) for sitting in sittings}) == 20
    assert len({credentials.typed_code(sitting) for sitting in sittings}) == 20


def test_another_installation_has_other_keys_for_the_same_table(sitting: Sitting, settings: Any) -> None:
    before = (credentials.table_key(sitting), credentials.typed_code(sitting))
    settings.SECRET_KEY = "another laptop"
    assert not set(before) & {credentials.table_key(sitting), credentials.typed_code(sitting)}


def test_a_key_can_be_printed_again_after_a_restart(sitting: Sitting) -> None:
    assert credentials.table_key(Sitting.objects.get()) == credentials.table_key(sitting)


def test_changing_the_lock_makes_old_keys_and_codes_useless(sitting: Sitting) -> None:
    key, code = credentials.table_key(sitting), credentials.typed_code(sitting)
    sitting.key_generation += 1
    sitting.save()
    assert not credentials.opens(sitting, key)
    assert not credentials.opens(sitting, code)
    assert credentials.opens(sitting, credentials.table_key(sitting))


def test_keys_are_stored_nowhere(sitting: Sitting) -> None:
    credentials.claim(sitting)
    stored = str(list(Sitting.objects.values())) + str(list(Credential.objects.values()))
    assert credentials.table_key(sitting) not in stored
    assert credentials.typed_code(sitting).replace("-", "") not in stored


def test_the_secret_opens_its_own_table_only(sitting: Sitting) -> None:
    other = a_sitting()
    secret = credentials.claim(sitting, label="phone")
    assert asking(sitting, secret) == Credential.objects.get()
    assert asking(other, secret) is None


def test_a_secret_is_long_different_each_time_and_kept_as_a_hash(sitting: Sitting) -> None:
    secrets = {credentials.claim(sitting) for _device in range(50)}
    assert len(secrets) == 50
    assert min(map(len, secrets)) >= 43
    stored = set(Credential.objects.values_list("secret_hash", flat=True))
    assert not stored & secrets
    assert {len(secret_hash) for secret_hash in stored} == {64}


def test_the_stored_hash_opens_nothing(sitting: Sitting) -> None:
    credentials.claim(sitting)
    assert asking(sitting, Credential.objects.get().secret_hash) is None


@pytest.mark.parametrize("secret", ["", " ", "nonsense", "\0", "ä" * 100, "x" * 10_000])
def test_a_made_up_secret_opens_nothing(sitting: Sitting, secret: str) -> None:
    credentials.claim(sitting)
    assert asking(sitting, secret) is None


def test_a_secret_that_was_taken_back_opens_nothing_from_then_on(sitting: Sitting) -> None:
    first, second = credentials.claim(sitting), credentials.claim(sitting)
    credential = asking(sitting, first)
    assert credential is not None
    credentials.revoke(credential)
    assert asking(sitting, first) is None
    assert asking(sitting, second) is not None


def test_a_long_name_of_a_browser_is_cut(sitting: Sitting) -> None:
    credentials.claim(sitting, label="x" * 500)
    assert Credential.objects.get().label == "x" * 60


@pytest.mark.parametrize(
    ("host", "local_addresses", "base"),
    [
        ("club.test:8000", ["192.168.1.5"], "http://club.test:8000"),
        ("192.168.1.5", ["192.168.1.5"], "http://192.168.1.5"),
        ("localhost", ["192.168.1.5"], "http://192.168.1.5"),
        ("127.0.0.1:8000", ["192.168.1.5"], "http://192.168.1.5:8000"),
        ("[::1]:8000", ["192.168.1.5"], "http://192.168.1.5:8000"),
        ("[::1]", ["192.168.1.5"], "http://192.168.1.5"),
        ("localhost:8000", [], "http://localhost:8000"),
    ],
)
def test_addresses_for_other_phones_are_never_this_laptop_s_own(
    host: str, local_addresses: list[str], base: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr("config.addresses.own_addresses", lambda: local_addresses)
    assert credentials.public_base(RequestFactory().get("/", headers={"Host": host})) == base


def test_a_server_is_reached_by_the_name_it_was_called_by(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    request = RequestFactory().get("/", headers={"Host": "localhost:8123"})
    assert credentials.public_base(request) == "http://localhost:8123"
