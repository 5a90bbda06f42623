"""The rows of a sheet, wherever they come from: a database, or the file of an event."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring import Game, Seat, Table, Unreadable, game_for, read
from scoring.fields import fields_of


class EntryRow:
    """An entry as it was written.

    Of which type each value is, is said by those who inherit this: `models.Entry` and `PlainEntry`.
    """

    __slots__ = ()

    pk: Any
    seq: Any
    kind: Any
    hand_no: Any
    supersedes_id: Any
    payload: Any
    digest: Any
    base_seq: Any
    revision: Any
    rules_version: Any
    credential_id: Any
    via: Any
    reason: Any
    by: Any
    at: Any
    claimed_at: Any
    boot_id: Any
    mono_ns: Any
    prev_hash: Any
    hash: Any


class SheetRow(Protocol):
    """What is fixed of a sheet before its first entry; see `models.Sitting`."""

    @property
    def pk(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def preset(self) -> str: ...
    @property
    def rules(self) -> Any: ...
    @property
    def rules_version(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def first_dealer(self) -> int | None: ...

    def game_value(self) -> Game[Any, Any]: ...

    def table(self) -> Table[Any]: ...


@dataclass(frozen=True, slots=True)
class PlainEntry(EntryRow):
    """An entry without a database."""

    pk: uuid.UUID
    seq: int
    kind: str
    hand_no: int | None
    supersedes_id: uuid.UUID | None
    payload: Any
    digest: str
    base_seq: int | None
    revision: int
    rules_version: int
    credential_id: uuid.UUID | None
    via: str
    reason: str
    by: str
    at: datetime.datetime
    claimed_at: datetime.datetime | None
    boot_id: str
    mono_ns: int
    prev_hash: str
    hash: str


@dataclass(slots=True)
class PlainSheet:
    """A sheet without a database. `number` is the table in the hall, `round` of which round; 0: of none."""

    pk: int
    game: str
    preset: str
    rules: Any
    rules_version: int
    seats: int
    first_dealer: int | None
    hands_limit: int = 0
    round: int = 0
    number: int = 0
    _table: Table[Any] | None = field(default=None, compare=False, repr=False)

    def game_value(self) -> Game[Any, Any]:
        """The game; raises KeyError when this version does not know it."""
        return game_for(self.game)

    def table(self) -> Table[Any]:
        """The table for the rules of the game, read once."""
        if self._table is None:
            self._table = table_from(
                self.game_value(), self.preset, self.rules, self.seats, self.first_dealer, self.hands_limit
            )
        return self._table


def table_from(
    game: Game[Any, Any],
    preset: str,
    rules: Mapping[str, Any],
    seats: int,
    first_dealer: int | None,
    limit: int,
) -> Table[Any]:
    """The table of a stored sheet; raises Unreadable when its rules cannot be read.

    A switch that was added after the sheet began takes the preset's value.
    """
    known = {preset.key for preset in game.presets}
    base = game.preset(preset if preset in known else None).rules
    reading = read(fields_of(game.rules), rules, game.accounts(seats, base), base=base)
    if reading.problems:
        raise Unreadable(reading.problems)
    switches = game.rules(**reading.values)
    dealer = None if first_dealer is None else Seat(first_dealer - 1)
    return Table(game.accounts(seats, switches), switches, dealer, limit)
