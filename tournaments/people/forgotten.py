"""Who was forgotten, in a file beside the database: a backup from before knows them still.

A line says who (as a fingerprint that only this installation can make), the new name, and the texts that were
replaced. It holds no old name. After a backup was restored everything is forgotten again.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings

from tournaments.engines.plans.prizelines import lines_mark
from tournaments.events.ground.links import say_anew
from tournaments.models import Entry, Erasure, Event, Player
from tournaments.people import mentions

FILE_NAME = "forgotten.jsonl"


@dataclass(frozen=True, slots=True)
class ReplacedText:
    """A text that was replaced: where it stands, what it was as a fingerprint, and what it is now."""

    model: str
    pk: str
    field: str
    path: list[str | int]
    was: str
    text: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody who was made anonymous."""

    player: int
    who: str
    name: str  # the new one
    texts: list[ReplacedText]


def file() -> Path:
    """Where the list lies."""
    return Path(settings.DATA_DIR) / FILE_NAME


def mark(text: str) -> str:
    """A fingerprint that tells nobody without this installation's key what it is of."""
    return hmac.new(settings.SECRET_KEY.encode(), f"forgotten {text}".encode(), hashlib.sha256).hexdigest()


def who_is(name: str, player: Player) -> str:
    """The fingerprint of a person: numbers of rows may be given to others after a restore."""
    return mark(f"{player.created_at.isoformat()} {name}")


def remember(forgotten: Forgotten) -> None:
    """One more line, on the disk when this returns."""
    _append(file(), json.dumps(asdict(forgotten), ensure_ascii=False) + "\n")


def _append(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with open(descriptor, "a", encoding="utf-8") as lines:
        fcntl.flock(lines, fcntl.LOCK_EX)
        lines.write(text)
        lines.flush()
        os.fsync(lines.fileno())


def carry(source: Path, target: Path) -> None:
    """What one file knows and the other does not yet: along with a backup, and back with it."""
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
        there = set(target.read_text(encoding="utf-8").splitlines()) if target.exists() else set()
    except FileNotFoundError:
        return
    missing = [line for line in lines if line not in there]
    if missing:
        _append(target, "".join(f"{line}\n" for line in missing))


def remembered(path: Path | None = None) -> list[Forgotten]:
    """All of them, the oldest first. A line that was cut off by an accident is left out."""
    try:
        lines = (path or file()).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    rows = []
    for line in lines:
        try:
            raw: dict[str, Any] = json.loads(line)
            texts = [ReplacedText(**text) for text in raw.pop("texts")]
            rows.append(Forgotten(**raw, texts=texts))
        except (ValueError, TypeError, KeyError):
            continue
    return rows


def replace(text: mentions.FreeText, new: str) -> ReplacedText:
    """Write another text in its place; what the chain of hashes covers is only read as something else."""
    row, field = text.row, text.field
    if isinstance(row, Entry):
        Erasure.objects.update_or_create(entry=row, defaults={"reason": new})
    else:
        value = mentions.at_path(getattr(row, field), text.path, new)
        changed = {field: value}
        if (
            isinstance(row, Event)
            and field == "prizes"
            and row.prize_plan.get("of") == lines_mark(row.prizes)
        ):
            changed["prize_plan"] = {**row.prize_plan, "of": lines_mark(value)}
        for name, new_value in changed.items():
            setattr(row, name, new_value)  # more may be replaced in the same row
        type(row)._default_manager.filter(pk=row.pk).update(**changed)
        event = row.pk if isinstance(row, Event) else getattr(row, "event_id", None)
        if event is not None:
            say_anew(event)
    name = row._meta.model_name or ""
    return ReplacedText(name, str(row.pk), field, list(text.path), mark(text.text), new)


def replace_again(texts: Sequence[ReplacedText]) -> int:
    """The same after a restore, wherever the old text has come back; how often it had."""
    count = 0
    for replaced in texts:
        model = apps.get_model("tournaments", replaced.model)
        row = model._default_manager.filter(pk=replaced.pk).first()
        if row is None or replaced.field not in mentions.FREE_TEXT.get(model, ()):
            continue
        if isinstance(row, Entry) and Erasure.objects.filter(entry=row).exists():
            continue
        text = mentions.read_at(getattr(row, replaced.field), tuple(replaced.path))
        if text is not None and hmac.compare_digest(mark(text), replaced.was):
            replace(mentions.FreeText(row, replaced.field, tuple(replaced.path), text), replaced.text)
            count += 1
    return count
