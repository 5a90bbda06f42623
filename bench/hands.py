"""One more hand as an event grows, from the form to the disk: it must hardly notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from bench.evening import Evening, set_up, spent
from bench.figure import Figure, in_turns

TABLES = (10, 100, 1000)
BEFORE = 2
TIMES = 40  # in each turn
PHONES = 20  # tables that enter hands


def measure(short: bool = False) -> Iterator[Figure]:
    """Processor time beside that of a view that does nothing, in one process."""
    set_up()
    for tables in TABLES[:-1] if short else TABLES:
        value, yardstick = in_turns(*works(Evening(4 * tables, before=BEFORE)))
        yield Figure(
            name=f"hand.event.{tables}",
            what=f"a hand in an event of {tables:,} tables",
            value=value,
            unit="ms",
            yardstick=yardstick,
            beside="an empty view, both without a server",
            goal=20,
            size=tables,
        )


def works(evening: Evening) -> tuple[Callable[[], float], Callable[[], float]]:
    """A hand at one table after the other, and nothing."""
    writers = cycle(evening.crew[:PHONES])
    reader = evening.crew[0].browser
    return (
        lambda: spent(lambda: evening.save(next(writers)), TIMES),
        lambda: spent(lambda: reader.get("/favicon.ico"), TIMES),
    )
