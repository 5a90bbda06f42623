"""Large files: a stranger is believed a megabyte, whoever has a ticket as much as it says, and neither fills
the memory."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from config import door, tickets
from config.arriving import Arrivals, Limits
from tests.config.test_door import Visit, run_apart
from tests.patience import PATIENCE

MB = 1024 * 1024
PATH = "/desk/take-in/"
SESSION = "abcdefghijklmnopqrstuvwxyz012345"
PIECE = 256 * 1024


@csrf_exempt
def weigh(request: HttpRequest) -> HttpResponse:
    size = 0
    while piece := request.read(PIECE):
        size += len(piece)
    return HttpResponse(str(size))


urlpatterns = [path("desk/take-in/", weigh), path("", include("config.urls"))]


def a_ticket(most: int, *, account: int = 7, session: str = SESSION) -> str:
    request = RequestFactory().get(PATH)
    request.COOKIES["sessionid"] = session
    request.user = User(pk=account)
    return tickets.issue(request, most)


class Upload(Visit):
    """From another device than the laptop, with the cookie of whoever has logged in."""

    def __init__(
        self, size: int, ticket: str = "", *, session: str = SESSION, announced: int | None = None
    ) -> None:
        super().__init__(PATH, content_length=str(size if announced is None else announced))
        self.scope["headers"].append((b"cookie", f"sessionid={session}; django_language=en".encode()))
        self.scope["headers"].append((b"accept-language", b"en"))
        self.scope["query_string"] = f"ticket={ticket}".encode()
        self.scope["client"] = ("192.168.1.20", 4711)
        self.left = size
        self.read = 0
        self.breaks_off = announced is not None

    async def receive(self) -> dict[str, Any]:
        piece = b"x" * min(PIECE, self.left)
        if not piece:
            return {"type": "http.disconnect"}
        self.left -= len(piece)
        self.read += len(piece)
        return {"type": "http.request", "body": piece, "more_body": bool(self.left) or self.breaks_off}


@pytest.fixture
def through(settings: Any) -> Iterator[Any]:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["localhost"]
    entrance = door.Door(2, Limits(seconds=PATIENCE))

    def go(visit: Upload) -> Upload:
        run_apart(entrance(visit.scope, visit.receive, visit.send))
        return visit

    yield go
    entrance.threads.shutdown()


def test_whoever_has_a_ticket_sends_a_large_file_that_is_never_whole_in_memory(through: Any) -> None:
    visit = Upload(20 * MB, a_ticket(30 * MB))
    tracemalloc.start()
    through(visit)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (visit.status, visit.body) == (200, str(20 * MB).encode())
    assert peak < 8 * MB


@pytest.mark.parametrize(
    "ticket",
    [
        "",
        "7.99999999.9999999999." + 40 * "a",
        a_ticket(30 * MB, session="somebody-else"),
        a_ticket(30 * MB).replace(f".{30 * MB}.", f".{60 * MB}."),
        a_ticket(30 * MB).replace("7.", "8.", 1),
    ],
    ids=["none", "forged", "another browser's", "made larger", "another account's"],
)
def test_a_stranger_is_not_listened_to(through: Any, ticket: str) -> None:
    visit = through(Upload(20 * MB, ticket))
    assert (visit.status, visit.read) == (413, 0)
    chunked = Upload(20 * MB, ticket)
    chunked.scope["headers"] = [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")]
    assert through(chunked).status == 413
    assert chunked.read < 2 * MB


def test_a_page_that_was_open_for_too_long_is_opened_anew(through: Any) -> None:
    with time_machine.travel("2026-11-22T20:00:00Z"):
        ticket = a_ticket(30 * MB)
    with time_machine.travel("2026-11-22T22:00:01Z"):
        visit = through(Upload(20 * MB, ticket))
    assert visit.status == 413
    assert "open for too long" in visit.body.decode()
    assert through(Upload(MB // 2, ticket)).status == 200


def test_a_file_that_is_too_large_is_let_go_by_and_its_sender_told_how_much_may_come(through: Any) -> None:
    visit = through(Upload(12 * MB, a_ticket(5 * MB)))
    assert (visit.status, visit.read) == (413, 12 * MB)
    assert "5 MB at most" in visit.body.decode()
    endless = through(Upload(MB, a_ticket(5 * MB), announced=500 * MB))
    assert (endless.status, endless.read) == (413, 0)


def test_a_file_that_breaks_off_is_no_request(through: Any) -> None:
    assert through(Upload(3 * MB, a_ticket(30 * MB), announced=9 * MB)).status == 400


def test_an_account_sends_one_file_at_a_time_and_a_worker_takes_few() -> None:
    async def crowd(accounts: str) -> list[str]:
        arrivals, pushed = Arrivals(Limits(seconds=PATIENCE, large=2)), []

        async def hold(account: str) -> None:
            try:
                async with asyncio.timeout(PATIENCE) as timeout:
                    with arrivals.take_large(account, timeout) as arrival:
                        await asyncio.Event().wait()
            except TimeoutError:
                assert arrival.pushed_out
                pushed.append(account)

        tasks = [asyncio.create_task(hold(account)) for account in accounts]
        for _turn in range(5):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert arrivals.large == {}
        return pushed

    assert run_apart(crowd("aba")) == ["a"]  # the one that began first
    assert run_apart(crowd("abc")) == ["c"]
