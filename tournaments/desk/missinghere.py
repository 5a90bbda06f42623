"""After a restore: what phones and screens have seen that is not here, and what organisers do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.desk.offeredsheets import open_offers
from tournaments.models import Epoch, Event, PhoneOffer, Sighting, Sitting
from tournaments.speech.wording import listed


@dataclass(frozen=True, slots=True)
class SeenItem:
    """Something that phones or screens have seen and that is not here; what to do, and where."""

    text: str
    advice: str
    url: str = ""
    label: str = ""


def missing_here(began: Epoch, event: Event | None) -> Iterator[SeenItem]:
    """Of one event, or of everything."""
    sightings = list(began.sightings.filter(**({} if event is None else {"event": event.pk})))
    titles = {} if event is not None else dict(Event.objects.values_list("pk", "title"))
    for number in sorted({row.event or 0 for row in sightings} | _offered_events(event)):
        mine = [row for row in sightings if (row.event or 0) == number]
        prefix = f"{titles[number]}: " if number in titles else ""
        for item in (*_rounds(number, mine), *_changes(mine), *_behind(mine)):
            yield SeenItem(prefix + item.text, item.advice, item.url, item.label)


def _offered_events(event: Event | None) -> set[int]:
    return {number for number in open_offers(event).values_list("event", flat=True) if number is not None}


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
