"""A phone asks whether its table has changed, and nothing has: most questions of an evening.

One narrow statement reads what the mark of the page is made of. Whoever has to be looked at more closely
goes the long way, as does every question to which there is news.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from config.etags import etag, not_modified
from config.prepared import cursor_of
from tournaments.access import desk, limits, pace
from tournaments.access.credentials import COOKIE, hashed
from tournaments.access.requests import paused
from tournaments.access.roles import Part
from tournaments.access.seen import OfDevice, Place, seen_mark
from tournaments.access.tablepaths import is_shared
from tournaments.events.ground.hearing import LED_ELSEWHERE, age_of, aged
from tournaments.models import Credential, Event, Round, RoundState, SeatRequest, SheetHead, Sitting

# As SQL: for a question that is asked hundreds of times a second, the ORM would take longer than the rest.
QUESTION = f"""
SELECT head.head_seq, head.head_hash, head.closed, sitting.beside, sitting.event_id, sitting.number,
    round.number, round.state, round.opened_at IS NULL, event.revision,
    device.id, device.seat, device.seen_seq, device.replaced_by_id IS NOT NULL,
    sitting.tenant_id,
    (SELECT request.number FROM {SeatRequest._meta.db_table} AS request
     WHERE request.sitting_id = sitting.id AND request.answered_at IS NULL ORDER BY request.at LIMIT 1),
    {LED_ELSEWHERE.format(event="sitting.event_id")}
FROM {Sitting._meta.db_table} AS sitting
JOIN {SheetHead._meta.db_table} AS head ON head.sitting_id = sitting.id
LEFT JOIN {Round._meta.db_table} AS round ON round.id = sitting.round_id
LEFT JOIN {Event._meta.db_table} AS event ON event.id = sitting.event_id
LEFT JOIN {Credential._meta.db_table} AS device
    ON device.sitting_id = sitting.id AND device.secret_hash = %s AND device.revoked_at IS NULL
WHERE sitting.id = %s
"""


@dataclass(frozen=True, slots=True)
class Glance:
    """A table, as far as the mark of its page depends on it, and the device that asks."""

    head_seq: int
    head_hash: str
    closed: bool
    beside: int
    event: int | None
    number: int | None
    round: int | None
    state: str | None
    unopened: bool  # the round as a whole; groups may have gone on alone
    revision: int | None
    device: uuid.UUID | str | None
    seat: int | None
    seen_seq: int | None
    replaced: bool
    tenant: int
    asked: int | None
    elsewhere: bool  # is it only followed here?

    @property
    def place(self) -> Place | None:
        """Where in an event it is."""
        if self.event is None or self.round is None or self.state is None:
            return None
        revision = self.revision if self.closed else None
        return Place(self.event, self.round, self.number or 0, self.state, revision)

    def mark(self, part: Part) -> str:
        """As `Visitor.seen` says it."""
        return seen_mark(
            head_seq=self.head_seq,
            head_hash=self.head_hash,
            part=part,
            beside=self.beside,
            asked=self.asked if self.device else None,
            device=OfDevice(self.seat, self.seen_seq or 0) if self.device else None,
            place=self.place,
        )


def unchanged(request: HttpRequest, pk: int) -> HttpResponse | None:
    """304 for a phone that shows this already, 429 for one that asks too often; None: look more closely."""
    if "HTTP_IF_NONE_MATCH" not in request.META:
        return None
    glance = _glance(request, pk)
    part = _part(request, pk, glance) if glance else None
    if glance is None or part is None:
        return None
    same = not_modified(request, etag(glance.mark(part)))
    if same and glance.elsewhere and glance.event is not None:
        aged(same, age_of(glance.event))
    if same and glance.device and (wait := limits.LOOKS_PER_DEVICE.wait(_key(glance.device))):
        return paused(HttpResponse(status=429), limits.seconds(wait))
    if same and pace.is_gone(glance.tenant):
        return None
    if same and (wait := pace.wait(glance.tenant)):
        return paused(HttpResponse(status=429), limits.seconds(wait))
    return same


def _glance(request: HttpRequest, pk: int) -> Glance | None:
    secret = request.COOKIES.get(f"{COOKIE}{pk}")
    with cursor_of(connection) as cursor:
        cursor.execute(QUESTION, [hashed(secret) if secret else "", int(pk)])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return Glance(*row) if row else None


def _part(request: HttpRequest, pk: int, glance: Glance) -> Part | None:
    """What the visitor is at this table, where that is easily said."""
    if glance.event is not None:
        actor = desk.actor_of(request)
        if actor is not None:
            return Part.OWNER if actor.owns_all and actor.club == glance.tenant else None
    if glance.device is None:
        return Part.SPECTATOR if is_shared(pk) else None
    if glance.replaced:
        return Part.SPECTATOR
    if glance.round is None:
        return Part.HOST
    if glance.state != RoundState.OPEN:
        return Part.SPECTATOR
    return None if glance.unopened else Part.TABLE


def _key(device: uuid.UUID | str) -> str:
    """As the row says it that the ORM reads; SQLite knows no such kind of value."""
    return str(device if isinstance(device, uuid.UUID) else uuid.UUID(device))
