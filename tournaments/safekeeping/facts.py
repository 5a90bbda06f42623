"""What a database holds, in the few numbers of its note.

Asked in SQL, for its tables may be those of an older version.
"""

from __future__ import annotations

import datetime
import json
from typing import Any

from django.conf import settings
from django.db import connection

from config.databasenote import DatabaseNote, NotedHead

HEADS = 50
COUNTED = {
    "tables": "SELECT COUNT(*) FROM tournaments_sitting",
    "events": "SELECT COUNT(*) FROM tournaments_event",
    "entries": "SELECT COUNT(*) FROM tournaments_entry",
    "notices": "SELECT COUNT(*) FROM tournaments_notice",
}
# Entries and notices only ever become more: what went with a club that was removed is counted on.
REMOVED = {
    name: f"SELECT COUNT(*) + (SELECT COALESCE(SUM({name}), 0) FROM tournaments_removal) FROM {table}"
    for name, table in (("entries", "tournaments_entry"), ("notices", "tournaments_notice"))
}
LAST_HEADS = (
    "SELECT sitting_id, head_seq, head_hash FROM tournaments_sheethead WHERE head_seq > 0 "
    f"ORDER BY sitting_id DESC LIMIT {HEADS}"
)


def table_of(query: str) -> str:
    return query.rpartition(" FROM ")[2].split()[0]


def facts() -> DatabaseNote:
    """As it is at this moment."""
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))

        def rows(query: str) -> list[Any]:
            if table_of(query) not in there:
                return []
            cursor.execute(query)
            return list(cursor.fetchall())

        counted = COUNTED | (REMOVED if "tournaments_removal" in there else {})
        counts = {
            name: int(answer[0][0]) if (answer := rows(query)) else 0 for name, query in counted.items()
        }
        uids = rows("SELECT uid FROM tournaments_installation ORDER BY id")
        heads = tuple(NotedHead(sitting, seq, hash_) for sitting, seq, hash_ in rows(LAST_HEADS))
    return DatabaseNote(
        installation=str(uids[0][0]).replace("-", "") if uids else "",
        version=settings.VERSION,
        at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        heads=heads,
        **counts,
    )


def hash_at(head: NotedHead) -> str | None:
    """The hash of the entry that was this head; None if there is no such entry."""
    query = "SELECT hash FROM tournaments_entry WHERE sitting_id = %s AND seq = %s"
    with connection.cursor() as cursor:
        cursor.execute(query, (head.sitting, head.seq))
        row = cursor.fetchone()
    return str(row[0]) if row else None


def removed_sheets() -> set[int]:
    """Numbers of the tables that went with clubs; no table gets one of them again."""
    if "tournaments_removal" not in connection.introspection.table_names():
        return set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT sheets FROM tournaments_removal")
        return {number for (sheets,) in cursor.fetchall() for number in json.loads(sheets)}
