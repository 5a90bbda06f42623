"""The seats of a round as a file brings them, judged by the reader of all declared records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from scoring import Unreadable
from scoring.fields import Ask, Between, Many, fields_of
from scoring.record import read
from scoring.table import alone
from tournaments.models.stored import SeatingJson

MOST = 5000  # entrants of an event, tables of a round
LARGEST = 2**31 - 1  # number that a database keeps
Table = Annotated[tuple[int, ...], Many(at_least=1, at_most=MOST, distinct=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSeats:
    """`SeatingJson` with its bounds; entrants by their start numbers. Nobody reads the labels: a file that is
    refused is damaged as a whole."""

    tables: Annotated[tuple[Table, ...], Ask("tables", "tables"), Between(1, LARGEST), Many(at_most=MOST)]
    numbers: Annotated[
        tuple[int, ...], Ask("numbers", "numbers"), Between(1, LARGEST), Many(at_most=MOST, distinct=True)
    ]
    out: Annotated[tuple[int, ...], Ask("out", "out"), Between(1, LARGEST), Many(at_most=MOST, distinct=True)]
    groups: Annotated[tuple[str, ...], Ask("groups", "groups"), Many(at_most=MOST)] = ()
    ahead: Annotated[tuple[str, ...], Ask("ahead", "ahead"), Many(at_most=MOST, distinct=True)] = ()
    matches: Annotated[
        tuple[int, ...], Ask("matches", "matches"), Between(0, LARGEST), Many(at_most=MOST)
    ] = ()
    left: Annotated[int, Ask("left", "left"), Between(0, LARGEST)] = 0


def seating_in(raw: object) -> SeatingJson:
    """The seating as it stands in a file; raises Unreadable with everything that is wrong with it."""
    reading = read(fields_of(FileSeats), raw, alone(1))
    if reading.problems:
        raise Unreadable(reading.problems)
    return cast(SeatingJson, raw)
