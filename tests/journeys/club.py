"""A club evening for browser tests: tables on the real server, other phones, and what should be said."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import translation
from playwright.sync_api import BrowserContext, Request

from scoring import Seat, Unreadable, fields_for, game_for, opening, parse, play, set_up
from scoring.flat import columns, to_flat
from tests.patience import PATIENCE
from tests.server import NAME, RealServer
from tournaments.speech.wording import Wording

PEOPLE = ("Anna", "Bernd", "Conny", "Dieter")
_addresses = itertools.count(2)


@dataclass
class Device:
    """A phone without a screen: it speaks http, keeps its cookies and has an address of its own."""

    server: RealServer
    language: str = "de"
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = ""

    def __post_init__(self) -> None:
        self.address = self.address or f"127.0.0.{next(_addresses) % 250 + 2}"

    def get(self, path: str) -> str:
        """The text that is there."""
        status, _headers, body = self.ask("GET", path)
        assert status == 200, f"{path}: {status}"
        return body.decode()

    def data(self, path: str) -> bytes:
        status, _headers, body = self.ask("GET", path)
        assert status == 200, f"{path}: {status}"
        return body

    def post(self, path: str, form: Mapping[str, str], expected: int = 302) -> str:
        """Send a form; returns where the answer leads, or its text."""
        if "csrftoken" not in self.cookies:
            self.get("/j")
        sent = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": self.cookies["csrftoken"]})
        status, headers, body = self.ask("POST", path, sent)
        assert status == expected, f"{path}: {status}\n{body.decode()[:2000]}"
        return headers.get("Location") or body.decode()

    def ask(
        self, method: str, path: str, body: str | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        sent = {"Host": f"{NAME}:{self.server.port}", "Accept-Language": self.language, **(headers or {})}
        if body is not None:
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        if self.cookies and "Cookie" not in sent:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=PATIENCE, source_address=(self.address, 0)
        )
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                name, _equals, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


def device_of(context: BrowserContext, server: RealServer, language: str = "de") -> Device:
    """The same device as this browser, for files that browsers do not show."""
    cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in context.cookies()}
    return Device(server, language, cookies)


@dataclass
class ClubTable:
    """A table on the real server, opened by a device that is not one of the test's browsers."""

    server: RealServer
    pk: int
    game: str
    names: Sequence[str]
    device: Device

    @property
    def url(self) -> str:
        return f"{self.server.url}{self.path}"

    @property
    def path(self) -> str:
        return f"/t/{self.pk}/"

    def let_write(self, context: BrowserContext) -> None:
        """This browser may write here, with a secret of its own, as after scanning the code."""
        joined = Device(self.server)
        joined.post("/j", {"table": str(self.pk), "key": self.code})
        name = f"table-{self.pk}"
        context.add_cookies([{"name": name, "value": joined.cookies[name], "url": self.server.url}])

    @property
    def code(self) -> str:
        """What people type who have no camera."""
        page = self.device.get(f"{self.path}invite/")
        return re.search(r'<p class="code">([A-Z2-7-]+)</p>', page)[1]  # type: ignore[index]

    def enter(self, **raw: Any) -> None:
        """The next hand, by the device that opened the table."""
        table = set_up(game_for(self.game), len(self.names))
        flat = columns(fields_for(game_for(self.game), table), table.seating)
        self.device.post(self.path, {**to_flat(flat, raw), "hand": str(len(self.records) + 1)})

    def answers_of(self, raw: Mapping[str, Any]) -> dict[str, str]:
        table = set_up(game_for(self.game), len(self.names))
        return to_flat(columns(fields_for(game_for(self.game), table), table.seating), raw)

    @property
    def records(self) -> list[dict[str, Any]]:
        """What stands on the sheet, read from the server."""
        return records_of(self.device, self.pk)


def cookies_of(context: BrowserContext) -> str:
    """The cookies of this browser, as it sends them."""
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies())


def entry_of(request: Request) -> str:
    """The id of the hand that a phone sends."""
    return urllib.parse.parse_qs(request.post_data or "")["entry"][0]


def deliver(table: ClubTable, request: Request, cookies: str) -> int:
    """What a phone has sent comes to the laptop; the answer comes here, and not to the phone."""
    sent = {"Cookie": cookies, "Stammtisch-Outbox": "1", "X-CSRFToken": request.headers["x-csrftoken"]}
    status, _headers, _body = table.device.ask("POST", table.path, request.post_data or "", sent)
    return status


def records_of(device: Device, pk: int) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(device.get(f"/t/{pk}/sheet.json"))["hands"]
    return records


def open_table(
    server: RealServer,
    game: str = "cego",
    names: Sequence[str] = PEOPLE,
    dealer: int = 4,
    title: str = "",
    club: str = "",
    **switches: str,
) -> ClubTable:
    """A new table with the usual rules, but for these switches."""
    device = Device(server)
    form = {f"name_{seat}": name for seat, name in enumerate(names, start=1)}
    form |= {"dealer": str(dealer), "preset": game_for(game).presets[0].key, "title": title, "club": club}
    form |= {f"rule-{name}": value for name, value in switches.items()}
    place = device.post(f"/new/{game}/", form)
    return ClubTable(server, int(place.strip("/").rpartition("/")[2]), game, names, device)


def sentences_of(
    game: str,
    names: Sequence[str],
    records: Sequence[Mapping[str, Any]],
    language: str,
    dealer: int | None = 4,
    **switches: Any,
) -> list[list[str]]:
    """The sentences of every hand of a sheet, as people read them in their language."""
    plays = game_for(game)
    first = None if dealer is None else Seat(dealer - 1)
    table = set_up(plays, len(names), None, switches, first)
    so_far = opening(table)
    with translation.override(language):
        wording = Wording(table.seating, list(names))
        for raw in records:
            so_far = play(plays, table, so_far, parse(plays, table, so_far, raw))
        return [[wording.say(line.text) for line in hand.lines] for hand in so_far.all_hands]


def result(
    game: str, names: Sequence[str], records: Sequence[Mapping[str, Any]], language: str, **switches: Any
) -> str:
    """The sentence about the end of the game."""
    plays = game_for(game)
    table = set_up(plays, len(names), None, switches)
    so_far = opening(table)
    for raw in records:
        so_far = play(plays, table, so_far, parse(plays, table, so_far, raw))
    with translation.override(language):
        return Wording(table.seating, list(names)).say(so_far.earlier[-1].outcome.text)


def reasons(
    game: str, names: Sequence[str], raw: Mapping[str, Any], language: str, dealer: int | None = 4
) -> list[str]:
    """Why this cannot be the first hand of a sheet."""
    plays = game_for(game)
    table = set_up(plays, len(names), None, {}, None if dealer is None else Seat(dealer - 1))
    with translation.override(language):
        try:
            parse(plays, table, opening(table), raw)
        except Unreadable as unreadable:
            wording = Wording(table.seating, list(names))
            return [wording.say(problem.text) for problem in unreadable.problems]
    return []
