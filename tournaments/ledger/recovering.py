"""Phones bring back what the laptop has forgotten: after a restore they still have every entry they saw.

What has a receipt of this installation was accepted once, and is taken back in the order of its numbers, with
its id and all it said. Nothing is guessed: an entry goes where it stood, after the entry it followed, and is
judged again. What does not go there is put aside for the organisers (`PhoneOffer`), one row for each entry,
however many phones bring it.
"""

from __future__ import annotations

import datetime
import enum
import hashlib
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from config.database import writing
from scoring import Unreadable, refused_line_up
from tournaments.engines.sheets.checking import examine
from tournaments.ledger.answers import Refused, SheetGone
from tournaments.ledger.appending import boot_id, locked_sheet
from tournaments.ledger.chain import canonical, digest_of, hash_of, start_of
from tournaments.ledger.derived import derive, store
from tournaments.ledger.folding import HANDS, SheetLedger, replay, sheet_of, stand, standing
from tournaments.ledger.opening import seated_players
from tournaments.ledger.payloads import line_up
from tournaments.ledger.permission import out_of_round
from tournaments.ledger.receipts import is_genuine, sheet_mark
from tournaments.models import Chair, Credential, Entry, EntryKind, Epoch, PhoneOffer, Sitting, Via

NOBODYS = "-"  # begins the secret's hash of a device of which the secret is not known (any more)
MOST_UNPROVEN = 500  # rows that are kept without a receipt: what somebody invents must not fill the disk


class Why(enum.StrEnum):
    """Why an entry was not taken back."""

    GAP = "gap"  # one before it is missing; another phone may have it
    ROUND = "round"  # its round is not open here, or the results are official
    PEOPLE = "people"  # people exchanged their places: the organisers do that once more
    DIVERGED = "diverged"  # something else was written at its place meanwhile
    FOLLOWS = "follows"  # the entry it follows was put aside
    REFUSED = "refused"  # the game, or the ledger, does not take it
    UNPROVEN = "unproven"  # without a receipt of this installation
    RETURNED = "returned"  # of the laptop that was away while another one led: organisers decide
    NO_TABLE = "no_table"  # its table, or its sheet, is not there


WAITING = frozenset((Why.GAP, Why.ROUND, Why.PEOPLE))
"""What may still go in by itself, once something else has been brought or done."""


LEFT_ALONE = frozenset((Why.UNPROVEN.value, Why.RETURNED.value))
"""What never goes in by itself."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a phone brings: the number of its table, where that was, who sits there, and its entries."""

    sitting: int
    event: int | None
    epoch: str
    place: Mapping[str, Any]  # round and table, as numbers
    people: Sequence[str]
    entries: Sequence[Mapping[str, Any]]


@dataclass(slots=True)
class TakenBack:
    """What became of it, by the ids of the entries."""

    taken: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)  # not kept: too much that nothing proves
    missing: int | None = None  # the number that is wanted first
    head: int = 0


def take_back(offered: Offered) -> TakenBack:
    """Take back what goes in, and put the rest aside; in one transaction, and harmless to repeat."""
    with writing():
        try:
            sitting = locked_sheet(Sitting(pk=offered.sitting))
        except SheetGone:
            return _keep_all(offered, Why.NO_TABLE)
        return _Returning(sitting, offered).run()


def keep_returned(offered: Offered) -> int:
    """What another laptop has brought that led this event before: kept until organisers decide. How many."""
    with writing():
        return sum(_put_aside(offered, facts, Why.RETURNED) for facts in offered.entries)


def take_returned(rows: Sequence[PhoneOffer]) -> TakenBack:
    """Organisers have looked at these entries of one sheet and want them: as far as they go on from there."""
    with writing():
        sitting = locked_sheet(Sitting(pk=rows[0].sitting))
        returning = _Returning(sitting, Offered(sitting.pk, None, "", {}, (), ()))
        same = [row for row in rows if row.sitting == sitting.pk]
        returning.adopted = [
            _Candidate(facts, row) for row in same for facts in row.entries if is_genuine(facts)
        ]
        return returning.run()


def take_waiting(sitting: int) -> TakenBack:
    """Once more what waits for this table: its round may have been opened meanwhile."""
    return take_back(Offered(sitting, None, "", {}, (), ()))


def take_waiting_at(sittings: Iterable[int]) -> None:
    """The same for several tables, of which usually none waits."""
    waiting = PhoneOffer.objects.filter(settled_at=None, sitting__in=list(sittings))
    for sitting in sorted(set(waiting.values_list("sitting", flat=True))):
        take_waiting(sitting)


def _keep_all(offered: Offered, why: Why) -> TakenBack:
    outcome = TakenBack()
    for facts in offered.entries:
        proven = is_genuine(facts)
        stays = _put_aside(offered, facts, why if proven else Why.UNPROVEN)
        (outcome.aside if stays else outcome.refused).append(str(facts["id"]))
    return outcome


def _put_aside(offered: Offered, facts: Mapping[str, Any], why: Why) -> bool:
    """Keep an entry for the organisers. False: nothing proves it, and it is not missed, or too much."""
    if why is Why.UNPROVEN and not _may_be_missed():
        return False
    digest = hashlib.sha256(f"{offered.sitting} ".encode() + canonical(_without_seat(facts))).hexdigest()
    about = {**offered.place, "people": list(offered.people), "why": why.value}
    row, new = PhoneOffer.objects.get_or_create(
        digest=digest,
        defaults={
            "sitting": offered.sitting,
            "event": offered.event,
            "epoch": offered.epoch,
            "facts": about,
            "entries": [dict(facts)],
        },
    )
    if not new and row.facts.get("why") != why.value:
        row.facts = {**row.facts, "why": why.value}
        row.save(update_fields=["facts"])
    return True


def _may_be_missed() -> bool:
    """Only after a restore a phone may be right although nothing proves it: the key may be another one."""
    unproven = PhoneOffer.objects.filter(facts__why=Why.UNPROVEN.value, settled_at=None)
    return Epoch.objects.filter(settled_at=None).exists() and unproven.count() < MOST_UNPROVEN


def _without_seat(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != "seat"}


@dataclass(frozen=True, slots=True)
class _Candidate:
    facts: Mapping[str, Any]
    row: PhoneOffer | None = None  # put aside before

    @property
    def id(self) -> str:
        return str(self.facts["id"])

    @property
    def seq(self) -> int:
        return int(self.facts["seq"])

    def people(self, offered: Offered) -> Sequence[str]:
        """Who sat there, place by place, as the phone that brought it says."""
        return self.row.facts.get("people", []) if self.row else offered.people


class _Returning:
    """One sheet, inside the transaction."""

    def __init__(self, sitting: Sitting, offered: Offered) -> None:
        self.sitting, self.offered = sitting, offered
        self.mark = sheet_mark(sitting)
        self.sheet_ledger = standing(sitting)
        self.entries = list(self.sheet_ledger.entries)
        self.standing_in: dict[str, Entry] = {}  # for an entry of a phone: what says the same in its place
        self.outcome = TakenBack()
        self.stopped: Why | None = None  # from here on nothing goes in
        self.adopted: list[_Candidate] = []  # of another sheet

    def run(self) -> TakenBack:
        for candidate in self._candidates():
            self._look_at(candidate)
        if self.outcome.taken:
            now = stand(self.entries)
            store(self.sitting, derive(self.sitting, now, replay(self.sitting, now.counting)))
        self.outcome.head = self.entries[-1].seq if self.entries else 0
        return self.outcome

    def adopt(self, rows: Sequence[PhoneOffer]) -> None:
        """Take the entries of one other sheet for those of this one, as far as they are proven."""
        proven = [_Candidate(facts, row) for row in rows for facts in row.entries if is_genuine(facts)]
        sheets = {candidate.facts["sheet"] for candidate in proven}
        self.adopted = proven if len(sheets) == 1 else []

    def _candidates(self) -> list[_Candidate]:
        """What is brought now, and what was put aside for this sheet before; the lowest number first."""
        proven = list(self.adopted)
        for facts in self.offered.entries:
            if not is_genuine(facts):
                self._aside(_Candidate(facts), Why.UNPROVEN)
            elif facts.get("sheet") != self.mark:
                self._aside(_Candidate(facts), Why.NO_TABLE)
            else:
                proven.append(_Candidate(facts))
        brought = {candidate.id for candidate in proven}
        for row in PhoneOffer.objects.filter(sitting=self.sitting.pk, settled_at=None):
            for facts in row.entries:
                mine = facts.get("sheet") == self.mark and facts.get("id") not in brought
                if mine and row.facts.get("why") not in LEFT_ALONE:
                    proven.append(_Candidate(facts, row))
        return sorted(proven, key=lambda candidate: candidate.seq)

    def _look_at(self, candidate: _Candidate) -> None:
        facts = candidate.facts
        there = self._at(candidate.seq)
        earlier = Entry.objects.filter(pk=candidate.id).first()
        if earlier is not None:
            same = earlier.sitting_id == self.sitting.pk and earlier.digest == facts["digest"]
            self._known(candidate) if same else self._aside(candidate, Why.DIVERGED)
        elif there is not None:
            if _says_the_same(there, facts):
                self.standing_in[candidate.id] = there
                self._known(candidate)
            else:
                self._stop(candidate, Why.DIVERGED)
        elif self.stopped is not None:
            self._aside(candidate, self.stopped if self.stopped in WAITING else Why.FOLLOWS)
        elif candidate.seq > len(self.entries) + 1:
            self.outcome.missing = self.outcome.missing or len(self.entries) + 1
            self._aside(candidate, Why.GAP)
        else:
            self._append(candidate)

    def _at(self, seq: int) -> Entry | None:
        return self.entries[seq - 1] if 1 <= seq <= len(self.entries) else None

    def _append(self, candidate: _Candidate) -> None:
        last = self.entries[-1] if self.entries else None
        before = self._meant(candidate.facts["before"])
        if before != (last.pk if last else None):
            return self._stop(candidate, Why.DIVERGED)
        if out_of_round(self.sitting, Via.RECOVERED) is not None or not _has_begun(self.sitting):
            return self._stop(candidate, Why.ROUND)
        if candidate.facts["kind"] == EntryKind.PEOPLE:
            return self._stop(candidate, Why.PEOPLE)
        self._seat_newcomers(candidate)
        entry = self._entry(candidate.facts, last)
        if not _is_taken(self.sitting, self.entries, entry):
            return self._stop(candidate, Why.REFUSED)
        entry.save(force_insert=True)
        self.entries.append(entry)
        self.outcome.taken.append(candidate.id)
        self._settle(candidate)
        return None

    def _stop(self, candidate: _Candidate, why: Why) -> None:
        self.stopped = why
        self._aside(candidate, why)

    def _meant(self, named: Any) -> uuid.UUID | None:
        """The entry of this sheet that a phone means by an id."""
        if named is None:
            return None
        there = self.standing_in.get(str(named))
        return there.pk if there else uuid.UUID(str(named))

    def _entry(self, facts: Mapping[str, Any], last: Entry | None) -> Entry:
        entry = Entry(
            id=uuid.UUID(facts["id"]),
            sitting=self.sitting,
            seq=facts["seq"],
            kind=facts["kind"],
            hand_no=facts["hand_no"],
            supersedes_id=self._meant(facts["supersedes"]),
            payload=facts["payload"],
            digest=digest_of(facts["kind"], facts["hand_no"], facts["payload"]),
            base_seq=facts["base_seq"],
            revision=facts["revision"],
            rules_version=facts["rules_version"],
            credential=self._device(facts),
            via=Via.RECOVERED.value,
            reason=facts["reason"],
            at=_moment(facts["at"]) or timezone.now(),
            claimed_at=_moment(facts["claimed_at"]),
            boot_id=boot_id(),
            mono_ns=time.monotonic_ns(),
            prev_hash=last.hash if last else start_of(self.sitting),
        )
        entry.hash = hash_of(entry)
        return entry

    def _device(self, facts: Mapping[str, Any]) -> Credential | None:
        """The device that wrote it. Where it has been forgotten, too, its row is made anew: the history then
        still says whose it was; nobody can write with it until the device itself comes."""
        if facts["device"] is None:
            return None
        key = uuid.UUID(facts["device"])
        seat = facts.get("seat")
        seated = isinstance(seat, int) and 1 <= seat <= self.sitting.chairs.count()
        device, _new = Credential.objects.get_or_create(
            pk=key,
            defaults={
                "sitting": self.sitting,
                "secret_hash": f"{NOBODYS}{key.hex}",
                "seat": seat if seated else None,
                "revoked_at": timezone.now(),
            },
        )
        return device if device.sitting_id == self.sitting.pk else None

    def _seat_newcomers(self, candidate: _Candidate) -> None:
        """Who came to the table after the copy was made has no chair in it; the phone knows the names."""
        if candidate.facts["kind"] != EntryKind.LINE_UP:
            return
        there = list(self.sitting.chairs.values_list("player", flat=True))
        wanted = max(candidate.facts["payload"]["places"], default=0)
        names = list(candidate.people(self.offered))[len(there) : wanted]
        if len(there) + len(names) < wanted:
            return  # _is_taken refuses it
        try:
            players = seated_players(names, there, tenant=self.sitting.whose)
        except Unreadable:
            return
        for seat, player in enumerate(players, start=len(there) + 1):
            Chair.objects.create(sitting=self.sitting, seat=seat, player=player)

    def _known(self, candidate: _Candidate) -> None:
        self.outcome.known.append(candidate.id)
        self._settle(candidate)

    def _settle(self, candidate: _Candidate) -> None:
        """What was put aside for it before has found its place."""
        waiting = PhoneOffer.objects.filter(sitting=self.sitting.pk, settled_at=None)
        for row in [candidate.row] if candidate.row else waiting:
            if row.entries and row.entries[0].get("id") == candidate.id:
                row.settled_at = timezone.now()
                row.save(update_fields=["settled_at"])

    def _aside(self, candidate: _Candidate, why: Why) -> None:
        if candidate.row is not None:
            if candidate.row.facts.get("why") != why.value:
                candidate.row.facts = {**candidate.row.facts, "why": why.value}
                candidate.row.save(update_fields=["facts"])
            return
        stays = _put_aside(self.offered, candidate.facts, why)
        outcome = self.outcome
        names = outcome.refused if not stays else outcome.waiting if why in WAITING else outcome.aside
        names.append(candidate.id)


def _says_the_same(entry: Entry, facts: Mapping[str, Any]) -> bool:
    """Two entries in one place with the same content: whoever wrote it again meant the same hand."""
    if entry.kind == EntryKind.PEOPLE and facts["kind"] == EntryKind.PEOPLE:
        moves = [sorted(payload["people"], key=canonical) for payload in (entry.payload, facts["payload"])]
        return bool(moves[0] == moves[1])
    return entry.digest == facts["digest"] and (entry.supersedes_id is None) == (facts["supersedes"] is None)


def _has_begun(sitting: Sitting) -> bool:
    round_ = sitting.round
    return round_ is None or round_.closed_at is not None or round_.plays(sitting.number or 0)


def _is_taken(sitting: Sitting, entries: Sequence[Entry], entry: Entry) -> bool:
    """Would ledger and game take this entry now, after those that are there?"""
    sheet_ledger = stand(entries)
    try:
        if examine(sitting, [*entries, entry]).ledger or entry.seq != len(entries) + 1:
            return False
        _judge(sitting, sheet_ledger, entry)
        now = stand([*entries, entry])
        derive(sitting, now, replay(sitting, now.counting))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, Refused):
        return False
    return True


def _judge(sitting: Sitting, sheet_ledger: SheetLedger, entry: Entry) -> None:
    """Raises Unreadable if the game does not take it."""
    if entry.kind in HANDS:
        before = sheet_of(sitting, sheet_ledger.before(entry.hand_no or 0))
        limit = None if entry.supersedes_id is None else 0
        before.judged(entry.payload, paper=entry.kind == EntryKind.PAPER, limit=limit)
    elif entry.kind == EntryKind.LINE_UP:
        wanted = line_up(entry.payload)
        problems = list(refused_line_up(sheet_of(sitting, sheet_ledger.counting), wanted))
        if problems or max(wanted.places) >= sitting.chairs.count():
            raise Unreadable(problems)


def _moment(text: str | None) -> datetime.datetime | None:
    return None if text is None else datetime.datetime.fromisoformat(text)


def adopt(sitting: Sitting, rows: Sequence[PhoneOffer]) -> TakenBack:
    """Organisers say that what was put aside for a sheet that is gone belongs on this one: its round has been
    drawn anew, and the same people sit there. Only on an empty sheet; what proves nothing stays where it is.
    """
    with writing():
        returning = _Returning(locked_sheet(sitting), Offered(sitting.pk, None, "", {}, (), ()))
        if not returning.entries:
            returning.adopt(rows)
        return returning.run()


def give_up(rows: Sequence[PhoneOffer], by: str) -> None:
    """Organisers have looked after these entries in another way."""
    with writing():
        keys = [row.pk for row in rows]
        PhoneOffer.objects.filter(pk__in=keys, settled_at=None).update(
            settled_at=timezone.now(), settled_by=by[:60]
        )
