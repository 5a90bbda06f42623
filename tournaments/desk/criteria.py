"""The criteria of a ranking as a list in an order, and those that can be added, by what they look at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.table import alone
from scoring.text import mark as _
from tournaments.engines.standings import By
from tournaments.speech.wording import Wording

CRITERIA = "criteria"  # name of the list in the form

AT_TABLES = (By.POINTS, By.PLACEMENT, By.BEST_ROUND, By.LAST_ROUND, By.LOT)
IN_MATCHES = (By.MATCH_POINTS, By.DIRECT, By.BUCHHOLZ, By.POINT_DIFFERENCE, By.LOT)
"""What nearly every ranking is made of, where people sit at tables and where two sides meet."""

GROUPS: tuple[tuple[str, tuple[By, ...]], ...] = (
    (
        _("The total"),
        (By.POINTS, By.POINTS_FOR, By.POINT_DIFFERENCE, By.MEAN, By.SCALED, By.PROGRESSIVE),
    ),
    (
        _("Matches, games and places at the table"),
        (
            *(By.MATCH_POINTS, By.WINS, By.WINS_PLAYED, By.GAMES, By.GAMES_DIFFERENCE),
            *(By.PLACEMENT, By.TABLES_WON),
        ),
    ),
    (_("Single rounds"), (By.BEST_ROUND, By.LAST_ROUND, By.WORST_ROUND, By.ROUNDS_AT_ZERO)),
    (_("Single hands"), (By.BEST_HAND, By.WORST_HAND, By.HANDS_WON, By.HANDS_LOST, By.HANDS_AT_ZERO)),
    (
        _("The opponents"),
        (
            *(By.DIRECT, By.BUCHHOLZ, By.BUCHHOLZ_CUT, By.BUCHHOLZ_MEDIAN),
            *(By.SONNEBORN, By.KOYA, By.OPPONENTS_WIN),
        ),
    ),
    (_("Byes, play-offs and drawing lots"), (By.BYES, By.UNPLAYED, By.PLAYOFF, By.LOT)),
)


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion, where it stands in the list."""

    key: str
    label: str
    help: str


@dataclass(frozen=True, slots=True)
class CriterionGroup:
    """Criteria that look at the same thing."""

    name: str
    criteria: tuple[CriterionRow, ...]
    open: bool  # something has just been taken from it


@dataclass(frozen=True, slots=True)
class CriteriaForm:
    """The list, the few that matter most, and all others."""

    chosen: tuple[CriterionRow, ...]
    usual: tuple[CriterionRow, ...]
    groups: tuple[CriterionGroup, ...]


def criteria_form(keys: Iterable[str], *, matched: bool, touched: str = "") -> CriteriaForm:
    """`matched`: two sides meet in this event. `touched` is the criterion that was added or removed last."""
    by_key = {by.value: by for by in By}
    chosen = [by_key[key] for key in dict.fromkeys(keys) if key in by_key]
    usual = IN_MATCHES if matched else AT_TABLES
    taken = {*chosen, *usual}
    groups = tuple(
        CriterionGroup(gettext(name), _criteria(some, taken), any(by.value == touched for by in some))
        for name, some in GROUPS
    )
    return CriteriaForm(
        tuple(map(_criterion, chosen)),
        _criteria(usual, chosen),
        tuple(group for group in groups if group.criteria),
    )


def _criteria(some: Iterable[By], without: Collection[By]) -> tuple[CriterionRow, ...]:
    return tuple(_criterion(by) for by in some if by not in without)


def _criterion(by: By) -> CriterionRow:
    wording = Wording(alone(1))
    return CriterionRow(by.value, wording.word(by), wording.translate(by.help))


def rearranged(keys: Sequence[str], data: Mapping[str, Any]) -> list[str] | None:
    """The list after the button that was pressed; None where it was none of the list's buttons.

    Whatever stands behind the lot would never be asked, so a new criterion goes before it.
    """
    now = list(dict.fromkeys(keys))
    if (key := data.get("up")) in now and now.index(key) > 0:
        place = now.index(key)
        now[place - 1 : place + 1] = now[place], now[place - 1]
    elif (key := data.get("down")) in now and now.index(key) + 1 < len(now):
        place = now.index(key)
        now[place : place + 2] = now[place + 1], now[place]
    elif (key := data.get("remove")) in now:
        now.remove(key)
    elif (key := data.get("add")) is not None and key not in now:
        now.insert(len(now) - (now[-1:] == [By.LOT.value] and key != By.LOT.value), key)
    elif not {"up", "down", "remove", "add"} & data.keys():
        return None
    return now
