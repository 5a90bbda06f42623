"""Do game, rules and plan go together? Asked before anything is stored, so that a draw never meets it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scoring.game import Game
from scoring.problem import Problem
from scoring.table import Seat, Table
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.plans.declared import PARTNERED, TABLES_OF_MANY, EventSettings, Format, StagePlan

MISFITS = frozenset(
    {
        *("table_size", "entrants_split", "one_entry", "entrant_fixed", "no_pairs", "no_match"),
        "longer_than_rules",
    }
)
"""Codes of everything that keeps a plan from being played, and that other switches could mend."""


def stage_problems(
    game: Game[Any, Any], rules: Any, settings: EventSettings, plan: StagePlan
) -> list[Problem]:
    """Everything that keeps a stage of this plan from being played under these rules."""
    if plan.format in TABLES_OF_MANY:
        problems = list(_tables(game, rules, settings, plan))
    elif plan.format in PARTNERED:
        problems = list(_partners(game, rules, settings))
    else:
        problems = list(_matches(game, rules, settings))
    full = game.length(rules)
    if not problems and 0 < full < plan.hands:
        text = say(
            _("Under the rules of this stage a sheet takes at most this many hands: {count}."), count=full
        )
        problems.append(Problem("hands", "longer_than_rules", text))
    return problems


def uneven_deals(plan: StagePlan) -> bool:
    """Not everybody would deal equally often at a table of the usual size."""
    heads = plan.size if plan.format in TABLES_OF_MANY else 4 if plan.format in PARTNERED else 0
    return bool(heads and plan.hands % heads)


def playable(game: Game[Any, Any], rules: Any, heads: int) -> bool:
    """Can so many sit at one table under these rules?"""
    return heads in game.seats and not refused(game, rules, heads)


@lru_cache(maxsize=4096)
def refused(game: Game[Any, Any], rules: Any, heads: int) -> tuple[Problem, ...]:
    """What the game itself has against so many at one table under these rules."""
    # Kept: a search for remedies asks the same about hundreds of plans, and the answer is the game's alone.
    return tuple(game.playable(Table(game.accounts(heads, rules), rules)))


def playable_sizes(game: Game[Any, Any], rules: Any) -> list[int]:
    """All numbers of people that can sit at one table under these rules."""
    return [heads for heads in game.seats if playable(game, rules, heads)]


def usual_size(game: Game[Any, Any], rules: Any) -> int:
    """Four where the rules allow it, else what is nearest to it."""
    sizes = playable_sizes(game, rules) or list(game.seats)
    return min(sizes, key=lambda heads: (abs(heads - 4), heads))


def pairs_off(game: Game[Any, Any], rules: Any, heads: int) -> bool:
    """Do two sides of equal number sit at such a table, taking turns around it?"""
    seating = game.accounts(heads, rules)
    return heads % 2 == 0 and all(seating.side_of(Seat(seat)) == seat % 2 for seat in range(heads))


def _tables(game: Game[Any, Any], rules: Any, settings: EventSettings, plan: StagePlan) -> Iterator[Problem]:
    sizes = plan.sizes() if plan.format is not Format.FINAL else (plan.size,)
    for heads in sizes:
        field = "size" if heads == plan.size else "rest"
        if not playable(game, rules, heads):
            yield Problem(field, "table_size", _no_table(game, rules, heads))
        elif heads % settings.entrant:
            yield Problem(
                field,
                "entrants_split",
                say(
                    _("People per entrant: {count}. That does not fill a table of {heads}."),
                    count=settings.entrant,
                    heads=heads,
                ),
            )
        elif heads // settings.entrant < 2:
            yield Problem(
                field,
                "one_entry",
                say(_("At a table of {heads} there would be only one entrant."), heads=heads),
            )


def _no_table(game: Game[Any, Any], rules: Any, heads: int) -> Text:
    """Why so many do not sit at one table: in the words of the rules, or what the game is made for."""
    if heads in game.seats:
        (first, *_more) = refused(game, rules, heads)
        text = _("Under these rules nobody plays at tables of {heads}: {why}")
        return say(text, heads=heads, why=first.text)
    sizes = tuple(playable_sizes(game, rules))
    return say(
        _("This game is not played at tables of {heads}; possible: {sizes}."), heads=heads, sizes=sizes
    )


def _partners(game: Game[Any, Any], rules: Any, settings: EventSettings) -> Iterator[Problem]:
    if settings.entrant != 1:
        text = say(_("Partners change only where everybody plays alone."))
        yield Problem("format", "entrant_fixed", text)
    if not playable(game, rules, 4) or not pairs_off(game, rules, 4):
        text = say(_("This game is not played by two pairs at a table of four."))
        yield Problem("format", "no_pairs", text)


def _matches(game: Game[Any, Any], rules: Any, settings: EventSettings) -> Iterator[Problem]:
    heads = 2 * settings.entrant
    if playable(game, rules, heads) and pairs_off(game, rules, heads):
        return
    fitting = [size // 2 for size in playable_sizes(game, rules) if pairs_off(game, rules, size)]
    if fitting:
        text = say(
            _("For matches, this game needs this many people per entrant: {counts}."), counts=tuple(fitting)
        )
    else:
        text = say(_("This game is not played by two sides; choose a format with tables."))
    yield Problem("format", "no_match", text)
