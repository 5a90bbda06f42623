"""Everything of an event checked, as people would look at it: sheets, seats, standings, draws, log."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from scoring import SoFar, Text, say
from scoring.text import mark as _
from tournaments.engines import eventchain
from tournaments.engines.checker.documents import EventDocument, Json, TableDocument, lineups
from tournaments.engines.checker.draws import DrawAgain
from tournaments.engines.checker.ranks import DRAFT, differences, standings_json, standings_of
from tournaments.engines.eventchain import EventHistory
from tournaments.engines.sheets.checking import UNCOMPUTABLE, Fault, examine
from tournaments.engines.sheets.kinds import EntryKind

SHEETS, SEATS, ACTORS, RANKS, DRAWS, CHAIN = "sheets", "seats", "actors", "ranks", "draws", "chain"
CHECKS = (SHEETS, SEATS, ACTORS, RANKS, DRAWS, CHAIN)
"""What is checked. A test leaves one out and must notice that it is missing."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """Something is not as it was. `where` is the place, as people call it."""

    where: Text
    what: Text
    seq: int | None = None  # of the entry, if it shows at one

    @property
    def sentence(self) -> Text:
        return say(_("{where}: {what}"), where=self.where, what=self.what)


@dataclass(slots=True)
class Verification:
    """What was looked at, and what was found."""

    events: int = 0
    tables: int = 0
    entries: int = 0
    hands: int = 0
    draws: int = 0
    findings: list[Deviation] = field(default_factory=list)
    left_out: list[Text] = field(default_factory=list)

    @property
    def in_order(self) -> bool:
        return not self.findings


def check_event(
    document: EventDocument,
    result: Verification,
    *,
    checks: Collection[str] = CHECKS,
    again: DrawAgain | None = None,
) -> None:
    """Add what is to be said of this event; `again` remembers draws across events."""
    result.events += 1
    here = say(_("event “{title}”"), title=document.title)
    result.findings += [Deviation(here, text) for text in document.unreadable]
    computed: list[tuple[TableDocument, SoFar[Any], bool]] = []
    for table in document.tables:
        so_far, closed = check_table(table, result, checks)
        if so_far is not None:
            computed.append((table, so_far, closed))
    try:
        if SEATS in checks:
            result.findings += _seats(document)
        if RANKS in checks and "standings" in document.raw and len(computed) == len(document.tables):
            result.findings += [Deviation(here, text) for text in _ranks(document, computed)]
        if DRAWS in checks:
            again = again or DrawAgain()
            before, left_out = again.drawn, len(again.left_out)
            for round_ in document.raw["rounds"]:
                result.findings += [Deviation(here, text) for text in again.faults(round_)]
            result.draws += again.drawn - before
            result.left_out += again.left_out[left_out:]
        if CHAIN in checks:
            broken = eventchain.faults(document.links, history(document))
            result.findings += [Deviation(here, text) for text in broken]
    except (*UNCOMPUTABLE, RecursionError) as error:
        text = say(_("cannot be computed: {error}"), error=f"{type(error).__name__} {error}"[:200])
        result.findings.append(Deviation(here, text))


def place_of(table: TableDocument) -> Text:
    """Where a sheet was written."""
    sheet = table.sheet
    if sheet.round:
        return say(_("round {round}, table {table}"), round=sheet.round, table=sheet.number)
    return say(_("table {table}"), table=sheet.pk)


def check_table(
    table: TableDocument, result: Verification, checks: Collection[str] = CHECKS
) -> tuple[SoFar[Any] | None, bool]:
    """One sheet; what its entries come to, if that can be said, and whether it was handed in."""
    result.tables += 1
    result.entries += len(table.entries)
    examined = examine(table.sheet, table.entries, table.there, erased=table.erased)
    result.hands += len(examined.sheet_ledger.live)
    faults: list[Fault] = []
    if SHEETS in checks:
        faults += examined.faults
    if ACTORS in checks:
        faults += _strangers(table)
    if SEATS in checks and not examined.ledger:
        faults += _misplaced(table)
    where = place_of(table)
    result.findings += [Deviation(where, fault.sentence, fault.seq) for fault in faults]
    return examined.so_far, examined.sheet_ledger.closed


def _strangers(table: TableDocument) -> Iterator[Fault]:
    """Entries of devices that were never let in at this table."""
    for entry in table.entries:
        if entry.credential_id is not None and entry.credential_id not in table.devices:
            yield Fault(say(_("was written by a device that had no right to this table")), entry.seq)


def _misplaced(table: TableDocument) -> Iterator[Fault]:
    """Places on which somebody else sits than the entries say, or nobody who plays by them."""
    by_ledger: dict[int, int | None] = {}
    playing: set[int] = set()
    for entry in table.entries:
        if entry.kind == EntryKind.PEOPLE:
            by_ledger |= {move["seat"]: move["is"] for move in entry.payload["people"]}
        elif entry.kind == EntryKind.LINE_UP:
            playing |= set(entry.payload["places"])
    for seat, number in sorted(by_ledger.items()):
        if table.sits.get(seat) != number:
            text = _("seat {seat}: number {number} by the ledger, number {there} on the chair")
            yield Fault(say(text, seat=seat, number=str(number), there=str(table.sits.get(seat))))
    for place in sorted(playing - set(table.sits)):
        yield Fault(say(_("seat {place}: plays by the ledger, and nobody sits there"), place=place))


def _seats(document: EventDocument) -> Iterator[Deviation]:
    """Chairs on which somebody else sits than the seats of the round say."""
    raw = document.raw
    members = {
        entrant["number"]: {who["person"] for who in entrant["members"]} for entrant in raw["entrants"]
    }
    tables = {(table.sheet.round, table.sheet.number): table for table in document.tables}
    for round_ in raw["rounds"]:
        if round_["state"] == DRAFT:
            continue
        heads = lineups(raw["entrants"], round_["number"])
        seating = round_["seating"]
        for number, entrants in zip(seating["numbers"], seating["tables"], strict=True):
            where = say(_("round {round}, table {table}"), round=round_["number"], table=number)
            table = tables.pop((round_["number"], number), None)
            if table is None:
                yield Deviation(where, say(_("there is no sheet for this table")))
                continue
            depth = max((heads.get(who, 0) for who in entrants), default=0)
            seats = [who for place in range(depth) for who in entrants if place < heads.get(who, 0)]
            for seat, who in enumerate(seats, start=1):
                if table.sits.get(seat) != who:
                    text = _("seat {seat}: number {number} by the round, number {there} on the chair")
                    yield Deviation(where, say(text, seat=seat, number=who, there=str(table.sits.get(seat))))
                elif table.persons.get(seat) not in members[who]:
                    text = _("seat {seat}: somebody sits there who does not play for number {number}")
                    yield Deviation(where, say(text, seat=seat, number=who))
    for table in tables.values():
        yield Deviation(place_of(table), say(_("the seats of the round know no such table")))


def _ranks(document: EventDocument, computed: list[tuple[TableDocument, SoFar[Any], bool]]) -> Iterator[Text]:
    standings = standings_of(document, computed)
    numbers = {row.entrant: row.entrant for row in standings.rows}
    numbers |= {who: who for lot in standings.lots for who in lot.order}
    yield from differences(standings_json(standings, numbers), document.raw["standings"])


def history(document: EventDocument) -> EventHistory:
    """What the chain of the event is compared with."""
    raw: Json = document.raw
    return EventHistory(
        uid=document.uid,
        state=eventchain.state_marks(
            raw["event"], raw["stages"], raw["entrants"], raw["rounds"], raw["rulings"]
        ),
        log=raw["log"],
        entries={
            (table.sheet.round, table.sheet.number): [entry.hash for entry in table.entries]
            for table in document.tables
        },
    )
