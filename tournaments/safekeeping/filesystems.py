"""What is mounted where: sticks to choose from, and disks on which a database or a copy is not safe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")
STICKS = ("/media/", "/run/media/", "/mnt/", "/Volumes/")
NETWORK = {
    "9p",
    "afpfs",
    "cifs",
    "davfs",
    "fuse.davfs2",
    "fuse.gvfsd-fuse",
    "fuse.rclone",
    "fuse.sshfs",
    "nfs",
    "nfs4",
    "smb3",
    "smbfs",
    "webdav",
}
VANISHING = {"ramfs", "tmpfs"}
SYNCED = (
    "dropbox",
    "google drive",
    "googledrive",
    "icloud",
    "mobile documents",
    "nextcloud",
    "onedrive",
    "owncloud",
    "pcloud",
    "seafile",
)


@dataclass(frozen=True, slots=True)
class Mount:
    """A disk, a stick, a share of the network, and where it hangs."""

    point: Path
    kind: str  # of file system; "" if the system does not say

    @property
    def is_network(self) -> bool:
        """What is locked and synced there is so in name only."""
        return self.kind in NETWORK

    @property
    def vanishes(self) -> bool:
        """It is memory: gone with the power."""
        return self.kind in VANISHING


def mounts(table: Path = MOUNTS) -> Iterator[Mount]:
    """Everything that is mounted, as the system has it; nothing where the system does not say."""
    try:
        lines = table.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        _device, point, kind, *_more = line.split(" ")
        # Blanks, tabs and backslashes of a name are written as octal numbers.
        for code, letter in ((r"\040", " "), (r"\011", "\t"), (r"\012", "\n"), (r"\134", "\\")):
            point = point.replace(code, letter)
        yield Mount(Path(point), kind)


def mount_of(path: Path, table: Path = MOUNTS) -> Mount:
    """On which of them a file lies, or would lie."""
    path = path.resolve()
    holding = [mount for mount in mounts(table) if path.is_relative_to(mount.point)]
    return max(holding, key=lambda mount: len(mount.point.parts), default=Mount(Path("/"), ""))


def sticks(table: Path = MOUNTS, beginnings: tuple[str, ...] = STICKS) -> list[Path]:
    """Where sticks and other disks that can be taken away hang, and we may write."""
    points = [mount.point for mount in mounts(table) if not mount.is_network and not mount.vanishes]
    if sys.platform == "darwin":
        points = sorted(Path("/Volumes").glob("*"))
    return sorted(
        point
        for point in dict.fromkeys(points)
        if f"{point}/".startswith(beginnings) and os.access(point, os.W_OK)
    )


def syncing_folder(path: Path) -> str:
    """The part of the path by which a program is known that sends files elsewhere while they are written."""
    for part in path.resolve().parts:
        if any(name in part.lower() for name in SYNCED):
            return part
    return ""


def same_disk(path: Path, other: Path) -> bool:
    """Do both go with one disk?"""
    try:
        return os.stat(path).st_dev == os.stat(other).st_dev
    except OSError:
        return False
