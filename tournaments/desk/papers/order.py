"""What somebody wants printed, and what all papers need to know."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournaments.events.ground.names import full_names_of
from tournaments.hall.checksums import on_paper
from tournaments.hall.facts import Hall, RoundFacts, SeatFacts, TableFacts
from tournaments.hall.words import round_name
from tournaments.models import Event
from tournaments.paper.event import EventHead


@dataclass(frozen=True, slots=True)
class Order:
    """Papers of an event as the desk knows it. `base` is the address phones reach this server at."""

    hall: Hall
    base: str
    round: int | None = None  # None: the current one
    helpers: int = 1  # at the door, each with his own letters

    @property
    def event(self) -> Event:
        return self.hall.event

    @property
    def head(self) -> EventHead:
        """What stands on every paper."""
        event = self.event
        return EventHead(
            club=event.club,
            title=event.title,
            date=event.day,
            place=event.place,
            printed=timezone.localtime(),
            checksum=on_paper(self.hall.latest),
        )

    def rounds(self) -> list[RoundFacts]:
        """The round asked for, as a list that may be empty."""
        if self.round is not None:
            round_facts = self.hall.round(self.round)
            return [round_facts] if round_facts else []
        return [self.hall.current] if self.hall.current else []

    def named(self, round_: RoundFacts) -> str:
        """What the round is called."""
        return round_name(self.hall, round_)

    def full_names(self) -> dict[int, str]:
        """The names people have, for what they get into their own hands."""
        return full_names_of(self.event)


def seat_name(order: Order, table: TableFacts, seat: SeatFacts) -> str:
    """Who sits here; a member of a pair or team by his own name."""
    return seat.name or order.hall.people[seat.entrant].name
