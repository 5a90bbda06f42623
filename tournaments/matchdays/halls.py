"""The halls of a match-day: which are here, how far each is, and how much of it somebody may know."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.models import Event, MatchDay, MatchHall

LARGE_OF_EVENT = ("event__logo", "event__prizes", "event__prize_plan", "event__certificate")


class ShownStandings(Protocol):
    """What somebody may know of an event's results (`hall.public.Known`)."""

    @property
    def shown(self) -> bool: ...
    @property
    def last(self) -> int | None: ...


ShownOf = Callable[[Event], ShownStandings]


@dataclass(frozen=True, slots=True)
class HallNow:
    """A hall at this moment; without an event it is still expected."""

    pk: int
    number: int
    name: str
    event: Event | None
    stamp: Stamp | None
    shown: bool  # its places may be known
    last: int | None  # as they were after this round; None: as they are now

    @property
    def official(self) -> bool:
        return self.event is not None and self.event.finished_at is not None

    @property
    def mark(self) -> str:
        """Another mark, another result."""
        if self.stamp is None:
            return f"{self.number}:{self.name}"
        silent = bool(self.stamp.age)
        return (
            f"{self.number}:{self.name}:{self.stamp.uid}-{self.stamp.state}-{self.shown}-{self.last}-{silent}"
        )


@dataclass(frozen=True, slots=True)
class MatchDayNow:
    """A match-day with its halls; the same mark, the same list."""

    matchday: MatchDay
    halls: tuple[HallNow, ...]

    @property
    def mark(self) -> str:
        text = "|".join((str(self.matchday.revision), *(hall.mark for hall in self.halls)))
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    @property
    def complete(self) -> bool:
        """Every hall is here, and its results are official."""
        return bool(self.halls) and all(hall.official for hall in self.halls)

    @property
    def expected(self) -> tuple[HallNow, ...]:
        """Halls whose events are not here."""
        return tuple(hall for hall in self.halls if hall.event is None)


def halls_now(matchday: MatchDay, may_know: ShownOf) -> MatchDayNow:
    """The halls as they stand."""
    rows = matchday.halls.select_related("event").defer(*LARGE_OF_EVENT).order_by("number")
    return MatchDayNow(matchday, tuple(_hall(row, may_know) for row in rows))


def _hall(row: MatchHall, may_know: ShownOf) -> HallNow:
    event = row.event
    stamp = stamp_of(event.pk) if event is not None else None
    if event is None or stamp is None:
        return HallNow(row.pk, row.number, row.name, None, None, False, None)
    shown = may_know(event)
    return HallNow(row.pk, row.number, row.name, event, stamp, shown.shown, shown.last)


def official_mark(halls: Iterable[MatchHall], revision: int) -> str:
    """How the halls stood, without reading a sheet: of an official event its revision says everything."""
    parts = [
        f"{hall.number}-{hall.event.uid.hex[:12]}-{hall.event.revision}" if hall.event else str(hall.number)
        for hall in halls
    ]
    return hashlib.sha256("|".join((str(revision), *parts)).encode()).hexdigest()[:24]
