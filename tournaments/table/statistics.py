"""What an evening looks like in numbers. Everything is counted from the sheet; nothing is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring import Seat, Side
from scoring.remarks import Attempt
from tournaments.engines.tallying import AttemptCount, tally_of
from tournaments.speech.wording import signed
from tournaments.table.handview import HandView
from tournaments.table.sheetview import SheetView


@dataclass(frozen=True, slots=True)
class PersonEvening:
    """One person's evening."""

    name: str
    total: int
    place: int
    attempts: AttemptCount
    favourite: str  # what was tried most often; empty: nothing
    best: str  # signed points of the best hand; empty: none
    best_sentence: str  # why; empty where it was somebody else's doing
    worst: str
    account: int
    games: tuple[int, ...] = ()  # of a match the points of each of its games; `total` are the games won


@dataclass(frozen=True, slots=True)
class Statistics:
    """One sheet in numbers."""

    hands: int
    people: tuple[PersonEvening, ...]  # by their places
    choices: tuple[AttemptCount, ...]  # what was tried at this table, the most frequent first

    @property
    def has_attempts(self) -> bool:
        """Do people play for something in this game?"""
        return bool(self.choices)


def statistics(view: SheetView) -> Statistics:
    """Count a sheet; of hands on paper only how many they were is known."""
    hands = [hand for hand in view.hands if hand.label and not hand.on_paper]
    attempts = [attempt for hand in hands for attempt in view.attempts(hand)]
    came = [seat for seat in range(len(view.everybody)) if view.takes_part(seat)]
    seated = (_person(view, Seat(seat), hands, attempts) for seat in came)
    people = tuple(sorted(seated, key=lambda person: (person.place, person.account)))
    return Statistics(view.played, people, _tallies(view, attempts))


def _person(view: SheetView, seat: Seat, hands: list[HandView], attempts: list[Attempt]) -> PersonEvening:
    side = Side(seat) if view.sheet.changed else view.table.seating.side_of(seat)
    hands = [hand for hand in hands if hand.played_by(side)]
    tries = [attempt for attempt in attempts if seat in attempt.seats]
    favourites = _tallies(view, tries)
    # Points are good, or bad: the best hand is the one that helped most.
    order = sorted(hands, key=lambda hand: hand.points[side], reverse=not view.game.low_wins)
    best, worst = (order[0], order[-1]) if order else (None, None)
    return PersonEvening(
        name=view.everybody[seat],
        total=view.standing[side],
        place=view.places[side],
        attempts=tally_of("", [attempt.success for attempt in tries]),
        favourite=favourites[0].name if favourites else "",
        best=signed(best.points[side]) if best else "",
        best_sentence=best.sentence if best and best.points[side] > 0 and not view.game.low_wins else "",
        worst=signed(worst.points[side]) if worst else "",
        account=side,
        games=view.match.of_side(side) if view.is_match else (),
    )


def _tallies(view: SheetView, attempts: Iterable[Attempt]) -> tuple[AttemptCount, ...]:
    tried: dict[str, list[bool | None]] = defaultdict(list)
    for attempt in attempts:
        tried[view.wording.say(attempt.what)].append(attempt.success)
    tallies = [tally_of(name, successes) for name, successes in tried.items()]
    return tuple(sorted(tallies, key=lambda tally: (-tally.tried, tally.name)))
