"""The real server while its files may not grow any more, and while the laptop sleeps: nothing is shown as
saved that is not, and it goes on without a restart."""

from __future__ import annotations

import os
import random
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults.club import rows_of
from faults.history import Hand, History, verdicts
from faults.phone import NOT_SAVED, SAVED, some_hands
from tests.patience import wait_until
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


def send(phone: LonePhone, hand: Hand, history: History) -> str:
    """Once; what came of it."""
    history.note("invoke", hand)
    status = phone.post_hand(hand).status
    what = "ok" if status == SAVED else "info" if status in NOT_SAVED else "fail"
    history.note(what, hand)
    return what


def test_files_that_may_not_grow_and_a_laptop_that_sleeps(server: RealServer) -> None:
    history, phone = History(), LonePhone(server)
    hands = some_hands(phone.table, 30, random.Random(1))
    assert send(phone, hands[0], history) == "ok"
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
        assert send(phone, hand, history) == "ok"
    asleep(server, phone, hands[10:12], history)
    assert verdicts(history, rows_of(server.data / "stammtisch.sqlite3")) == []
    assert server.manage("rebuild", "--check").endswith("all in order.\n")


def asleep(server: RealServer, phone: LonePhone, hands: list[Hand], history: History) -> None:
    """What is sent to a laptop that sleeps is answered when it wakes up."""
    for process in processes(server):
        os.kill(process, signal.SIGSTOP)
    answers: list[str] = []
    sending = threading.Thread(target=lambda: answers.append(send(phone, hands[0], history)))
    sending.start()
    wait_until(lambda: hands[0] in history.all("invoke"), "sending")
    assert answers == []
    for process in processes(server):
        os.kill(process, signal.SIGCONT)
    sending.join()
    assert answers == ["ok"]
    assert send(phone, hands[1], history) == "ok"
