"""Phones of robots on a server of a federation: they ask the program itself, in this very process.

From outside only https comes in, by the proxy; a way past it for robots would be one for strangers. What
they ask goes through everything a visitor's request goes through, but the network and the door. They speak
one after the other, and whoever really plays goes first: nobody's hand waits for a robot.
"""

from __future__ import annotations

import io
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from http.cookies import SimpleCookie
from ipaddress import IPv6Address
from types import TracebackType
from typing import Self
from urllib.parse import unquote

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connections

from config.door import Handler
from config.pressure import is_anybody_served, let_others_go_first
from tournaments.rehearsal.phones import HEADERS, Phone

PRIVATE = 0xFD << 120  # IPv6 addresses that nobody on the internet has
PAUSE = 1.0  # seconds between two tries of somebody who was told to wait


class Inside:
    """The server, asked from within. `with` it, so that its connections to the database are closed."""

    def __init__(self) -> None:
        # Limits count by address: all robots of a rehearsal have one, and no visitor has it.
        self.address = str(IPv6Address(PRIVATE | secrets.randbits(56) << 64 | 1))
        host = settings.ALLOWED_HOSTS[0].lstrip(".")
        self.host = host if host and host != "*" else "localhost"
        self.crew = ThreadPoolExecutor(1, thread_name_prefix="robot")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.crew.submit(connections.close_all)
        self.crew.shutdown()

    def phone(self) -> Phone:
        """A new one."""
        return InsidePhone("", pause=PAUSE, inside=self)

    def ask(self, method: str, path: str, body: str, cookies: str) -> tuple[int, str, str, list[str]]:
        """Status, address it leads to, page, and the cookies that are set."""
        return self.crew.submit(self._ask, method, path, body, cookies).result()

    def _ask(self, method: str, path: str, body: str, cookies: str) -> tuple[int, str, str, list[str]]:
        let_others_go_first()
        began = time.monotonic()
        request = ASGIRequest(self._scope(method, path, body, cookies), io.BytesIO(body.encode()))
        response = _handler().answer(request)
        page = b"".join(response)  # no robot asks for what is streamed
        response.close()
        set_cookies = [morsel.OutputString() for morsel in response.cookies.values()]
        if is_anybody_served():
            time.sleep(time.monotonic() - began)
        return response.status_code, response.headers.get("Location", ""), page.decode(), set_cookies

    def _scope(self, method: str, path: str, body: str, cookies: str) -> dict[str, object]:
        """What the server would have made of a request that has come by the proxy."""
        where, _mark, query = path.partition("?")
        headers = {
            **HEADERS,
            "Host": self.host,
            "Origin": f"https://{self.host}",
            "X-Forwarded-Proto": "https",
            "Cookie": cookies,
            **({"Content-Type": "application/x-www-form-urlencoded"} if body else {}),
            "Content-Length": str(len(body.encode())),
        }
        return {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "https",
            "path": unquote(where),
            "raw_path": where.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), text.encode("latin-1")) for name, text in headers.items()],
            "client": (self.address, 0),
            "server": (self.host, 443),
        }


@dataclass(slots=True)
class InsidePhone(Phone):
    """A phone that needs no network."""

    inside: Inside = field(kw_only=True)

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        status, where, page, set_cookies = self.inside.ask(method, path, body, cookies)
        for line in set_cookies:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return status, where, page


@cache
def _handler() -> Handler:
    return Handler()
