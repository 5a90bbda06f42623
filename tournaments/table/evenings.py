"""The list of tables on the first page: evenings of friends, each a line; tables of events are none.

The first page is what a whole hall opens at once, so it asks two narrow statements, whatever is in the
database.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring import game_for
from tournaments.ledger.overnight import evening_of
from tournaments.models import Chair, Entry, Player, SheetHead, Sitting
from tournaments.models.naming import names_at
from tournaments.speech.wording import counted, speak
from tournaments.table.reading import Tables

LISTED = 30
# As SQL: the ORM would take twenty times as long, and look at every entry of every evening there has been.
# Open and closed ones are looked for by an index each: there are few of the first, and of the others the
# latest are at one end. CROSS JOIN: SQLite begins on the left.
LINES = f"""
SELECT sitting.id, sitting.title, sitting.game, head.hands, head.closed, sitting.created_at,
    (SELECT entry.at FROM {Entry._meta.db_table} AS entry
     WHERE entry.sitting_id = sitting.id AND entry.seq = head.head_seq) AS latest
FROM {{of}}
WHERE head.sitting_id = sitting.id AND {{state}}
    AND sitting.event_id IS NULL AND sitting.hidden_at IS NULL {{which}}
ORDER BY sitting.created_at DESC, sitting.id DESC LIMIT %s
"""
HEADS, SITTINGS = f"{SheetHead._meta.db_table} AS head", f"{Sitting._meta.db_table} AS sitting"
OPEN = LINES.replace("{of}", f"{HEADS} CROSS JOIN {SITTINGS}").replace("{state}", "NOT head.closed")
CLOSED = LINES.replace("{of}", f"{SITTINGS} CROSS JOIN {HEADS}").replace("{state}", "head.closed")
TABLES = f"""
SELECT * FROM ({OPEN}) AS begun UNION ALL SELECT * FROM ({CLOSED}) AS ended
ORDER BY closed, created_at DESC, id DESC LIMIT %s
"""
OF_PLAYER = (
    "id",
    "name",
    "club",
    "distinction",
    "shown_as",
    "pseudonym",
    "minor",
)  # what somebody is called at a table
PEOPLE = f"""
SELECT chair.sitting_id, chair.seat, {", ".join(f"player.{name}" for name in OF_PLAYER)}
FROM {Chair._meta.db_table} AS chair JOIN {Player._meta.db_table} AS player ON player.id = chair.player_id
WHERE chair.sitting_id IN ({{which}}) ORDER BY chair.sitting_id, chair.seat
"""


@dataclass(frozen=True, slots=True)
class FrontTableRow:
    """One table in the list on the home page."""

    id: int
    name: str
    game: str
    people: str
    counted: str  # `12 hands`
    closed: bool
    at: datetime.datetime

    @property
    def day(self) -> str:
        """The day of the evening: it ends in the morning."""
        days = (evening_of(timezone.now()) - evening_of(self.at)).days
        if 0 <= days < 2:
            return gettext("yesterday") if days else gettext("today")
        return str(date_format(evening_of(self.at), "SHORT_DATE_FORMAT"))


@dataclass(frozen=True, slots=True)
class Evenings:
    """What the database says of the tables in the list: as long as it is the same, so is the list."""

    rows: tuple[tuple[Any, ...], ...]  # as TABLES asks for them
    people: tuple[tuple[Any, ...], ...]  # as PEOPLE does

    def tables(self) -> list[FrontTableRow]:
        """The list in words."""
        people: dict[int, list[tuple[Any, ...]]] = {}
        for pk, *person in self.people:
            people.setdefault(pk, []).append(tuple(person))
        return [
            FrontTableRow(
                id=pk,
                name=title or gettext("Table {number}").format(number=pk),
                game=speak(game_for(game).name),
                people=_names(tuple(people.get(pk, ()))),
                counted=counted(game_for(game), hands),
                closed=bool(closed),
                at=_moment(latest or created_at),
            )
            for pk, title, game, hands, closed, created_at, latest in self.rows
        ]


def evenings(limit: int = LISTED, of: Tables = None) -> Evenings:
    """Tables that belong to no event, the latest first: open ones before closed ones."""
    if of is None:
        rows = _rows(TABLES.format(which=""), [limit] * 3)
    elif of:
        which = f"AND sitting.id IN ({_places(of)})"
        rows = _rows(TABLES.format(which=which), [*of, limit, *of, limit, limit])
    else:
        rows = ()
    pks = [row[0] for row in rows]
    return Evenings(rows, _rows(PEOPLE.format(which=_places(pks)), pks) if pks else ())


@lru_cache(maxsize=256)
def _names(people: tuple[tuple[Any, ...], ...]) -> str:
    """What people are called whose seats and facts these are."""
    chairs = []
    for seat, *facts in people:
        chairs.append(Chair(seat=seat, player=Player(**dict(zip(OF_PLAYER, facts, strict=True)))))
    return ", ".join(names_at(Sitting(), chairs))


def _rows(statement: str, values: Sequence[int]) -> tuple[tuple[Any, ...], ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return tuple(cursor.fetchall())


def _places(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values))


def _moment(value: datetime.datetime | str) -> datetime.datetime:
    """SQLite knows no such kind of value, and says it in UTC."""
    moment = parse_datetime(value) if isinstance(value, str) else value
    assert moment is not None
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
