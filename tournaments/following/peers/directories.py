"""A log as files in a directory, on a stick say: whoever has the directory has the events.

Every file is what an event had new when it was level, and is written whole or not at all. The next time it
goes on behind the last file. Reading back takes file after file, as if they came over the network.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tournaments.engines.eventlog import LogBatch, LogDamaged
from tournaments.following.peers.joining import Partner
from tournaments.following.peers.pulling import LISTING, parts_of
from tournaments.following.peers.states import SourceState, Unanswered
from tournaments.following.peers.taking import take_in
from tournaments.following.peers.wire import WireLine
from tournaments.following.taking import Taken

FORMAT = "stammtisch-log-files"
PAIRING = "pairing.json"
NAME = re.compile(r"(\d{10})-(\d{10})\.json")
EVENT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class PairedWith:
    """Whom a directory follows, and the token for it."""

    address: str
    token: str
    installation: str

    @classmethod
    def of(cls, partner: Partner) -> PairedWith:
        """As it is kept."""
        return cls(partner.base, partner.token, str(partner.installation))


@dataclass(frozen=True, slots=True)
class LogDirectory:
    """Where the files are."""

    path: Path

    def paired_with(self) -> PairedWith | None:
        """Whom it follows; None: nobody yet."""
        try:
            known = json.loads((self.path / PAIRING).read_text())
            return PairedWith(**{name: str(known[name]) for name in ("address", "token", "installation")})
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def remember(self, paired: PairedWith) -> None:
        """Whom it follows from now on."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(self.path / PAIRING, asdict(paired))

    def events(self) -> list[str]:
        """The uids of the events that have files."""
        if not self.path.is_dir():
            return []
        return sorted(entry.name for entry in self.path.iterdir() if EVENT.fullmatch(entry.name))

    def files(self, event: str) -> list[Path]:
        """The files of an event, in their order."""
        place = self.path / event
        return sorted(file for file in place.glob("*.json") if NAME.fullmatch(file.name))

    def head(self, event: str) -> int:
        """How far the files of an event go."""
        files = self.files(event)
        return int(NAME.fullmatch(files[-1].name).group(2)) if files else 0  # type: ignore[union-attr]

    def add(self, event: str, batches: list[LogBatch]) -> int:
        """One file more, if there is anything new; the head then."""
        lines = [line for batch in batches for line in batch.lines]
        if not lines:
            return self.head(event)
        place = self.path / event
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = {"format": FORMAT, "batches": [batch.to_json() for batch in batches]}
        _write(place / f"{lines[0].pos:010}-{lines[-1].pos:010}.json", content)
        return lines[-1].pos

    def batches(self, event: str) -> Iterator[list[LogBatch]]:
        """What each file holds; raises LogDamaged."""
        for file in self.files(event):
            try:
                content = json.loads(file.read_bytes())
                raws = list(content["batches"])
            except (ValueError, KeyError, TypeError) as error:
                raise LogDamaged(file.name) from error
            yield [LogBatch.from_json(raw) for raw in raws]


def bring_level(line: WireLine, directory: LogDirectory, paired: PairedWith) -> int:
    """Bring the files to where the other side is; how many lines came. Raises Unanswered."""
    answer = line(
        LISTING, asked={"have": ",".join(f"{name}:{directory.head(name)}" for name in directory.events())}
    )
    if answer.get("installation") != paired.installation:
        raise Unanswered(SourceState.ANOTHER)
    new = 0
    for row in answer.get("events", ()):
        event = str(row["uid"])
        if not EVENT.fullmatch(event):
            raise Unanswered(SourceState.NO_STAMMTISCH)
        before = directory.head(event)
        if not before or row.get("head") != before:
            new += directory.add(event, parts_of(line, event, before, [])) - before
    return new


def read_back(directory: LogDirectory, tenant: int) -> list[Taken]:
    """Take in every event of a directory; what is known already changes nothing. Raises LogRefused."""
    taken = []
    for event in directory.events():
        last = None
        for batches in directory.batches(event):
            last = take_in(batches, tenant)
        if last is not None:
            taken.append(last)
    return taken


def _write(file: Path, content: object) -> None:
    """Whole or not at all, and readable for nobody else of this machine."""
    temporary = file.with_name(f"{file.name}.part")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        json.dump(content, stream, ensure_ascii=False)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(file)
    place = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
