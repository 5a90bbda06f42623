"""The log helps whoever has to find an error, and betrays nobody."""

from __future__ import annotations

import errno
import io
import json
import logging
import stat
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from config import logs
from config.logs import JsonLine, SharedRotatingFile, ShortLine
from tests.server import RealServer

SECRETS = ("s3cret-key", "Grimmelshausen")


def broken(request: HttpRequest, key: str) -> HttpResponse:
    raise ValueError(f"no such player: {request.POST['name']}")


def fine(request: HttpRequest, key: str) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [
    path("broken/<str:key>/", broken, name="broken"),
    path("fine/<str:key>/", fine, name="fine"),
    path("", include("config.urls")),
]
handler400 = "config.errorpages.bad_request"
handler500 = "config.notsaved.server_error"


@pytest.fixture
def lines() -> Any:
    """What the log file would get, as text; and the console's text after it."""
    streams = {JsonLine: io.StringIO(), ShortLine: io.StringIO()}
    root = logging.getLogger()
    handlers = []
    for formatter, stream in streams.items():
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter())
        handlers.append(handler)
        root.addHandler(handler)
    yield streams
    for handler in handlers:
        root.removeHandler(handler)


@pytest.fixture
def visitor(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def parsed(lines: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines[JsonLine].getvalue().splitlines()]


def test_a_request_leaves_one_line_with_route_status_and_time(lines: Any, visitor: Client) -> None:
    visitor.get("/fine/s3cret-key/?name=Grimmelshausen")
    (line,) = parsed(lines)
    assert (line["route"], line["status"], line["method"], line["logger"]) == (
        "fine",
        200,
        "GET",
        "stammtisch.request",
    )
    assert line["ms"] >= 0


def test_the_number_a_visitor_sees_finds_the_line(lines: Any, visitor: Client) -> None:
    response = visitor.get("/fine/x/")
    assert response.headers["X-Request-ID"] == parsed(lines)[0]["reference"]
    assert vars(response.wsgi_request)["reference"] == response.headers["X-Request-ID"]


def test_an_error_says_what_and_where_under_the_same_number(lines: Any, visitor: Client) -> None:
    response = visitor.post("/broken/x/", {"name": "y"})
    error = next(line for line in parsed(lines) if line["level"] == "ERROR")
    assert (error["error"], error["reference"]) == ("ValueError", response.headers["X-Request-ID"])
    assert error["trace"][-1].endswith(" broken")


def test_neither_addresses_nor_what_people_typed_get_into_any_log(lines: Any, visitor: Client) -> None:
    visitor.post("/broken/s3cret-key/?k=s3cret-key", {"name": "Grimmelshausen"})
    visitor.get("/nowhere/s3cret-key/")
    visitor.get("/fine/x/", headers={"Host": "s3cret-key"})
    visitor.get("/fine/s3cret-key/", headers={"Cookie": "sessionid=s3cret-key"})
    Client(enforce_csrf_checks=True).post("/fine/s3cret-key/", {"name": "Grimmelshausen"})
    written = "".join(stream.getvalue() for stream in lines.values())
    assert len(parsed(lines)) >= 8
    assert not [secret for secret in SECRETS if secret in written]


def test_what_the_database_says_about_itself_is_kept(lines: Any) -> None:
    logging.getLogger("stammtisch.test").error("x", exc_info=OperationalError("disk I/O error\nmore"))
    assert parsed(lines)[0]["error"] == "OperationalError: disk I/O error"


def test_only_known_fields_are_written(lines: Any) -> None:
    logging.getLogger("stammtisch.test").warning("x", extra={"seq": 7, "player": "Grimmelshausen"})
    assert parsed(lines)[0]["seq"] == 7
    assert "player" not in parsed(lines)[0]


def test_several_processes_share_one_rotating_file(tmp_path: Path) -> None:
    file = tmp_path / "log" / "x.jsonl"
    first, second = (SharedRotatingFile(file, maxBytes=300, backupCount=4, delay=True) for _ in range(2))

    def write(handler: SharedRotatingFile, *numbers: int) -> None:
        for number in numbers:
            handler.emit(logging.makeLogRecord({"msg": f"{number:03} " + "x" * 20}))

    write(first, 0)
    write(second, *range(1, 15))  # moves the file away under the first one
    write(first, 15)
    first.close()
    second.close()
    assert file.read_text().splitlines()[-1].startswith("015 ")
    assert len(list(file.parent.iterdir())) == 2  # and not moved again by the first one
    written = [line[:3] for path in file.parent.iterdir() for line in path.read_text().splitlines()]
    assert sorted(written) == [f"{number:03}" for number in range(16)]


def test_a_route_without_a_name_is_a_dash() -> None:
    assert logs.route(HttpRequest()) == "-"


def test_the_real_server_writes_its_log_into_the_data_directory(real_server: RealServer) -> None:
    reference = real_server.get("/healthz?key=s3cret-key").headers["X-Request-ID"]
    line = next(line for line in real_server.log() if line["reference"] == reference)
    assert (line["route"], line["status"]) == ("healthz", 200)
    assert "s3cret-key" not in (real_server.data / "log" / "stammtisch.jsonl").read_text()
    assert stat.S_IMODE((real_server.data / "log").stat().st_mode) == 0o700


def test_a_log_that_cannot_be_written_says_so_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").touch()  # a file where the directory should be
    handler = SharedRotatingFile(tmp_path / "log" / "x.jsonl", delay=True)
    for _ in range(3):
        handler.emit(logging.makeLogRecord({"msg": "x"}))
    errors = capsys.readouterr().err
    assert errors.count("x.jsonl") == 1
    assert "Traceback" not in errors


def test_a_console_on_the_same_full_disk_keeps_nobody_from_playing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EFBIG, "File too large")

    (tmp_path / "log").write_text("no directory")
    monkeypatch.setattr("sys.stderr", Full())
    handler = SharedRotatingFile(tmp_path / "log" / "x.jsonl", delay=True)
    handler.handle(logging.makeLogRecord({"msg": "hello"}))
    assert handler.reported


def test_a_service_manager_gets_every_line_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With LOG=stdout nothing is written into a file of ours, and nothing twice."""
    settings = logs.configuration(tmp_path / "log" / "x.jsonl", to_stdout=True)
    assert settings["root"]["handlers"] == ["stdout"]
    handler = logs.Stdout()
    handler.setFormatter(JsonLine())
    for word in ("first", "second"):
        handler.emit(logging.makeLogRecord({"msg": word, "name": "stammtisch.test"}))
    assert [json.loads(line)["message"] for line in capsys.readouterr().out.splitlines()] == [
        "first",
        "second",
    ]


def test_whoever_reads_no_more_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    handler = logs.Stdout()
    handler.setFormatter(JsonLine())
    monkeypatch.setattr(handler, "stream", Gone())
    handler.emit(logging.makeLogRecord({"msg": "x"}))
