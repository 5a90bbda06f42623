"""Saves first. Phones that only ask for news take turns behind them, and come later if that takes too long.

One process has one interpreter: whoever looks takes time from whoever saves. So few questions are worked on
at once, none is begun while a hand is being saved, and they never take the last threads. They wait here,
which costs nothing. A question that has waited too long is answered with "later" and is asked again by
itself; and every answer tells a pace, by which phones ask more rarely before it comes to that. Lives in the
event loop's thread only.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from django.conf import settings

BEARABLE = 0.4  # seconds a question for news may wait for its turn
SPAN = 2.0  # seconds over which the load is an average
BUSY, CALM = (
    1.0,
    0.5,
)  # under way or waiting, on average: above, phones ask more rarely; below, as usual again
SLOWER, FASTER = 1.5, 0.8  # by which the pace changes after each span
LET_GO, MOMENT = 0.5, 0.01  # seconds others go first, each time; between two looks whether somebody is there
SLOWEST = 2.5  # a table's phone then asks every eight seconds: before it says how old its numbers are
LATER = range(2, 7)  # seconds; everybody is told another number, and they come one by one
PACE = "Stammtisch-Pace"  # a header: how many times as long as usual to wait before the next question
COME_LATER = "Stammtisch-Later"  # a header: nothing is wrong, there are only many
FOR_MANY = b"stammtisch-cache"  # a header: a cache asks for all behind it
signature: dict[str, str] = {}
"""Headers by which phones know that an answer comes from us."""


here: WeakSet[Pressure] = WeakSet()
"""Of the doors of this process; usually one."""


def is_anybody_served() -> bool:
    """Is this process working for somebody right now? Who has time, as robots have, lets him go first."""
    return any(door.saves or door.looks or door.questions or door.line for door in list(here))


def let_others_go_first() -> None:
    """For whoever has time: wait until nobody is served, but not for long."""
    until = time.monotonic() + LET_GO
    while is_anybody_served() and time.monotonic() < until:
        time.sleep(MOMENT)


class Later(Exception):  # noqa: N818 (what is said)
    """This question has waited long enough; it is to be asked again in a while."""


@dataclass(frozen=True, slots=True)
class Queued:
    """Somebody in the line, and when he came."""

    since: float
    called: asyncio.Future[None]


class Pressure:
    """Who is being worked for in this process, and who waits."""

    def __init__(self, threads: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = max(1, threads // 2)  # questions for news at once; the other threads are for people
        self.clock = clock
        self.saves = self.looks = self.questions = 0  # under way
        self.line: deque[Queued] = deque()  # of questions for news
        self.pace = 1.0
        self._since = self._noted = clock()
        self._load = 0.0  # of this span so far
        here.add(self)

    @contextmanager
    def saving(self) -> Iterator[None]:
        """A hand is being saved: nobody is asked to wait, and questions hold back."""
        self._note()
        self.saves += 1
        try:
            yield
        finally:
            self._note()
            self.saves -= 1
            self._call(after_a_save=True)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Somebody opens a page."""
        self._note()
        self.looks += 1
        try:
            yield
        finally:
            self._note()
            self.looks -= 1

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """A phone asks for news: when it is its turn. Raises Later."""
        self._note()
        if self.line or not self._has_room():
            await self._queue()
        else:
            self.questions += 1
        try:
            yield
        finally:
            self._leave()

    @property
    def is_late(self) -> bool:
        """Does somebody wait longer than is bearable? Then nobody need join the line."""
        return bool(self.line) and self.clock() - self.line[0].since > BEARABLE

    async def _queue(self) -> None:
        place = Queued(self.clock(), asyncio.get_running_loop().create_future())
        self.line.append(place)
        try:
            await place.called
        except asyncio.CancelledError:
            if place.called.done() and not place.called.cancelled():  # it was his turn just now
                self._leave()
            raise

    def _leave(self) -> None:
        self._note()
        self.questions -= 1
        self._call()

    def _has_room(self, *, after_a_save: bool = False) -> bool:
        """In a storm of hands a question is begun after each of them: nobody is forgotten for good."""
        if self.saves and not after_a_save:
            return False
        return self.questions < (1 if self.saves else self.most)

    def _call(self, *, after_a_save: bool = False) -> None:
        """Whose turn it is. Who has waited too long makes room for those who have come since."""
        while self.line:
            place = self.line[0]
            if place.called.done():  # the visitor has gone
                self.line.popleft()
            elif self.is_late:
                self.line.popleft().called.set_exception(Later())
            elif self._has_room(after_a_save=after_a_save):
                self.questions += 1
                self.line.popleft().called.set_result(None)
            else:
                return

    def _note(self) -> None:
        """Before something changes: how much there has been to do since the last change."""
        now = self.clock()
        self._load += (now - self._noted) * (self.saves + self.looks + self.questions + len(self.line))
        self._noted = now
        if now - self._since >= SPAN:
            self._set_pace(self._load / (now - self._since))
            self._since, self._load = now, 0.0

    def _set_pace(self, load: float) -> None:
        if load > BUSY:
            self.pace = min(SLOWEST, self.pace * SLOWER)
        elif load < CALM:
            self.pace = max(1.0, self.pace * FASTER)

    def headers(self) -> list[tuple[bytes, bytes]]:
        """What an answer tells a phone that asks for news."""
        return [] if self.pace == 1 else [(PACE.encode(), f"{self.pace:.2f}".encode())]

    def later(self) -> list[tuple[bytes, bytes]]:
        """The headers of "later"."""
        headers = {**signature, COME_LATER: "1", "Retry-After": str(random.choice(LATER))}
        return [*((name.encode(), text.encode()) for name, text in headers.items()), *self.headers()]


def is_question(scope: MutableMapping[str, Any]) -> bool:
    """Does a page ask whether there is something new? Only scripts ask so, and they can wait; a cache that
    asks for a whole hall cannot."""
    names = {name for name, _value in scope["headers"]}
    return (
        scope["method"] == "GET"
        and b"if-none-match" in names
        and FOR_MANY not in names
        and not scope["path"].startswith(f"/{settings.STATIC_URL.lstrip('/')}")
    )
