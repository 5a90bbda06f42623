"""Changes that somebody could make who owns the file, each by raw SQL.

Some are clumsy, some are careful: they compute digests, hashes and heads anew, so that only what follows from
the entries, or what stands elsewhere, gives them away.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Planted:
    """What was changed, and where it has to show."""

    what: str
    event: int | None = None  # None: on a sheet of an evening
    sitting: int = 0  # that sheet
    seq: int | None = None  # the entry that has to be named
    drawn: bool = False  # only a draw made again can tell


Change = Callable[[Any, random.Random], Planted]


def take_guards_away(cursor: Any) -> None:
    cursor.execute("PRAGMA ignore_check_constraints = ON")  # a flipped bit asks for no leave
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    for (name,) in cursor.fetchall():
        cursor.execute(f"DROP TRIGGER {name}")


# --- Entries ------------------------------------------------------------------------------------------------


def _entry(cursor: Any, chance: random.Random, where: str = "kind = 'hand'") -> tuple[Any, ...]:
    """An entry by chance: (id, sitting, seq, payload, event)."""
    cursor.execute(
        "SELECT entry.id, entry.sitting_id, entry.seq, entry.payload, sitting.event_id "
        "FROM tournaments_entry AS entry "
        "JOIN tournaments_sitting AS sitting ON sitting.id = entry.sitting_id "
        f"WHERE entry.rowid >= %s AND entry.{where} LIMIT 1",
        [chance.randint(1, _most(cursor, "tournaments_entry"))],
    )
    row = cursor.fetchone()
    return row if row is not None else _entry(cursor, chance, where)


def _most(cursor: Any, table: str) -> int:
    cursor.execute(f"SELECT MAX(rowid) FROM {table}")
    return int(cursor.fetchone()[0])


def flipped_payload(cursor: Any, chance: random.Random) -> Planted:
    """One bit of what was entered."""
    pk, sitting, seq, payload, event = _entry(cursor, chance)
    changed = bytearray(payload.encode())
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(5)
    text = changed.decode("latin-1")
    cursor.execute("UPDATE tournaments_entry SET payload = %s WHERE id = %s", [text, pk])
    return Planted("payload bit", event, sitting, seq)


def flipped_moment(cursor: Any, chance: random.Random) -> Planted:
    """An entry is a second younger."""
    pk, sitting, seq, _payload, event = _entry(cursor, chance)
    cursor.execute("UPDATE tournaments_entry SET at = '2026-01-01 12:00:00' WHERE id = %s", [pk])
    return Planted("moment", event, sitting, seq)


def other_writer(cursor: Any, chance: random.Random) -> Planted:
    pk, sitting, seq, _payload, event = _entry(cursor, chance)
    cursor.execute("UPDATE tournaments_entry SET via = 'desk' WHERE id = %s", [pk])
    return Planted("via", event, sitting, seq)


def deleted(cursor: Any, chance: random.Random) -> Planted:
    """A hand is gone; what pointed to it points to nothing."""
    pk, sitting, _seq, _payload, event = _entry(cursor, chance)
    cursor.execute("PRAGMA defer_foreign_keys = ON")
    cursor.execute("DELETE FROM tournaments_livehand WHERE entry_id = %s", [pk])
    cursor.execute("UPDATE tournaments_entry SET supersedes_id = NULL WHERE supersedes_id = %s", [pk])
    cursor.execute("DELETE FROM tournaments_entry WHERE id = %s", [pk])
    return Planted("deleted", event, sitting)


def deleted_last(cursor: Any, chance: random.Random) -> Planted:
    """The last entry of a sheet is gone, and everything beside it fits."""
    _pk, sitting, _seq, _payload, event = _entry(cursor, chance)
    cursor.execute(
        "SELECT id, seq, prev_hash FROM tournaments_entry WHERE sitting_id = %s ORDER BY seq DESC LIMIT 1",
        [sitting],
    )
    pk, _last, _before = cursor.fetchone()
    cursor.execute("DELETE FROM tournaments_livehand WHERE entry_id = %s", [pk])
    cursor.execute("DELETE FROM tournaments_entry WHERE id = %s", [pk])
    return Planted("last entry deleted", event, sitting)


def swapped(cursor: Any, chance: random.Random) -> Planted:
    """Two neighbours change places."""
    pk, sitting, seq, _payload, event = _entry(cursor, chance)
    cursor.execute(
        "SELECT id, seq FROM tournaments_entry WHERE sitting_id = %s AND seq > %s ORDER BY seq LIMIT 1",
        [sitting, seq],
    )
    row = cursor.fetchone()
    if row is None:
        return swapped(cursor, chance)
    other, after = row
    for key, number in ((pk, 9999), (other, seq), (pk, after)):
        cursor.execute("UPDATE tournaments_entry SET seq = %s WHERE id = %s", [number, key])
    return Planted("swapped", event, sitting, seq)


def inserted(cursor: Any, chance: random.Random) -> Planted:
    """A copy of a hand at the end of its sheet, without a chain."""
    pk, sitting, _seq, _payload, event = _entry(cursor, chance)
    cursor.execute("SELECT MAX(seq) + 1 FROM tournaments_entry WHERE sitting_id = %s", [sitting])
    number = cursor.fetchone()[0]
    cursor.execute("SELECT * FROM tournaments_entry WHERE id = %s", [pk])
    names = [column[0] for column in cursor.description]
    values = dict(zip(names, cursor.fetchone(), strict=True))
    values |= {"id": uuid.UUID(int=chance.getrandbits(128), version=4).hex, "seq": number}
    values |= {"at": str(values["at"]), "supersedes_id": None}
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join(["%s"] * len(names))
    cursor.execute(
        f"INSERT INTO tournaments_entry ({columns}) VALUES ({marks})", [values[name] for name in names]
    )
    return Planted("inserted", event, sitting, number)


def rewritten(cursor: Any, chance: random.Random) -> Planted:
    """Another hand with a digest of its own: only the hash knows."""
    from tournaments.ledger.chain import digest_of
    from tournaments.models import Entry

    pk, sitting, seq, _payload, event = _entry(cursor, chance)
    entry = Entry.objects.get(pk=pk)
    other = _other_payload(entry.payload)
    digest = digest_of(entry.kind, entry.hand_no, other)
    cursor.execute(
        "UPDATE tournaments_entry SET payload = %s, digest = %s WHERE id = %s",
        [json.dumps(other), digest, pk],
    )
    return Planted("payload and digest", event, sitting, seq)


def _other_payload(payload: Any) -> Any:
    """The same answers with a number that is another one."""
    other = json.loads(json.dumps(payload))
    for name, value in other.items():
        if type(value) is int and name != "hands":
            other[name] = value + 1 if value < 4 else value - 1
            return other
    other["changed"] = True
    return other


def rewritten_to_the_end(cursor: Any, chance: random.Random) -> Planted:
    """A hand of the event changed, and the chain of its sheet, its points and its head computed anew.

    Only the chain of the event still knows, and the paper.
    """
    from tournaments.engines.sheets.checking import examine
    from tournaments.ledger.chain import digest_of, hash_of, start_of
    from tournaments.ledger.derived import store
    from tournaments.models import Entry, Sitting

    sittings = list(Sitting.objects.filter(event__isnull=False, sheethead__head_seq__gt=2).order_by("pk"))
    sitting = chance.choice(sittings)
    entries = list(Entry.objects.filter(sitting=sitting).order_by("seq"))
    at = chance.randrange(len(entries) - 1)
    previous = start_of(sitting)
    for place, entry in enumerate(entries):
        if place == at and "points" in entry.payload:
            entry.payload = {**entry.payload, "points": 30 + entry.payload["points"] % 40}
            entry.digest = digest_of(entry.kind, entry.hand_no, entry.payload)
        entry.prev_hash = previous
        entry.hash = previous = hash_of(entry)
        cursor.execute(
            "UPDATE tournaments_entry SET payload = %s, digest = %s, prev_hash = %s, hash = %s WHERE id = %s",
            [json.dumps(entry.payload), entry.digest, entry.prev_hash, entry.hash, entry.pk.hex],
        )
    computed = examine(sitting, entries).computed
    if computed is not None:
        store(sitting, computed)
    return Planted("a whole sheet computed anew", sitting.event_id)


# --- What is stored beside them -----------------------------------------------------------------------------


def edited_points(cursor: Any, chance: random.Random) -> Planted:
    pk, sitting, _seq, _payload, event = _live(cursor, chance)
    cursor.execute("UPDATE tournaments_livehand SET points = '[99, 0, 0, -99]' WHERE id = %s", [pk])
    return Planted("points of a hand", event, sitting)


def edited_totals(cursor: Any, chance: random.Random) -> Planted:
    _pk, sitting, _seq, _payload, event = _live(cursor, chance)
    cursor.execute("SELECT games FROM tournaments_sheethead WHERE sitting_id = %s", [sitting])
    games = json.loads(cursor.fetchone()[0])
    games[0]["totals"][chance.randrange(len(games[0]["totals"]))] += chance.choice((-5, 1, 10))
    cursor.execute(
        "UPDATE tournaments_sheethead SET games = %s WHERE sitting_id = %s", [json.dumps(games), sitting]
    )
    return Planted("totals", event, sitting)


def edited_both(cursor: Any, chance: random.Random) -> Planted:
    """Points of a hand and the totals, so that they add up."""
    pk, sitting, _seq, _payload, event = _live(cursor, chance)
    cursor.execute("SELECT points FROM tournaments_livehand WHERE id = %s", [pk])
    points = json.loads(cursor.fetchone()[0])
    cursor.execute("SELECT games FROM tournaments_sheethead WHERE sitting_id = %s", [sitting])
    games = json.loads(cursor.fetchone()[0])
    points[0] += 7
    games[-1]["totals"][0] += 7
    lines = json.dumps([{"code": "game", "points": points}])
    cursor.execute(
        "UPDATE tournaments_livehand SET points = %s, lines = %s WHERE id = %s",
        [json.dumps(points), lines, pk],
    )
    cursor.execute(
        "UPDATE tournaments_sheethead SET games = %s WHERE sitting_id = %s", [json.dumps(games), sitting]
    )
    return Planted("points and totals", event, sitting)


def edited_head(cursor: Any, chance: random.Random) -> Planted:
    """The hash of an entry and the head of its sheet, alike."""
    _pk, sitting, _seq, _payload, event = _entry(cursor, chance)
    other = f"{chance.getrandbits(256):064x}"
    cursor.execute(
        "UPDATE tournaments_entry SET hash = %s WHERE id = (SELECT id FROM tournaments_entry "
        "WHERE sitting_id = %s ORDER BY seq DESC LIMIT 1)",
        [other, sitting],
    )
    cursor.execute("UPDATE tournaments_sheethead SET head_hash = %s WHERE sitting_id = %s", [other, sitting])
    return Planted("hash and head", event, sitting)


def reopened(cursor: Any, chance: random.Random) -> Planted:
    _pk, sitting, _seq, _payload, event = _entry(cursor, chance, "kind = 'close'")
    cursor.execute("UPDATE tournaments_sheethead SET closed = 0 WHERE sitting_id = %s", [sitting])
    return Planted("closed", event, sitting)


def other_rules(cursor: Any, chance: random.Random) -> Planted:
    """Rules changed under hands that are there."""
    _pk, sitting, _seq, _payload, event = _entry(cursor, chance)
    cursor.execute("SELECT rules FROM tournaments_sitting WHERE id = %s", [sitting])
    rules = json.loads(cursor.fetchone()[0])
    name = next(name for name, value in rules.items() if type(value) in (int, bool))
    rules[name] = rules[name] + 1 if type(rules[name]) is int else not rules[name]
    cursor.execute("UPDATE tournaments_sitting SET rules = %s WHERE id = %s", [json.dumps(rules), sitting])
    return Planted("rules", event, sitting, 1)


def _live(cursor: Any, chance: random.Random) -> tuple[Any, ...]:
    cursor.execute(
        "SELECT hand.id, hand.sitting_id, hand.hand_no, hand.points, sitting.event_id "
        "FROM tournaments_livehand AS hand "
        "JOIN tournaments_sitting AS sitting ON sitting.id = hand.sitting_id "
        "WHERE hand.id >= %s LIMIT 1",
        [chance.randint(1, _most(cursor, "tournaments_livehand"))],
    )
    row: tuple[Any, ...] = cursor.fetchone()
    return row


# --- The event ----------------------------------------------------------------------------------------------


def _of_event(cursor: Any, chance: random.Random, table: str, where: str = "1 = 1") -> tuple[int, int]:
    """A row of this table by chance: (id, event)."""
    cursor.execute(f"SELECT id, event_id FROM {table} WHERE {where} ORDER BY id")
    pk, event = chance.choice(cursor.fetchall())
    return int(pk), int(event)


def other_chair(cursor: Any, chance: random.Random) -> Planted:
    """Two of a table sit on each other's chairs."""
    cursor.execute(
        "SELECT chair.id, chair.sitting_id, sitting.event_id FROM tournaments_chair AS chair "
        "JOIN tournaments_sitting AS sitting ON sitting.id = chair.sitting_id "
        "WHERE sitting.event_id IS NOT NULL AND chair.seat = 1 ORDER BY chair.id"
    )
    _pk, sitting, event = chance.choice(cursor.fetchall())
    for before, after in ((1, 99), (2, 1), (99, 2)):
        cursor.execute(
            "UPDATE tournaments_chair SET seat = %s WHERE sitting_id = %s AND seat = %s",
            [after, sitting, before],
        )
    return Planted("chairs", event)


def other_ruling(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_ruling")
    cursor.execute(
        "UPDATE tournaments_ruling SET data = json_set(data, '$.points', %s) WHERE id = %s",
        [chance.randint(10, 99), pk],
    )
    return Planted("decision", event)


def withdrawn_ruling(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_ruling")
    cursor.execute("UPDATE tournaments_ruling SET withdrawn_at = at WHERE id = %s", [pk])
    return Planted("decision withdrawn", event)


def other_notice(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_notice")
    cursor.execute("UPDATE tournaments_notice SET reason = reason || '.' WHERE id = %s", [pk])
    return Planted("line of the log", event)


def deleted_notice(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_notice")
    cursor.execute("DELETE FROM tournaments_notice WHERE id = %s", [pk])
    return Planted("line of the log deleted", event)


def other_link(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_eventlink")
    cursor.execute(
        "UPDATE tournaments_eventlink SET facts = json_set(facts, '$.state.plan', 'x') WHERE id = %s", [pk]
    )
    return Planted("link", event)


def other_round(cursor: Any, chance: random.Random) -> Planted:
    """A seed that was not drawn from."""
    pk, event = _of_event(cursor, chance, "tournaments_round")
    cursor.execute("UPDATE tournaments_round SET seed = 'luck' WHERE id = %s", [pk])
    return Planted("seed of a round", event)


def other_request(cursor: Any, chance: random.Random) -> Planted:
    """What was asked of the draw: nothing in the chain says it, only the draw itself."""
    pk, event = _of_event(cursor, chance, "tournaments_round", "request LIKE '%\"seed\"%'")
    cursor.execute(
        "UPDATE tournaments_round SET request = json_set(request, '$.parts[0].request.seed', %s) "
        "WHERE id = %s",
        [f"seed of somebody {chance.random()}", pk],
    )
    return Planted("request of a draw", event, drawn=True)


def other_entrant(cursor: Any, chance: random.Random) -> Planted:
    pk, event = _of_event(cursor, chance, "tournaments_entrant")
    cursor.execute("UPDATE tournaments_entrant SET ranked = NOT ranked WHERE id = %s", [pk])
    return Planted("out of competition", event)


CHANGES: tuple[Change, ...] = (
    flipped_payload,
    deleted,
    swapped,
    inserted,
    edited_totals,
    rewritten,
    edited_points,
    edited_head,
    other_chair,
    other_ruling,
    other_notice,
    rewritten_to_the_end,
    edited_both,
    deleted_last,
    flipped_moment,
    other_writer,
    reopened,
    other_rules,
    withdrawn_ruling,
    deleted_notice,
    other_link,
    other_round,
    other_entrant,
    other_request,
)
