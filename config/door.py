"""The door: reads a request to its end before anyone works on it, and says whose turn it is.

Django answers in threads, and there are few of them. If a thread read the body, as many slow phones as there
are threads would stop the server. So the event loop reads it, which waits for thousands as easily as for one,
and a thread gets requests that are complete; what is large waits for it on the disk. Slow readers of an
answer keep no thread either.
"""

from __future__ import annotations

import asyncio
import io
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.urls import set_script_prefix

from config import guard, leaving, measuring, tickets
from config.arriving import Arrival, Arrivals, Limits
from config.pressure import Later, Pressure, is_question
from config.security import client_address
from config.shared import is_for_everybody

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

TOO_MANY = 429
PLAIN = [
    (b"Content-Type", b"text/plain; charset=utf-8"),
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Content-Security-Policy", b"default-src 'none'"),
    (b"Cache-Control", b"no-store"),
]
TURNED_AWAY = [*PLAIN, (b"Retry-After", b"10"), (b"Connection", b"close")]
BETWEEN_NOTES = 60.0  # seconds
AT_TABLES = "/t/"  # where hands are sent to
SAVING = 2  # threads that nobody else gets; one of them waits for the disk at a time
PIECE = 256 * 1024  # bytes of a file that are read and sent at once
DROPPED = 3  # of a large file that is too large: how many times as much is still listened to
OF_A_BODY = (b"content-length", b"transfer-encoding")  # without either of them there is no body
logger = logging.getLogger("stammtisch.door")


class GoneError(Exception):
    """The visitor has hung up, or goes on with what is no HTTP."""


class UnfinishedError(Exception):
    """The body is not read to its end; says with which status to refuse the request."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Handler(BaseHandler):
    """Django's own work, all of it in the thread that calls."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def answer(self, request: ASGIRequest) -> HttpResponseBase:
        set_script_prefix("/")
        signals.request_started.send(sender=type(self), scope=request.scope)
        response = self.get_response(request)
        response._handler_class = type(self)  # type: ignore[attr-defined]  # for its signal at the end
        return response


class Door:
    """An ASGI application that gives complete requests to Django in one of a few threads."""

    def __init__(self, threads: int, limits: Limits) -> None:
        self.handler = Handler()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="answer")
        self.saving = ThreadPoolExecutor(SAVING, thread_name_prefix="save")
        self.arrivals = Arrivals(limits)
        self.pressure = Pressure(threads)
        self.turned_away = 0
        self.noted = -BETWEEN_NOTES

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        question = is_question(scope)
        if question and self.pressure.is_late:  # there may be hundreds: here, and in no thread
            await self.put_off(send)
            return
        try:
            request = ASGIRequest(scope, io.BytesIO())
        except UnicodeDecodeError:  # an address that is no text
            await refuse(send)
            return
        try:
            body, size = await self.read(request, receive)
        except GoneError:
            await refuse(send)
            return
        except UnfinishedError as unfinished:
            guard.mark_unfinished(request, unfinished.status)
            if unfinished.status == TOO_MANY:  # there may be thousands: here, and in no thread
                await self.turn_away(request, send)
                return
            body, size = io.BytesIO(), 0
        request._stream = body  # type: ignore[assignment]
        if size:  # a body in chunks has announced no length
            request.META["CONTENT_LENGTH"] = str(size)
        try:
            answer = await self.answer(request, question=question)
        except Later:
            await self.put_off(send)
        else:
            measuring.pressure(self.pressure)
            await self.send(answer, send)

    async def answer(self, request: ASGIRequest, *, question: bool) -> Outgoing:
        """When it is its turn: what tables save never waits behind those who look. Raises Later."""
        loop = asyncio.get_running_loop()
        if request.method == "POST" and request.path.startswith(AT_TABLES):
            with self.pressure.saving():
                return await loop.run_in_executor(self.saving, self.work, request)
        if not question:
            with self.pressure.looking():
                return await loop.run_in_executor(self.threads, self.work, request)
        async with self.pressure.turn():
            answer = await loop.run_in_executor(self.threads, self.work, request)
        if not is_for_everybody(answer.response):  # how busy we are is nothing a cache should go on telling
            answer.headers += self.pressure.headers()
        return answer

    async def put_off(self, send: Send) -> None:
        """A phone that asks for news is told to ask again later."""
        measuring.put_off()
        headers = [*PLAIN, *self.pressure.later(), *leaving.headers()]
        await send({"type": "http.response.start", "status": 503, "headers": headers})
        await send({"type": "http.response.body", "body": b"later\n"})

    async def read(self, request: ASGIRequest, receive: Receive) -> tuple[IO[bytes], int]:
        """The whole body, and how long it is; raises GoneError or UnfinishedError."""
        if not any(name in OF_A_BODY for name, _value in request.scope["headers"]):
            return io.BytesIO(), 0
        longest = guard.longest_body(request)
        large = longest > settings.MAX_BODY
        if guard.body_length(request) > longest * (1 + DROPPED if large else 1):
            raise UnfinishedError(413)
        body: IO[bytes] = io.BytesIO()
        if large:
            body = tempfile.SpooledTemporaryFile(settings.MAX_BODY)  # noqa: SIM115  closed with the request
        try:
            await self.read_into(body, request, receive, longest, large=large)
        except BaseException:
            body.close()
            raise
        size = body.tell()
        body.seek(0)
        return body, size

    async def read_into(
        self, body: IO[bytes], request: ASGIRequest, receive: Receive, longest: int, *, large: bool
    ) -> None:
        """As it comes. Of a file that is too large the rest is let go by, so that its sender can read why."""
        dropped = guard.body_length(request) > longest
        try:
            async with asyncio.timeout(self.arrivals.limits.seconds) as timeout:
                with self.arrival(request, timeout, large=large) as arrival:
                    more = True
                    while more:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            raise GoneError
                        piece = message.get("body", b"")
                        more = message.get("more_body", False)
                        arrival.grow(len(piece))
                        if arrival.size > longest and not dropped:
                            raise UnfinishedError(413)
                        if dropped:
                            continue
                        if large:  # it may have to wait for the disk
                            await asyncio.get_running_loop().run_in_executor(self.threads, body.write, piece)
                        else:
                            body.write(piece)
        except TimeoutError:
            raise UnfinishedError(TOO_MANY if arrival.pushed_out else 408) from None
        if dropped:
            raise UnfinishedError(413)

    def arrival(
        self, request: ASGIRequest, timeout: asyncio.Timeout, *, large: bool
    ) -> AbstractContextManager[Arrival]:
        """Note that a body arrives."""
        if not large:
            return self.arrivals.take(client_address(request), timeout)
        ticket = tickets.of_request(request)
        return self.arrivals.take_large(str(ticket.account) if ticket else "", timeout)

    async def turn_away(self, request: ASGIRequest, send: Send) -> None:
        """Answer at once, and note now and then that there is somebody to turn away."""
        self.turned_away += 1
        measuring.turned_away()
        if time.monotonic() - self.noted > BETWEEN_NOTES:
            logger.warning("turned away: %s unfinished requests from one address", self.turned_away)
            self.noted, self.turned_away = time.monotonic(), 0
        sentence = guard.sentence(request)
        await send({"type": "http.response.start", "status": TOO_MANY, "headers": TURNED_AWAY})
        await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})

    def work(self, request: ASGIRequest) -> Outgoing:
        """In a thread: everything Django does, and for all but large files the whole content."""
        return Outgoing(self.handler.answer(request), request)

    async def send(self, answer: Outgoing, send: Send) -> None:
        headers = [*answer.headers, *leaving.headers()]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        content = answer.first
        try:
            while answer.unfinished:
                await send({"type": "http.response.body", "body": content, "more_body": True})
                content = await asyncio.get_running_loop().run_in_executor(self.threads, answer.read_on)
            await send({"type": "http.response.body", "body": content})
        finally:
            if answer.unfinished:  # the visitor has gone
                self.threads.submit(answer.close)


async def refuse(send: Send) -> None:
    """For whoever would not read a sentence anyway."""
    await send({"type": "http.response.start", "status": 400, "headers": [(b"Connection", b"close")]})
    await send({"type": "http.response.body", "body": b""})


class Outgoing:
    """What is sent. Whatever fits into one piece is complete and closed in the thread that has made it."""

    def __init__(self, response: HttpResponseBase, request: HttpRequest) -> None:
        self.response = response
        self.status = response.status_code
        self.headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        for cookie in response.cookies.values():
            self.headers.append((b"Set-Cookie", cookie.output(header="").strip().encode("ascii")))
        if guard.unfinished(request):
            self.headers.append((b"Connection", b"close"))  # nobody will read the rest
        if isinstance(response, FileResponse):
            response.block_size = PIECE
        bodiless = request.method == "HEAD" or self.status in (204, 304)
        self.pieces: Iterator[bytes] = iter(()) if bodiless else iter(response)
        self.unfinished = True
        self.first = self.read_on()

    def read_on(self) -> bytes:
        """The next piece; closes the response with the last."""
        pieces: list[bytes] = []
        size = 0
        for piece in self.pieces:
            pieces.append(piece)
            size += len(piece)
            if size >= PIECE and self.response.streaming:
                return b"".join(pieces)
        self.close()
        return b"".join(pieces)

    def close(self) -> None:
        self.unfinished = False
        self.response.close()
