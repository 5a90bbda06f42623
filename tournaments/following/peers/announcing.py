"""What the other side says of our people without being asked at the desk.

What only hides somebody (less shown, anonymous) is done at once. New people and numbers wait until somebody
at the desk compares; how many there are is written down at the source.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from config.database import writing
from tournaments.following.peers import joining
from tournaments.following.peers.people import (
    PEOPLE,
    ChangeKind,
    NoPeopleList,
    apply,
    changes_of,
    people_list,
    read_people,
)
from tournaments.following.peers.states import Unanswered
from tournaments.following.peers.wire import WireLine, packed
from tournaments.models import WRITERS, Club, LogSource

logger = logging.getLogger("stammtisch.follower")

HIDES = (ChangeKind.WISH, ChangeKind.FORGET)


@dataclass(frozen=True, slots=True)
class PeopleNews:
    """Which list was heard last, and how much of it waits."""

    tag: str = ""
    new: int = 0
    numbers: int = 0

    @classmethod
    def of(cls, source: LogSource) -> PeopleNews:
        """As it is written down."""
        known = source.people
        return cls(str(known.get("tag", "")), _whole(known.get("new")), _whole(known.get("numbers")))

    @property
    def waits(self) -> bool:
        """Is there anything for the desk?"""
        return bool(self.new or self.numbers)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def people_news(club: Club, have: str) -> dict[str, Any]:
    """Everybody of this club, with a tag; nobody, for whoever has this list already."""
    listed = people_list(club)
    tag = hashlib.sha256(packed(listed)).hexdigest()[:32]
    return {"tag": tag, "same": True} if have == tag else {"tag": tag, **listed}


def hear(source: LogSource, line: WireLine) -> PeopleNews:
    """Ask for the people; what could not be had is asked for again. The list comes whole as long as something
    waits: our own register may have changed, too."""
    before = PeopleNews.of(source)
    try:
        raw = line(PEOPLE, asked={"have": "" if before.waits else before.tag})
        if raw.get("same") is True:
            return before
        news = _look(source, raw)
    except (Unanswered, NoPeopleList) as problem:
        logger.info("people of %s: %s", source.pk, problem)
        return before
    except Exception:  # a fault of ours holds up no event
        logger.exception("people of %s", source.pk)
        return before
    if news != before:
        with writing():
            LogSource.objects.filter(pk=source.pk, ended_at=None).update(people=asdict(news))
    return news


def _look(source: LogSource, raw: Mapping[str, Any]) -> PeopleNews:
    club, listed = source.club_id or 0, read_people(raw)
    changes = changes_of(listed, club)
    hidden = [change.key for change in changes if change.kind in HIDES]
    if hidden:
        count = apply(listed, club, frozenset(hidden), source.name[:60])
        logger.info("people of %s: %d hidden as there", source.pk, count)
    waiting = Counter(change.kind for change in changes)
    return PeopleNews(str(raw.get("tag", ""))[:32], waiting[ChangeKind.NEW], waiting[ChangeKind.NUMBER])


def forget(club: int) -> None:
    """Somebody has compared: how much waits is counted anew."""
    with writing():
        joining.running(club).filter(kind__in=WRITERS).update(people={})
