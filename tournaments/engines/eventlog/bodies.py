"""What is hashed of a piece, and what is not: every text that people have typed.

Of values whose shape is the business of whoever wrote them (a line of the log, settings, a plan) numbers and
shape are hashed, and no text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tournaments.engines.eventlog.kinds import PieceKind
from tournaments.engines.eventlog.lines import canonical

Body = Mapping[str, Any]

APART = ("pk", "private")
"""What a spare laptop gets besides, and nobody checks: primary keys, secrets of devices."""
OPEN: Mapping[PieceKind, tuple[str, ...]] = {
    PieceKind.EVENT: ("title", "club", "place", "rules_name", "logo"),
    PieceKind.PERSON: (
        *("name", "club", "category", "distinction", "pseudonym", "shown_as", "minor"),
        *("unlisted", "forgotten"),
    ),
    PieceKind.STAGE: ("name",),
    PieceKind.ENTRANT: ("name", "club", "category", "team"),
    PieceKind.ROUND: ("name",),
    PieceKind.TABLE: ("title", "club", "rules_name"),
    PieceKind.DEVICE: ("label",),
    PieceKind.ERASURE: ("reason",),
    PieceKind.RULING: ("reason", "by", "withdrawn_by"),
    PieceKind.CASH: ("label", "reason", "by"),
    PieceKind.PRIZE: ("what", "reason", "by"),
    PieceKind.COUNT: ("reason", "by"),
    PieceKind.NOTICE: ("reason", "by"),
    PieceKind.CLOCK: ("text",),
    PieceKind.SCREEN: ("name",),
    PieceKind.CALL: ("note", "coming"),
}
"""Fields that are in no fingerprint."""
FREE: Mapping[PieceKind, tuple[str, ...]] = {
    PieceKind.EVENT: ("settings", "money", "prizes", "prize_plan", "certificate"),
    PieceKind.STAGE: ("plan",),
    PieceKind.ROUND: ("changes",),
    PieceKind.ASIDE: ("decision",),
    PieceKind.RULING: ("data",),
    PieceKind.CASH: ("parts",),
    PieceKind.PRIZE: ("data",),
    PieceKind.NOTICE: ("data",),
    PieceKind.SCREEN: ("data",),
}
"""Fields of which only numbers and shape are."""


def sealed_of(kind: PieceKind, body: Body) -> dict[str, Any]:
    """What is hashed of a piece."""
    apart, free = {*APART, *OPEN.get(kind, ())}, FREE.get(kind, ())
    return {
        name: without_texts(value) if name in free else value
        for name, value in body.items()
        if name not in apart
    }


def digest_of(kind: PieceKind, body: Body) -> str:
    """The fingerprint of a piece. Of entries it is the hash of the last: their own chain covers them."""
    if kind is PieceKind.ENTRIES:
        return str(body["entries"][-1]["hash"])
    return hashlib.sha256(canonical(sealed_of(kind, body))).hexdigest()


def without_texts(value: Any) -> Any:
    """The same value, in which every text is an empty one."""
    match value:
        case str():
            return ""
        case Mapping():
            return {name: without_texts(inner) for name, inner in value.items()}
        case list() | tuple():
            return [without_texts(inner) for inner in value]
    return value
