"""Phones at their tables: open a table over HTTP, send hands, send again until the server has said yes."""

from __future__ import annotations

import http.client
import random
from http.cookies import SimpleCookie

from scoring import fields_for, game_for, set_up
from scoring.flat import columns, to_flat
from tests.patience import wait_until
from tests.server import Answer, RealServer
from tests.storm.history import Hand, History, Raw

SAVED = 302
NOT_SAVED = (429, 503)  # try again
SEATS = 4


class Phone:
    """A device that has opened a table of Cego and may write there."""

    def __init__(self, server: RealServer) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}
        self._keep(server.get("/new/cego/"))
        people = {f"name_{seat}": f"Seat {seat}" for seat in range(1, SEATS + 1)}
        answer = self.post("/new/cego/", {"preset": "baden2006", **people})
        assert answer.status == SAVED, answer.text
        self.path = answer.headers["Location"]
        self.table = int(self.path.strip("/").split("/")[-1])

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """Send a form as this phone's browser would."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.server.request(
            "POST",
            path,
            {"csrfmiddlewaretoken": self.cookies["csrftoken"], **form},
            {"Cookie": cookies},
        )
        self._keep(answer)
        return answer

    def post_hand(self, hand: Hand) -> Answer:
        return self.post(self.path, {"entry": str(hand.entry), "hand": str(hand.number), **cells(hand.raw)})

    def play(self, hands: list[Hand], history: History, rng: random.Random) -> None:
        """Send hands in their order, each until it is acknowledged; now and then one that is already."""
        for hand in hands:
            wait_until(
                lambda: self.send(hand, history) != "info",  # noqa: B023
                f"hand {hand.number} to be saved",
            )
            if rng.random() < 0.2:
                self.send(hand, history)

    def send(self, hand: Hand, history: History) -> str:
        """Once; what came of it."""
        history.note("invoke", hand)
        try:
            status = self.post_hand(hand).status
        except (OSError, http.client.HTTPException):
            status = 503  # no answer, no promise
        what = "ok" if status == SAVED else "info" if status in NOT_SAVED else "fail"
        history.note(what, hand)
        return what

    def _keep(self, answer: Answer) -> None:
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value


def cells(raw: Raw) -> dict[str, str]:
    """A hand as the entry form sends it."""
    game = game_for("cego")
    table = set_up(game, seats=SEATS)
    return to_flat(columns(fields_for(game, table), table.seating), raw)


def some_hands(table: int, count: int, rng: random.Random) -> list[Hand]:
    """Hands of Cego that cannot be mistaken for their neighbours."""
    return [
        Hand.new(
            table,
            number,
            {"declarer": rng.randint(1, SEATS), "contract": "eine", "points": 20 + number % 50},
        )
        for number in range(1, count + 1)
    ]
