"""How often somebody may try: at once, after a pause, and what the answer says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests.config.loaded import FEDERATION, switchable
from tests.tournaments.builders import a_sitting
from tests.tournaments.visitors import a_stranger, named
from tournaments.access import credentials, limits
from tournaments.access.limits import Limit


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a busy machine takes for a few requests: nobody gets his tries back meanwhile."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 1000.0))


def tries(limit: Limit, key: str, times: int, now: float) -> int:
    """How many of so many tries at one moment are allowed."""
    return sum(limit.allows(key, now) for _try in range(times))


def test_a_burst_is_allowed_and_no_more() -> None:
    assert tries(Limit(burst=3, per_minute=60), "here", 10, now=0.0) == 3


def test_tries_come_back_with_time_but_never_more_than_a_burst() -> None:
    limit = Limit(burst=3, per_minute=60)
    tries(limit, "here", 3, now=0.0)
    assert tries(limit, "here", 10, now=1.0) == 1
    assert tries(limit, "here", 10, now=1.5) == 0
    assert tries(limit, "here", 10, now=10_000.0) == 3


def test_somebody_else_is_not_affected() -> None:
    limit = Limit(burst=1, per_minute=1)
    tries(limit, "here", 5, now=0.0)
    assert limit.allows("there", 0.0)


def test_refused_tries_do_not_prolong_the_pause() -> None:
    limit = Limit(burst=1, per_minute=60)
    for moment in range(10):
        limit.allows("here", moment / 10)
    assert limit.allows("here", 1.0)


def test_a_flood_of_keys_does_not_fill_the_memory() -> None:
    limit = Limit(burst=1, per_minute=1)
    for number in range(25_000):
        limit.allows(str(number), 0.0)
    assert len(limit._buckets) <= 10_001


@pytest.mark.django_db
def test_guessing_codes_ends_with_a_pause_to_keep(client: Client) -> None:
    sitting = a_sitting()
    guess = {"table": str(sitting.pk), "key": "AAAA-AAAA"}
    statuses = [client.post("/j", guess).status_code for _try in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    refused = client.post("/j", {**guess, "key": credentials.typed_code(sitting)})
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert credentials.cookie_name(sitting) not in refused.cookies
    elsewhere = client.post(
        "/j", {**guess, "key": credentials.typed_code(sitting)}, REMOTE_ADDR="192.168.1.20"
    )
    assert elsewhere.status_code == 302


@pytest.mark.django_db
def test_a_table_is_protected_from_guessing_by_many(client: Client) -> None:
    sitting = a_sitting()
    statuses = [
        client.post(
            "/j", {"table": str(sitting.pk), "key": "AAAA-AAAA"}, REMOTE_ADDR=f"192.168.1.{device}"
        ).status_code
        for device in range(1, 23)
    ]
    assert statuses == [403] * 20 + [429] * 2


@pytest.mark.django_db
def test_looking_at_pages_is_not_limited(client: Client) -> None:
    for _look in range(40):
        assert client.get("/j").status_code == 200
        assert client.get("/new/cego/").status_code == 200


@pytest.mark.django_db
def test_opening_tables_without_end_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.NEW_TABLES_PER_ADDRESS, "burst", 2)
    answers = [client.post("/new/cego/", named()) for _try in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert answers[-1]["Retry-After"] == "60"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/j", "/new/cego/"])
def test_behind_a_proxy_each_visitor_is_counted_alone(
    settings: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """All of them come from the proxy's address; a club that guesses must not shut out the others."""
    for name, value in switchable(**FEDERATION).items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = ["testserver"]
    for limit in (limits.CLAIMS_PER_ADDRESS, limits.NEW_TABLES_PER_ADDRESS):
        monkeypatch.setattr(limit, "burst", 1)
    browser = a_stranger(headers={"X-Forwarded-Proto": "https"})

    def status(visitor: str, number: int) -> int:
        form = {"table": str(number), "key": "no"} if address == "/j" else named()
        return browser.post(address, form, headers={"X-Forwarded-For": visitor}).status_code

    assert status("203.0.113.1", 1) != 429
    assert status("203.0.113.1", 2) == 429
    assert status("203.0.113.2", 3) != 429
