"""An event from another installation: stored whole with unbroken chains, or not at all."""

from __future__ import annotations

import datetime
import io
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import IO

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.utils.translation import gettext

from config.database import writing
from scoring import GAMES, Unreadable
from tournaments.engines.cashdesk.tariffs import money_plan
from tournaments.engines.plans import Confirming, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizejson import plan_from
from tournaments.engines.plans.prizes import CertificatePlan, award
from tournaments.engines.standings import RankingRules
from tournaments.exchange.cashbook import take_cash
from tournaments.exchange.checking import look_over
from tournaments.exchange.exporting import EVENT, EVENT_NEWER, FORMAT, VERSION
from tournaments.exchange.people import take_entrant, take_people
from tournaments.exchange.prizebook import take_prizes
from tournaments.exchange.seats import seating_in
from tournaments.exchange.sheets import check_sheets, take_sheet
from tournaments.exchange.unpacking import NotAnEvent, read_file
from tournaments.exchange.values import bytes_of, keys_by_place, moment, moment_or_none, save_valid
from tournaments.models import Event, EventLink, Notice, Round, RoundState, Ruling, RulingKind, Stage, Wish
from tournaments.models.filing import ROUND, ROUND_TIMES, STAGE, FileNumbers
from tournaments.models.stored import Raw


def take_in(data: bytes | IO[bytes], tenant: int) -> Event:
    """Store the event in this file as one of a club; it may be large, on the disk. Raises NotAnEvent."""
    raw = read_file(io.BytesIO(data) if isinstance(data, bytes) else data)
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
        check_sheets(event)
        look_over(event)
        return event


def event_in(about: Raw, tenant: int) -> Event:
    """The event as a file says it is, without what belongs to it, looked over and not stored."""
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
        logo=bytes_of(about["logo"]),
        **{name: about[name] for name in EVENT},
        **{name: about[name] for name in EVENT_NEWER if name in about},
    )
    money_plan(event.money)
    if event.prize_plan:
        plan_from(event.prize_plan["plan"])
    return event


def _store(raw: Raw, tenant: int) -> Event:
    about = raw["event"]
    if Event.objects.filter(uid=uuid.UUID(about["uid"])).exists():
        raise NotAnEvent(gettext("This event is already here."))
    event = event_in(about, tenant)
    save_valid(event)
    event.created_at = moment(about["created_at"])
    event.save(update_fields=("created_at",))
    people = take_people(raw["people"], tenant)
    entrants = {entrant["number"]: take_entrant(event, entrant, people) for entrant in raw["entrants"]}
    ids = {number: entrant.pk for number, entrant in entrants.items()}
    calls = FileNumbers(ids, people=keys_by_place(people))
    Wish.objects.bulk_create(
        Wish(event=event, entrant_id=ids[first], other_id=ids[second], together=key == "together")
        for key in ("apart", "together")
        for first, second in raw.get(key, ())  # files of before know no wish to sit together
    )
    stages = {stage["number"]: _stage(event, stage) for stage in raw["stages"]}
    rounds = {
        round_["number"]: _round(event, stages[round_["stage"]], round_, calls) for round_ in raw["rounds"]
    }
    sheets = [take_sheet(event, rounds[table["round"]], table, people, ids) for table in raw["tables"]]
    rulings = _rulings(event, raw["rulings"], rounds, calls)
    take_prizes(event, raw.get("prizes", ()), calls)
    take_cash(event, raw.get("cash", ()), raw.get("cash_counts", ()), ids)  # files of before have none
    calls = replace(calls, sittings=dict(enumerate(sheets)), rulings=keys_by_place(rulings))
    _log(event, raw, calls)
    return event


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


def _rulings(
    event: Event, raw: Sequence[Raw], rounds: Mapping[int, Round], calls: FileNumbers
) -> list[Ruling]:
    return [
        Ruling.objects.create(
            event=event,
            kind=RulingKind(ruling["kind"]).value,
            entrant_id=calls.entrants[ruling["entrant"]] if ruling["entrant"] is not None else None,
            round=rounds[ruling["round"]] if ruling["round"] is not None else None,
            table=ruling["table"],
            data=calls.renumber(ruling["data"]),
            reason=ruling["reason"],
            by=ruling["by"],
            at=moment(ruling["at"]),
            withdrawn_at=moment_or_none(ruling["withdrawn_at"]),
            withdrawn_by=ruling["withdrawn_by"],
        )
        for ruling in raw
    ]


def _log(event: Event, raw: Raw, calls: FileNumbers) -> None:
    """What the log says, and the chain of the event."""
    Notice.objects.bulk_create(
        Notice(
            event=event,
            what=line["what"],
            data=calls.renumber(line["data"]),
            reason=line["reason"],
            by=line["by"],
            at=moment(line["at"]),
        )
        for line in raw["log"]
    )
    EventLink.objects.bulk_create(
        EventLink(
            event=event,
            seq=link["seq"],
            at=moment(link["at"]),
            facts=link["facts"],
            prev_hash=link["prev_hash"],
            hash=link["hash"],
        )
        for link in raw.get("links", ())  # files of before have none
    )
