"""An event from another installation: stored whole with unbroken chains, or not at all."""

from __future__ import annotations

import datetime
import hashlib
import io
import json
import secrets
import uuid
import zipfile
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import IO

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.models import F, Model
from django.utils import timezone
from django.utils.translation import gettext

from config.database import take_turns, writing
from scoring import GAMES, Unreadable
from tournaments.engines.cashdesk.tariffs import money_plan
from tournaments.engines.plans import Confirming, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizeplan import plan_from
from tournaments.engines.plans.prizes import CertificatePlan, award
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.exchange.cashbook import take_cash
from tournaments.exchange.checking import look_over
from tournaments.exchange.exporting import (
    ENTRY,
    EVENT,
    EVENT_NEWER,
    FORMAT,
    INSIDE,
    MEMBER,
    PARKED,
    PERSON,
    PERSON_NEWER,
    SITTING,
    VERSION,
)
from tournaments.exchange.prizebook import take_prizes
from tournaments.exchange.seats import seating_in
from tournaments.exchange.values import bytes_in, id_or_none, moment_in, moment_or_none, stored
from tournaments.ledger import checking, parking
from tournaments.lists import folded
from tournaments.models import (
    Answer,
    Chair,
    Credential,
    Entrant,
    EntrantState,
    Entry,
    Erasure,
    Event,
    EventLink,
    Member,
    Notice,
    Parked,
    ParkedDecision,
    Player,
    Round,
    RoundState,
    Ruling,
    RulingKind,
    SheetHead,
    ShownAs,
    Sitting,
    Stage,
    Wish,
)
from tournaments.models.filing import ENTRANT, ENTRANT_NEWER, ROUND, ROUND_TIMES, STAGE, FileNumbers
from tournaments.models.naming import NAMES
from tournaments.models.stored import Raw

LARGEST = 200 * 1024 * 1024  # bytes, unpacked
ALWAYS = 4 * 1024 * 1024  # bytes, unpacked: never too large
DENSEST = 60  # times larger than packed; events are 10 to 30 times
MOST_VALUES = 6_000_000  # of JSON; each needs a hundred bytes of memory
NUL = rb"\u0000"


class NotAnEvent(Exception):  # noqa: N818 (what the file is, as one would say it)
    """The file cannot be taken in; the text says why, in the reader's language."""


def take_in(data: bytes | IO[bytes], tenant: int) -> Event:
    """Store the event in this file as one of a club; it may be large, on the disk. Raises NotAnEvent."""
    raw = _read(io.BytesIO(data) if isinstance(data, bytes) else data)
    if raw.get("format") != FORMAT:
        raise NotAnEvent(gettext("This file does not hold an event."))
    if raw.get("version") != VERSION:
        raise NotAnEvent(gettext("This file was written by another version of the program."))
    try:
        return _taken_in(raw, tenant)
    except NotAnEvent:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, Unreadable, ValidationError) as error:
        raise NotAnEvent(gettext("This file is damaged: something is missing or cannot be read.")) from error
    except (DatabaseError, OverflowError, RecursionError) as error:
        raise NotAnEvent(
            gettext("Parts of this file already belong to another event here. It cannot be imported.")
        ) from error


def _taken_in(raw: Raw, tenant: int) -> Event:
    with writing():
        event = _store(raw, tenant)
        _check(event)
        look_over(event)
        return event


def _read(file: IO[bytes]) -> Raw:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    packed = file.read(2) == b"PK"
    file.seek(0)
    try:
        if packed:
            data = _unpacked(file, size)
        elif size > LARGEST:
            raise NotAnEvent(gettext("This file is too large."))
        else:
            data = file.read()
        if sum(data.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
            raise NotAnEvent(gettext("This file is too large."))
        raw = json.loads(data)
    except (KeyError, ValueError, RecursionError, NotImplementedError) as error:
        raise NotAnEvent(gettext("This file does not hold an event.")) from error
    if not isinstance(raw, dict) or NUL in data:  # no database keeps it
        raise NotAnEvent(gettext("This file does not hold an event."))
    return raw


def _unpacked(file: IO[bytes], packed_size: int) -> bytes:
    try:
        with zipfile.ZipFile(file) as archive:
            size = archive.getinfo(INSIDE).file_size
            if size > LARGEST or size > max(ALWAYS, DENSEST * packed_size):
                raise NotAnEvent(gettext("This file is too large."))
            return archive.read(INSIDE)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:  # it begins as an archive does
        raise NotAnEvent(
            gettext("This file is not whole: a part of it is missing or damaged. Please get it once more.")
        ) from error


def _store(raw: Raw, tenant: int) -> Event:
    about = raw["event"]
    uid = uuid.UUID(about["uid"])
    if Event.objects.filter(uid=uid).exists():
        raise NotAnEvent(gettext("This event is already here."))
    event = event_in(about, tenant)
    stored(event)
    event.created_at = moment_in(about["created_at"])
    event.save(update_fields=("created_at",))
    people = _people(raw["people"], tenant)
    entrants = {entrant["number"]: _entrant(event, entrant, people) for entrant in raw["entrants"]}
    ids = {number: entrant.pk for number, entrant in entrants.items()}
    calls = FileNumbers(ids, people=_keys(people))
    Wish.objects.bulk_create(
        Wish(event=event, entrant_id=ids[first], other_id=ids[second], together=key == "together")
        for key in ("apart", "together")
        for first, second in raw.get(key, ())  # files of before know no wish to sit together
    )
    stages = {stage["number"]: _stage(event, stage) for stage in raw["stages"]}
    rounds = {
        round_["number"]: _round(event, stages[round_["stage"]], round_, calls) for round_ in raw["rounds"]
    }
    sheets = [_table(event, rounds[table["round"]], table, people, ids) for table in raw["tables"]]
    rulings = [
        Ruling.objects.create(
            event=event,
            kind=RulingKind(ruling["kind"]).value,
            entrant_id=ids[ruling["entrant"]] if ruling["entrant"] is not None else None,
            round=rounds[ruling["round"]] if ruling["round"] is not None else None,
            table=ruling["table"],
            data=calls.renumber(ruling["data"]),
            reason=ruling["reason"],
            by=ruling["by"],
            at=moment_in(ruling["at"]),
            withdrawn_at=moment_or_none(ruling["withdrawn_at"]),
            withdrawn_by=ruling["withdrawn_by"],
        )
        for ruling in raw["rulings"]
    ]
    take_prizes(event, raw.get("prizes", ()), calls)
    take_cash(event, raw.get("cash", ()), raw.get("cash_counts", ()), ids)  # files of before have none
    calls = replace(calls, sittings=dict(enumerate(sheets)), rulings=_keys(rulings))
    Notice.objects.bulk_create(
        Notice(
            event=event,
            what=line["what"],
            data=calls.renumber(line["data"]),
            reason=line["reason"],
            by=line["by"],
            at=moment_in(line["at"]),
        )
        for line in raw["log"]
    )
    EventLink.objects.bulk_create(
        EventLink(
            event=event,
            seq=link["seq"],
            at=moment_in(link["at"]),
            facts=link["facts"],
            prev_hash=link["prev_hash"],
            hash=link["hash"],
        )
        for link in raw.get("links", ())  # files of before have none
    )
    return event


def event_in(about: Raw, tenant: int) -> Event:
    """The event as a file says it is, looked over and not stored."""
    if about["game"] not in {game.key for game in GAMES}:
        raise NotAnEvent(gettext("This version of the program does not know the game of this event."))
    # Files of before know no confirming; nobody was asked.
    about["settings"].setdefault("confirming", Confirming.NOBODY.value)
    event_settings(about["settings"])
    answers(RankingRules, about["ranking"])
    answers(CertificatePlan, about["certificate"])
    award(about["prizes"], ())
    event = Event(
        tenant_id=tenant,
        uid=uuid.UUID(about["uid"]),
        day=datetime.date.fromisoformat(about["day"]),
        finished_at=moment_or_none(about["finished_at"]),
        logo=bytes_in(about["logo"]),
        **{name: about[name] for name in EVENT},
        **{name: about[name] for name in EVENT_NEWER if name in about},
    )
    money_plan(event.money)
    if event.prize_plan:
        plan_from(event.prize_plan["plan"])
    return event


def _people(raw: Sequence[Raw], tenant: int) -> list[Player]:
    """The people of the file, in its order: two of them are never one person here."""
    lock_events_of(Player.objects.filter(tenant=tenant, name__in={who["name"] for who in raw}))
    take_turns(NAMES)
    people: list[Player] = []
    for who in raw:
        people.append(_person(who, tenant, {player.pk for player in people}))
    return people


def _person(who: Raw, tenant: int, taken: Collection[int]) -> Player:
    """Somebody of the register here if name and club leave no doubt, else somebody new."""
    shown_as = ShownAs(who["shown_as"])
    newer = {name: who[name] for name in PERSON_NEWER if name in who}
    person = Player(tenant_id=tenant, **{name: who[name] for name in PERSON}, **newer)
    known = None if person.robot else known_person(person, taken)
    if known is not None:
        return show_less(known, shown_as, who)
    stored(person)
    return person


def known_person(person: Player, taken: Collection[int]) -> Player | None:
    """Who of the register has this name and club; without a club on one side, the only one of that name."""
    of_name = Player.objects.filter(tenant=person.whose, name=person.name)
    here = of_name.filter(robot=False, anonymised_at=None).exclude(pk__in=taken)
    alike = [other for other in here.order_by("pk") if not _says_two(person.distinction, other.distinction)]
    same = [other for other in alike if other.club and folded(other.club) == folded(person.club)]
    open_ = [other for other in alike if not _says_two(person.club, other.club)]
    fitting = same or open_
    return fitting[0] if len(fitting) == 1 else None


def _says_two(ours: str, theirs: str) -> bool:
    return bool(ours and theirs) and folded(ours) != folded(theirs)


def show_less(known: Player, shown_as: ShownAs, who: Raw) -> Player:
    """Whoever has asked elsewhere to be shown with less is not shown with more here."""
    less = shown_as != ShownAs.FULL and known.shown_as == ShownAs.FULL
    if less:
        known.shown_as, known.pseudonym = shown_as.value, known.pseudonym or who["pseudonym"]
    if less or (who.get("minor") and not known.minor):
        known.minor = known.minor or bool(who.get("minor"))
        stored(known)
        touch_events_of([known])
    return known


def _entrant(event: Event, raw: Raw, people: list[Player]) -> Entrant:
    EntrantState(raw["state"])
    newer = {name: raw[name] for name in ENTRANT_NEWER if name in raw}
    entrant = Entrant(event=event, **{name: raw[name] for name in ENTRANT}, **newer)
    stored(entrant)
    for member in raw["members"]:
        Member.objects.create(
            entrant=entrant, player=people[member["person"]], **{name: member[name] for name in MEMBER}
        )
    return entrant


def _stage(event: Event, raw: Raw) -> Stage:
    stage_plan(raw["plan"])
    return Stage.objects.create(event=event, **{name: raw[name] for name in STAGE})


def _round(event: Event, stage: Stage, raw: Raw, calls: FileNumbers) -> Round:
    RoundState(raw["state"])
    return Round.objects.create(
        event=event,
        stage=stage,
        seating=calls.seating(seating_in(raw["seating"])),
        changes=[calls.renumber(change) for change in raw["changes"]],
        **{name: raw[name] for name in ROUND},
        **{name: moment_or_none(raw[name]) for name in ROUND_TIMES},
    )


def _table(event: Event, round_: Round, raw: Raw, people: list[Player], ids: Mapping[int, int]) -> int:
    """A sheet with all its entries; its key here."""
    fields = {name: raw[name] for name in SITTING}
    sitting = Sitting.objects.create(tenant_id=event.whose, event=event, round=round_, **fields)
    Sitting.objects.filter(pk=sitting.pk).update(created_at=moment_in(raw["created_at"]))
    for chair in raw["chairs"]:
        Chair.objects.create(
            sitting=sitting,
            seat=chair["seat"],
            player=people[chair["person"]],
            entrant_id=ids[chair["entrant"]] if chair["entrant"] is not None else None,
        )
    for device in raw["devices"]:  # they may write where they come from, not here
        Credential.objects.create(
            id=uuid.UUID(device["id"]),
            sitting=sitting,
            secret_hash=hashlib.sha256(secrets.token_bytes()).hexdigest(),
            label=device["label"],
            seat=device["seat"],
            revoked_at=timezone.now(),
        )
        Credential.objects.filter(pk=device["id"]).update(created_at=moment_in(device["created_at"]))
    for entry in raw["entries"]:
        written = Entry(
            id=uuid.UUID(entry["id"]),
            sitting=sitting,
            supersedes_id=uuid.UUID(entry["supersedes"]) if entry["supersedes"] else None,
            credential_id=uuid.UUID(entry["credential"]) if entry["credential"] else None,
            at=moment_in(entry["at"]),
            claimed_at=moment_or_none(entry["claimed_at"]),
            **{name: entry[name] for name in ENTRY},
        )
        written.save(force_insert=True)
        if entry.get("erased") is True:
            Erasure.objects.create(entry=written, reason=written.reason)
    for parked in raw.get("aside", ()):  # files of before know of none
        _aside(sitting, parked)
    SheetHead.objects.create(sitting=sitting)
    return sitting.pk


def _aside(sitting: Sitting, raw: Raw) -> None:
    """What was put aside, with what was decided about it."""
    parked = Parked(
        id=uuid.UUID(raw["id"]),
        sitting=sitting,
        credential_id=id_or_none(raw["credential"]),
        at=moment_in(raw["at"]),
        claimed_at=moment_or_none(raw["claimed_at"]),
        **{name: raw[name] for name in PARKED},
    )
    parked.clean_fields(exclude=("sitting", "credential", "claimed_at", "base_seq", "hand_no"))
    parked.save(force_insert=True)
    Sitting.objects.filter(pk=sitting.pk).update(beside=F("beside") + 1)
    decision = raw["decision"]
    if decision is not None:
        ParkedDecision.objects.create(
            parked=parked,
            answer=Answer(decision["answer"]).value,
            entry_id=id_or_none(decision["entry"]),
            credential_id=id_or_none(decision["credential"]),
            at=moment_in(decision["at"]),
            via=decision["via"],
            by=decision["by"],
        )


def _keys(rows: Iterable[Model]) -> dict[int, int]:
    """Keys by their place in the list."""
    return {at: row.pk for at, row in enumerate(rows)}


def _check(event: Event) -> None:
    """Compute everything anew; a chain that is broken means that somebody has changed the file."""
    for sitting in Sitting.objects.filter(event=event).select_related("round"):
        report = checking.rebuild(sitting)
        asides = parking.put_aside_at(sitting)
        if report.ledger or not all(parking.is_whole(sitting, parked) for parked in asides):
            raise NotAnEvent(
                gettext("The hands of table %(table)s in round %(round)s have been changed in this file.")
                % {"table": sitting.number, "round": sitting.round.number if sitting.round else "?"}
            )
