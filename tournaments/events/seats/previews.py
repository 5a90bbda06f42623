"""What a change of seats would bring, in sentences, before anybody decides it. Stores nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from scoring import say
from scoring.problem import Unreadable
from scoring.text import Text
from scoring.text import mark as _
from tournaments.events.ground.names import full_names_of
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import settings_of
from tournaments.events.seats import moves
from tournaments.events.seats.moves import IncompleteTable, Moved
from tournaments.events.seats.seating import Concern, warnings, written_tables
from tournaments.models import Round

Seating = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatsPreview:
    """What would change. `concerns` are those that are not there yet; `tables` the numbers that change."""

    sentences: tuple[Text, ...]
    concerns: tuple[Concern, ...] = ()
    tables: tuple[int, ...] = ()


def of_exchange(round_: Round, first: int, second: int) -> SeatsPreview:
    """Two exchange; raises Unreadable where they cannot."""
    return _difference(round_, moves.exchanged(round_, first, second))


def of_guest(round_: Round, entrant: int) -> SeatsPreview:
    """Somebody comes late; raises Unreadable where there is no seat."""
    return _difference(round_, moves.seated_late(round_, entrant, written_tables(round_)))


def of_no_show(round_: Round, entrant: int, rest: IncompleteTable = IncompleteTable.REFUSE) -> SeatsPreview:
    """Somebody does not come; raises Unreadable where nothing fits."""
    return _difference(round_, moves.taken_out(round_, entrant, written_tables(round_), rest))


def ways_out(round_: Round, entrant: int) -> list[tuple[IncompleteTable, SeatsPreview]]:
    """What could be done with the table of somebody who does not come: what fits the plan, else what does
    not and is possible."""
    ways = []
    for rest in IncompleteTable:
        try:
            ways.append((rest, of_no_show(round_, entrant, rest)))
        except Unreadable:
            continue
        if rest == IncompleteTable.REFUSE:
            break
    return ways


def _difference(round_: Round, moved: Moved | None) -> SeatsPreview:
    if moved is None:
        return SeatsPreview((say(_("Nothing changes.")),))
    before, after = round_.seating, moved.seating
    changed = tables_changed(before, after)
    written = written_tables(round_) & set(changed)
    if written:
        raise no_draw(
            _("Hands are written at table {table}; only people can change places there."), table=min(written)
        )
    trial = copy(round_)
    trial.seating = after
    known = set(warnings(round_))
    return SeatsPreview(
        sentences=tuple(sentences(round_, before, after)),
        concerns=tuple(warning for warning in warnings(trial) if warning not in known),
        tables=tuple(changed),
    )


def tables_changed(before: Seating, after: Seating) -> list[int]:
    """Numbers of the tables that are not as they were, or are gone."""
    old, new = _by_number(before), _by_number(after)
    return sorted(number for number in old.keys() | new.keys() if old.get(number) != new.get(number))


def sentences(round_: Round, before: Seating, after: Seating) -> list[Text]:
    """Who moves where, table by table, and that nobody else does."""
    names = full_names_of(round_.event, round_.number)
    heads = settings_of(round_.event).entrant
    old, new = _by_number(before), _by_number(after)
    was, now = _places(before), _places(after)
    texts = [
        _moved(names[who], was.get(who), now.get(who))
        for who in sorted(was.keys() | now.keys(), key=lambda who: names[who])
        if was.get(who) != now.get(who)
    ]
    for number in tables_changed(before, after):
        here = new.get(number)
        if here is None:
            texts.append(say(_("Table {table} is not played."), table=number))
        elif number not in old:
            texts.append(say(_("Table {table} is new: {names}."), table=number, names=_who(here, names)))
        elif len(here) != len(old[number]):
            count = len(here) * heads
            texts.append(say(_("Table {table} becomes a table of {count}."), table=number, count=count))
        elif not texts:
            texts.append(
                say(_("The seats at table {table} change: {names}."), table=number, names=_who(here, names))
            )
    return [*texts, say(_("No other seat changes."))]


def _moved(name: str, was: int | None, now: int | None) -> Text:
    """`was` and `now` are numbers of tables; 0: sits out, None: not in the round."""
    match was, now:
        case None, 0:
            return say(_("{name} sits out."), name=name)
        case None, int(table):
            return say(_("{name} sits at table {table}."), name=name, table=table)
        case int(table), None if table:
            return say(_("{name} leaves table {table}."), name=name, table=table)
        case _, None:
            return say(_("{name} no longer sits out."), name=name)
        case 0, int(table):
            return say(_("{name} sat out and sits at table {table} now."), name=name, table=table)
        case int(table), 0:
            return say(_("{name} sits out instead of playing at table {table}."), name=name, table=table)
    return say(_("{name} moves from table {old} to table {new}."), name=name, old=was, new=now)


def _by_number(seating: Seating) -> dict[int, list[int]]:
    return dict(zip(seating["numbers"], seating["tables"], strict=True))


def _places(seating: Seating) -> dict[int, int]:
    at_tables = {who: number for number, table in _by_number(seating).items() for who in table}
    return {**at_tables, **dict.fromkeys(seating["out"], 0)}


def _who(table: Collection[int], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(names[entrant] for entrant in table)
