"""HTTP as a phone speaks it, for thousands of phones in a process: one connection each, and a patience."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

PATIENCE = 8.0  # seconds, as in the phone's page
NAME = "club.test"
FORM = "application/x-www-form-urlencoded"


class NoAnswer(Exception):  # noqa: N818 (what happened, as one would say it)
    """The connection broke, or nothing came in time: nobody knows what became of the request."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. Names of headers are small; of several with a name the last one counts."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text, whatever it is."""
        return self.body.decode(errors="replace")

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Line:
    """A connection that stays open between questions, from an address of its own."""

    def __init__(self, port: int, address: str = "127.0.0.1", host: str = "", https: bool = False) -> None:
        self.port = port
        self.address = address
        self.fixed = {"Host": host or f"{NAME}:{port}"}
        if https:  # as the proxy of a federation would
            self.fixed = {"Host": NAME, "X-Forwarded-Proto": "https", "Origin": f"https://{NAME}"}
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes | Mapping[str, str] = b"",
        headers: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> Reply:
        """Send a request and read the whole answer. Raises NoAnswer; it is never sent again by itself."""
        kind = {}
        if not isinstance(body, bytes):
            body, kind = urlencode(body).encode(), {"Content-Type": FORM}
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in {**self.fixed, **kind, **(headers or {})}.items()]
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        head = "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")
        return await self.send_raw(head + body, method, patience)

    async def send_raw(self, request: bytes, method: str = "GET", patience: float = PATIENCE) -> Reply:
        """Bytes as they are."""
        try:
            async with asyncio.timeout(patience):
                reader, writer = await self._open()
                writer.write(request)
                await writer.drain()
                reply = await read_reply(reader, method)
        except (OSError, EOFError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            self.close()
            raise NoAnswer(f"{type(error).__name__} {error}") from None
        if reply.headers.get("connection", "").lower() == "close":
            self.close()
        return reply

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.streams is not None and self.streams[0].at_eof():
            self.close()
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        return self.streams

    def close(self) -> None:
        """The next question opens another connection."""
        if self.streams is not None:
            with contextlib.suppress(RuntimeError):  # its loop has ended before it
                self.streams[1].close()
            self.streams = None


async def read_reply(reader: asyncio.StreamReader, method: str = "GET") -> Reply:
    """A whole answer; raises ValueError or IncompleteReadError where it is none."""
    first = (await reader.readuntil(b"\r\n")).split(None, 2)
    if len(first) < 2 or not first[0].startswith(b"HTTP/1."):
        raise ValueError("no HTTP")
    status = int(first[1])
    headers: dict[str, str] = {}
    while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
        name, _colon, value = line.decode("latin-1").partition(":")
        name = name.strip().lower()
        headers[name] = f"{headers[name]}\n{value.strip()}" if name in headers else value.strip()
    if method == "HEAD" or status in (204, 304):
        body = b""
    elif headers.get("transfer-encoding", "").lower() == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readuntil(b"\r\n")
    elif "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    else:
        body = await reader.read()
    return Reply(status, headers, body)


def address_of(number: int) -> str:
    """An address of this machine that no other number has: limits count addresses."""
    return f"127.{10 + number // 62_500}.{1 + number // 250 % 250}.{1 + number % 250}"
