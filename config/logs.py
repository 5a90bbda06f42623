"""The log: JSON lines in a rotating file, without names of people, tokens, cookies, bodies or addresses that
were asked for. What is told about accounts and network addresses is in tournaments/access/audit.py."""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import sys
import traceback
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TextIO

from django.db import OperationalError

reference: ContextVar[str] = ContextVar("reference", default="")

# What a caller may add with logger.info("...", extra={...}). Everything else he adds stays out.
FIELDS = (
    *("route", "method", "status", "ms", "actor", "match", "seq", "event", "reason"),
    *("address", "action", "object"),
)
# Django's own messages contain the address that was asked for, and an address may contain a key.
WITH_RAW_ADDRESS = ("django.request", "django.security", "django.server")


def configuration(file: Path, *, to_stdout: bool = False) -> dict[str, Any]:
    """For settings.LOGGING: into the file; or each line to a service manager, which keeps and rotates it."""
    handlers = ["stdout"] if to_stdout else ["file", "console"]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.JsonLine"},
            "short": {"()": "config.logs.ShortLine", "format": "%(levelname)s %(name)s: %(message)s"},
        },
        "handlers": {
            "file": {
                "class": "config.logs.SharedRotatingFile",
                "filename": str(file),
                "maxBytes": 10_000_000,
                "backupCount": 4,
                "delay": True,
                "encoding": "utf-8",
                "formatter": "json",
            },
            "stdout": {"class": "config.logs.Stdout", "formatter": "json"},
            "console": {"class": "logging.StreamHandler", "level": "WARNING", "formatter": "short"},
        },
        "root": {"handlers": handlers, "level": "INFO"},
        "loggers": {
            # Replaces Django's own set-up, which mails and prints raw addresses.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
            # A 404 is in the request log already and of no interest on the console.
            "django.request": {"level": "ERROR"},
        },
    }


def route(request: object) -> str:
    """The name of the address pattern, never the address."""
    match = getattr(request, "resolver_match", None)
    return str(getattr(match, "view_name", "") or "-")


class JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message(record),
            "reference": reference.get(),
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info and record.exc_info[1]:
            line["error"], line["trace"] = without_values(record.exc_info[1])
        return json.dumps({key: value for key, value in line.items() if value != ""}, default=str)


class ShortLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname} {record.name}: {message(record)}"
        if reference.get():
            line += f" [{reference.get()}]"
        if record.exc_info and record.exc_info[1]:
            error, trace = without_values(record.exc_info[1])
            line += f"\n  {error}" + "".join(f"\n    {frame}" for frame in trace)
        return line


def message(record: logging.LogRecord) -> str:
    if record.name.startswith(WITH_RAW_ADDRESS):
        status = getattr(record, "status_code", "")
        return f"{status} at {route(getattr(record, 'request', None))}".strip()
    return record.getMessage()


def without_values(error: BaseException) -> tuple[str, list[str]]:
    """The kind of error and where it happened. Its text may quote what a person typed, so it stays out."""
    text = type(error).__name__
    if isinstance(error, OperationalError):  # written by the database about itself
        text += f": {error}".splitlines()[0]
    frames = traceback.extract_tb(error.__traceback__)
    return text, [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


class Stdout(logging.StreamHandler[TextIO]):
    """Each line whole: several processes write into one pipe."""

    def __init__(self) -> None:
        super().__init__(sys.stdout)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.stream.flush()
        except OSError:  # nobody reads any more
            return
        except Exception:
            self.handleError(record)


class SharedRotatingFile(logging.handlers.RotatingFileHandler):
    """A rotating file for several worker processes: whoever finds it moved away opens the new one."""

    reported = False

    def _open(self) -> Any:
        directory = Path(self.baseFilename).parent
        directory.mkdir(mode=0o700, exist_ok=True)
        return super()._open()

    def emit(self, record: logging.LogRecord) -> None:
        """A line is put together once; one look at the file says whether it is still there, and how large."""
        try:
            line = self.format(record) + self.terminator
            self.stream_for(line).write(line)
            self.flush()
        except Exception:
            self.handleError(record)

    def stream_for(self, line: str) -> IO[str]:
        """The file that lies there now; one that is full is moved away first."""
        size = self.size()
        if size is None and self.stream:
            self.stream.close()
            self.stream = None
        elif size is not None and self.maxBytes and size + len(line) > self.maxBytes:
            self.doRollover()
        if not self.stream:
            self.stream = self._open()
        stream: IO[str] = self.stream
        return stream

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's own name
        """A log that cannot be written keeps nobody from playing: said once, on the console."""
        if not self.reported:
            self.reported = True
            with suppress(OSError):  # the console may be a file on the same disk
                print(f"{self.baseFilename}: {sys.exc_info()[1]}", file=sys.stderr, flush=True)

    def size(self) -> int | None:
        """Bytes in the file that lies in its place; None if it is not the one that is open."""
        try:
            there = os.stat(self.baseFilename)
            same = self.stream and os.path.samestat(there, os.fstat(self.stream.fileno()))
        except OSError:
            return None
        return there.st_size if same else None
