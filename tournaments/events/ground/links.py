"""The chain of an event goes on with every line of its log.

It does so at the end of the transaction that wrote the line, so that everything it tells of is there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tournaments.engines import eventchain
from tournaments.engines.eventchain import ChainLink, EventHistory, LinkJson, SheetMark, StateMarks
from tournaments.events.ground.locking import followed
from tournaments.models import Entrant, Entry, Event, EventLink, EventLog, Notice, Round, SheetHead
from tournaments.models.filing import (
    FileNumbers,
    entrant_json,
    moment,
    notice_json,
    round_json,
    rows_by_key,
    ruling_json,
    rulings_in_order,
    stage_json,
)

_waiting = threading.local()

after_links: list[Callable[[Event], None]] = []
"""Called at the end of a transaction, within it, for each event with a log of which something was noted."""


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """What the event is made of, for its chain. With many entrants it takes long, so it is read beforehand by
    whoever knows that he changes nothing of it, and that nobody else has.
    """

    state: StateMarks
    calls: FileNumbers


def fingerprints_of(event: Event) -> Fingerprints:
    """As they are now."""
    calls = numbers_of(event)
    return Fingerprints(state_of(event, calls), calls)


def link_later(event: Event, prints: Fingerprints | None = None) -> None:
    """Something was noted about this event; the link comes when the transaction ends.

    `prints`: what the event is made of is the same as before.
    """
    first = event.pk not in pending()
    pending().setdefault(event.pk, False)
    known = read_before()
    if not first and known.get(event.pk) is not prints:
        prints = None
    known[event.pk] = prints


def read_before() -> dict[int, Fingerprints | None]:
    """The fingerprints that still hold at the end of this thread's transaction, by event."""
    known: dict[int, Fingerprints | None] | None = getattr(_waiting, "prints", None)
    if known is None:
        known = _waiting.prints = {}
    return known


def say_anew(event: int) -> None:
    """Words of the log, or of a decision, were replaced: the next link says the whole log again."""
    pending()[event] = True


def pending() -> dict[int, bool]:
    """The events that wait for a link in this thread, and whether it has to say everything anew."""
    events: dict[int, bool] | None = getattr(_waiting, "events", None)
    if events is None:
        events = _waiting.events = {}
    return events


def forget_links() -> None:
    """The transaction has failed, and what was noted in it."""
    pending().clear()
    read_before().clear()


def write_links() -> None:
    """Within the transaction, at its end."""
    events, known = sorted(pending().items()), dict(read_before())
    forget_links()
    for pk, anew in events:
        rows = Event.objects.only("uid") if known.get(pk) else Event.objects.all()
        here = rows.filter(~followed("pk"), pk=pk)
        event = here.annotate(is_read=Exists(EventLog.objects.filter(event=OuterRef("pk")))).first()
        if event is not None:  # it may have been deleted meanwhile, or its chain comes from elsewhere
            write_link(event, anew=anew, prints=known.get(pk))
            for tell in after_links if event.is_read else ():
                tell(event)


def write_link(event: Event, *, anew: bool = False, prints: Fingerprints | None = None) -> None:
    """Say how everything is now; `anew`: with the whole log."""
    last = EventLink.objects.filter(event=event).order_by("seq").last()
    first = 0 if last is None else last.facts["first"] + len(last.facts["log"])
    prints = prints or fingerprints_of(event)
    calls = prints.calls
    notices = list(Notice.objects.filter(event=event).order_by("pk")[first:])
    anew = anew or any(notice.what in eventchain.RESTATING for notice in notices)
    if last is not None and anew:
        first, notices = 0, list(Notice.objects.filter(event=event).order_by("pk"))
        fresh = notices[last.facts["first"] + len(last.facts["log"]) :]
    else:
        fresh = notices
    heads = SheetHead.objects.filter(sitting__event=event, head_seq__gt=0).exclude(linked_seq=F("head_seq"))
    sheets = list(
        heads.select_related(None)
        .order_by("sitting__round__number", "sitting__number")
        .values_list("pk", "sitting__round__number", "sitting__number", "head_seq", "head_hash")
    )
    facts = LinkJson(
        state=prints.state,
        first=first,
        log=[eventchain.notice_mark(notice_json(notice, calls)) for notice in notices],
        sheets=[
            SheetMark(round=round_ or 0, table=table or 0, seq=seq, hash=hash_)
            for _pk, round_, table, seq, hash_ in sheets
        ],
    )
    closed = [notice.data["round"] for notice in fresh if notice.what == eventchain.CLOSED]
    if closed:
        facts["closed"] = closed
    if any(notice.what == eventchain.FINISHED for notice in fresh):
        facts["finished"] = True
    append(event, last, facts)
    by_length: dict[int, list[int]] = {}
    for pk, _round, _table, seq, _hash in sheets:
        by_length.setdefault(seq, []).append(pk)
    for seq, keys in by_length.items():
        for start in range(0, len(keys), 500):  # SQLite takes so many parameters and not many more
            SheetHead.objects.filter(pk__in=keys[start : start + 500]).update(linked_seq=seq)


def append(event: Event, last: EventLink | None, facts: LinkJson) -> None:
    """One more link."""
    at = timezone.now()
    link = ChainLink(
        seq=1 if last is None else last.seq + 1,
        at=moment(at) or "",
        facts=facts,
        prev_hash=eventchain.start_of(str(event.uid)) if last is None else last.hash,
        hash="",
    )
    EventLink.objects.create(
        event=event,
        seq=link.seq,
        at=at,
        facts=dict(facts),
        prev_hash=link.prev_hash,
        hash=eventchain.hash_of(link),
    )


def numbers_of(event: Event) -> FileNumbers:
    """What a file of this event calls entrants and decisions."""
    entrants = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    return FileNumbers(entrants, rulings=rows_by_key(rulings_in_order(event)))


def state_of(event: Event, calls: FileNumbers) -> StateMarks:
    """Fingerprints of what the event is made of."""
    rounds = Round.objects.filter(event=event).order_by("number").select_related("stage").defer("answer")
    return eventchain.state_marks(
        {name: getattr(event, name) for name in eventchain.EVENT},
        [stage_json(stage) for stage in event.stages.order_by("number")],
        [entrant_json(entrant) for entrant in event.entrants.order_by("number")],
        [round_json(round_, calls) | {"number": round_.number} for round_ in rounds],
        [ruling_json(ruling, calls) for ruling in rulings_in_order(event)],
    )


def history_of(event: Event) -> EventHistory:
    """What the chain of this event is compared with."""
    calls = numbers_of(event)
    hashes: dict[tuple[int, int], list[str]] = {}
    entries = Entry.objects.filter(sitting__event=event).order_by("sitting", "seq")
    for round_, table, hash_ in entries.values_list("sitting__round__number", "sitting__number", "hash"):
        hashes.setdefault((round_ or 0, table or 0), []).append(hash_)
    notices = Notice.objects.filter(event=event).order_by("pk")
    return EventHistory(
        uid=str(event.uid),
        state=state_of(event, calls),
        log=[notice_json(notice, calls) for notice in notices],
        entries=hashes,
    )


def links_of(event: Event) -> list[ChainLink]:
    """The whole chain, the oldest first."""
    return [chain_link(link) for link in EventLink.objects.filter(event=event).order_by("seq")]


def chain_link(link: EventLink) -> ChainLink:
    return ChainLink(link.seq, moment(link.at) or "", link.facts, link.prev_hash, link.hash)


def last_link(event: Event) -> ChainLink | None:
    """The last one: its hash is the head of the event."""
    link = EventLink.objects.filter(event=event).order_by("seq").last()
    return None if link is None else chain_link(link)


def closing_link(event: Event) -> ChainLink | None:
    """The one with which a round was closed last, or the results became official."""
    closing = Q(facts__has_key="closed") | Q(facts__has_key="finished")
    link = EventLink.objects.filter(closing, event=event).order_by("-seq").first()
    return None if link is None else chain_link(link)
