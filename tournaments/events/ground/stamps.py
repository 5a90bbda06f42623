"""Has anything changed? One small query, asked by every phone and every screen every few seconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import connection

from config.etags import etag
from config.prepared import cursor_of
from tournaments.events.ground.hearing import LED_ELSEWHERE, age_of
from tournaments.models import Event, Screen, SheetHead, Sitting

# As SQL: for a question that is asked a hundred times a second, the ORM would take longer than the database.
QUESTION = f"""
SELECT uid, revision, (
    SELECT SUM(head_seq) FROM {SheetHead._meta.db_table} AS head
    JOIN {Sitting._meta.db_table} AS sitting ON sitting.id = head.sitting_id
    WHERE sitting.event_id = event.id
), {LED_ELSEWHERE.format(event="event.id")} FROM {Event._meta.db_table} AS event WHERE id = %s
"""
OF_SCREEN = f"SELECT shows, revision FROM {Screen._meta.db_table} WHERE event_id = %s AND id = %s"
MOST = 2**63 - 1  # no database has larger numbers


@dataclass(frozen=True, slots=True)
class Stamp:
    """How an event stands: another stamp, another picture."""

    event: int
    uid: str  # of the event: another database may have other events under the same number
    state: str  # its revision, and how many entries all its sheets have
    age: int = field(default=0, compare=False)  # seconds for which whoever leads it was not heard of, if many

    @property
    def revision(self) -> str:
        """Goes up with everything but hands."""
        return self.state.partition("-")[0]

    def tag(self, *more: object) -> str:
        """A weak ETag of a page of this event in the active language; `more` is what else it depends on.

        While it grows old it is another one every minute, for caches keep the age with the page."""
        return etag(self.uid, self.state, *more, *((f"old {self.age // 60}",) if self.age else ()))


def stamp_of(event: int) -> Stamp | None:
    """The stamp of an event; None: there is no such event."""
    if event > MOST:
        return None
    with cursor_of(connection) as cursor:
        cursor.execute(QUESTION, [event])
        row = cursor.fetchone()
    if row is None:
        return None
    uid, revision, seqs, elsewhere = row
    age = age_of(event) if elsewhere else 0
    return Stamp(event, str(uid).replace("-", "")[:12], f"{revision}-{seqs or 0}", age)


def screen_now(event: int, screen: int) -> tuple[str, int] | None:
    """What a screen shows, and a number that goes up whenever it is steered; None: it was removed."""
    if max(event, screen) > MOST:
        return None
    with cursor_of(connection) as cursor:
        cursor.execute(OF_SCREEN, [event, screen])
        row: tuple[str, int] | None = cursor.fetchone()
    return row


def stands_at(event: Event) -> str:
    """Changes whenever anything of the event's results may have changed."""
    stamp = stamp_of(event.pk)
    if stamp is None:
        raise Event.DoesNotExist
    return stamp.state
