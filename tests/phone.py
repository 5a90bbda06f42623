"""A phone at a table of its own, one request after the other: for tests that send a hand or two."""

from __future__ import annotations

from http.cookies import SimpleCookie

from faults.history import Hand
from faults.phone import SAVED, SEATS, cells
from tests.server import Answer, RealServer


class LonePhone:
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
        """One hand, once."""
        return self.post(self.path, {"entry": str(hand.entry), "hand": str(hand.number), **cells(hand.raw)})

    def _keep(self, answer: Answer) -> None:
        for header in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(header).items():
                self.cookies[name] = morsel.value
