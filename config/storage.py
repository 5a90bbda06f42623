"""The data directory and the secret key: outside the repository, readable by their owner only."""

from __future__ import annotations

import os
import secrets
import stat
import sys
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

KEY_LENGTH = 50


def default_data_dir() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Stammtisch"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "stammtisch"


def data_dir(chosen: str, repository: Path) -> Path:
    """The directory for database, key, logs and collected files; made with mode 0700 if it is new."""
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
    return directory


def secret_key(file: Path) -> str:
    """The key that signs sessions and table links. Made once; processes starting together agree on one."""
    if not file.exists():
        write_once(file, secrets.token_urlsafe(64))
    if readable_by_others(file):
        raise ImproperlyConfigured(
            f"Other users of this machine can read the secret key. Please type  chmod 600 '{file}'."
        )
    key = file.read_text().strip()
    if len(key) < KEY_LENGTH:
        raise ImproperlyConfigured(
            f"The secret key in {file} is damaged: it has {len(key)} characters instead of at least "
            f"{KEY_LENGTH}. Please restore it from your copy. Without a copy, remove the file: a new key is "
            "made, and all phones have to scan their table's code again."
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
    return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
