"""After a restore: what phones and screens have seen that this database does not know.

They ask for news with the tag of what they show. A tag that is ahead of the database names what is missing: a
table that is not there with its round, hands that are not there, changes of an event. Only then a question
writes; at all other times this costs nothing.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from django.db import Error
from django.http import HttpRequest, HttpResponseBase

from config.database import writing
from tournaments.models import Epoch, Event, Sighting, Sitting

MOST = 1000  # things of one epoch
TAG = re.compile(r'W/"([^"]*)"')
TABLE = re.compile(r"(\d{1,9})-[0-9a-f]*-.*-(\d{1,9})\.(\d{1,4})\.(\d{1,4})-[a-z]+")
EVENT = re.compile(r"[0-9a-f]{12}")
STATE = re.compile(r"(\d{1,9})-(\d{1,12})")

logger = logging.getLogger("stammtisch.sightings")

_epoch: int | None = None  # the one that is looked after; a process serves one database all its life
_known: set[tuple[str, int, int]] = set()


def look_out(epoch: Epoch | None) -> None:
    """From now on questions are read; None: not any more."""
    global _epoch
    _epoch = epoch.pk if epoch else None
    _known.clear()


def notice(request: HttpRequest, response: HttpResponseBase) -> None:
    """Read the tag of a question that was not answered by "nothing new"."""
    if _epoch is None or response.status_code == 304:
        return
    tag = request.headers.get("If-None-Match", "")
    try:
        _read(request.path, tag)
    except Error as error:
        logger.warning("what a phone has seen could not be kept", exc_info=error)


def _read(path: str, tag: str) -> None:
    match = TAG.match(tag)
    parts = match[1].split("|") if match else []
    if len(parts) < 3:
        return
    asked = re.match(r"/t/(\d{1,18})", path)
    table = TABLE.match(parts[1])
    if asked and table:
        seq, event, round_, number = map(int, table.groups())
        _table(int(asked[1]), seq, event, {"round": round_, "table": number})
    elif EVENT.fullmatch(parts[1]) and (state := STATE.fullmatch(parts[2])):
        _event(parts[1], int(state[1]))


def _table(pk: int, seq: int, event: int, place: dict[str, Any]) -> None:
    head = Sitting.objects.filter(pk=pk).values_list("sheethead__head_seq", flat=True).first()
    if head is None or seq > head:
        _keep("table", pk, event, seq, {**place, "seq": seq, "here": head})


def _event(uid: str, revision: int) -> None:
    for pk, here, whole in Event.objects.values_list("pk", "revision", "uid"):
        if whole.hex[:12] == uid and revision > here:
            _keep("event", pk, pk, revision, {"revision": revision, "here": here})


def _keep(what: str, number: int, event: int, mark: int, facts: dict[str, Any]) -> None:
    """The furthest that anybody has seen."""
    if _epoch is None or (what, number, mark) in _known:
        return
    with writing():
        epoch = Epoch.objects.filter(pk=_epoch or 0, settled_at=None).first()
        if epoch is None:
            return look_out(None)
        there = Sighting.objects.filter(epoch=epoch, what=what, number=number).first()
        name = "seq" if what == "table" else "revision"
        if there is None and epoch.sightings.count() < MOST:
            epoch.sightings.create(what=what, number=number, event=event, facts=facts)
        elif there is not None and there.facts[name] < mark:
            there.facts = {**there.facts, name: mark}
            there.save()
    _known.add((what, number, mark))
    return None
