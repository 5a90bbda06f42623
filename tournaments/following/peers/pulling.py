"""What we get from a source that we follow: whole parts of logs, taken in when an event is level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.engines.eventlog import LogBatch, LogGap, LogRefused
from tournaments.following.peers import kit
from tournaments.following.peers.pairing import installation_here
from tournaments.following.peers.states import STOPPING, SourceState, Unanswered, state_of
from tournaments.following.peers.taking import take_in
from tournaments.following.peers.wire import WireLine
from tournaments.models import EventLog, LogSource
from tournaments.models.clubs import number_of

LISTING = "/log/"


@dataclass(slots=True)
class PullRound:
    """What came of one round of questions."""

    positions: dict[str, int] = field(default_factory=dict)
    problems: list[Unanswered] = field(default_factory=list)
    lines: int = 0  # that came, or went up


@dataclass(frozen=True, slots=True)
class Listing:
    """Which events there are on the other side."""

    events: list[dict[str, Any]]
    kit: str  # a mark of what goes to a spare laptop besides events
    waiting: dict[str, int]  # of what is sent up: the position up to which parts lie there


def asked_listing(line: WireLine, source: LogSource, have: Mapping[str, int], port: int = 0) -> Listing:
    """Which events there are on the other side; raises Unanswered where another installation answers."""
    parts = ",".join(f"{event}:{head}" for event, head in have.items())
    answer = line(LISTING, asked={"since": source.since.isoformat(), "have": parts, "port": port})
    if answer.get("installation") != str(source.installation):
        raise Unanswered(SourceState.ANOTHER)
    events = answer.get("events")
    if not isinstance(events, list):
        raise Unanswered(SourceState.NO_STAMMTISCH)
    waiting = answer.get("waiting")
    return Listing(
        [row for row in events if isinstance(row, dict) and "uid" in row],
        str(answer.get("kit", "")),
        {str(event): int(head) for event, head in waiting.items()} if isinstance(waiting, dict) else {},
    )


Begun = dict[str, list[LogBatch]]
"""Parts of logs that have come, by event, where the line broke before the last one."""


def pull(line: WireLine, source: LogSource, begun: Begun, port: int = 0) -> PullRound:
    """Bring every event that the source leads to where it is there. Raises Unanswered; what has come until
    then is in `begun`, and is not asked for again."""
    known = known_logs(source)
    rows = asked_listing(line, source, {event: log.head for event, log in known.items()}, port)
    kit.fetch(line, source, rows.kit)
    here, outcome = installation_here(), PullRound()
    for row in rows.events:
        event = str(row["uid"])
        log = known.get(event)
        if log is not None and log.authority == here:
            continue  # it is led here by now
        if log is not None and row.get("head_hash") == log.head_hash:
            outcome.positions[event] = log.head
            continue
        try:
            outcome.positions[event], lines = follow_event(
                line, source, event, 0 if log is None else log.head, begun
            )
            outcome.lines += lines
        except Unanswered as unanswered:
            if unanswered.state in STOPPING:
                raise
            outcome.problems.append(unanswered.about(str(row.get("title", ""))))
    return outcome


def known_logs(source: LogSource) -> dict[str, EventLog]:
    """The logs of this club's events, by the uid of the event."""
    rows = EventLog.objects.filter(event__tenant=source.club_id, event__day__gte=source.since)
    return {str(log.event.uid): log for log in rows.select_related("event").defer("event__logo")}


def follow_event(line: WireLine, source: LogSource, event: str, after: int, begun: Begun) -> tuple[int, int]:
    """Take in what an event has behind this position; its head here, and how many lines were new."""
    batches = parts_of(line, event, after, begun.setdefault(event, []))
    del begun[event]
    try:
        taken = take_in(batches, number_of(source.club_id))
    except LogGap as gap:
        if gap.known == after:
            raise as_unanswered(gap) from gap
        return follow_event(line, source, event, gap.known, begun)
    except LogRefused as refused:
        raise as_unanswered(refused) from refused
    return taken.head, taken.lines


def parts_of(line: WireLine, event: str, after: int, batches: list[LogBatch]) -> list[LogBatch]:
    """The parts of a log behind this position, until nothing is left of it; `batches` are those that have
    come already."""
    if batches and batches[0].lines[0].pos != after + 1:
        batches.clear()
    if batches:
        after = batches[-1].lines[-1].pos
    while True:
        raw = line(f"{LISTING}{event}/", asked={"after": after})
        try:
            batch = LogBatch.from_json(raw)
        except LogRefused as refused:
            batches.clear()
            raise as_unanswered(refused) from refused
        batches.append(batch)
        if not batch.more or not batch.lines:
            return batches
        after = batch.lines[-1].pos


def as_unanswered(refused: LogRefused) -> Unanswered:
    """Why a log was not taken here, as a state of its source."""
    return Unanswered(state_of(refused.code))
