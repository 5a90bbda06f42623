"""A phone without a person: scans the card, sends hands as the page would, sends again if it must."""

from __future__ import annotations

import http.client
import re
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tournaments.access.desk import AS_PHONE

SAVED = 302
READ = 200
AGAIN = (429, 503)  # the server asks for a pause
PATIENCE = 60.0  # seconds
PAUSE = 0.2  # seconds between two tries
HEADERS = {AS_PHONE: "1"}  # it may run on the laptop, and is not its desk


class NotTaken(Exception):  # noqa: N818 (what happened, as one would say it)
    """The server did not take what was sent; the text is its answer's status and path."""


@dataclass(slots=True)
class Phone:
    """One browser. `sent_again` counts what had to be sent more than once."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    sent_again: int = 0
    pause: float = PAUSE
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

    def sit(self, path: str, seat: int) -> None:
        """Say whose phone this is."""
        self.post(f"{path}whose/", {"seat": str(seat)})

    def confirm(self, path: str, seat: int, accounts: int) -> None:
        """Say that the list is right: each total is tapped on the phone, which was turned round."""
        page = self.read(f"{path}confirm/?seat={seat}")
        seen = re.search(r'name="seen"\s+value="([0-9]+)"', page)
        if seen is None:
            raise NotTaken(f"nothing to confirm at {path}")
        form = {"entry": str(uuid.uuid4()), "say": "right", "seat": str(seat), "seen": seen[1]}
        self.post(f"{path}confirm/", form | {"ok": [str(account) for account in range(accounts)]})

    def read(self, path: str) -> str:
        """A page, as it is sent. Raises NotTaken."""
        return self._sent("GET", path)[2]

    def post(self, path: str, form: Mapping[str, str | Sequence[str]]) -> str:
        """Send a form; the address it leads to. Raises NotTaken."""
        token = self.cookies.get("csrftoken", "")
        return self._sent("POST", path, urlencode({"csrfmiddlewaretoken": token, **form}, doseq=True))[1]

    def _sent(self, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        """Until the server has taken it: status, the address it leads to, the page."""
        taken = SAVED if method == "POST" else READ
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, where, page = self._ask(method, path, body)
            except (OSError, http.client.HTTPException):
                status, where, page = 503, "", ""
            if status == taken:
                return status, where, page
            if status not in AGAIN or time.monotonic() > until:
                raise NotTaken(f"{status} {path}")
            self.sent_again += 1
            time.sleep(self.pause)

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        base = urlsplit(self.url)
        if self._line is None:
            self._line = http.client.HTTPConnection(base.hostname or "localhost", base.port, timeout=20)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**HEADERS, "Cookie": cookies}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._line.request(method, path, body or None, headers)
            answer = self._line.getresponse()
            page = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self._line.close()
            self._line = None
            raise
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
        return answer.status, answer.headers.get("Location", ""), page
