"""The thread that appends lines to a file in the second place and forces them to the disk.

Whoever writes hands only puts a line into a queue. What cannot be written waits there and is tried again; if
it becomes too much it is dropped, and the mirror is incomplete until it begins anew after another backup.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tournaments.safekeeping.backups.manifest import fsync_directory
from tournaments.safekeeping.backups.troubles import CopyTrouble, PlaceMissing, trouble_of
from tournaments.safekeeping.mirror.lines import SegmentHead

logger = logging.getLogger("stammtisch.mirror")

MOST_WAITING = 32 * 1024 * 1024  # bytes
PAUSE = 2.0  # seconds before what did not work is tried again


@dataclass(frozen=True, slots=True)
class MirrorState:
    """How the mirror is at this moment."""

    complete: bool  # nothing was dropped since it began
    waiting: int  # lines that are not on the other disk yet
    lag: float  # seconds for which the oldest of them has been waiting
    trouble: CopyTrouble | None


class MirrorWriter:
    """One per serving process. `where` gives the directory, or None while it is not plugged in."""

    def __init__(self, where: Callable[[], Path | None]) -> None:
        self.where = where
        self._queue: deque[tuple[float, bytes | SegmentHead]] = deque()
        self._bytes = 0
        self._change = threading.Condition()
        self._complete = False
        self._trouble: CopyTrouble | None = None
        self._writing = 0  # items that were taken out of the queue and are not on the disk yet
        self._stream: IO[bytes] | None = None
        self._head: SegmentHead | None = None
        self._thread: threading.Thread | None = None
        self._ending = False

    # --- For those who write hands: never blocks ------------------------------------------------------------

    def begin(self, head: SegmentHead) -> None:
        """From here on into another file."""
        with self._change:
            self._complete = True
            self._put(head, 0)

    def append(self, line: bytes) -> None:
        """Another line, in its order."""
        with self._change:
            if not self._complete:
                return
            if self._bytes + len(line) > MOST_WAITING:
                self.interrupt()
                return
            self._put(line, len(line))

    def interrupt(self) -> None:
        """Something is missing from here on: what waits is of no use, and the mirror has to begin anew."""
        with self._change:
            self._queue.clear()
            self._bytes = 0
            self._complete = False

    def _put(self, item: bytes | SegmentHead, size: int) -> None:
        self._queue.append((time.monotonic(), item))
        self._bytes += size
        self._change.notify_all()

    # --- For those who look ---------------------------------------------------------------------------------

    @property
    def state(self) -> MirrorState:
        with self._change:
            oldest = self._queue[0][0] if self._queue else None
            lag = 0.0 if oldest is None else time.monotonic() - oldest
            return MirrorState(self._complete, len(self._queue), lag, self._trouble)

    @property
    def is_level(self) -> bool:
        """Is everything that was saved on the other disk, too?"""
        state = self.state
        return state.complete and not state.waiting

    # --- The thread -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to write; a second time does nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mirror", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Write what waits, if that works, and end."""
        with self._change:
            self._ending = True
            self._change.notify_all()
        if self._thread is not None:
            self._thread.join()
        self._close()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._queue and not self._ending:
                    self._change.wait()
                if not self._queue:
                    return
            if not self.write_waiting():
                with self._change:
                    if self._ending:
                        return
                    self._change.wait(PAUSE)

    def write_waiting(self) -> bool:
        """Put what waits on the other disk; False if it could not be. What is there stays in its order."""
        with self._change:
            items = [item for _since, item in self._queue]
        try:
            self._write(items)
        except Exception as error:
            # Also what nobody has thought of: hands are taken all the same.
            if self._trouble is None:
                logger.warning("mirror", exc_info=error)
            self._close()
            with self._change:
                self._trouble = trouble_of(error)
            return False
        with self._change:
            # Meanwhile the queue may have been emptied because it had become too long.
            for item in items:
                if self._queue and self._queue[0][1] is item:
                    self._queue.popleft()
                    self._bytes -= len(item) if isinstance(item, bytes) else 0
            self._trouble = None
            self._change.notify_all()
        return True

    def _write(self, items: list[bytes | SegmentHead]) -> None:
        directory = self.where()
        if directory is None:
            raise PlaceMissing
        for item in items:
            if isinstance(item, SegmentHead):
                self._finish_file()
                self._head = item
                continue
            stream = self._stream or self._open(directory)
            stream.write(item)
        self._sync()

    def _open(self, directory: Path) -> IO[bytes]:
        """Another file, also after an error: of the old one nobody knows where it ends."""
        if self._head is None:
            raise PlaceMissing
        directory.mkdir(mode=0o700, exist_ok=True)
        name = f"mirror-{self._head.after.number:012d}-{secrets.token_hex(4)}.jsonl"
        handle = os.open(directory / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._stream = os.fdopen(handle, "wb")
        self._stream.write(self._head.line)
        fsync_directory(directory)
        return self._stream

    def _sync(self) -> None:
        if self._stream is not None:
            self._stream.flush()
            os.fsync(self._stream.fileno())

    def _finish_file(self) -> None:
        self._sync()
        self._close()

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            try:
                stream.close()
            except OSError as error:
                logger.info("mirror: %s", error)
