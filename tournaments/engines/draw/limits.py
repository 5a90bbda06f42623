"""How large a draw may be. What is larger is refused before anything is laid out, naming what would do."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.text import Text, say
from scoring.text import mark as _

MOST_PEOPLE = 5000
MOST_ROUNDS = 200
MOST_SEATS = 200_000
"""Seats of all rounds together, those of the rounds played included."""
MOST_PAIRS = 50_000  # who sit apart or together
LARGEST_TABLE = 10

Rounds = Sequence[Sequence[Sequence[int]]]


def most_against_everybody() -> int:
    """How many can play everybody against everybody: each of n has n − 1 matches."""
    entrants = 2
    while (entrants + 1) * entrants <= MOST_SEATS:
        entrants += 1
    return entrants


def too_large(format: str, here: int, known: int, rounds: int, played: Rounds) -> Text | None:
    """Why a draw for so many people is too large; None when it is not.

    `known` are all who are named anywhere, `here` those who play from now on. Round robin and knockout derive
    their rounds: the first has n × (n − 1) seats, the other never more than four for each entrant.
    """
    if known > MOST_PEOPLE:
        return say(
            _("At most {most} people can be drawn; with those of the rounds played there are {people}."),
            most=MOST_PEOPLE,
            people=known,
        )
    if format == "round_robin":
        most = most_against_everybody()
        if here <= most:
            return None
        return say(
            _("At most {most} entrants can play everybody against everybody; there are {people}."),
            most=most,
            people=here,
        )
    taken = sum(len(table) for tables in played for table in tables)
    if format == "knockout" or here * rounds + taken <= MOST_SEATS:
        return None
    more = (MOST_SEATS - taken) // here
    if more < 1:
        return say(
            _(
                "All rounds of a draw together have at most {seats} seats; the rounds played have {taken} of "
                "them, and {people} people need more than are left."
            ),
            seats=MOST_SEATS,
            taken=taken,
            people=here,
        )
    return say(
        _(
            "Rounds that can be drawn now for {people} people: {most} at most. All rounds of a draw "
            "together, those played included, have at most {seats} seats."
        ),
        seats=MOST_SEATS,
        people=here,
        most=more,
    )
