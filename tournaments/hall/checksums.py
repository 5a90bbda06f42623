"""The head of an event's chain for people: on the wall, on paper, and whether it is that of this event."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.engines import eventchain
from tournaments.engines.eventchain import ChainLink, KnownHead
from tournaments.engines.speaking import plain
from tournaments.events.ground.links import history_of, links_of
from tournaments.models import Event

LATEST = 12  # heads that a page shows


def on_the_wall(link: ChainLink | None) -> str:
    """The head of the round that was closed last, or of the official results; "" before."""
    if link is None:
        return ""
    head = eventchain.shown(link.hash)
    if link.facts.get("finished"):
        return gettext("Checksum of the official results: {head}").format(head=head)
    return gettext("Checksum after round {number}: {head}").format(number=link.facts["closed"][-1], head=head)


def on_paper(link: ChainLink | None) -> str:
    """The head at the moment of printing."""
    if link is None:
        return ""
    return gettext("checksum {head}").format(head=eventchain.shown(link.hash))


@dataclass(frozen=True, slots=True)
class HeadLine:
    """A head in a list."""

    head: str
    when: datetime.datetime
    word: str  # "Round 2 closed"; empty: anything else was settled


@dataclass(frozen=True, slots=True)
class ChecksumPage:
    """What the page of an event's checksum says."""

    now: HeadLine | None
    heads: tuple[HeadLine, ...]  # of closed rounds and official results, the latest first
    typed: str
    fits: HeadLine | None  # what was typed, if this event has had it
    valid: bool  # what was typed can be a checksum
    changed: str = ""  # what does not follow from the chain any more


def checksum_page(event: Event, typed: str) -> ChecksumPage:
    """All heads worth a line, and the answer to one that somebody has typed."""
    links = links_of(event)
    known = eventchain.heads(links)
    there = eventchain.head_typed(links, typed) if typed else None
    return ChecksumPage(
        now=_line(known[-1]) if known else None,
        heads=_closing(known),
        typed=typed,
        fits=_line(there) if there else None,
        valid=bool(eventchain.typed(typed)),
        changed=_changed(event, links) if there else "",
    )


def _changed(event: Event, links: Sequence[ChainLink]) -> str:
    """The first thing that contradicts the chain; entries are compared by their hashes only."""
    faults = eventchain.faults(links, history_of(event))
    return next((plain(fault, gettext) for fault in faults), "")


def _closing(known: Sequence[KnownHead]) -> tuple[HeadLine, ...]:
    latest = [head for head in reversed(known) if head.closed or head.finished]
    return tuple(_line(head) for head in latest[:LATEST])


def _line(head: KnownHead) -> HeadLine:
    word = ""
    if head.finished:
        word = gettext("Results official")
    elif head.closed:
        word = gettext("Round {number} closed").format(number=head.closed[-1])
    return HeadLine(head.text, timezone.localtime(datetime.datetime.fromisoformat(head.at)), word)
