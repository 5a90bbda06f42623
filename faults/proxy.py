"""A bad network between phones and laptop: a proxy that loses, delays, doubles, cuts and falsifies."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress

from faults.wire import read_reply

PORTAL = b"<html><title>Hotel Wi-Fi</title><form>Please accept our terms.</form></html>"
KINDS = ("drop_before", "drop_after", "delay", "duplicate", "truncate", "captive", "reset")


class Proxy:
    """Passes requests on; `weather` says how likely which mishap is. Offline nobody gets through at all."""

    def __init__(self, port: int, chance: random.Random, weather: dict[str, float]) -> None:
        self.behind = port
        self.chance = chance
        self.weather = weather
        self.online = True
        self.port = 0
        self.mishaps: Counter[str] = Counter()
        self.open: set[asyncio.StreamWriter] = set()
        self.server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen on a port of its own."""
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """The network is gone: every connection breaks, and none comes about."""
        self.online = False
        for writer in list(self.open):
            abort(writer)

    def mend(self) -> None:
        """The network is back."""
        self.online = True

    async def stop(self) -> None:
        """For good."""
        self.cut()
        if self.server is not None:
            self.server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a phone: its requests, each with the luck of the weather."""
        if not self.online:
            abort(writer)
            return
        self.open.add(writer)
        try:
            address = writer.get_extra_info("peername")[0]
            while await self.pass_on(await read_request(reader), writer, address):
                pass
        except (OSError, EOFError, ValueError, asyncio.IncompleteReadError, asyncio.CancelledError):
            abort(writer)  # also when the evening ends
        finally:
            self.open.discard(writer)
            with suppress(OSError):
                writer.close()

    async def pass_on(self, request: bytes, writer: asyncio.StreamWriter, address: str) -> bool:
        """One request; False: the connection is over."""
        mishap = self.mishap()
        self.mishaps[mishap] += bool(mishap)
        if mishap == "drop_before":
            abort(writer)
            return False
        if mishap == "captive":
            writer.write(answer(200, PORTAL))
            await writer.drain()
            return True
        if mishap == "delay":
            await asyncio.sleep(self.chance.uniform(0.05, 1.0))
        reply = await self.ask(request, address)
        if mishap == "duplicate":
            with suppress(OSError, EOFError, ValueError):
                await self.ask(request, address)
        if mishap in ("drop_after", "reset") or not self.online:
            if mishap == "reset":
                writer.write(reply[:7])
            abort(writer)
            return False
        writer.write(reply[: len(reply) // 2] if mishap == "truncate" else reply)
        await writer.drain()
        return mishap != "truncate"

    def mishap(self) -> str:
        """What happens to the next request; mostly nothing."""
        luck = self.chance.random()
        for kind, share in self.weather.items():
            luck -= share
            if luck < 0:
                return kind
        return ""

    async def ask(self, request: bytes, address: str) -> bytes:
        """The server's answer, as bytes; the server sees the phone's address."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.behind, local_addr=(address, 0))
        try:
            writer.write(request)
            await writer.drain()
            reply = await read_reply(reader, request.split(b" ", 1)[0].decode())
        finally:
            writer.close()
        headers = [
            f"{name}: {value}"
            for name, values in reply.headers.items()
            if name not in ("content-length", "transfer-encoding", "connection")
            for value in values.split("\n")
        ]
        return answer(reply.status, reply.body, *headers)


async def read_request(reader: asyncio.StreamReader) -> bytes:
    """Head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        ),
        0,
    )
    return head + await reader.readexactly(length)


def answer(status: int, body: bytes, *headers: str) -> bytes:
    """An answer as bytes."""
    lines = [f"HTTP/1.1 {status} -", *headers, f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def abort(writer: asyncio.StreamWriter) -> None:
    """Break a connection without saying goodbye."""
    with suppress(OSError, RuntimeError):
        writer.transport.abort()
