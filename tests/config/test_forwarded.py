"""Behind a proxy: whose word about a visitor counts, and what is said when a header is missing."""

from __future__ import annotations

import fcntl
import itertools
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from config import forwarded, probing
from config.forwarded import Conduct, Seen
from config.security import client_address, visitor_address
from tests.config.loaded import FEDERATION, switchable
from tests.tournaments.club_builders import an_account_of
from tournaments.access import limits
from tournaments.models import Club
from tournaments.models.clubs import FIRST

HTTPS = {"X-Forwarded-Proto": "https", "Host": "punkte.example.org"}
INVENTED = "2001:db8::7"


@pytest.fixture(autouse=True)
def federation(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Behind one proxy on this machine, of which nothing is known yet."""
    for name, value in switchable(**FEDERATION).items():
        setattr(settings, name, value)
    settings.PROXY_FILE = tmp_path / "proxy.json"
    forwarded.forget()
    yield
    forwarded.forget()


def behind(settings: Any, **env: str) -> None:
    settings.PROFILE = switchable(**FEDERATION, **env)["PROFILE"]
    forwarded.forget()


def known(conduct: Conduct) -> None:
    forwarded.remember(Seen(conduct=conduct, settings=forwarded.under()))


def asked(rf: Any, forwarded_for: str, peer: str = "127.0.0.1") -> HttpRequest:
    headers = {"X-Forwarded-For": forwarded_for} if forwarded_for else {}
    request: HttpRequest = rf.get("/", REMOTE_ADDR=peer, headers=headers)
    return request


# What arrived of a visitor who has invented INVENTED, how many proxies are said to be ours; what it means.
JUDGED = {
    ("203.0.113.9", 1): Conduct.REPLACES,
    (f"{INVENTED},203.0.113.9", 1): Conduct.APPENDS,
    (INVENTED, 1): Conduct.PASSES,
    ("", 1): Conduct.MISSING,
    ("203.0.113.9,10.0.0.5", 1): Conduct.FURTHER,
    (f"{INVENTED},203.0.113.9,10.0.0.5", 1): Conduct.FURTHER,
    ("203.0.113.9,10.0.0.5", 2): Conduct.REPLACES,
    (f"{INVENTED},203.0.113.9,10.0.0.5", 2): Conduct.APPENDS,
    (f"{INVENTED},10.0.0.5", 2): Conduct.PASSES,
    (INVENTED, 2): Conduct.MISSING,
    ("203.0.113.9", 2): Conduct.MISSING,
}


@pytest.mark.parametrize(("header", "hops"), JUDGED)
def test_what_arrives_of_a_lie_says_how_the_proxy_behaves(header: str, hops: int) -> None:
    assert forwarded.judge(forwarded.entries_of(header), INVENTED, hops)[0] == JUDGED[header, hops]


@pytest.mark.parametrize("conduct", Conduct)
def test_only_an_honest_proxy_is_believed(rf: Any, conduct: Conduct) -> None:
    known(conduct)
    believed = "203.0.113.9" if conduct in forwarded.HONEST else "127.0.0.1"
    assert client_address(asked(rf, "203.0.113.9")) == believed


def test_what_a_visitor_has_sent_himself_never_counts(rf: Any) -> None:
    known(Conduct.APPENDS)
    assert client_address(asked(rf, "10.9.9.9, 203.0.113.9")) == "203.0.113.9"
    known(Conduct.REPLACES)  # then nothing of his can arrive: who knows what happened
    forwarded.forget()
    assert client_address(asked(rf, "10.9.9.9, 203.0.113.9")) == "127.0.0.1"


def test_of_several_own_proxies_the_first_one_saw_the_visitor(rf: Any, settings: Any) -> None:
    behind(settings, HOPS="2", PROXIES="10.0.0.0/24")
    known(Conduct.APPENDS)
    assert client_address(asked(rf, "1.2.3.4, 203.0.113.9, 198.51.100.1", "10.0.0.77")) == "203.0.113.9"
    assert client_address(asked(rf, "203.0.113.9", "10.0.0.77")) == "10.0.0.77", "too few"
    assert client_address(asked(rf, "1.2.3.4, 203.0.113.9, 198.51.100.1", "10.0.1.1")) == "10.0.1.1"


def test_what_was_found_out_for_other_settings_does_not_count(rf: Any, settings: Any) -> None:
    known(Conduct.APPENDS)
    behind(settings, HOPS="2")
    assert client_address(asked(rf, "203.0.113.9, 198.51.100.1")) == "127.0.0.1"


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8:1:2::3]:4711", "2001:db8:1:2::3"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("unknown", "127.0.0.1"),
        ("203.0.113.999", "127.0.0.1"),
    ],
)
def test_an_address_is_read_however_it_is_written(rf: Any, written: str, address: str) -> None:
    known(Conduct.REPLACES)
    assert visitor_address(asked(rf, written)) == address


def test_an_ipv6_visitor_is_his_network(rf: Any) -> None:
    known(Conduct.REPLACES)
    same = [client_address(asked(rf, f"2001:db8:1:2::{number:x}")) for number in range(1, 9)]
    assert set(same) == {"2001:db8:1:2::/64"}
    assert client_address(asked(rf, "2001:db8:1:3::1")) not in same


def test_the_log_says_so_once_a_minute(
    rf: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    known(Conduct.PASSES)
    now = itertools.count(1000.0, 10.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    with caplog.at_level(logging.WARNING):
        for number in range(7):
            client_address(asked(rf, f"203.0.113.{number}"))
    lines = [record.getMessage() for record in caplog.records]
    assert 1 <= len(lines) <= 3, "each asks the clock twice"
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in lines[0]


def invented() -> Iterator[str]:
    return (f"203.0.{number // 250}.{number % 250 + 1}" for number in itertools.count())


@pytest.mark.django_db
def test_wrong_logins_from_invented_addresses_are_refused(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    browser, addresses = Client(headers=HTTPS), invented()
    answers = [
        browser.post(
            "/desk/login/",
            {"username": f"anna{number % 3}", "password": "wrong"},
            headers={"X-Forwarded-For": next(addresses)},
        ).status_code
        for number in range(88)
    ]
    assert answers.count(429) >= 88 - 3 * 10 - 1
    assert answers[-1] == 429


@pytest.mark.django_db
def test_new_tables_from_invented_addresses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.NEW_TABLES_PER_ADDRESS, "burst", 3)
    browser, addresses = Client(headers=HTTPS), invented()
    browser.force_login(an_account_of(Club.objects.get(pk=FIRST)))
    statuses = [
        browser.post("/new/cego/", {}, headers={"X-Forwarded-For": next(addresses)}).status_code
        for _try in range(110)
    ]
    assert statuses.count(429) >= 110 - 3 - 10, "ten come back in a minute"
    assert statuses[-1] == 429


# --- A proxy that leaves something out ----------------------------------------------------------------------


MISSING = {
    "X-Forwarded-Proto": ({"Host": "punkte.example.org"}, "proxy_set_header X-Forwarded-Proto https;"),
    "a proto that is not so": (
        {"Host": "punkte.example.org", "X-Forwarded-Proto": "http", "Sec-Fetch-Mode": "navigate"},
        "proxy_set_header X-Forwarded-Proto https;",
    ),
    "Host, an address": (HTTPS | {"Host": "127.0.0.1:8000"}, "proxy_set_header Host $host;"),
    "Host, a name inside": (HTTPS | {"Host": "stammtisch"}, "proxy_set_header Host $host;"),
    "Host, our own port": (HTTPS | {"Host": "app.example.org:8000"}, "proxy_set_header Host $host;"),
}


@pytest.mark.parametrize("case", MISSING)
def test_a_missing_header_is_named_on_the_page_and_in_the_log(
    case: str, caplog: pytest.LogCaptureFixture
) -> None:
    headers, line = MISSING[case]
    with caplog.at_level(logging.WARNING):
        answer = Client(headers={"Accept-Language": "en", **headers}).get("/")
    assert answer.status_code == 503
    assert line in answer.content.decode()
    assert [
        line in record.getMessage() for record in caplog.records if record.name == "stammtisch.proxy"
    ] == [True]


def test_plain_http_of_a_visitor_is_still_sent_to_https() -> None:
    answer = Client(headers=HTTPS | {"X-Forwarded-Proto": "http"}).get("/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://punkte.example.org/")


def test_a_foreign_name_is_refused_in_words() -> None:
    answer = Client(headers=HTTPS | {"Host": "attacker.example", "Accept-Language": "en"}).get("/")
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"Host": "10.0.0.7:8000"}, {"Host": "nonsense_"}])
def test_a_probe_by_address_is_answered_without_noise(
    headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        answer = Client(headers=headers).get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not caplog.records


# --- Being a visitor who lies -------------------------------------------------------------------------------


class Proxy:
    """One that treats X-Forwarded-For in this way, before the server as Django's test client reaches it."""

    def __init__(self, treat: Any, peer: str = "127.0.0.1") -> None:
        self.treat, self.peer = treat, peer

    def fetched(self, url: str, at: str, headers: dict[str, str]) -> tuple[str, str]:
        sent = dict(headers)
        arrived = self.treat(sent.pop("X-Forwarded-For"), "198.51.100.4")
        passed = {"X-Forwarded-For": arrived} if arrived else {}
        answer = Client(headers={**HTTPS, **sent, **passed}).get("/healthz", REMOTE_ADDR=self.peer)
        return answer.content.decode(), ""


TREATMENTS = {
    Conduct.REPLACES: lambda sent, peer: peer,
    Conduct.APPENDS: lambda sent, peer: f"{sent}, {peer}",
    Conduct.PASSES: lambda sent, peer: sent,
    Conduct.MISSING: lambda sent, peer: "",
}


@pytest.mark.parametrize("conduct", TREATMENTS)
def test_a_probe_finds_out_how_the_proxy_behaves(
    conduct: Conduct, monkeypatch: pytest.MonkeyPatch, rf: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(probing, "_fetched", Proxy(TREATMENTS[conduct]).fetched)
    with caplog.at_level(logging.INFO):
        arrived = probing.find_out()
    assert arrived is not None
    assert (arrived.judged[0], arrived.proto, arrived.host) == (conduct, "https", "punkte.example.org")
    honest = conduct in forwarded.HONEST
    assert client_address(asked(rf, "203.0.113.9")) == ("203.0.113.9" if honest else "127.0.0.1")
    assert ("tells the truth" in caplog.text) is honest


def test_nothing_is_believed_of_a_machine_that_is_no_proxy_of_ours(
    monkeypatch: pytest.MonkeyPatch, rf: Any
) -> None:
    proxy = Proxy(TREATMENTS[Conduct.REPLACES], "10.0.0.5")
    monkeypatch.setattr(probing, "_fetched", proxy.fetched)
    arrived = probing.find_out()
    assert arrived is not None
    assert not arrived.peer_is_own
    assert forwarded.seen().conduct == Conduct.UNKNOWN


def test_who_has_not_our_key_learns_nothing_and_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    answer = Client(headers=HTTPS | {probing.HEADER: "invented"}).get("/healthz")
    assert answer.content == b"ok\n"
    monkeypatch.setattr(probing, "_fetched", lambda *_asked: ("ok", ""))
    with pytest.raises(probing.Unreachable):
        probing.probe("https://punkte.example.org")
    assert probing.find_out() is None


def test_a_watch_asks_until_it_knows_and_one_at_a_time(settings: Any) -> None:
    answers = iter([None, "known"])
    watch = probing.Watch(find=lambda: next(answers))  # type: ignore[arg-type, return-value]
    assert [watch.look(), watch.look()] == [False, True]
    forwarded.remember(Seen(Conduct.REPLACES, at=time.time(), settings=forwarded.under()))
    assert watch.look(), "known lately"
    with open(f"{settings.PROXY_FILE}.lock", "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert not watch.look()


def test_a_start_asks_anew_and_believes_what_it_knew_until_then(rf: Any) -> None:
    probing.look_anew()
    forwarded.remember(Seen(Conduct.REPLACES, at=time.time(), settings=forwarded.under()))
    probing.look_anew()
    forwarded.forget()
    assert (forwarded.seen().at, forwarded.seen().conduct) == (0.0, Conduct.REPLACES)
