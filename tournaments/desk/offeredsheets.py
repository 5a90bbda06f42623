"""After a restore: what phones brought back and what could not go in by itself, sheet by sheet."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from scoring import Table, fields_for, read
from tournaments.ledger import Why
from tournaments.models import Entry, EntryKind, Event, PhoneOffer, RoundState, Sitting
from tournaments.models.naming import names_at
from tournaments.speech.wording import Wording, answered, listed, signed, speak

MOST_CASES = 200


@dataclass(frozen=True, slots=True)
class OfferedEntry:
    """One entry that was put aside, in words, beside what stands in its place."""

    seq: int
    what: str
    words: str
    here: str  # what is on the laptop's sheet there
    row: int  # its number


@dataclass(frozen=True, slots=True)
class SheetCase:
    """What phones brought of one sheet and what could not go in by itself."""

    key: str  # of the sheet
    at: datetime.datetime  # when it was brought
    round: int
    table: int
    place: str
    people: str
    why: str
    entries: tuple[OfferedEntry, ...]
    rows: tuple[int, ...]
    waits: bool  # it may still go in by itself
    returned: bool  # of the laptop that was away: each is decided by itself
    adopts: int | None  # the number of the sheet that it could be taken onto
    url: str  # of the table at the desk; "" where there is none


def rows_of(event: Event | None, keys: Sequence[int]) -> list[PhoneOffer]:
    """Those of these rows that are open and belong to this desk."""
    return list(open_offers(event).filter(pk__in=keys))


def open_offers(event: Event | None) -> Any:
    """What nobody has decided about yet."""
    rows = PhoneOffer.objects.filter(settled_at=None)
    return rows if event is None else rows.filter(event=event.pk)


def count_sheets(event: Event) -> int:
    """How many sheets wait for somebody's decision."""
    rows = open_offers(event).values_list("sitting", "entries")
    return len({(sitting, entries[0].get("sheet")) for sitting, entries in rows if entries})


def sheet_cases(event: Event | None) -> Iterator[SheetCase]:
    """Sheet by sheet, what could not go in by itself."""
    sheets: dict[tuple[int, str], list[PhoneOffer]] = {}
    for row in open_offers(event).order_by("pk"):
        sheet = str(row.entries[0].get("sheet", "")) if row.entries else ""
        sheets.setdefault((row.sitting, sheet), []).append(row)
    for (sitting, sheet), rows in list(sheets.items())[:MOST_CASES]:
        yield _case(sitting, sheet, rows)


def _case(number: int, sheet: str, rows: Sequence[PhoneOffer]) -> SheetCase:
    rows = sorted(rows, key=lambda row: int(row.entries[0]["seq"]))
    about = rows[0]
    whys = [Why(row.facts.get("why", Why.REFUSED)) for row in rows]
    why = next((each for each in whys if each is not Why.FOLLOWS), Why.FOLLOWS)
    related = Sitting.objects.select_related("sheethead", "event", "round")
    there = None if why in (Why.NO_TABLE, Why.UNPROVEN) else related.filter(pk=number).first()
    heir = _heir(about) if why is Why.NO_TABLE else None
    alike = there or heir or _alike(about)
    people = [str(name) for name in about.facts.get("people", [])]
    return SheetCase(
        key=f"{number}-{sheet[:12]}",
        at=about.at,
        round=_whole(about.facts.get("round")),
        table=_whole(about.facts.get("table")),
        place=_place(about, there),
        people=listed(people),
        why=_why(why),
        entries=tuple(_entry(row.pk, row.entries[0], alike, people, there) for row in rows),
        rows=tuple(row.pk for row in rows),
        waits=why in (Why.GAP, Why.ROUND, Why.PEOPLE),
        returned=why is Why.RETURNED,
        adopts=heir.pk if heir else None,
        url=_at_desk(there or heir),
    )


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _place(row: PhoneOffer, there: Sitting | None) -> str:
    round_, table = row.facts.get("round"), row.facts.get("table")
    if there is not None and there.round is not None:
        round_, table = there.round.number, there.number
    if round_ is None:
        return gettext("Quick evening, table {table}").format(table=row.sitting)
    return gettext("Round {round}, table {table}").format(round=round_, table=table)


def _at_desk(sitting: Sitting | None) -> str:
    if sitting is None:
        return ""
    if sitting.round is None or sitting.event_id is None:
        return reverse("table", args=(sitting.pk,))
    return reverse("desk-table", args=(sitting.event_id, sitting.round.number, sitting.number))


def _why(why: Why) -> str:
    match why:
        case Why.GAP:
            return gettext(
                "Something that came before is missing: another phone of the table may have it. Please open "
                "the page of the table on all its phones."
            )
        case Why.ROUND:
            return gettext("Its round is not open here. Open it, then try again.")
        case Why.PEOPLE:
            return gettext(
                "People had swapped seats at this table. Swap them once more, then try again: the rest "
                "comes by itself."
            )
        case Why.DIVERGED:
            return gettext(
                "Something else has been entered here since. Compare both; what is right, correct on the "
                "table’s page."
            )
        case Why.UNPROVEN:
            return gettext(
                "Nothing proves that this laptop has accepted these. Ask the table, and enter what is right."
            )
        case Why.RETURNED:
            return gettext(
                "The old laptop came back with this, and it is not known here. Ask the table. What goes on "
                "from the sheet as it is can be taken; everything else is entered on the table’s page."
            )
        case Why.NO_TABLE:
            return gettext("This table is no longer there, or its seats were drawn anew.")
        case Why.REFUSED | Why.FOLLOWS:
            return gettext("The rules do not take these as the next. Ask the table, and enter what is right.")


def _heir(row: PhoneOffer) -> Sitting | None:
    """The empty sheet at the same place of the same round, with the same people on the same seats."""
    place = {"round__number": row.facts.get("round"), "number": row.facts.get("table"), "event": row.event}
    if None in place.values():
        return None
    related = Sitting.objects.select_related("sheethead", "event", "round")
    sitting = related.filter(**place, sheethead__head_seq=0).first()
    if sitting is None or sitting.round is None or sitting.round.state == RoundState.DRAWN:
        return None
    names = names_at(sitting, list(sitting.chairs.select_related("player").order_by("seat")))
    return sitting if list(names) == row.facts.get("people") else None


def _alike(row: PhoneOffer) -> Sitting | None:
    """A table by whose rules the answers can be read: any of the event with as many people."""
    count = len(row.facts.get("people", []))
    return Sitting.objects.filter(event=row.event, seats=count).exclude(event=None).order_by("-pk").first()


def _entry(
    row: int, facts: Mapping[str, Any], alike: Sitting | None, people: Sequence[str], there: Sitting | None
) -> OfferedEntry:
    here = Entry.objects.filter(sitting=there, seq=facts["seq"]).first() if there else None
    names = people
    return OfferedEntry(
        seq=facts["seq"],
        what=_what(str(facts["kind"]), facts["hand_no"]),
        words=_words(facts, alike, names),
        here=""
        if here is None
        else f"{_what(here.kind, here.hand_no)}: {_words(_facts(here), alike, names)}",
        row=row,
    )


def _facts(entry: Entry) -> dict[str, Any]:
    return {"kind": entry.kind, "hand_no": entry.hand_no, "payload": entry.payload}


def _what(kind: str, hand_no: int | None) -> str:
    match kind:
        case EntryKind.HAND | EntryKind.PAPER:
            return gettext("Hand {number}").format(number=hand_no)
        case EntryKind.CORRECT:
            return gettext("Hand {number} corrected").format(number=hand_no)
        case EntryKind.VOID:
            return gettext("Hand {number} taken back").format(number=hand_no)
        case EntryKind.CLOSE:
            return gettext("Sheet closed")
        case EntryKind.REOPEN:
            return gettext("Sheet opened again")
        case EntryKind.PEOPLE:
            return gettext("Seats swapped")
        case EntryKind.LINE_UP:
            return gettext("Others play")
        case _:
            return gettext("Something else")


def _words(facts: Mapping[str, Any], alike: Sitting | None, people: Sequence[str]) -> str:
    """What was entered, answer by answer; as far as it can be read."""
    payload = facts["payload"]
    if facts["kind"] == EntryKind.PAPER:
        points = payload.get("points")
        return " · ".join(map(signed, points)) if isinstance(points, list) else ""
    if facts["kind"] not in (EntryKind.HAND, EntryKind.CORRECT) or alike is None:
        return ""
    table: Table[Any] = alike.table()
    seats = table.seating.seats
    wording = Wording(table.seating, tuple(people[:seats]) if len(people) >= seats else ())
    fields = fields_for(alike.game_value(), table)
    reading = read(fields, payload, table.seating)
    if reading.problems:
        return ""
    given = [field for field in fields if field.name in payload]
    return " · ".join(
        answered(speak(field.ask.label), wording.word(reading.values[field.name])) for field in given
    )
