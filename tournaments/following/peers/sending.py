"""What we send up to a source: the logs of events that are led here, in parts that its door lets in."""

from __future__ import annotations

from typing import Any

from tournaments.following.peers.pairing import installation_here
from tournaments.following.peers.pulling import LISTING, PullRound, asked_listing
from tournaments.following.peers.states import STOPPING, Unanswered
from tournaments.following.peers.wire import WireLine, packed
from tournaments.following.reading import batch_after
from tournaments.following.sealing import seal
from tournaments.models import Chair, Event, EventLog, LogSource

MOST_LINES = 400  # of a part
MOST_BYTES = 900_000  # of a part; the other side reads no more than a megabyte
TRIES = 3  # if the other side says that something is missing


def send(line: WireLine, source: LogSource) -> PullRound:
    """Send up what the other side does not have. Raises Unanswered."""
    events = [event for event in events_to_send(source) if is_led_here(event)]
    listing = asked_listing(line, source, {})
    theirs = {str(row["uid"]): int(row.get("head") or 0) for row in listing.events}
    outcome = PullRound()
    for event in events:
        uid, log = str(event.uid), seal(event)
        try:
            before = theirs.get(uid, 0)
            if before < log.head or uid not in theirs:
                outcome.positions[uid] = send_event(line, event, max(before, listing.waiting.get(uid, 0)))
                outcome.lines += outcome.positions[uid] - before
            else:
                outcome.positions[uid] = before
        except Unanswered as unanswered:
            if unanswered.state in STOPPING:
                raise
            outcome.problems.append(unanswered.about(event.title))
    return outcome


def events_to_send(source: LogSource) -> list[Event]:
    """Events of this club from the day on that was chosen, without dress rehearsals."""
    rows = Event.objects.filter(tenant=source.club_id, archived_at=None, day__gte=source.since)
    robots = Chair.objects.filter(player__robot=True, sitting__event__in=rows).values("sitting__event")
    return list(rows.exclude(pk__in=robots).defer("logo").order_by("day", "pk"))


def is_led_here(event: Event) -> bool:
    """May this installation speak for the event?"""
    authority = EventLog.objects.filter(event=event).values_list("authority", flat=True).first()
    return authority is None or authority == installation_here()


def send_event(line: WireLine, event: Event, after: int) -> int:
    """Send up what an event has behind this position; how far the other side is then."""
    path, head = f"{LISTING}{event.uid}/", after
    for _try in range(TRIES):
        answer = _send_parts(line, path, event, head)
        head = int(answer.get("head") or 0)
        if answer.get("level"):
            break
    return head


def _send_parts(line: WireLine, path: str, event: Event, after: int) -> dict[str, Any]:
    most = MOST_LINES
    while True:
        batch = batch_after(event, after, private=False, most=most)
        raw = batch.to_json()
        if len(packed(raw)) > MOST_BYTES and most > 1:
            most = max(1, most // 4)
            continue
        answer = line(path, body=raw)
        if not batch.more or not batch.lines:
            return answer
        after = batch.lines[-1].pos
