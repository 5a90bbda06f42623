"""The data directory and the secret key: outside the repository, readable by their owner only."""

from __future__ import annotations

import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.accidents import Accident, meet
from config.databasefile import FULL, WANTED_ROOM, refuse_unreadable, stopped
from config.terminal import translate as _

KEY_LENGTH = 50
OTHERS = 0o077  # the bits of everybody but the owner
# Whoever has chosen a directory with other things in it keeps their modes.
OWN = (
    "stammtisch*",
    "postgresql.note",
    "log",
    "log/*",
    "copies",
    "copies/*",
    "exports",
    "exports/*",
    "backups",
    "backups/*",
)


def default_data_dir() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Stammtisch"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "stammtisch"


def data_dir(chosen: str, repository: Path) -> Path:
    """The directory for database, key, logs and collected files; made with mode 0700 if it is new.

    From here on, whatever this process makes is readable by its owner only.
    """
    os.umask(OTHERS)
    directory = Path(chosen).expanduser() if chosen else default_data_dir()
    if not directory.is_absolute():
        raise ImproperlyConfigured(f"STAMMTISCH_DATA={chosen}: please give the whole path, beginning with /.")
    directory = directory.resolve()
    if directory.is_relative_to(repository):
        raise ImproperlyConfigured(
            f"STAMMTISCH_DATA={directory} lies inside the program. Names and results would end up in its "
            "repository. Please choose a directory elsewhere."
        )
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data directory {directory} cannot be made: {error.strerror}. "
            "Please name another one in STAMMTISCH_DATA."
        ) from None
    if readable_by_others(directory):
        raise ImproperlyConfigured(
            f"Other users of this machine can read the data directory {directory}. "
            f"Please type  chmod 700 '{directory}'  or name a directory of its own in STAMMTISCH_DATA."
        )
    if not os.access(directory, os.R_OK | os.X_OK):
        raise stopped(Accident.NOT_OURS, directory)
    return directory


def mend(directory: Path) -> None:
    """Take from others what they may do with files of ours from before. Of static files they may know."""
    for pattern in OWN:
        for path in directory.glob(pattern):
            with suppress(OSError):  # another owner's; whoever needs it says so
                mode = stat.S_IMODE(path.lstat().st_mode)
                if mode & OTHERS and not path.is_symlink():
                    path.chmod(mode & ~OTHERS)


def secret_key(
    file: Path, in_use: Callable[[], bool] = lambda: False, go_on: Collection[str] = frozenset()
) -> str:
    """The key that signs sessions and table links. Made once; processes starting together agree on one.

    `in_use` says whether cards may have been printed: then a missing key is an accident.
    """
    try:
        there = file.exists()
        if not there and in_use() and not file.exists():
            meet(Accident.KEY_GONE, go_on, file=file)
        if not there:
            write_once(file, secrets.token_urlsafe(64))
    except OSError as error:
        full = error.errno in FULL
        accident = Accident.DISK_FULL if full else Accident.DIRECTORY_READ_ONLY
        raise stopped(accident, file.parent, wanted=WANTED_ROOM) from None
    if readable_by_others(file):
        raise ImproperlyConfigured(
            f"Other users of this machine can read the secret key. Please type  chmod 600 '{file}'."
        )
    refuse_unreadable(file)
    key = file.read_text(errors="replace").strip()
    if len(key) < KEY_LENGTH:
        raise ImproperlyConfigured(
            _(
                "The secret key {file} is damaged: it has {length} characters instead of at least {wanted}. "
                "The hands are safe. Please put your copy of the key back. Without a copy, remove the file, "
                "type:  GO_ON=new-key make run  and print the cards anew."
            ).format(file=file, length=len(key), wanted=KEY_LENGTH)
        )
    return key


def write_once(file: Path, text: str) -> None:
    """Write a file with mode 0600 that appears whole, and never replace one that is there already."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mkstemp makes 0600
    try:
        with os.fdopen(handle, "w") as stream:
            stream.write(text + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(temporary, file)  # unlike a rename, a link fails if another process was first
        except FileExistsError:
            return
    finally:
        os.unlink(temporary)
    directory = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def readable_by_others(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & OTHERS)
