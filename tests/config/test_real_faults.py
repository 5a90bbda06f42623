"""The real server while its files may not grow any more, and while the laptop sleeps: nothing is shown as
saved that is not, and it goes on without a restart."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults.club import rows_of
from faults.history import Hand
from faults.phone import SAVED
from tests.phone import LonePhone
from tests.server import RealServer

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    started = RealServer(tmp_path / "data").start()
    yield started
    started.kill()


def processes(server: RealServer) -> list[int]:
    """The server and its worker."""
    assert server.process
    parent = server.process.pid
    return [parent, *map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]


def limit(server: RealServer, size: int | None) -> None:
    """No file may be longer; the hard limit stays, so that it can be lifted again."""
    for process in processes(server):
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size or UNLIMITED[0], UNLIMITED[1]))


def some_hands(table: int, count: int) -> list[Hand]:
    raws = [
        {"declarer": number % 4 + 1, "contract": "eine", "points": 20 + number} for number in range(count)
    ]
    return [Hand.new(table, number, raw) for number, raw in enumerate(raws, start=1)]


def test_files_that_may_not_grow_and_a_laptop_that_sleeps(server: RealServer) -> None:
    phone = LonePhone(server)
    hands = some_hands(phone.table, 12)
    assert phone.post_hand(hands[0]).status == SAVED
    limit(server, (server.data / "stammtisch.sqlite3-wal").stat().st_size)
    answer = phone.post_hand(hands[1])
    assert answer.status == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Nicht gespeichert" in answer.text
    assert server.get(phone.path).status == 200  # reading goes on
    assert [row.number for row in rows_of(server.data / "stammtisch.sqlite3")] == [1]
    desk = server.get("/desk/alarms/", Host=f"localhost:{server.port}").text
    assert 'class="alarm grave"' in desk
    limit(server, None)
    for hand in hands[1:10]:
        assert phone.post_hand(hand).status == SAVED
    asleep(server, phone, hands[10:])
    rows = rows_of(server.data / "stammtisch.sqlite3")
    assert [(row.seq, row.entry) for row in rows] == [(hand.number, hand.entry) for hand in hands]
    assert server.manage("rebuild", "--check").endswith("all in order.\n")


def asleep(server: RealServer, phone: LonePhone, hands: list[Hand]) -> None:
    """What is sent to a laptop that sleeps is answered when it wakes up."""
    for process in processes(server):
        os.kill(process, signal.SIGSTOP)
    answers: list[int] = []
    begun = threading.Event()

    def send() -> None:
        begun.set()
        answers.append(phone.post_hand(hands[0]).status)

    sending = threading.Thread(target=send)
    sending.start()
    begun.wait()
    assert answers == []
    for process in processes(server):
        os.kill(process, signal.SIGCONT)
    sending.join()
    assert answers == [SAVED]
    assert phone.post_hand(hands[1]).status == SAVED
