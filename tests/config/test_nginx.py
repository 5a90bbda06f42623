"""The proxy of deploy/nginx.conf keeps what is for everybody, by language, and nothing else: the real program
in front of an application that says what it was asked."""

from __future__ import annotations

import gzip
import http.client
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests import nginx
from tests.patience import PATIENCE
from tests.server import NAME

KEPT = "public, max-age=0, s-maxage=3600"
PRIVATE = "/desk/"
SOMEBODY = "/e/1/?who=anna"
AT_HOME = "club-door="


@dataclass
class Application:
    """Says of every question what it came with; what is for everybody may be kept for an hour."""

    port: int = 0
    asked: list[dict[str, str]] = field(default_factory=list)

    def of(self, path: str) -> list[dict[str, str]]:
        return [each for each in self.asked if each["path"] == path]


class Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    application: Application

    def do_GET(self) -> None:
        path = self.path
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.application.asked.append({**headers, "path": path, "method": self.command})
        language = headers.get("accept-language", "-")
        body = f"{path} in {language}; cookies {headers.get('cookie', '-')}; ".ljust(2000, "x").encode()
        cached = path not in (PRIVATE, SOMEBODY) and AT_HOME not in headers.get("cookie", "")
        packed = "gzip" in headers.get("accept-encoding", "")
        if packed:
            body = gzip.compress(body, mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", KEPT if cached else "no-store")
        self.send_header("Vary", "Accept-Encoding, Accept-Language, Cookie")
        self.send_header("ETag", f'W/"{path}|{language}"')
        self.send_header("Stammtisch-Server", "mark")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Application, nginx.Nginx]]:
    nginx.required()
    application = Application()
    handler = type("Answering", (Answers,), {"application": application})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        application.port = server.server_address[1]
        with nginx.in_front_of(application.port) as proxy:
            yield application, proxy
        server.shutdown()


@dataclass
class Got:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers["Content-Encoding"] == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


def get(proxy: nginx.Nginx, path: str, method: str = "GET", **headers: str) -> Got:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=PATIENCE)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"Host": NAME, **named})
        answer = connection.getresponse()
        return Got(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


House = tuple[Application, nginx.Nginx]


def test_many_ask_and_the_application_is_asked_once(house: House) -> None:
    application, proxy = house
    path = "/e/1/standings/?part=live"
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _turn: get(proxy, path, Accept_Encoding="gzip"), range(40)))
    assert {answer.text for answer in answers} == {answers[0].text}
    assert len(application.of(path)) == 1


@pytest.mark.parametrize(
    ("wish", "chosen", "language"),
    [
        ("", "", "de"),
        ("en", "", "en"),
        ("en-GB,en;q=0.9,de;q=0.8", "", "en"),
        ("fr-FR,fr;q=0.9,es;q=0.8,en;q=0.7", "", "es"),
        ("fr", "", "de"),
        ("fr,den,eng", "", "de"),
        ("de-AT", "es", "es"),
        ("en", "de", "de"),
        ("en", "../../etc", "en"),
        ("*", "", "de"),
    ],
)
def test_a_language_is_one_word_for_the_key_and_for_the_application(
    house: House, wish: str, chosen: str, language: str
) -> None:
    application, proxy = house
    path = "/e/1/rounds/"
    cookies = "sessionid=; csrftoken=abc" + (f"; django_language={chosen}" if chosen else "")
    answer = get(proxy, path, Accept_Language=wish, Cookie=cookies)
    assert answer.text.startswith(f"{path} in {language}; cookies -;")
    asked = application.of(path)
    assert len(asked) == len({each["accept-language"] for each in asked})  # each language once
    assert not any("cookie" in each for each in asked)


def test_what_is_somebody_s_is_asked_each_time(house: House) -> None:
    application, proxy = house
    for turn in range(3):
        assert f"cookies sessionid={turn}" in get(proxy, PRIVATE, Cookie=f"sessionid={turn}").text
    get(proxy, SOMEBODY)
    get(proxy, SOMEBODY)
    assert len(application.of(PRIVATE)) == 3
    assert len(application.of(SOMEBODY)) == 2


def test_whoever_is_logged_in_sees_what_is_so_now_and_others_see_it_then(house: House) -> None:
    application, proxy = house
    path = "/e/2/board/1/?part=live"
    for _turn in range(2):
        assert "cookies -" in get(proxy, path, Cookie="sessionid=desk").text
    assert len(application.of(path)) == 2
    get(proxy, path)
    assert len(application.of(path)) == 2  # what the desk has fetched is for everybody


def test_whoever_is_at_home_in_a_club_gets_a_page_of_his_own(house: House) -> None:
    application, proxy = house
    path = "/c/karo/"
    for turn in range(2):
        assert "cookies -" in get(proxy, path, Cookie="csrftoken=1; me-3=4").text
        at_home = get(proxy, path, Cookie=f"csrftoken=1; club-door={turn}")
        assert f"club-door={turn}" in at_home.text
        assert at_home.headers["Cache-Control"] == "no-store"
    assert len(application.of(path)) == 3
    assert "cookies -" in get(proxy, "/", Cookie="club-door=1").text


def test_nothing_new_is_said_by_the_cache(house: House) -> None:
    application, proxy = house
    path = "/e/3/"
    tag = get(proxy, path, Accept_Language="es").headers["ETag"]
    answer = get(proxy, path, Accept_Language="es", If_None_Match=tag)
    assert (answer.status, answer.body, answer.headers["ETag"]) == (304, b"", tag)
    assert answer.headers["Cache-Control"] == KEPT
    assert answer.headers["Stammtisch-Server"] == "mark"
    assert get(proxy, path, Accept_Language="en", If_None_Match=tag).status == 200
    assert [each["accept-language"] for each in application.of(path)] == ["es", "en"]


def test_a_head_and_a_part_of_an_answer(house: House) -> None:
    application, proxy = house
    path = "/api/events/7.json"
    head = get(proxy, path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert [each["method"] for each in application.of(path)] == ["GET"]
    part = get(proxy, path, Range="bytes=0-3", Accept_Encoding="gzip")
    assert part.status == 200
    assert part.text.startswith(path)
    assert len(application.of(path)) == 1


def test_who_cannot_unpack_gets_it_unpacked_from_the_same_copy(house: House) -> None:
    application, proxy = house
    path = "/e/4/p/3/"
    packed = get(proxy, path, Accept_Encoding="gzip")
    plain = get(proxy, path, Accept_Encoding="identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.text == plain.text
    assert len(application.of(path)) == 1


def test_a_form_goes_through(house: House) -> None:
    application, proxy = house
    get(proxy, "/e/5/me/", "POST", Cookie="me-5=1", Content_Length="0")
    (asked,) = application.of("/e/5/me/")
    assert (asked["method"], asked["cookie"]) == ("POST", "me-5=1")
