"""The second place: a stick or another disk, chosen by the organisers of this laptop.

Which one is remembered in the data directory and not in the database: another laptop has other sticks. In the
place lies a mark, and nothing is written where it is missing: of a stick that was pulled out an empty
directory may be left, on the very disk that is to be survived.

    <place>/stammtisch/place.json               the mark
    <place>/stammtisch/stammtisch-….sqlite3     backups with their notes
    <place>/stammtisch/mirror/                  what was written after them
    <place>/stammtisch/key/secret-key           if it was asked for
    <place>/stammtisch/forgotten.jsonl          who is forgotten, so that no backup brings anybody back
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.people import forgotten
from tournaments.safekeeping import filesystems
from tournaments.safekeeping.backups import manifest as notes
from tournaments.safekeeping.backups.making import UNFINISHED, fsync, sweep
from tournaments.safekeeping.backups.proving import sha256_of
from tournaments.safekeeping.backups.troubles import BadCopy, PlaceMissing, trouble_of

FOLDER = "stammtisch"
MARK = "place.json"
KEY = Path("key") / "secret-key"
MIRROR = "mirror"


class NotAPlace(Exception):  # noqa: N818 (what it is, as one would say it)
    """The directory is not taken; the text is the sentence to show."""


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """Where the second copies go."""

    chosen: str  # the directory as it was chosen
    mark: str  # what stands in its mark
    key: bool  # does the key lie there too?

    @property
    def directory(self) -> Path:
        """Where ours lies in it."""
        return Path(self.chosen) / FOLDER

    @property
    def name(self) -> str:
        """As people call it."""
        return Path(self.chosen).name or self.chosen

    @property
    def mirror(self) -> Path:
        return self.directory / MIRROR

    @property
    def is_there(self) -> bool:
        """Is it plugged in, and the very one?"""
        try:
            return bool(json.loads((self.directory / MARK).read_text())["mark"] == self.mark)
        except (OSError, ValueError, TypeError, KeyError):
            return False

    @property
    def dies_with_the_laptop(self) -> bool:
        """It lies on the laptop's own disk."""
        return filesystems.same_disk(Path(self.chosen), Path(settings.DATA_DIR))


def memory() -> Path:
    """Where the choice is remembered."""
    return Path(settings.DATA_DIR) / "stammtisch.second-place"


def second_place() -> SecondPlace | None:
    """The one that was chosen, if any."""
    try:
        return SecondPlace(**json.loads(memory().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def choose(typed: str, *, key: bool) -> SecondPlace:
    """From now on copies go there too. Raises NotAPlace with the sentence to show."""
    chosen = Path(typed.strip()).expanduser()
    if not typed.strip() or not chosen.is_absolute():
        raise NotAPlace(_("Please give the whole path, beginning with /."))
    if not chosen.is_dir():
        raise NotAPlace(
            _("There is no directory {directory}. Is the stick plugged in?").format(directory=chosen)
        )
    chosen = chosen.resolve()
    if chosen.is_relative_to(settings.DATA_DIR) or chosen.is_relative_to(settings.BASE_DIR):
        raise NotAPlace(_("{directory} is a part of the program itself.").format(directory=chosen))
    place = SecondPlace(str(chosen), uuid.uuid4().hex, key)
    try:
        place.directory.mkdir(mode=0o700, exist_ok=True)
        there = _mark_in(place.directory)
        if there:  # chosen before, perhaps from another laptop
            place = replace(place, mark=there)
        else:
            notes.write_file(place.directory / MARK, json.dumps({"mark": place.mark}) + "\n")
        lay_key(place)
        notes.write_file(memory(), json.dumps(asdict(place), ensure_ascii=False) + "\n")
    except OSError as error:
        raise NotAPlace(f"{chosen}: {trouble_of(error).sentence}") from None
    return place


def forget() -> None:
    """No second place any more; what lies there stays."""
    memory().unlink(missing_ok=True)


def lay_key(place: SecondPlace) -> None:
    """The key beside the copies, or not any more."""
    file = place.directory / KEY
    if not place.key:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(mode=0o700, exist_ok=True)
    notes.write_file(file, (Path(settings.DATA_DIR) / "secret-key").read_text())


def _mark_in(directory: Path) -> str:
    try:
        mark = json.loads((directory / MARK).read_text())["mark"]
    except (OSError, ValueError, TypeError, KeyError):
        return ""
    return mark if isinstance(mark, str) else ""


def carry(backup: Path, place: SecondPlace) -> Path:
    """A backup to the second place, read back from there. Raises OSError or BadCopy; then it is not there."""
    manifest = notes.read(backup)
    if manifest is None:
        raise FileNotFoundError(backup)
    if not place.is_there:
        raise PlaceMissing
    sweep(place.directory)
    copy = place.directory / backup.name
    temporary = place.directory / f"{UNFINISHED}{backup.name}"
    try:
        shutil.copyfile(backup, temporary)
        temporary.chmod(0o600)
        fsync(temporary)
        forget_pages(temporary)
        if sha256_of(temporary) != manifest.sha256:
            raise BadCopy
        os.replace(temporary, copy)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    forgotten.carry(forgotten.file(), place.directory / forgotten.FILE_NAME)
    notes.fsync_directory(place.directory)
    notes.write(copy, manifest)
    return copy


def forget_pages(file: Path) -> None:
    """So that reading it back asks the stick, and not this machine's memory of it."""
    if not hasattr(os, "posix_fadvise"):
        return
    handle = os.open(file, os.O_RDONLY)
    try:
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(handle)
