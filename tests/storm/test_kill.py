"""kill -9 in the middle of an evening: what was acknowledged is there, once, and nothing else.

It shows what happens to processes, not to disks: a killed process leaves its writes in the system's memory.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import wait_until
from tests.server import RealServer
from tests.storm.history import Hand, History, Row, rows_of, verdicts
from tests.storm.phone import Phone, some_hands
from tests.together import at_once

TABLES = 4
HANDS = 50  # at each table
KILLS = 5


def storm(server: RealServer, *, hands: int, kills: int, seed: int) -> History:
    """Phones write at all tables at once while the server is killed; returns when all are done."""
    rng = random.Random(seed)
    print(f"seed {seed}")
    history = History()
    phones = [Phone(server) for _table in range(TABLES)]
    # Early enough that phones are still busy when a slow killer comes.
    moments = sorted(rng.sample(range(hands // 10, (TABLES - 1) * hands), kills))
    chances = [random.Random(rng.random()) for _phone in phones]
    all_hands = [some_hands(phone.table, hands, rng) for phone in phones]

    def kill_now_and_then() -> None:
        for acknowledged in moments:
            wait_until(lambda: history.count("ok") >= acknowledged, "phones to get on")  # noqa: B023
            server.restart()

    at_once(
        kill_now_and_then,
        *[
            lambda phone=phone, hand=hand, chance=chance: phone.play(hand, history, chance)
            for phone, hand, chance in zip(phones, all_hands, chances, strict=True)
        ],
    )
    return history


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    started = RealServer(tmp_path / "data").start()
    yield started
    started.kill()


def entries(server: RealServer) -> list[Row]:
    return rows_of(server.data / "stammtisch.sqlite3")


def test_every_acknowledged_hand_survives_kill_9(server: RealServer) -> None:
    history = storm(server, hands=HANDS, kills=KILLS, seed=random.randrange(10**6))
    assert history.count("info") > 0, "no phone noticed anything: the server was killed at the wrong moments"
    server.kill()
    rows = entries(server)
    assert verdicts(history, rows) == []
    assert len(rows) == TABLES * HANDS
    assert server.manage("rebuild", "--check") == f"{TABLES} tables, {len(rows)} entries: all in order.\n"


def test_the_checker_finds_a_server_that_acknowledges_before_it_saves(tmp_path: Path) -> None:
    server = RealServer(tmp_path / "data", env={"DJANGO_SETTINGS_MODULE": "tests.storm.broken"}).start()
    try:
        history = storm(server, hands=20, kills=1, seed=1)
        assert server.is_up()  # what is still waiting in its last life is written
    finally:
        server.kill()
    complaints = verdicts(history, entries(server))
    assert any(verdict.startswith("lost: ") for verdict in complaints), complaints


# --- The checker itself


def sent(*numbers: int, **changed: Any) -> list[Hand]:
    return [Hand.new(1, number, {"points": number, **changed}) for number in numbers]


def as_rows(hands: list[Hand]) -> list[Row]:
    return [
        Row(hand.table, seq, hand.number, hand.entry, hand.content) for seq, hand in enumerate(hands, start=1)
    ]


def after(*events: tuple[str, list[Hand]]) -> History:
    history = History()
    for what, hands in events:
        for hand in hands:
            history.note("invoke", hand)
            history.note(what, hand)
    return history


def test_the_checker_is_content_with_an_honest_ledger() -> None:
    hands, unknown, unheard = sent(1, 2), sent(3), sent(4)
    history = after(("ok", hands), ("info", unknown), ("info", unheard), ("ok", hands))
    assert verdicts(history, as_rows([*hands, *unknown])) == []
    assert verdicts(history, as_rows(hands)) == []


def test_the_checker_finds_what_is_lost_changed_and_refused() -> None:
    hands = sent(1, 2)
    other = sent(2, points=70)
    assert verdicts(after(("ok", hands)), as_rows(hands[:1])) == ["lost: hand 2 of table 1"]
    history = after(("ok", hands), ("info", other))
    assert verdicts(history, as_rows([hands[0], *other])) == ["changed: hand 2 of table 1"]
    assert verdicts(after(("ok", hands), ("fail", other)), as_rows(hands)) == ["refused: hand 2 of table 1"]


def test_the_checker_finds_duplicates_and_entries_nobody_sent() -> None:
    hands, twin = sent(1, 2), sent(2)
    assert verdicts(after(("ok", [*hands, *twin])), as_rows([*hands, *twin])) == [
        "duplicate: hand 2 of table 1"
    ]
    assert verdicts(after(("ok", hands)), as_rows([*hands, *sent(3)])) == ["unexpected: entry 3 of table 1"]


def test_the_checker_finds_gaps_and_a_wrong_order() -> None:
    hands = sent(1, 2, 3)
    rows = as_rows(hands)
    history = after(("info", hands))
    assert verdicts(history, [rows[0], rows[2]]) == ["gap: entries of table 1", "gap: hands of table 1"]
    assert verdicts(history, as_rows([hands[1], hands[0], hands[2]])) == ["reorder: hands of table 1"]
