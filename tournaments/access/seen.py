"""The mark of what a table's page shows to somebody: it says with his next question what he has seen."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.access.roles import Part


@dataclass(frozen=True, slots=True)
class Place:
    """Which table of an event it is, and how far its round."""

    event: int
    round: int
    number: int
    state: str  # a RoundState
    revision: (
        int | None
    )  # of the event, once the sheet is closed: the group may have gone on to the next round


@dataclass(frozen=True, slots=True)
class OfDevice:
    """What a page shows to one device alone."""

    seat: int | None
    seen_seq: int


def seen_mark(
    *,
    head_seq: int,
    head_hash: str,
    part: Part,
    beside: int,
    asked: int | None,
    device: OfDevice | None,
    place: Place | None,
) -> str:
    """Changes whenever the table's page does: with every entry, and with what this visitor may do.

    The hash tells the sheet of another database from ours, after as many entries.
    """
    seen = f"{head_seq}-{head_hash[:8]}-{part}-{beside}"
    if asked:
        seen = f"{seen}-{asked}"
    if device is not None:
        seen = f"{seen}-{device.seat or 0}-{device.seen_seq}"
    if place is None:
        return seen
    # Where it is: after a restore a phone says by this what it knows (`safekeeping.sightings`).
    seen = f"{seen}-{place.event}.{place.round}.{place.number}-{place.state}"
    return seen if place.revision is None else f"{seen}-{place.revision}"
