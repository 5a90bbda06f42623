"""How often somebody may try: at once, after a pause, and what the answer says."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from config import forwarded
from tests.config.loaded import FEDERATION, switchable
from tests.tournaments.builders import a_sitting, eine
from tests.tournaments.club_builders import an_account_of
from tests.tournaments.visitors import a_stranger, a_writer, hand_form, named
from tournaments.access import credentials, limits
from tournaments.access.limits import Limit
from tournaments.models import Club, Entry, Player, Sitting
from tournaments.models.clubs import FIRST


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
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    """All of them come from the proxy's address; a club that guesses must not shut out the others."""
    for name, value in switchable(**FEDERATION).items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = ["testserver"]
    for limit in (limits.CLAIMS_PER_ADDRESS, limits.NEW_TABLES_PER_ADDRESS):
        monkeypatch.setattr(limit, "burst", 1)
    settings.PROXY_FILE = tmp_path / "proxy.json"
    forwarded.remember(forwarded.Seen(forwarded.Conduct.REPLACES, settings=forwarded.under()))
    browser = a_stranger(headers={"X-Forwarded-Proto": "https"})
    if address != "/j":  # tables are opened in a club
        browser.force_login(an_account_of(Club.objects.get(pk=FIRST)))

    def status(visitor: str, number: int) -> int:
        form = {"table": str(number), "key": "no"} if address == "/j" else named()
        return browser.post(address, form, headers={"X-Forwarded-For": visitor}).status_code

    assert status("203.0.113.1", 1) != 429
    assert status("203.0.113.1", 2) == 429
    assert status("203.0.113.2", 3) != 429


# --- what phones do by themselves -----------------------------------------------------------------------


@pytest.fixture
def usual_pace(settings: Any) -> None:
    settings.PHONE_PACE = 1


def flood(phone: Client, sitting: Sitting, times: int, **headers: str) -> list[Any]:
    """So many hands, each for the same number: the first is saved, the others differ from it."""
    forms = [hand_form(sitting, eine(1 + number % 4)) for number in range(times)]
    return [phone.post(f"/t/{sitting.pk}/", form, headers=headers) for form in forms]


@pytest.mark.usefixtures("usual_pace")
def test_a_phone_may_send_what_it_has_kept_and_no_more_at_once(sitting: Sitting) -> None:
    answers = flood(a_writer(sitting), sitting, 22)
    assert [answer.status_code for answer in answers].count(429) == 2
    assert Entry.objects.count() == 1
    slower = answers[-1]
    assert slower["Retry-After"] == "1"
    assert "Es geht nichts verloren: in 1 Sekunde noch einmal versuchen." in slower.text
    assert 'id="entry"' in slower.text  # with what was typed
    assert re.search(r'name="points"[^>]*value="47"', slower.text)


@pytest.mark.usefixtures("usual_pace")
def test_another_phone_of_the_table_and_the_desk_are_not_held_up(sitting: Sitting) -> None:
    flood(a_writer(sitting), sitting, 22)
    assert flood(a_writer(sitting), sitting, 1)[0].status_code != 429


@pytest.mark.usefixtures("usual_pace")
def test_all_phones_of_a_table_together_have_a_limit_too(sitting: Sitting) -> None:
    statuses = [answer.status_code for _phone in range(4) for answer in flood(a_writer(sitting), sitting, 16)]
    assert statuses.count(429) == 4


@pytest.mark.usefixtures("usual_pace")
def test_robots_of_a_rehearsal_play_as_fast_as_they_can(sitting: Sitting) -> None:
    Player.objects.update(robot=True)
    assert 429 not in [answer.status_code for answer in flood(a_writer(sitting), sitting, 22)]


@pytest.mark.usefixtures("usual_pace")
def test_a_phones_script_is_told_in_seconds_and_keeps_its_hand(sitting: Sitting) -> None:
    answer = flood(a_writer(sitting), sitting, 21, **{"Stammtisch-Outbox": "1"})[-1]
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert answer.json()["retry_after"] == 1
    assert "Es geht nichts verloren" in answer.json()["error"]


@pytest.mark.usefixtures("usual_pace")
def test_a_device_that_asks_without_end_is_told_to_wait(sitting: Sitting) -> None:
    phone = a_writer(sitting)
    looks = [phone.get(f"/t/{sitting.pk}/?part=live") for _look in range(12)]
    assert [look.status_code for look in looks] == [200] * 10 + [429] * 2
    assert looks[-1]["Retry-After"] == "1"
    assert a_writer(sitting).get(f"/t/{sitting.pk}/?part=live").status_code == 200
    assert phone.get(f"/t/{sitting.pk}/").status_code == 200  # the page itself is never refused


@pytest.mark.usefixtures("usual_pace")
def test_it_is_told_to_wait_also_where_nothing_is_new(sitting: Sitting) -> None:
    phone = a_writer(sitting)
    shown = {"If-None-Match": phone.get(f"/t/{sitting.pk}/?part=live")["ETag"]}
    looks = [phone.get(f"/t/{sitting.pk}/?part=live", headers=shown) for _look in range(12)]
    assert [look.status_code for look in looks] == [304] * 9 + [429] * 3
    assert looks[-1]["Retry-After"] == "1"


def test_a_hand_that_is_larger_than_a_hand_is_not_read(sitting: Sitting) -> None:
    phone = a_writer(sitting)
    form = {**hand_form(sitting, eine()), "note": "x" * 9_000}
    assert phone.post(f"/t/{sitting.pk}/", form).status_code == 413
    assert not Entry.objects.exists()
    assert phone.post(f"/t/{sitting.pk}/rules/", {"name": "Ours", "note": "x" * 9_000}).status_code != 413


@pytest.mark.django_db
def test_a_script_that_guesses_gets_the_pause_as_json(client: Client) -> None:
    guess = {"table": "1", "key": "AAAA-AAAA"}
    answers = [client.post("/j", guess, headers={"Accept": "application/json"}) for _try in range(11)]
    assert (answers[-1].status_code, answers[-1].json()["retry_after"]) == (429, 60)


def test_what_protects_something_is_counted_by_all_workers_together() -> None:
    """Limits without a name are each worker's own: of looking, and of nothing else."""
    looking = {id(limits.LOOKS_PER_DEVICE), id(limits.LOOKS_PER_ADDRESS)}
    alone = [limit for limit in limits.all_limits() if not limit.name]
    assert {id(limit) for limit in alone} == looking
    names = [limit.name for limit in limits.all_limits() if limit.name]
    assert len(names) == len(set(names))
