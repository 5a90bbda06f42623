"""The one who keeps copies while the club's server runs: a thread of the serving process, beside the hands.

A backup when the server starts, before an event begins, after each round, and every few minutes when
something has changed; each to the laptop and to the second place, and the mirror to the second place. What
does not work is remembered for the page and tried again. No hand ever waits for it.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings
from django.db import Error, connection, connections
from django.utils import timezone

from config import database
from tournaments.models import Round, RoundState
from tournaments.safekeeping.backups import places, shelf
from tournaments.safekeeping.backups.making import BackupReason, home, make
from tournaments.safekeeping.backups.manifest import Manifest
from tournaments.safekeeping.backups.places import SecondPlace
from tournaments.safekeeping.backups.proving import NotABackup
from tournaments.safekeeping.backups.shelf import Backup
from tournaments.safekeeping.backups.troubles import BadCopy, CopyTrouble, PlaceMissing, trouble_of
from tournaments.safekeeping.facts import facts
from tournaments.safekeeping.mirror.lines import Position
from tournaments.safekeeping.mirror.mirroring import Mirroring
from tournaments.safekeeping.mirror.mirroring import thin as thin_mirror
from tournaments.safekeeping.mirror.writer import MirrorState, MirrorWriter
from tournaments.safekeeping.proof import problems_in

logger = logging.getLogger("stammtisch.keeper")

EVERY = 5 * 60.0  # seconds between two backups, while something changes
LOOK = 5.0  # seconds between two looks whether the stick is back
BREATH = 1.0  # seconds at the least between two looks at the rounds
POSTED = (RoundState.PUBLISHED, RoundState.OPEN)

RoundStates = Mapping[int, tuple[int, str]]
TROUBLES = (OSError, sqlite3.Error, Error, NotABackup, BadCopy)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check of everything that was asked for on the page."""

    running: bool = False
    at: str = ""  # when it ended
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeeperState:
    """How it is at this moment; the backups themselves are asked for in their directories."""

    working: bool = False
    home: CopyTrouble | None = None
    second: CopyTrouble | None = None
    check: CheckResult = CheckResult()
    newest: Manifest | None = None  # here
    newest_there: Manifest | None = None  # in the second place; of a stick that is pulled out, as it was


def rounds_now() -> dict[int, tuple[int, str]]:
    """Every round of events that are on: its event and how far it is."""
    rows = Round.objects.filter(event__finished_at=None, event__archived_at=None)
    return {pk: (event, state) for pk, event, state in rows.values_list("pk", "event_id", "state")}


def what_happened(before: RoundStates, now: RoundStates) -> BackupReason | None:
    """A round was closed, or an event is about to begin."""

    def was(pk: int) -> str:
        return before[pk][1] if pk in before else ""

    if any(state == RoundState.CLOSED and was(pk) != state for pk, (_event, state) in now.items()):
        return BackupReason.ROUND
    begun = {event for event, state in before.values() if state in (*POSTED, RoundState.CLOSED)}
    posted = {event for event, state in now.values() if state in POSTED}
    return BackupReason.BEGIN if posted - begun else None


class Keeper:
    """One per serving process. Tests call `work` themselves; the thread does nothing else."""

    def __init__(self) -> None:
        self.state = KeeperState()
        self.mirroring: Mirroring | None = None
        self._mirror_place: SecondPlace | None = None
        self._rounds: RoundStates = {}
        self._changed = False  # since the last backup
        self._last: float | None = None  # when that was; None: there was none
        self._asked: BackupReason | None = None
        self._asked_check = False
        self._wake = threading.Condition()
        self._working = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ending = False

    # --- The thread -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Keep copies from now on, in the background."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """No longer; what is under way is finished."""
        with self._wake:
            self._ending = True
            self._wake.notify_all()
        if self._thread is not None:
            self._thread.join()
        self.leave()

    @property
    def runs(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        self._safely(self.begin)
        while True:
            with self._wake:
                if not (self._ending or self._asked or self._asked_check):
                    self._wake.wait(LOOK)
                if self._ending:
                    return
            self._safely(self.work)
            with self._wake:
                if not self._ending:
                    self._wake.wait(BREATH)

    def _safely(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:
            logger.exception("keeper")
        finally:
            connections.close_all()  # of this thread

    def follow(self) -> None:
        """After each writing transaction; fails never and takes no time."""
        self._changed = True

    # --- What it does ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """When the server starts: a backup, unless there is nothing yet or it is the same as the newest."""
        if self.follow not in database.after_writing:
            database.after_writing.append(self.follow)
        self._rounds = rounds_now()
        self.remember_newest()
        if facts().in_use:
            self.back_up(BackupReason.START)

    def leave(self) -> None:
        """At the end."""
        if self.follow in database.after_writing:
            database.after_writing.remove(self.follow)
        self._mirror_to(None)

    def ask(self, reason: BackupReason = BackupReason.ASKED) -> None:
        """A backup now. In the background if there is a thread, else at once."""
        with self._wake:
            self._asked = reason
            self._wake.notify_all()
        if not self.runs:
            self.work()

    def ask_check(self) -> None:
        """A check of everything now."""
        with self._wake:
            self._asked_check = True
            self.state = replace(self.state, check=replace(self.state.check, running=True))
            self._wake.notify_all()
        if not self.runs:
            self.work()

    def work(self) -> None:
        """Do what is due."""
        rounds = rounds_now()
        due = self._take_asked() or what_happened(self._rounds, rounds) or self._by_time()
        self._rounds = rounds
        if due is not None:
            self.back_up(due)
        if self._take_asked_check():
            self.check()

    def _take_asked(self) -> BackupReason | None:
        with self._wake:
            asked, self._asked = self._asked, None
        return asked

    def _take_asked_check(self) -> bool:
        with self._wake:
            asked, self._asked_check = self._asked_check, False
        return asked

    def _by_time(self) -> BackupReason | None:
        """It is time; or the second place is back, or the mirror has to begin anew."""
        place = places.second_place()
        if self._changed and (self._last is None or time.monotonic() - self._last >= EVERY):
            return BackupReason.CHANGED
        if place is None or not place.is_there:
            return None
        mirror = self.mirror_state
        behind = self.state.second is not None or mirror is None or not mirror.complete
        return BackupReason.CHANGED if behind and facts().in_use else None

    def back_up(self, reason: BackupReason) -> None:
        """A backup, here and in the second place; what does not work is remembered."""
        with self._working:
            self.state = replace(self.state, working=True)
            try:
                self._back_up(reason)
            finally:
                self.state = replace(self.state, working=False)

    def _back_up(self, reason: BackupReason) -> None:
        place = places.second_place()
        self._last = time.monotonic()
        self._mirror_to(place)
        file, home_trouble, second_trouble = None, None, None
        try:
            if self.mirroring is not None:
                self.mirroring.begin_file()
            self._changed = False  # that file was no change; what comes from here on is one
            file, _manifest = make(home(), reason)
            shelf.thin(home())
        except TROUBLES as error:
            logger.warning("backup", exc_info=error)
            home_trouble = trouble_of(error)
        if place is not None:
            try:
                self._second(place, file, reason)
            except TROUBLES as error:
                logger.warning("backup to the second place", exc_info=error)
                second_trouble = trouble_of(error)
        if home_trouble is not None:
            self._changed = True  # as soon as it is time again
        self.state = replace(self.state, home=home_trouble, second=second_trouble)
        self.remember_newest()

    def remember_newest(self) -> None:
        """So that no page has to ask a stick that may not answer."""
        place, newest_there = places.second_place(), self.state.newest_there
        if place is None:
            newest_there = None
        elif place.is_there:
            newest_there = _manifest_of(shelf.newest_in(place.directory))
        newest = _manifest_of(shelf.newest_in(home()))
        self.state = replace(self.state, newest=newest, newest_there=newest_there)

    def _second(self, place: SecondPlace, file: Path | None, reason: BackupReason) -> None:
        if not place.is_there:
            raise PlaceMissing
        if file is not None:
            places.carry(file, place)
        else:  # the laptop's own disk is full or broken: all the more
            make(place.directory, reason)
        places.lay_key(place)
        shelf.thin(place.directory)
        recent = [backup.manifest.contents for backup in shelf.backups_in(place.directory)[: shelf.RECENT]]
        if recent:
            oldest = min(recent, key=lambda contents: contents.position)
            thin_mirror(
                place.mirror,
                Position(oldest.position, oldest.position_hash),
                {contents.epoch for contents in recent},
            )

    # --- The mirror -----------------------------------------------------------------------------------------

    def _mirror_to(self, place: SecondPlace | None) -> None:
        """Mirror to this place, and to no other any more."""
        if connection.vendor != "sqlite":
            return
        if place != self._mirror_place and self.mirroring is not None:
            self.mirroring.stop()
            self.mirroring = None
        self._mirror_place = place
        if place is not None and self.mirroring is None:
            self.mirroring = Mirroring(MirrorWriter(lambda: place.mirror if place.is_there else None))
            self.mirroring.start()

    @property
    def mirror_state(self) -> MirrorState | None:
        """None: there is no second place."""
        mirroring = self.mirroring
        return None if mirroring is None else mirroring.state

    # --- The check ------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Everything, in a backup made for it, by another process: it takes long, and hands must not wait."""
        problems: tuple[str, ...]
        try:
            file, _manifest = make(home(), BackupReason.ASKED)
            problems = tuple(check_elsewhere(file) if self.runs else problems_in(file))
        except Exception as error:
            logger.exception("check")
            problems = (trouble_of(error).sentence,)
        at = timezone.now().isoformat(timespec="seconds")
        self.state = replace(self.state, check=CheckResult(False, at, problems))


def _manifest_of(backup: Backup | None) -> Manifest | None:
    return None if backup is None else backup.manifest


def check_elsewhere(file: Path) -> list[str]:
    """The problems of a backup, looked for by another process that lets everybody else go first."""
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", "--check", str(file), "--json", "--gently"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "STAMMTISCH_DATA": str(settings.DATA_DIR)},
        capture_output=True,
        text=True,
        check=False,
        process_group=0,
    )
    try:
        problems = json.loads(done.stdout)["problems"]
        return [str(problem) for problem in problems]
    except (ValueError, KeyError, TypeError):
        raise OSError(done.stderr.strip()[-300:] or f"status {done.returncode}") from None


keeper = Keeper()
"""Of this process."""
