"""The rehearsal that is on, if there is one: started from the page, played by a thread of this server."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field

from django.db import connections
from django.utils import translation

from scoring import Unreadable
from scoring.table import alone
from tournaments.models import Event
from tournaments.rehearsal.phones import NotTaken
from tournaments.rehearsal.running import RehearsalReport, rehearse
from tournaments.speech.wording import Wording

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Rehearsal:
    """How far it is. `report` comes with the end, `failed` says what stopped it."""

    tenant: int  # whose it is
    preset: str
    people: int
    like: Event | None = None
    lines: list[str] = field(default_factory=list)
    report: RehearsalReport | None = None
    failed: str = ""

    @property
    def running(self) -> bool:
        """Robots are still playing."""
        return self.report is None and not self.failed


_lock = threading.Lock()
_latest: dict[int, Rehearsal] = {}  # by club


def latest(tenant: int) -> Rehearsal | None:
    """The rehearsal of a club that is on, or its last one since the server started."""
    return _latest.get(tenant)


def begin(
    *, url: str, tenant: int, preset: str, like: Event | None, people: int, pause: float, language: str
) -> Rehearsal:
    """Let the robots in; a club has one rehearsal at a time, so this may be the one that is on already."""
    with _lock:
        now = latest(tenant)
        if now is not None and now.running:
            return now
        now = _latest[tenant] = Rehearsal(tenant, preset, people, like)
    thread = threading.Thread(target=_play, args=(now, url, pause, language), name="rehearsal", daemon=True)
    thread.start()
    return now


def _play(now: Rehearsal, url: str, pause: float, language: str) -> None:
    try:
        with translation.override(language):
            now.report = rehearse(
                url=url,
                tenant=now.tenant,
                preset=now.preset,
                like=now.like,
                people=now.people,
                pause=pause,
                tell=now.lines.append,
            )
    except Unreadable as unreadable:  # what cannot be drawn: the sentences an organiser would read
        logger.exception("rehearsal stopped")
        with translation.override(language):
            wording = Wording(alone(1))
            now.failed = " ".join(wording.say(problem.text) for problem in unreadable.problems)
    except (NotTaken, OSError, LookupError, ValueError) as error:
        logger.exception("rehearsal stopped")
        now.failed = str(error)
    finally:
        if now.running:
            now.failed = "stopped"
        connections.close_all()
