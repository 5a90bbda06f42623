"""Fast phones: the logic of the page's outbox, without a page.

A hand is put into the queue, sent when its turn comes, alone and always with the same id, and leaves the
queue only when the server has said what became of it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
import uuid
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from faults.history import Hand, History, Raw
from faults.wire import PATIENCE, Line, NoAnswer, Reply
from scoring import fields_for, game_for, set_up
from scoring.flat import columns, to_flat

SAVED = 302
NOT_SAVED = (429, 503)  # try again
SEATS = 4
PAUSES = (0.025, 0.075, 0.2, 0.4, 0.8)  # seconds between tries; the page's own are twenty times as long
QUICK = 2.5  # seconds
ASKS = 3.0  # seconds between two questions of a page for news
TOKEN = "a" * 32


@dataclass(frozen=True)
class Place:
    """A table, and the secret with which a device may write there."""

    table: int
    path: str
    cookie: str
    secret: str


@dataclass
class Phone:
    """A device at a table of Cego."""

    name: str
    place: Place
    line: Line
    history: History
    chance: random.Random
    pauses: tuple[float, ...] = PAUSES
    patience: float = PATIENCE
    quick: float = QUICK  # seconds, where answers come quickly
    usual: float = 0.0  # seconds until an answer, of late
    lost: int = 0  # so many have not come since
    resend: float = 0.2  # how often a hand that is acknowledged is sent once more
    waiting: deque[Hand] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    server: str = ""  # installation and epoch, as answers say it
    under_way: int = 0
    most_under_way: int = 0

    async def post(self, hand: Hand) -> Reply:
        """The form of the page."""
        form = {
            "csrfmiddlewaretoken": TOKEN,
            "entry": str(hand.entry),
            "hand": str(hand.number),
            **cells(hand.raw),
        }
        usual = self.quick * 2**self.lost + 4 * self.usual
        patience = min(self.patience, usual) if self.usual else self.patience
        began, self.lost = time.monotonic(), self.lost + 1
        reply = await self.line.ask("POST", self.place.path, form, self.headers, patience)
        took, self.lost = time.monotonic() - began, 0
        self.usual = 0.7 * self.usual + 0.3 * took if self.usual else took
        return reply

    @property
    def headers(self) -> dict[str, str]:
        """Whose phone this is, and that its outbox asks."""
        return {
            "Cookie": f"csrftoken={TOKEN}; {self.place.cookie}={self.place.secret}",
            "Stammtisch-Outbox": "1",
        }

    async def send(self, hand: Hand) -> str:
        """Once; what came of it."""
        self.history.note("invoke", hand, self.name)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            what, seq = self.understand(await self.post(hand), hand)
        except NoAnswer:
            what, seq = "info", None
        finally:
            self.under_way -= 1
        self.history.note(what, hand, self.name, seq)
        return what

    def understand(self, reply: Reply, hand: Hand) -> tuple[str, int | None]:
        """What an answer says about a hand. What does not come from our server is no answer."""
        if self.foreign(reply):
            return "info", None
        for what, header in (("ok", "stammtisch-entry"), ("aside", "stammtisch-parked")):
            words = reply.headers.get(header, "").split()
            if words and words[0] == str(hand.entry):
                seq = int(words[1]) if what == "ok" and len(words) > 1 and words[1].isdigit() else None
                return what, seq
        if reply.status in NOT_SAVED or reply.status < 400:
            return "info", None
        return "fail", None

    def foreign(self, reply: Reply) -> bool:
        """Without our name on it an answer comes from somebody in between."""
        self.server = reply.headers.get("stammtisch-server", "") or self.server
        return "stammtisch-server" not in reply.headers

    async def flush(self) -> None:
        """Send what waits, the oldest first, until nothing does."""
        tries = 0
        while self.waiting:
            hand = self.waiting[0]
            what = await self.send(hand)
            if what == "info":
                await self.pause(tries)
                tries += 1
                continue
            tries = 0
            self.waiting.popleft()
            if what == "ok" and self.chance.random() < self.resend:
                await self.send(hand)

    async def pause(self, tries: int) -> None:
        """Until the next try; whoever wakes the phone ends it, or an answer to the page's own question."""
        seconds = self.pauses[min(tries, len(self.pauses) - 1)] * self.chance.uniform(0.8, 1.2)
        self.wake = asyncio.Event()
        while seconds > 0:
            nap = min(seconds, ASKS * self.chance.uniform(0.8, 1.0))
            if await self.woken(nap):
                return
            seconds -= nap
            if seconds > 0 and await self.looks():
                return

    async def woken(self, seconds: float) -> bool:
        """Did somebody wake the phone within this time?"""
        try:
            return await asyncio.wait_for(self.wake.wait(), seconds)
        except TimeoutError:
            return False

    async def looks(self) -> bool:
        """The page asks for news as it always does; did the laptop answer?"""
        page = f"{self.place.path}?part=live"
        try:
            reply = await self.line.ask("GET", page, headers=self.headers, patience=self.patience)
        except NoAnswer:
            return False
        return not self.foreign(reply) and reply.status < 400

    async def play(self, hands: Iterable[Hand], pause: float = 0.0) -> None:
        """Enter hands and send them."""
        for hand in hands:
            self.waiting.append(hand)
            await self.flush()
            if pause:
                await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))


def cells(raw: Raw) -> dict[str, str]:
    """A hand as the entry form sends it."""
    game = game_for("cego")
    table = set_up(game, seats=SEATS)
    return to_flat(columns(fields_for(game, table), table.seating), raw)


def a_hand(table: int, number: int, chance: random.Random) -> Hand:
    """A hand of Cego that cannot be mistaken for its neighbours."""
    raw = {"declarer": chance.randint(1, SEATS), "contract": "eine", "points": 20 + number % 50}
    return Hand.new(table, number, raw, uuid.UUID(int=chance.getrandbits(128), version=4))


def hands_until(over: asyncio.Event, phone: Phone) -> Iterator[Hand]:
    """Hand after hand at the table of this phone, until the evening is over."""
    for number in itertools.count(1):
        if over.is_set():
            return
        yield a_hand(phone.place.table, number, phone.chance)


def some_hands(table: int, count: int, chance: random.Random) -> list[Hand]:
    """Hands in their order, from the first one on."""
    return [a_hand(table, number, chance) for number in range(1, count + 1)]
