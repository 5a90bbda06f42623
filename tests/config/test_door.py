"""The door reads requests to their end, whatever a phone does in the middle of one."""

from __future__ import annotations

import asyncio
import io
import resource
import socket
import threading
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import include, path

from config import arriving, door, forwarded, guard, pressure, serving
from config.arriving import Arrivals, Limits
from config.starterlink import BACKLOG
from tests.config.loaded import FEDERATION, switchable
from tests.patience import PATIENCE, wait_until
from tests.server import RealServer

T = TypeVar("T")
# With a cookie, for without one Django refuses the form before it wants to read it.
TOKEN = 32 * "a"
LATE = {
    "de": "Das war zu lange unterwegs und ist nicht gespeichert. Bitte noch einmal versuchen.",
    "en": "This took too long to arrive and was not saved. Please try again.",
    "es": "Tardó demasiado en llegar y no se guardó. Probá de nuevo.",
}


# --- The real server ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    data = tmp_path_factory.mktemp("hasty") / "data"
    server = RealServer(data, env={"DJANGO_SETTINGS_MODULE": "tests.config.hasty"}).start()
    yield server
    server.stop()


class Line:
    """A connection that sends what it is told to and nothing more."""

    def __init__(self, server: RealServer, text: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.sendall(text.encode())

    def answer(self) -> str:
        """Everything that comes until the server ends the connection."""
        received = b""
        try:
            while piece := self.socket.recv(65536):
                received += piece
        except ConnectionResetError:
            pass
        finally:
            self.socket.close()
        return received.decode()


def half_a_form(server: RealServer, language: str = "en", announced: str = "Content-Length: 900") -> Line:
    headers = f"Host: localhost\r\nAccept-Language: {language}\r\nCookie: csrftoken={TOKEN}\r\n{announced}"
    return Line(server, f"POST / HTTP/1.1\r\n{headers}\r\n\r\nhalf a bo")


def test_held_bodies_keep_nobody_waiting(real_server: RealServer) -> None:
    """More of them than the server has threads."""
    held = [half_a_form(real_server) for _ in range(20)]
    assert real_server.is_up()
    for line in held:
        line.socket.close()


def test_whatever_stops_in_mid_sentence_is_cut(hasty: RealServer) -> None:
    lines = {language: half_a_form(hasty, language) for language in LATE}
    for language, line in lines.items():
        answer = line.answer()
        assert answer.startswith("HTTP/1.1 408 ")
        assert answer.endswith(f"\r\n\r\n{LATE[language]}\n")
        assert "content-security-policy: default-src 'none'" in answer
        assert "connection: close" in answer
    assert [entry["status"] for entry in hasty.log()].count(408) == len(LATE)
    for beginning in ("POST / HTTP/1.1\r\nHost: loc", ""):
        assert Line(hasty, beginning).answer() == ""


def test_a_body_that_is_no_body_is_refused(hasty: RealServer) -> None:
    line = half_a_form(hasty, announced="Transfer-Encoding: chunked")  # "half a bo" is no chunk
    assert line.answer().startswith("HTTP/1.1 400 ")
    assert hasty.is_up()


def test_a_body_in_chunks_is_read(hasty: RealServer) -> None:
    form = f"csrfmiddlewaretoken={TOKEN}&language=es&next=/"
    headers = (
        "Host: localhost",
        f"Cookie: csrftoken={TOKEN}",
        "Content-Type: application/x-www-form-urlencoded",
        "Transfer-Encoding: chunked",
        "Connection: close",
    )
    head = "\r\n".join(("POST /i18n/setlang/ HTTP/1.1", *headers))
    line = Line(hasty, f"{head}\r\n\r\n{len(form):x}\r\n{form}\r\n0\r\n\r\n")
    answer = line.answer()
    assert answer.startswith("HTTP/1.1 302 ")
    assert "django_language=es" in answer


def test_a_head_says_how_long_the_page_would_be(hasty: RealServer) -> None:
    page, head = hasty.get("/desk/"), hasty.request("HEAD", "/desk/")
    assert (head.status, head.body) == (page.status, b"")
    assert head.headers["Content-Length"] == page.headers["Content-Length"]


@pytest.mark.parametrize("address", ["/%e4?a=%ff", "/a%2Fb%20c", "//a"])
def test_strange_addresses_are_not_there_and_no_crash(hasty: RealServer, address: str) -> None:
    assert hasty.get(address).status == 404


# --- The door by itself -------------------------------------------------------------------------------------


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: where a browser has been used before, the main thread has a loop that runs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def large(request: HttpRequest) -> FileResponse:
    return FileResponse(io.BytesIO(b"x" * (2 * door.PIECE + 7)))


closed: list[str] = []


def stream(request: HttpRequest) -> StreamingHttpResponse:
    def pieces() -> Iterator[bytes]:
        try:
            for _ in range(4):
                yield b"y" * door.PIECE
        finally:
            closed.append("stream")

    return StreamingHttpResponse(pieces())


released = threading.Event()
urlpatterns = [
    path("length", lambda request: HttpResponse(f"{len(request.body)} {request.META.get('CONTENT_LENGTH')}")),
    path("large", large),
    path("held", lambda request: HttpResponse(str(released.wait(PATIENCE)))),
    path("stream", stream),
    path("cookies", lambda request: cookies()),
    path("", include("config.urls")),
]


def cookies() -> HttpResponse:
    response = HttpResponse("baked")
    response.set_cookie("a", "1")
    response.set_cookie("b", "2")
    return response


class Visit:
    """One request by ASGI, its messages in and out."""

    def __init__(
        self, address: str, body: Iterable[bytes] = (), method: str = "POST", **headers: str
    ) -> None:
        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": address,
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *pairs],
            "client": ("127.0.0.1", 4711),
            "server": ("127.0.0.1", 8000),
        }
        self.coming = list(body)
        self.sent: list[Any] = []
        self.hangs_up_after = 10**9

    async def receive(self) -> dict[str, Any]:
        if not self.coming:
            return {"type": "http.disconnect"}
        piece = self.coming.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(self.coming)}

    async def send(self, message: Any) -> None:
        self.sent.append(message)
        if len(self.sent) > self.hangs_up_after:
            raise RuntimeError("the visitor has gone")

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


class Endless(Visit):
    """A body of which nothing ever comes."""

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError


@pytest.fixture
def through(settings: Any) -> Any:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["localhost"]
    entrance = door.Door(2, Limits())

    def go(visit: Visit) -> Visit:
        run_apart(entrance(visit.scope, visit.receive, visit.send))
        return visit

    go.entrance = entrance  # type: ignore[attr-defined]
    yield go
    entrance.threads.shutdown()


def test_a_body_is_what_has_come(through: Any) -> None:
    visit = through(Visit("/length", [b"ab", b"", b"cde"], transfer_encoding="chunked", cookie="x=y"))
    assert visit.status == 403  # as for every form without a token
    visit = through(Visit("/length", [b"ab", b"", b"cde"], method="GET", transfer_encoding="chunked"))
    assert visit.body == b"5 5"


def test_without_a_body_nobody_waits_for_one(through: Any) -> None:
    assert through(Visit("/length", method="GET")).body == b"0 None"


def test_too_many_from_one_address_lose_the_oldest(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]

    async def rush() -> list[int]:
        entrance = door.Door(1, Limits(seconds=PATIENCE, per_address=2))
        visits = [Endless("/healthz", content_length="900") for _ in range(4)]
        tasks = [asyncio.create_task(entrance(each.scope, each.receive, each.send)) for each in visits]
        await asyncio.wait(tasks[:2])
        for task in tasks[2:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        entrance.threads.shutdown()
        return [each.status for each in visits if each.sent]

    assert run_apart(rush()) == [429, 429]


def test_a_visitor_who_hangs_up_in_the_middle_is_no_visitor(through: Any) -> None:
    visit = Visit("/length", [b"ab"], content_length="5")
    visit.coming = []
    assert through(visit).status == 400
    assert visit.body == b""


@pytest.mark.parametrize("headers", [{"content_length": "2000000"}, {"transfer_encoding": "chunked"}])
def test_too_large_is_refused_and_not_read_to_its_end(through: Any, headers: dict[str, str]) -> None:
    visit = Visit("/length", [b"x" * 600_000] * 4, **headers)
    through(visit)
    assert visit.status == 413
    assert len(visit.coming) >= 2
    assert (b"Connection", b"close") in visit.sent[0]["headers"]


def test_a_large_file_is_sent_in_pieces(through: Any) -> None:
    visit = through(Visit("/large", method="GET"))
    assert len(visit.body) == 2 * door.PIECE + 7
    assert len(visit.sent) > 3
    assert through(Visit("/large", method="HEAD")).body == b""


def test_a_reader_who_goes_away_leaves_nothing_open(through: Any) -> None:
    closed.clear()
    visit = Visit("/stream", method="GET")
    visit.hangs_up_after = 2
    with pytest.raises(RuntimeError):
        through(visit)
    wait_until(lambda: closed == ["stream"], "the stream to be closed")


def test_every_cookie_has_its_own_header(through: Any) -> None:
    headers = through(Visit("/cookies", method="GET")).sent[0]["headers"]
    assert [value.split(b";")[0] for name, value in headers if name == b"Set-Cookie"] == [b"a=1", b"b=2"]


# --- Who is waited for --------------------------------------------------------------------------------------


async def crowd(limits: Limits, addresses: list[str]) -> list[str]:
    """Everyone begins a body and never ends it; returns who was pushed out, in order."""
    arrivals = Arrivals(limits)
    pushed: list[str] = []

    async def hold(number: int, address: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE) as timeout:
                with arrivals.take(address, timeout) as arrival:
                    await asyncio.Event().wait()
        except TimeoutError:
            assert arrival.pushed_out
            pushed.append(f"{number} {address}")

    tasks = []
    for number, address in enumerate(addresses):
        tasks.append(asyncio.create_task(hold(number, address)))
        for _turn in range(5):
            await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert arrivals.by_sender == {}
    return pushed


def test_the_oldest_of_one_address_makes_room() -> None:
    limits = Limits(per_address=2, altogether=100)
    assert run_apart(crowd(limits, ["a", "b", "a", "a", "b", "a"])) == ["0 a", "2 a"]


def test_in_a_full_house_the_busiest_makes_room() -> None:
    limits = Limits(per_address=3, altogether=4)
    assert run_apart(crowd(limits, ["a", "b", "b", "b", "c", "d"])) == ["1 b", "2 b"]


def test_a_household_counts_as_one() -> None:
    assert arriving.network("2001:db8:1:2:3::4") == arriving.network("2001:db8:1:2::ffff")
    assert arriving.network("2001:db8:1:3::4") != arriving.network("2001:db8:1:2::4")
    assert arriving.network("::ffff:192.168.1.5") == arriving.network("192.168.1.5") == "192.168.1.5"
    assert arriving.network("fe80::1%eth0") == arriving.network("fe80::2")
    assert arriving.network("unix") == "unix"


def test_what_comes_fast_enough_may_take_longer() -> None:
    async def allowed() -> tuple[float, float]:
        limits = Limits(seconds=10.0, rate=1000)
        async with asyncio.timeout(limits.seconds) as timeout:
            with Arrivals(limits).take("a", timeout) as arrival:
                before = timeout.when() or 0.0
                arrival.grow(50_000)
                return before, timeout.when() or 0.0

    before, after = run_apart(allowed())
    assert after - before == pytest.approx(50.0, abs=1.0)


def test_behind_its_proxy_the_forwarded_address_counts(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in switchable(**FEDERATION).items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.PROXY_FILE = tmp_path / "proxy.json"
    forwarded.remember(forwarded.Seen(forwarded.Conduct.APPENDS, settings=forwarded.under()))
    entrance = door.Door(1, Limits())
    seen: list[str] = []
    monkeypatch.setattr(entrance.arrivals, "make_room", seen.append)
    visit = Visit("/healthz", [b"ab"], content_length="2", x_forwarded_for="198.51.100.3, 203.0.113.7")
    run_apart(entrance(visit.scope, visit.receive, visit.send))
    assert seen == ["203.0.113.7"]
    entrance.threads.shutdown()


def test_what_a_table_saves_does_not_wait_behind_those_who_look(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["localhost"]

    async def crowd() -> list[int]:
        entrance = door.Door(1, Limits())
        looking, hand = Visit("/held", method="GET"), Visit("/t/0/", [b"ab"], content_length="2")
        watching = asyncio.create_task(entrance(looking.scope, looking.receive, looking.send))
        await entrance(hand.scope, hand.receive, hand.send)
        between = [each.status for each in (hand,) if not watching.done()]
        released.set()
        await watching
        for crew in (entrance.threads, entrance.saving):
            crew.shutdown()
        return [*between, looking.status]

    assert run_apart(crowd()) == [403, 200]


def test_under_pressure_phones_that_ask_for_news_come_later_and_nobody_else(through: Any) -> None:
    entrance = through.entrance
    line = entrance.pressure.line
    loop = asyncio.new_event_loop()
    loop.close()  # nobody will be called
    line.append(
        pressure.Queued(entrance.pressure.clock() - 60, asyncio.Future(loop=loop))
    )  # for a minute now
    later = through(Visit("/length", method="GET", if_none_match='W/"x"'))
    headers = {name.decode(): value.decode() for name, value in later.sent[0]["headers"]}
    assert (later.status, later.body, headers["Stammtisch-Later"]) == (503, b"later\n", "1")
    assert int(headers["Retry-After"]) in pressure.LATER
    assert through(Visit("/length", method="GET")).status == 200
    assert through(Visit("/t/0/", [b"ab"], content_length="2")).status == 403  # read, and only then refused
    line.clear()
    entrance.pressure.pace = 1.5
    asked = through(Visit("/length", method="GET", if_none_match='W/"x"'))
    assert (asked.status, dict(asked.sent[0]["headers"])[b"Stammtisch-Pace"]) == (200, b"1.50")


def test_the_refusals_are_sentences_in_the_visitors_language(rf: Any) -> None:
    for status, sentence in guard.UNFINISHED.items():
        spoken = set()
        for language in LATE:
            request = rf.post("/", headers={"Accept-Language": language})
            guard.mark_unfinished(request, status)
            response = guard.Guard(lambda request: HttpResponse())(request)
            assert isinstance(response, HttpResponse)
            assert response.status_code == status
            spoken.add(response.content)
        assert len(spoken) == 3, sentence


def test_files_may_be_open_for_a_hall_of_phones() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        serving.allow_many_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(BACKLOG, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
