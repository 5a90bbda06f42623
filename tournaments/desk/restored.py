"""After a restore: what phones and screens know that the laptop does not, and what organisers do about it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring import Table, fields_for, read
from tournaments.ledger import Why
from tournaments.ledger.folding import HANDS
from tournaments.models import (
    Entry,
    EntryKind,
    Epoch,
    Event,
    PhoneOffer,
    RoundState,
    Sighting,
    Sitting,
    Via,
)
from tournaments.models.naming import names_at
from tournaments.safekeeping import epoch
from tournaments.speech.wording import Wording, answered, listed, signed, speak

MOST_CASES = 200


@dataclass(frozen=True, slots=True)
class SeenItem:
    """Something that phones or screens have seen and that is not here; what to do, and where."""

    text: str
    advice: str
    url: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class OfferedEntry:
    """One entry that was put aside, in words, beside what stands in its place."""

    seq: int
    what: str
    words: str
    here: str  # what is on the laptop's sheet there


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
    adopts: int | None  # the number of the sheet that it could be taken onto
    url: str  # of the table at the desk; "" where there is none


@dataclass(frozen=True, slots=True)
class RestoredPage:
    """Everything there is to know and to do."""

    began: Epoch | None
    sentence: str
    brought: str
    seen: tuple[SeenItem, ...]
    cases: tuple[SheetCase, ...]

    @property
    def quiet(self) -> bool:
        """Nothing is left to do."""
        return not self.seen and not self.cases


def restored_page(event: Event | None) -> RestoredPage:
    """Of one event, or of everything."""
    began = epoch.unsettled()
    return RestoredPage(
        began=began,
        sentence=_sentence(began) if began else "",
        brought=_brought(began, event) if began else "",
        seen=tuple(_seen(began, event)) if began else (),
        cases=tuple(sheet_cases(event)),
    )


def rows_of(event: Event | None, keys: Sequence[int]) -> list[PhoneOffer]:
    """Those of these rows that are open and belong to this desk."""
    return list(_open(event).filter(pk__in=keys))


def _open(event: Event | None) -> Any:
    rows = PhoneOffer.objects.filter(settled_at=None)
    return rows if event is None else rows.filter(event=event.pk)


# --- What happened ------------------------------------------------------------------------------------------


def _sentence(began: Epoch) -> str:
    when = _moment(began.begun_at)
    copied = began.copy.get("copied_at")
    if copied:
        text = gettext("On {when} a copy from {copied} was put in place of the data.")
        return text.format(when=when, copied=_moment(datetime.datetime.fromisoformat(copied)))
    return gettext("On {when} an older copy was put in place of the data.").format(when=when)


def _moment(at: datetime.datetime) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def _brought(began: Epoch, event: Event | None) -> str:
    entries = Entry.objects.filter(via=Via.RECOVERED.value, kind__in=HANDS)
    if event is not None:
        entries = entries.filter(sitting__event=event)
    count = entries.count()
    if not count:
        return gettext(
            "No phone has brought anything back yet. Phones do so by themselves as soon as they are on."
        )
    text = ngettext(
        "Phones have brought back {count} hand by themselves.",
        "Phones have brought back {count} hands by themselves.",
        count,
    )
    return text.format(count=count)


# --- What phones and screens have seen ----------------------------------------------------------------------


def _seen(began: Epoch, event: Event | None) -> Iterator[SeenItem]:
    sightings = list(began.sightings.filter(**({} if event is None else {"event": event.pk})))
    titles = {} if event is not None else dict(Event.objects.values_list("pk", "title"))
    for number in sorted({row.event or 0 for row in sightings} | _offered_events(event)):
        mine = [row for row in sightings if (row.event or 0) == number]
        prefix = f"{titles[number]}: " if number in titles else ""
        for item in (*_rounds(number, mine), *_changes(mine), *_behind(mine)):
            yield SeenItem(prefix + item.text, item.advice, item.url, item.label)


def _offered_events(event: Event | None) -> set[int]:
    return {number for number in _open(event).values_list("event", flat=True) if number is not None}


def _rounds(event: int, sightings: Iterable[Sighting]) -> Iterator[SeenItem]:
    """Rounds that are not here: phones have been at their tables."""
    known = Event.objects.filter(pk=event).aggregate(last=Max("rounds__number"))["last"] or 0
    places = [(row.facts.get("round"), row.facts.get("table")) for row in sightings if row.what == "table"]
    offered = PhoneOffer.objects.filter(settled_at=None, event=event)
    places += [(row.facts.get("round"), row.facts.get("table")) for row in offered]
    tables: dict[int, set[int]] = {}
    for round_, table in places:
        if isinstance(round_, int) and round_ > known:
            tables.setdefault(round_, set()).update({table} if isinstance(table, int) else ())
    there = Event.objects.filter(pk=event).exists()
    for round_, numbers in sorted(tables.items()):
        text = gettext("Phones know round {round}; here round {last} is the last.")
        if not known:
            text = gettext("Phones know round {round}; here no round is drawn.")
        words = text.format(round=round_, last=known)
        if numbers:
            listing = ngettext("Seen: table {tables}.", "Seen: tables {tables}.", len(numbers))
            words = f"{words} {listing.format(tables=listed([str(number) for number in sorted(numbers)]))}"
        advice = gettext(
            "First let the phones bring the hands of the rounds before. Then draw the round again, by the "
            "same draw number: it stands on the seating lists and on the record of the draw. The same "
            "people, the same results and the same number give the same seats. Without the number, set the "
            "seats as on the printed list. The hands of that round are then taken onto the new sheets, below."
        )
        url = reverse("desk-draw", args=(event,)) if there else ""
        yield SeenItem(words, advice, url, gettext("Draw") if there else "")


def _changes(sightings: Iterable[Sighting]) -> Iterator[SeenItem]:
    for row in sightings:
        if row.what != "event":
            continue
        missing = row.facts["revision"] - row.facts["here"]
        text = ngettext(
            "Screens and phones have seen {count} change of the organisers that is missing here.",
            "Screens and phones have seen {count} changes of the organisers that are missing here.",
            missing,
        )
        advice = gettext(
            "Think of what was done last at the desk: people checked in or withdrawn, seats changed, rounds "
            "opened or closed, penalties, the clock. Compare with paper and screens, and do it again."
        )
        url = reverse("desk-event", args=(row.number,))
        yield SeenItem(text.format(count=missing), advice, url, gettext("Overview"))


def _behind(sightings: Iterable[Sighting]) -> Iterator[SeenItem]:
    """Sheets that were longer: not any more, once a phone has brought the rest."""
    rows = [row for row in sightings if row.what == "table"]
    sittings = Sitting.objects.filter(pk__in=[row.number for row in rows]).select_related("sheethead")
    heads = {sitting.pk: sitting.sheethead.head_seq for sitting in sittings}
    for row in rows:
        here = heads.get(row.number)
        if here is None or here >= row.facts["seq"]:
            continue
        missing = row.facts["seq"] - here
        text = ngettext(
            "Round {round}, table {table}: a phone has seen {count} line of the sheet that is missing here.",
            "Round {round}, table {table}: a phone has seen {count} lines of the sheet that "
            "are missing here.",
            missing,
        )
        words = text.format(round=row.facts["round"], table=row.facts["table"], count=missing)
        advice = gettext(
            "It comes by itself as soon as a phone that wrote there is switched on and its page is open."
        )
        yield SeenItem(words, advice)


# --- What was put aside -------------------------------------------------------------------------------------


def count_sheets(event: Event) -> int:
    """How many sheets wait for somebody's decision."""
    rows = _open(event).values_list("sitting", "entries")
    return len({(sitting, entries[0].get("sheet")) for sitting, entries in rows if entries})


def sheet_cases(event: Event | None) -> Iterator[SheetCase]:
    """Sheet by sheet, what could not go in by itself."""
    sheets: dict[tuple[int, str], list[PhoneOffer]] = {}
    for row in _open(event).order_by("pk"):
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
        entries=tuple(_entry(row.entries[0], alike, people, there) for row in rows),
        rows=tuple(row.pk for row in rows),
        waits=why in (Why.GAP, Why.ROUND, Why.PEOPLE),
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
    facts: Mapping[str, Any], alike: Sitting | None, people: Sequence[str], there: Sitting | None
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
