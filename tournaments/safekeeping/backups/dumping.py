"""A federation's database is PostgreSQL's, and so is its backup: `pg_dump` writes it, `pg_restore` reads it
back.

A running operation needs more, which only the server's administrator can set up: a base backup and the
archive of its log (see the handbook of PostgreSQL).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.safekeeping.backups.making import (
    EPHEMERAL,
    PREFIX,
    SECRETS,
    UNFINISHED,
    BackupReason,
    fsync,
    home,
    sweep,
)
from tournaments.safekeeping.backups.manifest import fsync_directory
from tournaments.safekeeping.backups.proving import NotABackup

ENDING = ".dump"


def dump(directory: Path, now: datetime | None = None) -> Path:
    """A backup by pg_dump, read through by pg_restore. Raises NotABackup with the sentence to show."""
    programs = [shutil.which(name) for name in ("pg_dump", "pg_restore")]
    if None in programs:
        raise NotABackup(
            _(
                "This database is PostgreSQL’s. Its backups are made by  pg_dump --format=custom , which is "
                "not installed here: please install PostgreSQL’s client programs."
            )
        )
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep(directory)
    handle, temporary = tempfile.mkstemp(dir=directory, prefix=UNFINISHED)
    os.close(handle)
    without = [f"--exclude-table-data={table}" for table in (*SECRETS, *EPHEMERAL)]
    try:
        _run(
            [str(programs[0]), "--format=custom", "--no-owner", *without, f"--file={temporary}", *_database()]
        )
        _run([str(programs[1]), "--list", temporary])
        fsync(Path(temporary))
        stamp = timezone.localtime(now).strftime("%Y%m%d-%H%M%S")
        file = directory / f"{PREFIX}{stamp}-{BackupReason.ASKED.value}{ENDING}"
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    fsync_directory(directory)
    return file


def newest() -> datetime | None:
    """When the last one was made that lies where `manage.py backup` puts them."""
    times = [file.stat().st_mtime for file in home().glob(f"{PREFIX}*{ENDING}")]
    return datetime.fromtimestamp(max(times), UTC) if times else None


def how_to_restore(file: Path) -> str:
    """What an administrator types."""
    words = ["--clean", "--if-exists", "--no-owner", "--single-transaction", *_database(), str(file)]
    return f"pg_restore {shlex.join(words)}"


def _database() -> list[str]:
    """Everything but the password, in the library's own words: several hosts, certificates and so on, too."""
    there: dict[str, Any] = settings.DATABASES["default"]
    words = {"host": there["HOST"], "port": there["PORT"], "user": there["USER"], "dbname": there["NAME"]}
    words |= {name: value for name, value in there.get("OPTIONS", {}).items() if name != "application_name"}
    conninfo = " ".join(f"{word}={_quoted(str(value))}" for word, value in words.items() if value)
    return [f"--dbname={conninfo}"]


def _quoted(value: str) -> str:
    escaped = value.replace("\\", r"\\").replace("'", r"\'")
    return f"'{escaped}'"


def _run(command: list[str]) -> None:
    password = settings.DATABASES["default"].get("PASSWORD") or ""
    around = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotABackup(
            _("{program} has not worked: {detail}").format(
                program=Path(command[0]).name, detail=done.stderr.strip()[-300:]
            )
        )
