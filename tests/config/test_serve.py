"""`manage.py serve` in a process of its own, as on the evening."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config import serving
from tests.patience import PATIENCE, wait_until
from tests.server import RealServer, free_port
from tests.together import at_once


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    """Not started yet."""
    real_server = RealServer(tmp_path / "data")
    yield real_server
    real_server.kill()


@pytest.fixture(scope="module")
def used_by_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    data = tmp_path_factory.mktemp("mortal") / "data"
    real_server = RealServer(data, env={"DJANGO_SETTINGS_MODULE": "tests.config.patient"})
    yield real_server
    real_server.kill()


@pytest.fixture
def mortal(used_by_all: RealServer) -> RealServer:
    """Started; may be killed, and starts again for the next test."""
    return used_by_all.start() if used_by_all.has_ended() else used_by_all


@pytest.fixture(scope="module")
def open_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """In German, and organisers may log in over the Wi-Fi."""
    real_server = RealServer(
        tmp_path_factory.mktemp("open") / "data", env={"LANG": "de_DE.UTF-8", "DESK_IN_WIFI": "1"}
    )
    yield real_server.start()
    real_server.kill()


def refused(server: RealServer) -> str:
    """Start it, expect it to give up, and return what it said."""
    server.process = server.spawn()
    try:
        assert server.wait_for_end() == 1
    finally:
        server.kill()
    assert "Traceback" not in server.output
    return server.output


def workers(server: RealServer) -> list[int]:
    assert server.process
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def accepts(server: RealServer) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


def is_open(connection: socket.socket) -> bool:
    """The other side has neither answered nor hung up."""
    connection.setblocking(False)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    return False


def test_it_prints_where_to_find_it(real_server: RealServer) -> None:
    assert f"On this laptop:  http://localhost:{real_server.port}/" in real_server.output


def test_it_prints_where_the_organisers_go(real_server: RealServer) -> None:
    assert f"For organisers:  http://localhost:{real_server.port}/desk/" in real_server.output
    assert "is not encrypted" not in real_server.output
    laptop = real_server.get("/desk/", Host=f"localhost:{real_server.port}")
    assert (laptop.status, real_server.get("/desk/").status) == (200, 403)


def test_it_says_what_an_open_desk_means(open_desk: RealServer) -> None:
    assert "Die Verbindung ist nicht verschlüsselt" in open_desk.output
    assert open_desk.get("/desk/").headers["Location"].startswith("/desk/login/")


def test_it_speaks_the_language_of_the_terminal(open_desk: RealServer) -> None:
    assert f"Auf diesem Laptop:  http://localhost:{open_desk.port}/" in open_desk.output


def test_it_ends_by_itself_and_without_complaint_when_told_to(mortal: RealServer) -> None:
    """Also while phones keep their connections open; the time for answers under way is longer here than the
    patience of any test."""
    with socket.create_connection(("127.0.0.1", mortal.port)) as phone:
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 200"
        assert mortal.stop() == 0
    assert "Traceback" not in mortal.output


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGHUP], ids=["Ctrl-C", "closed terminal"])
def test_it_ends_by_other_signals_of_the_terminal_too(mortal: RealServer, how: signal.Signals) -> None:
    assert mortal.process
    os.killpg(mortal.process.pid, how)  # a terminal sends it to the workers as well
    mortal.wait_for_end()
    mortal.wait_until_gone()
    assert not accepts(mortal)
    assert "Traceback" not in mortal.output


def test_after_kill_9_it_starts_again(mortal: RealServer) -> None:
    mortal.restart()
    assert mortal.is_up()


def test_after_kill_9_of_the_parent_alone_its_workers_do_not_stay(mortal: RealServer) -> None:
    assert mortal.process
    os.kill(mortal.process.pid, signal.SIGKILL)
    mortal.process.wait()
    mortal.wait_until_gone()  # the worker gives up port and lock by itself
    mortal.start()
    assert workers(mortal)


def test_a_worker_that_dies_is_replaced(mortal: RealServer) -> None:
    (worker,) = workers(mortal)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: workers(mortal) not in ([], [worker]), "another worker")
    wait_until(mortal.is_up, "an answer of the other worker")


def test_answers_under_way_are_finished_before_it_ends(mortal: RealServer) -> None:
    answering, go_on = mortal.data / "answering", mortal.data / "go-on"
    answers: list[str] = []
    visitor = threading.Thread(target=lambda: answers.append(mortal.get("/slow").text), daemon=True)
    visitor.start()
    wait_until(answering.exists, "the request to be answered")
    assert mortal.process
    mortal.process.terminate()
    wait_until(lambda: not accepts(mortal), "the server to take no new visitors")
    go_on.touch()
    visitor.join(PATIENCE)
    assert answers == ["done"]
    assert mortal.wait_for_end() == 0


def test_answers_under_way_get_longer_than_a_phone_waits() -> None:
    assert serving.STOP_SECONDS > 8


def test_a_second_server_on_the_same_data_is_refused(mortal: RealServer) -> None:
    sentence = refused(RealServer(mortal.data, output_name="second.txt"))
    assert mortal.process
    assert f"Another Stammtisch server (process {mortal.process.pid}) is already using" in sentence
    assert mortal.is_up()


def test_another_program_that_loads_the_application_is_refused_too(mortal: RealServer) -> None:
    program = ("shell", "-c", "import config.asgi")
    other = RealServer(mortal.data, output_name="second.txt", command=program, options=())
    assert "Only one may write it" in refused(other)


def test_djangos_own_server_is_none_of_ours(server: RealServer) -> None:
    server.command, server.options = ("runserver",), ()
    assert "manage.py serve" in refused(server)


def test_two_servers_with_data_of_their_own_do_not_mind_each_other(
    mortal: RealServer, real_server: RealServer
) -> None:
    assert mortal.is_up()
    assert real_server.is_up()


def test_it_does_not_serve_from_a_database_that_forgets(server: RealServer) -> None:
    server.env["DJANGO_SETTINGS_MODULE"] = "tests.config.unsafe"
    assert "synchronous is 1 instead of 2" in refused(server)


def test_it_does_not_serve_an_outdated_database(tmp_path: Path) -> None:
    server = RealServer(tmp_path / "data", options=(), fresh=True)
    assert "The database is older than this program." in refused(server)


def test_a_port_that_was_asked_for_is_not_exchanged_in_silence(server: RealServer) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", server.port))
        other.listen()
        assert f"Port\N{NO-BREAK SPACE}{server.port} at 0.0.0.0 is used by another program." in refused(
            server
        )


def test_a_busy_default_port_gives_way_to_the_next_free_one() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port()))
        other.listen()
        port = other.getsockname()[1]
        assert serving.free_port("0.0.0.0", port) in range(port + 1, port + serving.FURTHER_PORTS + 1)


def test_the_very_first_start_makes_files_that_are_its_owners_alone(tmp_path: Path) -> None:
    server = RealServer(tmp_path / "data", fresh=True)
    assert not any(server.data.iterdir())
    try:
        server.start()
    finally:
        server.kill()
    assert server.data.stat().st_mode & 0o077 == 0
    assert (server.data / "secret-key").stat().st_mode & 0o077 == 0


def test_half_sent_requests_do_not_keep_others_waiting(mortal: RealServer) -> None:
    """Phones with a dying radio link: more of them than the server has threads. It does not give them up here
    before a test would."""
    with ExitStack() as phones:
        stuck = []
        for number in range(20):
            connection = phones.enter_context(socket.create_connection(("127.0.0.1", mortal.port)))
            half = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n"
            connection.sendall(half + b"Content-Length: 900\r\n\r\nhalf a bo" if number % 2 else half)
            stuck.append(connection)
        assert mortal.is_up()
        assert all(is_open(connection) for connection in stuck)


def test_many_visitors_at_once_all_get_their_answer(real_server: RealServer) -> None:
    def visit() -> list[int]:
        return [real_server.get("/healthz").status for _ in range(5)]

    assert at_once(*[visit] * 12) == [[200] * 5] * 12


def test_the_database_on_the_disk_is_what_the_settings_promise(real_server: RealServer) -> None:
    with sqlite3.connect(real_server.data / "stammtisch.sqlite3") as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    file.close()
