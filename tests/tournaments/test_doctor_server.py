"""The doctor at a server of many clubs: database, tables, proxy, mails, copies, clocks, workers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

from config import forwarded, probing
from config.env import Env
from config.probing import Arrived, Unreachable
from tests.config.loaded import FEDERATION, switchable
from tests.server import free_port
from tests.tournaments.copies import data as data
from tournaments.safekeeping import neighbours
from tournaments.safekeeping.backups.making import PREFIX, home
from tournaments.safekeeping.examining import examine, server
from tournaments.safekeeping.examining.findings import LaptopFinding, Level

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data", "federation", "in_english")]

Looks = Callable[[], Iterator[LaptopFinding]]


@pytest.fixture
def federation(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Only what the doctor reads: the database stays what it is."""
    settings.PROFILE = switchable(**FEDERATION)["PROFILE"]
    settings.PROXY_FILE = tmp_path / "proxy.json"
    forwarded.forget()
    yield
    forwarded.forget()


def sentences_of(look: Looks) -> dict[str, Level]:
    """What it says, and how bad it is."""
    return {finding.sentence: finding.level for finding in look()}


def only(look: Looks) -> tuple[Level, str]:
    (finding,) = look()
    return finding.level, finding.sentence


def answering(monkeypatch: pytest.MonkeyPatch, **answers: Any) -> None:
    """PostgreSQL, as far as its answers go; each belongs to a word in the question."""
    monkeypatch.setattr(server, "connection", SimpleNamespace(vendor="postgresql"))

    def row(query: str) -> tuple[Any, ...]:
        return next(answer for word, answer in answers.items() if word in query)

    monkeypatch.setattr(server, "_row", row)


# In recovery, standbys to wait for, synchronous_commit, (all, level with us, hidden): how bad, what is said.
PRIMARIES = {
    (True, "", "on", (0, 0, 0)): (Level.BAD, "target_session_attrs=read-write"),
    (False, "", "on", (0, 0, 0)): (Level.FINE, "without a standby"),
    (False, "", "on", (1, 0, 0)): (Level.FINE, "1 standby follows. None of them"),
    (False, "s1", "on", (2, 1, 0)): (Level.FINE, "2 standbys follow. What is saved"),
    (False, "s1", "on", (1, 0, 0)): (Level.BAD, "whoever saves, waits"),
    (False, "s1", "on", (1, 0, 1)): (Level.LOOK, "GRANT pg_read_all_stats TO stammtisch;"),
    (False, "s1", "local", (1, 1, 0)): (Level.LOOK, "synchronous_commit=local"),
}


@pytest.mark.parametrize("case", PRIMARIES)
def test_primary_and_standby(case: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    recovery, names, commit, standbys = case
    answering(
        monkeypatch,
        pg_is_in_recovery=(recovery,),
        synchronous_standby_names=(names,),
        synchronous_commit=(commit,),
        pg_stat_replication=standbys,
        current_user=("stammtisch",),
    )
    level, sentence = only(server.primary)
    assert level == PRIMARIES[case][0]
    assert PRIMARIES[case][1] in sentence


def test_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(server.migrations) == (Level.FINE, "They fit the program.")
    newer = [("tournaments", "0099_newer")]
    monkeypatch.setattr(neighbours, "unknown", lambda loader: newer)
    assert only(server.migrations)[0] == Level.BAD
    monkeypatch.setattr(neighbours, "is_understood", lambda loader, newer: True)
    assert only(server.migrations)[0] == Level.LOOK
    monkeypatch.setattr(neighbours, "taken", lambda loader: ["0001_initial"])
    level, sentence = only(server.migrations)
    assert level == Level.BAD
    assert "0002_when_something_goes_wrong" in sentence


GOOD = Arrived(
    url="https://punkte.example.org",
    invented="2001:db8::7",
    forwarded=["203.0.113.9"],
    proto="https",
    host="punkte.example.org",
    peer="127.0.0.1",
    peer_is_own=True,
)
PROXIES = {
    "all is well": (GOOD, {Level.FINE}, "truly who asks"),
    "it passes on": (replace(GOOD, forwarded=["2001:db8::7"]), {Level.FINE, Level.BAD}, "invent"),
    "it says nothing": (replace(GOOD, forwarded=[]), {Level.FINE, Level.BAD}, "names no visitor"),
    "further": (replace(GOOD, forwarded=["203.0.113.9", "10.0.0.5"]), {Level.FINE, Level.BAD}, "HOPS=2"),
    "a stranger": (replace(GOOD, peer="10.0.0.5", peer_is_own=False), {Level.FINE, Level.BAD}, "10.0.0.5"),
    "no proto": (replace(GOOD, proto=""), {Level.FINE, Level.BAD}, "X-Forwarded-Proto https;"),
    "no host": (replace(GOOD, host="127.0.0.1:8000"), {Level.FINE, Level.BAD}, "Host $host;"),
    "certificate": (replace(GOOD, certificate="expired"), {Level.FINE, Level.BAD}, "(expired)"),
}


@pytest.mark.parametrize("case", PROXIES)
def test_the_proxy(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrived, levels, words = PROXIES[case]
    monkeypatch.setattr(probing, "find_out", lambda: arrived)
    findings = sentences_of(server.proxy)
    assert set(findings.values()) == levels
    assert words in " ".join(findings)


def test_a_proxy_that_nobody_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "find_out", lambda: None)
    level, sentence = only(server.proxy)
    assert level == Level.LOOK
    assert "doctor --url https://punkte.example.org --at 127.0.0.1" in sentence

    def refuse(url: str, at: str) -> Arrived:
        raise Unreachable("nobody")

    monkeypatch.setattr(probing, "probe", refuse)
    level, sentence = only(lambda: server.proxy("https://punkte.example.org"))
    assert (level, "nobody" in sentence) == (Level.BAD, True)
    monkeypatch.setattr(probing, "probe", lambda url, at: GOOD)
    assert set(sentences_of(lambda: server.proxy(GOOD.url)).values()) == {Level.FINE}
    assert forwarded.seen().conduct in forwarded.HONEST, "what was asked for by hand is remembered"


def test_mails(settings: Any) -> None:
    assert list(server.mails()) == []
    settings.ENV = Env({"EMAIL_URL": "smtp://127.0.0.1"})
    assert only(server.mails)[0] == Level.FINE
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert only(server.mails)[0] == Level.BAD


def test_copies() -> None:
    assert only(server.copies)[0] == Level.BAD
    home().mkdir(parents=True, exist_ok=True)
    dump = home() / f"{PREFIX}20260101-030000-asked.dump"
    dump.touch()
    assert only(server.copies)[0] == Level.FINE
    os.utime(dump, (time.time() - 3 * 86400,) * 2)
    assert only(server.copies)[0] == Level.LOOK


def test_two_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, clock_timestamp=(time.time(),))
    assert list(server.clocks()) == []
    answering(monkeypatch, clock_timestamp=(time.time() - 60,))
    assert only(server.clocks)[0] == Level.LOOK


def test_workers(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    levels = {}
    for count in (1, 2, 5):
        settings.PROFILE = replace(settings.PROFILE, workers=count)
        levels[count] = only(server.workers)[0]
    assert levels == {1: Level.LOOK, 2: Level.FINE, 5: Level.LOOK}


def test_the_command_looks_around_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    asked = []
    monkeypatch.setattr(examine, "OF_SERVER", (server.workers,))
    monkeypatch.setattr(probing, "probe", lambda url, at: asked.append((url, at)) or GOOD)
    with pytest.raises(SystemExit):
        call_command("doctor", "--url", GOOD.url, "--at", "127.0.0.1")
    assert asked == [(GOOD.url, "127.0.0.1")]
    assert "leads here." in capsys.readouterr().out


@pytest.mark.both_engines
def test_the_questions_are_understood() -> None:
    """On PostgreSQL every one of them is really asked."""
    findings = [finding for look in (server.primary, server.migrations, server.copies) for finding in look()]
    assert Level.BAD not in {finding.level for finding in findings if finding.title != "Backup"}
    assert list(server.clocks()) == []
