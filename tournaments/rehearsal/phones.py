"""A phone without a person: scans the card, sends hands as the page would, sends again if it must."""

from __future__ import annotations

import http.client
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

SAVED = 302
AGAIN = (429, 503)  # the server asks for a pause
PATIENCE = 60.0  # seconds
PAUSE = 0.2  # seconds between two tries


class NotTaken(Exception):  # noqa: N818 (what happened, as one would say it)
    """The server did not take what was sent; the text is its answer's status and path."""


@dataclass(slots=True)
class Phone:
    """One browser. `sent_again` counts what had to be sent more than once."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    sent_again: int = 0
    _line: http.client.HTTPConnection | None = None

    def scan(self, table: str, key: str) -> str:
        """Exchange the key of a table's card for the right to write; returns the path of the sheet."""
        self._ask("GET", "/j")
        return self.post("/j", {"table": table, "key": key})

    def send_hand(self, path: str, number: int, cells: Mapping[str, str]) -> None:
        """Send one hand until the server says that it is saved."""
        self.post(path, {"entry": str(uuid.uuid4()), "hand": str(number), **cells})

    def hand_in(self, path: str) -> None:
        """Close the sheet."""
        self.post(f"{path}close/", {"entry": str(uuid.uuid4())})

    def post(self, path: str, form: Mapping[str, str]) -> str:
        """Send a form; the address it leads to. Raises Refused."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **form})
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, where = self._ask("POST", path, body)
            except (OSError, http.client.HTTPException):
                status, where = 503, ""
            if status == SAVED:
                return where
            if status not in AGAIN or time.monotonic() > until:
                raise NotTaken(f"{status} {path}")
            self.sent_again += 1
            time.sleep(PAUSE)

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        base = urlsplit(self.url)
        if self._line is None:
            self._line = http.client.HTTPConnection(base.hostname or "localhost", base.port, timeout=20)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._line.request(method, path, body or None, headers)
            answer = self._line.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self._line.close()
            self._line = None
            raise
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        return answer.status, answer.headers.get("Location", "")
