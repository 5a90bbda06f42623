"""What the pieces of an event say, read from the rows they are here."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from tournaments.engines.eventlog import PieceKind
from tournaments.exchange.exporting import (
    DECISION,
    ENTRY,
    EVENT,
    EVENT_NEWER,
    MEMBER,
    PARKED,
    PERSON,
    PERSON_NEWER,
    SITTING,
)
from tournaments.following.names import PieceNames, table_key, tables_of
from tournaments.models import (
    Call,
    Chair,
    Clock,
    Credential,
    Entrant,
    Entry,
    Erasure,
    Event,
    EventLink,
    Member,
    Parked,
    Player,
    Round,
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
    ruling_json,
    rulings_in_order,
    stage_json,
)
from tournaments.models.stored import Raw

K = PieceKind
EVERY = frozenset(PieceKind) - {K.ENTRIES, K.AUTHORITY}
"""What is read from rows; entries are read run by run, and who leads stands in the log itself."""
TABLE_MORE = ("confirming",)  # not in files
ABOUT_PEOPLE = frozenset((K.PERSON, K.ENTRANT, K.TABLE, K.NOTICE))
ABOUT_ENTRANTS = frozenset((K.WISH, K.ROUND, K.TABLE, K.RULING, K.CASH, K.PRIZE, K.NOTICE, K.ENTRANT))
ABOUT_TABLES = frozenset((K.DEVICE, K.ASIDE, K.CALL, K.NOTICE))


LARGE_ROUND = tuple(f"round__{name}" for name in ("request", "answer", "seating", "changes"))


@dataclass(frozen=True, slots=True)
class PieceNow:
    """A piece as it is at this moment."""

    kind: PieceKind
    key: str
    body: Raw
    row: int | None = None


def pieces_now(event: Event, names: PieceNames, kinds: Collection[PieceKind] = EVERY) -> Iterator[PieceNow]:
    """All pieces of these kinds, in the order in which one thing depends on another."""
    reading = _Reading(event, names, frozenset(kinds))
    for kind in PieceKind:
        if kind in kinds:
            yield from reading.of(kind)


class _Reading:
    """One walk through the rows of an event."""

    def __init__(self, event: Event, names: PieceNames, kinds: frozenset[PieceKind]) -> None:
        self.event, self.names = event, names
        self.numbers: dict[int, int] = {}
        if kinds & ABOUT_ENTRANTS:
            self.numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
        self.members: list[Member] = []
        self.chairs: list[Chair] = []
        self.people: dict[int, str] = {}
        if kinds & ABOUT_PEOPLE:
            self.members = list(
                Member.objects.filter(entrant__event=event).order_by("entrant__number", "place", "from_round")
            )
            self.chairs = list(Chair.objects.filter(sitting__event=event).order_by("sitting", "seat"))
            rows = {member.player_id: None for member in self.members}
            rows |= {chair.player_id: None for chair in self.chairs}
            self.people = names.people(rows)
        self.tables = tables_of(event) if kinds & ABOUT_TABLES else {}
        rulings = rulings_in_order(event) if kinds & {K.RULING, K.NOTICE} else []
        self.rulings = rulings
        self.calls = FileNumbers(
            self.numbers,
            people=self.people,
            sittings=self.tables,
            rulings=names.all_of(K.RULING, (ruling.pk for ruling in rulings)),
        )

    def of(self, kind: PieceKind) -> Iterator[PieceNow]:
        """All of one kind."""
        return iter(getattr(self, f"_{kind.value}")())

    def _event(self) -> Iterator[PieceNow]:
        event = self.event
        body = {
            "uid": str(event.uid),
            **{name: getattr(event, name) for name in (*EVENT, *EVENT_NEWER)},
            "day": event.day.isoformat(),
            "created_at": moment(event.created_at),
            "finished_at": moment(event.finished_at),
            "logo": base64.b64encode(bytes(event.logo)).decode(),
            "pk": event.pk,
            "private": {"key_generation": event.key_generation},
        }
        yield PieceNow(K.EVENT, "event", body, event.pk)

    def _person(self) -> Iterator[PieceNow]:
        rows = Player.objects.in_bulk(list(self.people))
        for pk, key in self.people.items():
            person = rows[pk]
            body = {name: getattr(person, name) for name in (*PERSON, *PERSON_NEWER)}
            more = {"unlisted": person.unlisted, "forgotten": person.anonymised_at is not None}
            yield PieceNow(K.PERSON, key, {**body, **more}, pk)

    def _stage(self) -> Iterator[PieceNow]:
        for stage in self.event.stages.order_by("number"):
            yield PieceNow(K.STAGE, str(stage.number), stage_json(stage), stage.pk)

    def _entrant(self) -> Iterator[PieceNow]:
        members: dict[int, list[Raw]] = {}
        for member in self.members:
            members.setdefault(member.entrant_id, []).append(
                {
                    "person": self.people[member.player_id],
                    **{name: getattr(member, name) for name in MEMBER},
                }
            )
        for entrant in self.event.entrants.order_by("number"):
            body = {**entrant_json(entrant), "members": members.get(entrant.pk, [])}
            yield PieceNow(K.ENTRANT, str(entrant.number), body, entrant.pk)

    def _wish(self) -> Iterator[PieceNow]:
        wishes = list(self.event.wishes.order_by("pk"))
        body = {
            name: [
                [self.numbers[wish.entrant_id], self.numbers[wish.other_id]]
                for wish in wishes
                if wish.together is together
            ]
            for name, together in (("apart", False), ("together", True))
        }
        yield PieceNow(K.WISH, "wishes", body)

    def _round(self) -> Iterator[PieceNow]:
        for round_ in Round.objects.filter(event=self.event).order_by("number").select_related("stage"):
            body = {**round_json(round_, self.calls), "pk": round_.pk}
            yield PieceNow(K.ROUND, str(round_.number), body, round_.pk)

    def _table(self) -> Iterator[PieceNow]:
        chairs: dict[int, list[Raw]] = {}
        for chair in self.chairs:
            chairs.setdefault(chair.sitting_id, []).append(
                {
                    "seat": chair.seat,
                    "person": self.people[chair.player_id],
                    "entrant": self.numbers.get(chair.entrant_id or 0),
                }
            )
        rows = Sitting.objects.filter(event=self.event).order_by("round__number", "number", "pk")
        for sitting in rows.select_related("round").defer(*LARGE_ROUND):
            round_ = sitting.round.number if sitting.round else None
            body = {
                "round": round_,
                **{name: getattr(sitting, name) for name in (*SITTING, *TABLE_MORE)},
                "created_at": moment(sitting.created_at),
                "hidden_at": moment(sitting.hidden_at),
                "chairs": chairs.get(sitting.pk, []),
                "pk": sitting.pk,
                "private": {"key_generation": sitting.key_generation},
            }
            yield PieceNow(K.TABLE, table_key(round_, sitting.number), body, sitting.pk)

    def _device(self) -> Iterator[PieceNow]:
        for device in Credential.objects.filter(sitting__event=self.event).order_by("created_at", "pk"):
            body = {
                "table": self.tables[device.sitting_id],
                "label": device.label,
                "seat": device.seat,
                "created_at": moment(device.created_at),
                "private": {
                    "secret_hash": device.secret_hash,
                    "revoked_at": moment(device.revoked_at),
                    "replaced_by": str(device.replaced_by_id) if device.replaced_by_id else None,
                    "pin_tries": device.pin_tries,
                },
            }
            yield PieceNow(K.DEVICE, str(device.pk), body)

    def _erasure(self) -> Iterator[PieceNow]:
        rows = Erasure.objects.filter(entry__sitting__event=self.event).order_by("pk")
        for entry, reason in rows.values_list("entry", "reason"):
            yield PieceNow(K.ERASURE, str(entry), {"entry": str(entry), "reason": reason})

    def _aside(self) -> Iterator[PieceNow]:
        rows = Parked.objects.filter(sitting__event=self.event).select_related("decision")
        for parked in rows.order_by("at", "pk"):
            body = {"table": self.tables[parked.sitting_id], **aside_json(parked)}
            yield PieceNow(K.ASIDE, str(parked.pk), body)

    def _ruling(self) -> Iterator[PieceNow]:
        for ruling in self.rulings:
            yield PieceNow(
                K.RULING, self.calls.rulings[ruling.pk], ruling_json(ruling, self.calls), ruling.pk
            )

    def _cash(self) -> Iterator[PieceNow]:
        for entry in self.event.cash.order_by("seq"):
            body = _without(cash_json(entry, self.calls), "id", "receipt_series")
            private = {"receipt_series": entry.receipt_series}
            yield PieceNow(K.CASH, str(entry.pk), {**body, "private": private})

    def _prize(self) -> Iterator[PieceNow]:
        for record in self.event.prize_records.order_by("seq"):
            yield PieceNow(K.PRIZE, str(record.pk), _without(prize_record_json(record, self.calls), "id"))

    def _count(self) -> Iterator[PieceNow]:
        for count in self.event.cash_counts.order_by("seq"):
            yield PieceNow(K.COUNT, str(count.seq), count_json(count), count.pk)

    def _notice(self) -> Iterator[PieceNow]:
        for notice in self.event.notices.order_by("pk"):
            key = self.names.of(K.NOTICE, notice.pk)
            yield PieceNow(K.NOTICE, key, notice_json(notice, self.calls), notice.pk)

    def _link(self) -> Iterator[PieceNow]:
        for link in EventLink.objects.filter(event=self.event).order_by("seq"):
            body = {
                "at": moment(link.at),
                "facts": link.facts,
                "prev_hash": link.prev_hash,
                "hash": link.hash,
            }
            yield PieceNow(K.LINK, str(link.seq), body, link.pk)

    def _clock(self) -> Iterator[PieceNow]:
        for clock in Clock.objects.filter(event=self.event):
            body = {"ends_at": moment(clock.ends_at), "left": clock.left, "text": clock.text}
            yield PieceNow(K.CLOCK, "clock", body)

    def _screen(self) -> Iterator[PieceNow]:
        for screen in self.event.screens.order_by("pk"):
            body = {
                "name": screen.name,
                "shows": screen.shows,
                "data": screen.data,
                "revision": screen.revision,
                "pk": screen.pk,
            }
            yield PieceNow(K.SCREEN, self.names.of(K.SCREEN, screen.pk), body, screen.pk)

    def _call(self) -> Iterator[PieceNow]:
        for call in Call.objects.filter(sitting__event=self.event).order_by("pk"):
            body = {
                "table": self.tables[call.sitting_id],
                "seat": call.seat,
                "reason": call.reason,
                "note": call.note,
                "at": moment(call.at),
                "coming_at": moment(call.coming_at),
                "coming": call.coming,
                "done_at": moment(call.done_at),
            }
            yield PieceNow(K.CALL, self.names.of(K.CALL, call.pk), body, call.pk)


def _without(raw: Raw, *names: str) -> Raw:
    return {name: value for name, value in raw.items() if name not in names}


def aside_json(parked: Parked) -> Raw:
    """What was put aside, with what was decided about it."""
    decision = getattr(parked, "decision", None)
    return {
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


def runs_now(event: Event, runs: Collection[tuple[int, int, int]]) -> dict[int, list[Raw]]:
    """The entries of sheets, from one number to another each, by primary key of the table."""
    wanted = list(runs)
    entries: dict[int, list[Raw]] = {}
    for start in range(0, len(wanted), 100):
        some = Q()
        for sitting, first, last in wanted[start : start + 100]:
            some |= Q(sitting=sitting, seq__gte=first, seq__lte=last)
        rows = Entry.objects.filter(some, sitting__event=event).order_by("sitting", "seq")
        for entry in rows.select_related("erasure"):
            entries.setdefault(entry.sitting_id, []).append(_entry_json(entry))
    return entries


def _entry_json(entry: Entry) -> Raw:
    erasure = getattr(entry, "erasure", None)
    return {
        "id": str(entry.pk),
        **{name: getattr(entry, name) for name in ENTRY},
        "supersedes": str(entry.supersedes_id) if entry.supersedes_id else None,
        "credential": str(entry.credential_id) if entry.credential_id else None,
        "at": moment(entry.at),
        "claimed_at": moment(entry.claimed_at),
        **({"reason": erasure.reason, "erased": True} if erasure else {}),
    }
