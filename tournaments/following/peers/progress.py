"""How far readers and sources are, for a page: level or so many entries behind, and when they asked last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.engines.eventlog import PieceKind, run_of
from tournaments.following.looking import sheets_waiting
from tournaments.following.peers import announcing, joining, pairing
from tournaments.following.peers.states import SourceState, age_in_words, in_words, seconds_since
from tournaments.models import WRITERS, EventLine, EventLog, LogReader, LogSource, PairingKind

SILENT = 60  # seconds after which somebody who asks all the time seems to be away
KINDS: Mapping[PairingKind, tuple[str, str]] = {
    PairingKind.SPARE: (
        _("Spare laptop"),
        _("It has everything that is here, hand by hand, and goes on if this one breaks."),
    ),
    PairingKind.HALL: (
        _("Another hall"),
        _("The laptop of another hall sends its events here. They are only looked at here."),
    ),
    PairingKind.FEDERATION: (
        _("A laptop of the club"),
        _("It sends its events here whenever it has internet. They are only looked at here."),
    ),
}


@dataclass(frozen=True, slots=True)
class PeerRow:
    """Another installation, as the page says it."""

    key: str
    name: str
    kind: str
    ended: bool
    fine: bool
    sentence: str
    age: str
    address: str = ""
    sends: bool = False  # is it where our events go?
    news: str = ""  # what the other side knows of people and nobody has looked at


def kind_in_words(kind: PairingKind) -> tuple[str, str]:
    """What it is, and what that means."""
    label, meaning = KINDS[kind]
    return gettext(label), gettext(meaning)


def reader_rows(club: int) -> list[PeerRow]:
    """Who follows us, or sends up to us."""
    return [_reader(row) for row in pairing.readers_of(club)]


def _reader(row: LogReader) -> PeerRow:
    kind, ended = PairingKind(row.kind), row.revoked_at is not None
    seconds = seconds_since(row.seen_at)
    behind = entries_behind(row.club_id or 0, row.positions) if kind not in WRITERS and not ended else 0
    silent = seconds is None or seconds > SILENT
    if ended:
        sentence = gettext("The pairing has ended.")
    elif seconds is None:
        sentence = gettext("It has not asked yet.")
    elif behind:
        sentence = _behind(behind)
    elif silent:
        sentence = gettext("It has not asked for a while.")
    else:
        sentence = gettext("Everything is level.")
    return PeerRow(
        key=str(row.pk),
        name=row.name,
        kind=kind_in_words(kind)[0],
        ended=ended,
        fine=not (ended or behind or silent),
        sentence=sentence,
        age="" if seconds is None else gettext("Last contact: {age}").format(age=age_in_words(seconds)),
    )


def _behind(entries: int) -> str:
    text = ngettext(
        "{count} hand of a sheet is missing there.", "{count} hands of sheets are missing there.", entries
    )
    return text.format(count=entries)


def source_rows(club: int) -> list[PeerRow]:
    """Whom we follow, or send up to; what has ended is left out."""
    return [_source(row) for row in joining.running(club).order_by("-made_at")]


def _source(row: LogSource) -> PeerRow:
    kind, seconds = PairingKind(row.kind), seconds_since(row.contact_at)
    level = row.state == SourceState.LEVEL
    waiting = entries_behind(row.club_id or 0, row.positions) if kind in WRITERS and row.positions else 0
    sentence = in_words(row.state, row.detail)
    if waiting:
        text = ngettext("{count} hand of a sheet waits.", "{count} hands of sheets wait.", waiting)
        sentence = f"{sentence} {text.format(count=waiting)}" if not level else text.format(count=waiting)
    meaning = {
        PairingKind.SPARE: gettext("This laptop follows it"),
        PairingKind.HALL: gettext("Events go there"),
        PairingKind.FEDERATION: gettext("Events go there"),
    }[kind]
    return PeerRow(
        key=str(row.pk),
        name=row.name,
        kind=meaning,
        ended=False,
        fine=level and not waiting,
        sentence=sentence,
        age=gettext("Level last: {age}").format(age=age_in_words(seconds)),
        address=row.address,
        sends=kind in WRITERS,
        news=_news(announcing.PeopleNews.of(row)),
    )


def _news(news: announcing.PeopleNews) -> str:
    """What waits for the desk, in words."""
    parts = []
    if news.new:
        parts.append(ngettext("{count} new person", "{count} new people", news.new).format(count=news.new))
    if news.numbers:
        text = ngettext("{count} new number", "{count} new numbers", news.numbers)
        parts.append(text.format(count=news.numbers))
    return gettext("On the other side: {what}").format(what=", ".join(parts)) if parts else ""


def entries_behind(club: int, positions: Mapping[str, int]) -> int:
    """How many entries of sheets somebody with these positions does not have, of events that have a log."""
    behind, here = 0, pairing.installation_here()
    for log in EventLog.objects.filter(event__tenant=club, event__archived_at=None).select_related("event"):
        after = positions.get(str(log.event.uid))
        if after is None:
            continue
        lines = EventLine.objects.filter(event=log.event_id, pos__gt=after, kind=PieceKind.ENTRIES.value)
        behind += sum(_length(key) for key in lines.values_list("key", flat=True))
        if log.authority == here:
            behind += sum(sheet.head - sheet.upto for sheet in sheets_waiting(log.event_id))
    return behind


def _length(key: str) -> int:
    _table, first, last = run_of(key)
    return last - first + 1
