"""Everything about an event in one JSON object.

Entrants are called by their start numbers, people by a place in the list of people; contacts stay at home.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from tournaments import ledger
from tournaments.engines.checker.ranks import standings_json
from tournaments.events.results.finals import layout_of, places
from tournaments.events.results.played import competition
from tournaments.models import (
    Chair,
    Credential,
    Entrant,
    Entry,
    Event,
    EventLink,
    Member,
    Parked,
    Player,
    Sitting,
)
from tournaments.models.filing import (
    FileNumbers,
    cash_json,
    count_json,
    entrant_json,
    moment,
    notice_json,
    prize_record_json,
    round_json,
    rows_by_key,
    ruling_json,
    rulings_in_order,
    stage_json,
)
from tournaments.models.stored import Raw

FORMAT = "stammtisch-event"
EVENING = "stammtisch-evening"
VERSION = 1
INSIDE = "event.json"


def as_file(event: Event) -> bytes:
    """The event as a zip file with one JSON file in it."""
    packed_up = io.BytesIO()
    with zipfile.ZipFile(packed_up, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(INSIDE, json.dumps(packed(event), ensure_ascii=False, indent=1))
    return packed_up.getvalue()


def packed(event: Event, *, sheets: bool = True) -> Raw:
    """The event as a JSON object; see `docs/exchange.md`. Without `sheets` for whoever reads them himself."""
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    members = Member.objects.filter(entrant__event=event).order_by("entrant__number", "place", "from_round")
    chairs = Chair.objects.filter(sitting__event=event).order_by("sitting", "seat")
    known = Player.objects.filter(pk__in={*_players(members), *_players(chairs)})
    people = sorted(
        known, key=lambda who: (who.name, who.club, who.distinction, who.pk)
    )  # databases sort letters in different ways
    place = rows_by_key(people)
    sittings = list(event.sittings.order_by("round__number", "number").select_related("round"))
    rulings = rulings_in_order(event)
    calls = FileNumbers(numbers, people=place, sittings=rows_by_key(sittings), rulings=rows_by_key(rulings))
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": {
            "uid": str(event.uid),
            **{name: getattr(event, name) for name in (*EVENT, *EVENT_NEWER)},
            "day": event.day.isoformat(),
            "created_at": moment(event.created_at),
            "finished_at": moment(event.finished_at),
            "logo": base64.b64encode(bytes(event.logo)).decode(),
        },
        "people": [{name: getattr(person, name) for name in (*PERSON, *PERSON_NEWER)} for person in people],
        "entrants": [
            {
                **entrant_json(entrant),
                "members": [
                    {
                        "person": place[member.player_id],
                        **{name: getattr(member, name) for name in MEMBER},
                    }
                    for member in members
                    if member.entrant_id == entrant.pk
                ],
            }
            for entrant in event.entrants.order_by("number")
        ],
        "apart": _wishes(event, numbers, together=False),
        "together": _wishes(event, numbers, together=True),
        "stages": [stage_json(stage) for stage in event.stages.order_by("number")],
        "rounds": [
            round_json(round_, calls) for round_ in event.rounds.order_by("number").select_related("stage")
        ],
        "tables": [_table(sitting, numbers, place) for sitting in sittings] if sheets else [],
        "rulings": [ruling_json(ruling, calls) for ruling in rulings],
        "prizes": [prize_record_json(record, calls) for record in event.prize_records.order_by("seq")],
        "cash": [cash_json(entry, calls) for entry in event.cash.order_by("seq")],
        "cash_counts": [count_json(count) for count in event.cash_counts.order_by("seq")],
        "log": [notice_json(notice, calls) for notice in event.notices.order_by("pk")],
        "standings": _standings(event, numbers),
        "links": [
            {
                "seq": link.seq,
                "at": moment(link.at),
                "facts": link.facts,
                "prev_hash": link.prev_hash,
                "hash": link.hash,
            }
            for link in EventLink.objects.filter(event=event).order_by("seq")
        ],
    }


def packed_evening(sitting: Sitting) -> Raw:
    """A table of an evening without an event as a JSON object: as one of an event, with its people."""
    chairs = sitting.chairs.select_related("player").order_by("seat")
    people = list({chair.player_id: chair.player for chair in chairs}.values())
    return {
        "format": EVENING,
        "version": VERSION,
        "people": [{name: getattr(person, name) for name in (*PERSON, *PERSON_NEWER)} for person in people],
        "table": {**_table(sitting, {}, rows_by_key(people)), "stakes": sitting.stakes},
    }


EVENT = (
    *("title", "club", "place", "game", "preset", "rules_name", "rules", "settings", "ranking", "prizes"),
    "certificate",
)
EVENT_NEWER = ("money", "prize_plan")  # not in files of earlier versions
PERSON = ("name", "club", "category", "shown_as", "pseudonym")
PERSON_NEWER = ("distinction", "robot", "minor")  # not in files of earlier versions
MEMBER = ("place", "from_round", "until_round")
SITTING = (
    *("title", "club", "game", "preset", "rules_name", "rules", "rules_version", "seats", "seat_seed"),
    *("first_dealer", "number", "hands_limit"),
)
ENTRY = (
    *("seq", "kind", "hand_no", "payload", "digest", "base_seq", "revision", "rules_version", "via"),
    *("reason", "by", "boot_id", "mono_ns", "prev_hash", "hash"),
)
PARKED = ("kind", "hand_no", "raw", "digest", "base_seq", "code", "via")
DECISION = ("answer", "via", "by")


def _players(rows: Any) -> set[int]:
    return set(rows.values_list("player", flat=True))


def _table(sitting: Sitting, numbers: dict[int, int], place: dict[int, int]) -> Raw:
    erased = ledger.erasures(sitting)
    return {
        "round": sitting.round.number if sitting.round else None,
        **{name: getattr(sitting, name) for name in SITTING},
        "created_at": moment(sitting.created_at),
        "chairs": [
            {
                "seat": chair.seat,
                "person": place[chair.player_id],
                "entrant": numbers.get(chair.entrant_id or 0),
            }
            for chair in sitting.chairs.order_by("seat")
        ],
        "devices": [
            {
                "id": str(device.pk),
                "label": device.label,
                "seat": device.seat,
                "created_at": moment(device.created_at),
            }
            for device in Credential.objects.filter(sitting=sitting).order_by("created_at")
        ],
        "entries": [
            {
                "id": str(entry.pk),
                **{name: getattr(entry, name) for name in ENTRY},
                "supersedes": str(entry.supersedes_id) if entry.supersedes_id else None,
                "credential": str(entry.credential_id) if entry.credential_id else None,
                "at": moment(entry.at),
                "claimed_at": moment(entry.claimed_at),
                **({"reason": erased[entry.pk], "erased": True} if entry.pk in erased else {}),
            }
            for entry in Entry.objects.filter(sitting=sitting).order_by("seq")
        ],
        "aside": [_aside(parked) for parked in ledger.put_aside_at(sitting)],
    }


def _aside(parked: Parked) -> Raw:
    """What was put aside, with what was decided about it."""
    decision = getattr(parked, "decision", None)
    return {
        "id": str(parked.pk),
        **{name: getattr(parked, name) for name in PARKED},
        "credential": str(parked.credential_id) if parked.credential_id else None,
        "at": moment(parked.at),
        "claimed_at": moment(parked.claimed_at),
        "decision": decision
        and {
            **{name: getattr(decision, name) for name in DECISION},
            "entry": str(decision.entry_id) if decision.entry_id else None,
            "credential": str(decision.credential_id) if decision.credential_id else None,
            "at": moment(decision.at),
        },
    }


def _standings(event: Event, numbers: Mapping[int, int]) -> Mapping[str, Any]:
    """The final list as it is now: whoever has the file computes it again from the entries."""
    return standings_json(places(layout_of(event), competition(event)), numbers)


def _wishes(event: Event, numbers: Mapping[int, int], *, together: bool) -> list[list[int]]:
    wishes = event.wishes.filter(together=together).order_by("pk")
    return [[numbers[wish.entrant_id], numbers[wish.other_id]] for wish in wishes]
