"""Decisions besides hands, for the pages of the desk: what can be decided, and what has been."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from config.digits import LONGEST, number_in, numbers_in
from tournaments.engines.standings import By, winner_of
from tournaments.events.decisions.consequences import state_of
from tournaments.events.decisions.rulings import RulingDraft
from tournaments.events.ground.names import full_names_of
from tournaments.events.results.ranking import standings_of
from tournaments.events.words.moves import written
from tournaments.hall.decisions import ruling_in_words, ruling_kind
from tournaments.models import Event, Ruling, RulingKind


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A decision that has been made."""

    id: int
    what: str
    where: str
    words: str
    reason: str
    by: str
    at: datetime.datetime
    withdrawn_at: datetime.datetime | None
    withdrawn_by: str


@dataclass(frozen=True, slots=True)
class MatchSide:
    """Somebody who may win a match. `chosen`: the form says so."""

    entrant: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match that has no winner yet. `level`: it is over and nobody is ahead."""

    round: int
    table: int
    sides: tuple[MatchSide, ...]
    level: bool


@dataclass(frozen=True, slots=True)
class Equals:
    """Those whom nothing but the lot separates, from this place on."""

    place: int
    value: str
    people: tuple[tuple[int, str, str], ...]  # entrant, name, the place typed so far


def rulings(event: Event) -> list[RulingRow]:
    """All decisions, the latest first."""
    names = full_names_of(event)
    newest_first = Ruling.objects.filter(event=event).select_related("round").order_by("-at", "-id")
    return [
        RulingRow(
            id=ruling.pk,
            what=ruling_kind(ruling),
            where=where(ruling),
            words=ruling_in_words(ruling, names),
            reason=ruling.reason,
            by=ruling.by,
            at=ruling.at,
            withdrawn_at=ruling.withdrawn_at,
            withdrawn_by=ruling.withdrawn_by,
        )
        for ruling in newest_first
    ]


def where(ruling: Ruling) -> str:
    """`Round 2 · Table 3`, as far as it is about one."""
    parts = []
    if ruling.round is not None:
        parts.append(gettext("Round {number}").format(number=ruling.round.number))
    if ruling.table is not None:
        parts.append(gettext("Table {number}").format(number=ruling.table))
    return " · ".join(parts)


def open_matches(event: Event, typed: Mapping[str, str], *, level: bool = False) -> list[MatchRow]:
    """Matches without a winner, the latest round first; `level`: only those that are over; `typed` are the
    answers of the form so far.
    """
    chosen = tuple(typed.get(name) for name in ("round", "table", "winner"))
    state, names = state_of(event), full_names_of(event)
    rows = [
        MatchRow(
            table_result.round,
            table_result.table,
            tuple(
                MatchSide(
                    entrant,
                    names.get(entrant, "?"),
                    chosen == (str(table_result.round), str(table_result.table), str(entrant)),
                )
                for account in table_result.accounts
                for entrant in account.entrants[:1]
            ),
            table_result.finished,
        )
        for table_result in state.known.played
        if table_result.matched
        and (table_result.finished or not level)
        and winner_of(table_result, low_wins=state.known.rules.low_wins) is None
        and (table_result.round, table_result.table) not in state.level
    ]
    return sorted(rows, key=lambda row: (-row.round, row.table))


def equals(event: Event, typed: Mapping[str, str]) -> list[Equals]:
    """Groups of the standings that share a place, or that only a lot or an extra game has separated; `typed`
    are the answers of the form so far.
    """
    names, groups = full_names_of(event), list[list[int]]()
    table = standings_of(event)
    rows = [row for row in table.rows if row.rank is not None]
    for place, row in enumerate(rows):
        if place == 0 or row.decided_by not in (None, By.LOT, By.PLAYOFF):
            groups.append([])
        groups[-1].append(place)
    return [
        Equals(
            group[0] + 1,
            written(rows[group[0]].values[0]),
            tuple((who, names.get(who, "?"), typed.get(f"place-{who}", "")) for who in together),
        )
        for group in groups
        if len(together := [rows[at].entrant for at in group]) > 1
    ]


def draft_from(kind: RulingKind, sent: QueryDict) -> RulingDraft:
    """A decision as a form says it; what is missing or broken is found by `rulings.preview`."""
    points = _number(sent, "points")
    if points is not None and sent.get("sign") == "penalty":
        points = -abs(points)
    elif points is not None and sent.get("sign") == "credit":
        points = abs(points)
    return RulingDraft(
        kind,
        entrant=_number(sent, "entrant"),
        round=_number(sent, "round"),
        table=_number(sent, "table"),
        points=points,
        target=sent.get("target", "points"),
        winner=_number(sent, "winner"),
        order=_order(sent),
    )


def _number(sent: Mapping[str, str], name: str) -> int | None:
    typed = sent.get(name, "").strip().replace("\N{MINUS SIGN}", "-")
    digits = typed.removeprefix("-")
    size = number_in(digits)
    return size if size is None or digits == typed else -size


def _order(sent: QueryDict) -> tuple[int, ...]:
    """Entrants by the places typed beside them; nothing where a place is missing or given twice."""
    named = [name.removeprefix("place-") for name in sent if name.startswith("place-")]
    places = {who: _number(sent, f"place-{who}") for who in numbers_in(named, LONGEST)}
    if sorted(place or 0 for place in places.values()) != list(range(1, len(places) + 1)):
        return ()
    return tuple(sorted(places, key=lambda who: places[who] or 0))
