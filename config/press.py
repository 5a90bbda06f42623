"""Papers and spreadsheets are made beside the process that serves: in one that is there when somebody prints.

The libraries for them need a third of a serving process's memory, and while they work nobody else's Python
does: forty phones would wait with their hands. So `make` sends a function's name and plain values to a
process that has nothing else (`config.pressing`): no connection, no lock, no database. It begins with the
first paper, makes one after the other, and ends when nobody has printed for a while, or with us.

Where nobody serves (commands, tests) the function is called here.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config import errorpages

logger = logging.getLogger("stammtisch.press")

LENGTH = 8  # bytes that say how many follow
IDLE = 60.0  # seconds
MOST = 200  # what a library does not give back is gone with the process
ROOT = Path(__file__).parent.parent


class NotMade(Exception):  # noqa: N818 - what happened, as one would say it
    """The process that was to make it has ended, or has taken too long. The next one begins anew."""

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page for whoever has asked."""
        response = errorpages.page(request, 503, _("This file could not be made or read. Please try again."))
        response.headers["Cache-Control"] = "no-store"
        return response


class _Ended(NotMade):
    """Without having been stopped."""


class Press:
    """A process that makes one thing after the other, while there is something to make."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds  # for one thing, and to wait for those before it
        self.idle = IDLE
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._ending: threading.Timer | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, if there is one."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def make(self, asked: tuple[object, ...]) -> Any:
        """What came of it; what it raises, or NotMade."""
        question = pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)
        if not self._lock.acquire(timeout=self.seconds):
            raise NotMade("others take too long")
        try:
            value, error = self._answer(question)
        finally:
            self._lock.release()
        if error is not None:
            raise error
        return value

    def end(self) -> None:
        """It is not needed now."""
        with self._lock:
            self._stop()

    def _answer(self, question: bytes) -> tuple[Any, Exception | None]:
        if self._ending is not None:
            self._ending.cancel()
        if self.pid is not None:
            with suppress(_Ended):  # it may have died since it was asked last: that is nobody's fault
                return self._asked(question)
        return self._asked(question)

    def _asked(self, question: bytes) -> tuple[Any, Exception | None]:
        try:
            process = self._running()
            answer = self._exchanged(process, question)
            value, error = pickle.loads(answer)
        except (OSError, EOFError, pickle.UnpicklingError) as broken:
            status = self._stop(at_once=True)
            logger.error("not made", extra={"status": status}, exc_info=broken)
            raise (NotMade if isinstance(broken, TimeoutError) else _Ended)(str(broken)) from broken
        self._count += 1
        if self._count >= MOST:
            self._stop()
        else:
            self._ending = threading.Timer(self.idle, self.end)
            self._ending.daemon = True
            self._ending.start()
        return value, error

    def _exchanged(self, process: subprocess.Popen[bytes], question: bytes) -> bytes:
        assert process.stdin
        assert process.stdout
        too_late = threading.Timer(self.seconds, process.kill)
        too_late.daemon = True
        too_late.start()
        try:
            send(process.stdin, question)
            answer = received(process.stdout)
        finally:
            is_late = not too_late.is_alive()
            too_late.cancel()
        if answer is None:
            raise TimeoutError("it has taken too long") if is_late else EOFError("it has ended")
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        """The process; a new one, if there is none or it has died meanwhile."""
        if self._process is None or self._process.poll() is not None:
            self._stop(at_once=True)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "config.pressing"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, _where_modules_are()))},
            )
        return self._process

    def _stop(self, *, at_once: bool = False) -> int | None:
        """Let it end; how it has ended."""
        process, self._process, self._count = self._process, None, 0
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if process is None:
            return None
        with suppress(OSError):
            if process.stdin:
                process.stdin.close()
        if at_once:
            process.kill()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
        return process.returncode


def _where_modules_are() -> tuple[str, ...]:
    return str(ROOT), os.environ.get("PYTHONPATH", "")


_quick = Press(300)
"""For whoever waits for one paper."""
_patient = Press(3600)
"""For jobs: nobody's single paper waits until all papers of an event are there."""
_serves = False


def begin() -> None:
    """This process serves: from now on things are made beside it."""
    global _serves
    _serves = True


def end() -> None:
    """It does not serve any longer (tests)."""
    global _serves
    _serves = False
    _quick.end()
    _patient.end()


def make(function: str, /, *given: Any, patient: bool = False, **named: Any) -> Any:
    """What the function `module:name` makes of these plain values, in the language that is active."""
    if not _serves:
        return called(function, given, named)
    return (_patient if patient else _quick).make((function, get_language(), given, named))


def called(function: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The same in this process."""
    module, _colon, name = function.partition(":")
    return getattr(import_module(module), name)(*given, **named)


def send(file: IO[bytes], data: bytes) -> None:
    """One message."""
    file.write(len(data).to_bytes(LENGTH, "big"))
    file.write(data)
    file.flush()


def received(file: IO[bytes]) -> bytes | None:
    """The next message; None: there is nobody any more."""
    head = file.read(LENGTH)
    if len(head) < LENGTH:
        return None
    data = file.read(length := int.from_bytes(head, "big"))
    return data if len(data) == length else None
