"""The thread that asks every source again and again; one in the process that serves a laptop.

Whatever happens on the way becomes the state of the source. After a restart it goes on where the rows say.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connections
from django.utils import translation

from tournaments.following.peers.states import SourceState
from tournaments.following.peers.wire import WireLine, line_to
from tournaments.models import WRITERS, LogReader, LogSource

if TYPE_CHECKING:
    from tournaments.following.peers.pulling import Begun

logger = logging.getLogger("stammtisch.follower")

BREATH = 2.0  # seconds between two questions to a laptop that is followed
BREATH_UP = 10.0  # seconds between two questions to whom events are sent up
LONGEST_BREATH = 30.0  # seconds, where nobody answers
BREATH_PEOPLE = 60.0  # seconds between two questions for the people of a club


class Follower:
    """One per serving process. Tests call `work` themselves; the thread does nothing else."""

    def __init__(self, line: Callable[[str, str], WireLine] = line_to) -> None:
        self._line = line
        self.port = 0  # where this process serves: those we follow tell their phones
        self._due: dict[object, float] = {}  # by the key of a source: when it is asked again
        self._heard: dict[object, float] = {}  # when somebody was asked for people
        self._failed: dict[object, int] = {}
        self._begun: dict[object, Begun] = {}
        self._wake = threading.Condition()
        self._ending = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Follow from now on, in the background."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """No longer; what is under way is finished."""
        with self._wake:
            self._ending = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def nudge(self) -> None:
        """Somebody has just paired: at once."""
        with self._wake:
            self._due.clear()
            self._heard.clear()
            self._wake.notify_all()

    def _run(self) -> None:
        while True:
            try:
                with translation.override(settings.LANGUAGE_CODE):
                    self.work()
            except Exception:
                logger.exception("follower")
            finally:
                connections.close_all()  # of this thread
            with self._wake:
                if not self._ending:
                    self._wake.wait(BREATH / 2)
                if self._ending:
                    return

    def work(self, *, now: float | None = None) -> None:
        """Ask every source that is due."""
        if not _is_paired():
            return  # most laptops never are: what reads and writes whole events is not even loaded
        from tournaments.following.peers import joining
        from tournaments.following.peers.asking import ask

        moment = time.monotonic() if now is None else now
        self._look_after_spares(moment)
        for source in joining.running():
            if self._due.get(source.pk, moment) <= moment:
                line = self._line(source.address, source.token)
                state = ask(source, line, self._begun.setdefault(source.pk, {}), port=self.port)
                self._due[source.pk] = moment + self._breath(source, state)
                if state == SourceState.LEVEL and source.kind in WRITERS:
                    self._hear_people(source, line, moment)

    def _hear_people(self, source: LogSource, line: WireLine, moment: float) -> None:
        if self._heard.get(source.pk, -BREATH_PEOPLE) + BREATH_PEOPLE > moment:
            return
        from tournaments.following.peers import announcing

        self._heard[source.pk] = moment
        announcing.hear(source, line)

    def _look_after_spares(self, moment: float) -> None:
        """Whoever follows us may have taken over while this laptop was off."""
        from tournaments.following.peers import kit, returning

        if self._due.get(returning.WHO, moment) > moment:
            return
        self._due[returning.WHO] = moment + BREATH
        for reader in returning.who_may_lead():
            returning.look(reader, self._line(reader.address, kit.token_back(reader.seal)))

    def _breath(self, source: LogSource, state: SourceState) -> float:
        usual = BREATH_UP if source.kind in WRITERS else BREATH
        if state == SourceState.LEVEL:
            self._failed.pop(source.pk, None)
            return usual
        times = self._failed[source.pk] = self._failed.get(source.pk, 0) + 1
        return min(LONGEST_BREATH, usual * times)


def _is_paired() -> bool:
    """With anybody, who may be asked."""
    sources = LogSource.objects.filter(ended_at=None)
    return sources.exists() or LogReader.objects.filter(revoked_at=None).exists()


follower = Follower()
"""Of this process."""
