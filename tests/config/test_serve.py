"""`manage.py serve` in a process of its own, as on the evening."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import serving
from tests.server import RealServer, free_port


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    """Not started yet."""
    made = RealServer(tmp_path / "data")
    yield made
    made.kill()


def refused(server: RealServer) -> str:
    """Start it, expect it to give up, and return what it said."""
    server.process = server.spawn()
    assert server.process.wait(20) == 1
    assert "Traceback" not in server.output
    return server.output


def workers(server: RealServer) -> list[int]:
    assert server.process
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_it_prints_where_to_find_it(server: RealServer) -> None:
    server.start()
    assert f"On this laptop:  http://localhost:{server.port}/" in server.output


def test_it_prints_where_the_organisers_go(server: RealServer) -> None:
    server.start()
    assert f"For organisers:  http://localhost:{server.port}/desk/" in server.output
    assert "does not encrypt" not in server.output
    laptop = server.get("/desk/", Host=f"localhost:{server.port}")
    assert (laptop.status, server.get("/desk/").status) == (200, 403)


def test_it_says_what_an_open_desk_means(server: RealServer) -> None:
    server.env["DESK_IN_WIFI"] = "1"
    server.start()
    assert "does not encrypt their passwords" in server.output
    assert server.get("/desk/").headers["Location"].startswith("/desk/login/")


def test_it_speaks_the_language_of_the_terminal(server: RealServer) -> None:
    server.env["LANG"] = "de_DE.UTF-8"
    server.start()
    assert f"Auf diesem Laptop:  http://localhost:{server.port}/" in server.output


def test_it_ends_at_once_and_without_complaint_when_told_to(server: RealServer) -> None:
    server.start()
    started = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - started < 5
    assert "Traceback" not in server.output


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGHUP], ids=["Ctrl-C", "closed terminal"])
def test_it_ends_by_other_signals_of_the_terminal_too(server: RealServer, how: signal.Signals) -> None:
    server.start()
    assert server.process
    os.killpg(server.process.pid, how)  # a terminal sends it to the workers as well
    server.process.wait(15)
    assert not server.is_up()
    assert "Traceback" not in server.output


def test_after_kill_9_it_starts_again_at_once(server: RealServer) -> None:
    server.start()
    for _ in range(3):
        server.restart()
    assert server.is_up()


def test_after_kill_9_of_the_parent_alone_its_workers_do_not_stay(server: RealServer) -> None:
    server.start()
    assert server.process
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    # The worker gives up port and lock by itself, so the next start succeeds.
    server.start()
    assert workers(server)


def test_a_worker_that_dies_is_replaced(server: RealServer) -> None:
    server.start()
    (worker,) = workers(server)
    os.kill(worker, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while not (server.is_up() and workers(server) != [worker]):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_answers_under_way_are_finished_before_it_ends(server: RealServer) -> None:
    server.env["DJANGO_SETTINGS_MODULE"] = "tests.config.slow"
    server.start()
    answers: list[str] = []
    visitor = threading.Thread(target=lambda: answers.append(server.get("/slow").text))
    visitor.start()
    time.sleep(0.5)  # it is being answered now, and not yet done
    assert server.process
    server.process.terminate()
    visitor.join(10)
    assert answers == ["done"]


def test_a_second_server_on_the_same_data_is_refused(server: RealServer) -> None:
    server.start()
    second = RealServer(server.data, output_name="second.txt")
    sentence = refused(second)
    assert server.process
    assert f"Another Stammtisch server (process {server.process.pid}) is already using" in sentence
    assert server.is_up()


def test_another_program_that_loads_the_application_is_refused_too(server: RealServer) -> None:
    server.start()
    other = RealServer(
        server.data, output_name="second.txt", command=("shell", "-c", "import config.asgi"), options=()
    )
    assert "Only one may write it" in refused(other)


def test_djangos_own_server_is_none_of_ours(server: RealServer) -> None:
    server.command, server.options = ("runserver",), ()
    assert "manage.py serve" in refused(server)


def test_two_servers_with_data_of_their_own_do_not_mind_each_other(
    server: RealServer, real_server: RealServer
) -> None:
    server.start()
    assert real_server.is_up()


def test_it_does_not_serve_from_a_database_that_forgets(server: RealServer) -> None:
    server.env["DJANGO_SETTINGS_MODULE"] = "tests.config.unsafe"
    assert "synchronous is 1 instead of 2" in refused(server)


def test_it_does_not_serve_an_outdated_database(server: RealServer) -> None:
    server.options = ()
    assert "The database is older than this program." in refused(server)


def test_a_port_that_was_asked_for_is_not_exchanged_in_silence(server: RealServer) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", server.port))
        other.listen()
        assert f"Port {server.port} at 0.0.0.0 is used by another program." in refused(server)


def test_a_busy_default_port_gives_way_to_the_next_free_one() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port()))
        other.listen()
        port = other.getsockname()[1]
        assert serving.free_port("0.0.0.0", port) in range(port + 1, port + serving.FURTHER_PORTS + 1)


def test_the_files_it_makes_are_its_owners_alone(server: RealServer) -> None:
    server.start()
    assert server.data.stat().st_mode & 0o077 == 0
    assert (server.data / "secret-key").stat().st_mode & 0o077 == 0


def test_many_visitors_at_once_all_get_their_answer(real_server: RealServer) -> None:
    statuses: list[int] = []

    def visit() -> None:
        for _ in range(5):
            statuses.append(real_server.get("/healthz").status)

    threads = [threading.Thread(target=visit) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert statuses == [200] * 60


def test_the_database_on_the_disk_is_what_the_settings_promise(real_server: RealServer) -> None:
    with sqlite3.connect(real_server.data / "stammtisch.sqlite3") as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    file.close()
