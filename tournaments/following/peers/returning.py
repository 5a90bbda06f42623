"""The first laptop is on again after another one has taken over: it steps back, and what only it has is shown
to the organisers there. Nothing is mixed in silence, and nothing is thrown away."""

from __future__ import annotations

import datetime
import logging
import uuid
from collections.abc import Iterator
from typing import Any

from django.db.models import F
from django.utils import timezone

from config.database import writing
from tournaments import ledger
from tournaments.following.peers import kit
from tournaments.following.peers.states import Unanswered
from tournaments.following.peers.wire import WireLine
from tournaments.following.sealing import seal
from tournaments.models import FIRST, Entry, Event, EventLog, LogReader, LogSource, PairingKind, Sitting
from tournaments.models.following import installation_uid
from tournaments.models.naming import names_at

logger = logging.getLogger("stammtisch.returning")

LED = "/log/led/"
WHO = "returning"
MOST_SHEETS = 20  # of one question
MOST_ENTRIES = 500  # of a sheet


def led_here(reader: LogReader) -> dict[str, Any]:
    """What we lead, with a proof that the pairing's other half says so."""
    logs = EventLog.objects.filter(event__tenant=reader.club_id, authority=installation_uid(), epoch__gt=1)
    events = {str(log.event.uid): log.epoch for log in logs.select_related("event").defer("event__logo")}
    return {
        "installation": str(installation_uid()),
        "events": {uid: [epoch, _proof(reader.seal, uid, epoch)] for uid, epoch in events.items()},
    }


def _proof(seal: str, uid: str, epoch: int) -> str:
    return kit.proof_of(seal, f"leads {uid} {epoch}")


def who_may_lead() -> list[LogReader]:
    """Spare laptops that may have taken over while this one was off, as long as we lead something."""
    rows = LogReader.objects.filter(kind=PairingKind.SPARE.value, revoked_at=None).exclude(address="")
    return list(rows.exclude(seal=""))


def look(reader: LogReader, line: WireLine) -> None:
    """Does it lead by now what we have led? Then we follow."""
    try:
        answer = line(LED)
        if answer.get("installation") != str(reader.installation):
            return
        for uid, (epoch, proof) in dict(answer["events"]).items():
            if proof == _proof(reader.seal, str(uid), int(epoch)):
                _step_back(reader, str(uid), int(epoch))
        for log in _still_to_say(reader):
            _say(line, log)
    except Unanswered:
        return  # it is off, or has nothing to say
    except (KeyError, TypeError, ValueError) as error:
        logger.warning("%s does not answer as a spare laptop does", reader.address, exc_info=error)


def _step_back(reader: LogReader, uid: str, epoch: int) -> None:
    """Another one leads this event in a later epoch: from now on it is only looked at here."""
    log = EventLog.objects.filter(event__uid=uid, authority=installation_uid(), epoch__lt=epoch).first()
    if log is None:
        return
    event = log.event
    with writing():
        seal(event, whole=True)  # what was written here since then has its lines: it is another past
        mine = EventLog.objects.filter(pk=log.pk, authority=installation_uid())
        mine.update(authority=reader.installation, led_until=timezone.now(), returned_at=None)
        Event.objects.filter(pk=event.pk).update(revision=F("revision") + 1)
        Sitting.objects.filter(event=event).update(beside=F("beside") + 1)  # open pages ask anew
        _follow(reader)


def _follow(reader: LogReader) -> None:
    followed = LogSource.objects.filter(club=reader.club_id, installation=reader.installation, ended_at=None)
    if followed.filter(kind=PairingKind.SPARE.value).exists():
        return
    LogSource.objects.create(
        club_id=reader.club_id,
        kind=PairingKind.SPARE.value,
        address=reader.address,
        name=reader.name,
        installation=reader.installation,
        token=kit.token_back(reader.seal),
        since=datetime.date(1900, 1, 1),
        made_at=timezone.now(),
    )


def _still_to_say(reader: LogReader) -> list[EventLog]:
    logs = EventLog.objects.filter(authority=reader.installation, returned_at=None)
    return list(logs.exclude(led_until=None).select_related("event"))


def _say(line: WireLine, log: EventLog) -> None:
    """Bring the sheets of this event there; what is known there changes nothing. Raises Unanswered."""
    some: list[dict[str, Any]] = []
    for sheet in _sheets(log.event):
        some.append(sheet)
        if len(some) == MOST_SHEETS:
            line(f"/log/{log.event.uid}/returned/", body={"sheets": some})
            some = []
    line(f"/log/{log.event.uid}/returned/", body={"sheets": some})
    EventLog.objects.filter(pk=log.pk).update(returned_at=timezone.now())


def _sheets(event: Event) -> Iterator[dict[str, Any]]:
    """The sheets of the last two rounds that were written on, as phones keep them."""
    rows = Sitting.objects.filter(event=event, sheethead__head_seq__gt=0).select_related("round", "event")
    last = max((row.round.number for row in rows if row.round), default=0)
    for sitting in rows:
        if sitting.round is None or sitting.round.number >= last - 1:
            chairs = list(sitting.chairs.select_related("player").order_by("seat"))
            yield {
                "sitting": sitting.pk,
                "round": sitting.round.number if sitting.round else None,
                "table": sitting.number,
                "people": list(names_at(sitting, chairs)),
                "entries": ledger.journal(sitting, 0),
            }


def keep_aside(reader: LogReader, event: uuid.UUID, raw: Any) -> int:
    """Entries of a laptop that came back, as far as they are not known here: each waits for the organisers'
    decision. How many are new. Raises what reading raises for anything else."""
    here = Event.objects.get(uid=event, tenant=reader.club_id or FIRST)
    if not EventLog.objects.filter(event=here, authority=installation_uid()).exists():
        return 0
    count = 0
    for sheet in list(raw["sheets"])[:MOST_SHEETS]:
        entries = [dict(facts) for facts in sheet["entries"]][:MOST_ENTRIES]
        ids = [uuid.UUID(facts["id"]) for facts in entries]
        known = set(map(str, Entry.objects.filter(pk__in=ids).values_list("pk", flat=True)))
        fresh = [facts for facts in entries if facts["id"] not in known]
        place = {name: sheet[name] for name in ("round", "table")}
        there = Sitting.objects.filter(
            event=here, round__number=place["round"], number=place["table"]
        ).first()
        number = there.pk if there else int(sheet["sitting"])
        people = [str(name) for name in sheet["people"]]
        count += ledger.keep_returned(ledger.Offered(number, here.pk, "", place, people, fresh))
    return count
