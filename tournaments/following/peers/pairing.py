"""A code is shown on one side and typed on the other: a token comes of it, which only the other side keeps.

A code is sixteen letters of base32, good for ten minutes and one use. What is stored of it and of the token
is a hash. Who pairs again gets another token, and the one of before is worth nothing any more.
"""

from __future__ import annotations

import base64
import datetime
import secrets
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from config.database import writing
from tournaments.access.credentials import hashed
from tournaments.lists import cleaned
from tournaments.models import ClubState, LogParcel, LogReader, PairingCode, PairingKind
from tournaments.models.following import installation_uid

LETTERS = 16  # of base32: 80 bits
GROUP = 4
TOKEN_BYTES = 32
GOOD_FOR = datetime.timedelta(minutes=10)
KEPT_FOR = datetime.timedelta(days=1)  # codes that nobody used
LONGEST_NAME = 60
LOOK_ALIKE = str.maketrans("018", "OIB")  # digits that base32 does not have


@dataclass(frozen=True, slots=True)
class PairingShown:
    """A code that is shown once, and its row."""

    row: PairingCode
    code: str


@dataclass(frozen=True, slots=True)
class Paired:
    """A reader, and the token it is given once."""

    reader: LogReader
    token: str


def kinds_here() -> tuple[PairingKind, ...]:
    """What somebody may become towards this installation."""
    return (PairingKind.SPARE, PairingKind.HALL) if settings.PROFILE.club else (PairingKind.FEDERATION,)


def show_code(*, club: int, kind: PairingKind, by: str) -> PairingShown:
    """A new code of this club."""
    letters = base64.b32encode(secrets.token_bytes(LETTERS * 5 // 8)).decode()
    now = timezone.now()
    with writing():
        PairingCode.objects.filter(club=club, used_at=None, until__lt=now - KEPT_FOR).delete()
        row = PairingCode.objects.create(
            club_id=club,
            kind=kind.value,
            code_hash=hashed(letters),
            by=by[:60],
            made_at=now,
            until=now + GOOD_FOR,
        )
    return PairingShown(row, "-".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP)))


def plain(code: str) -> str:
    """A code as it is compared: capitals, without what people put between the letters."""
    return "".join(code.split()).replace("-", "").upper().translate(LOOK_ALIKE)[:40]


def redeem(*, code: str, name: str, installation: uuid.UUID) -> Paired | None:
    """What comes of a code; None: there is no such code, it has been used, or its time is over."""
    now, token = timezone.now(), secrets.token_urlsafe(TOKEN_BYTES)
    with writing():
        waiting = PairingCode.objects.filter(used_at=None, until__gt=now, club__state=ClubState.OPEN)
        row = waiting.filter(code_hash=hashed(plain(code))).first()
        if row is None or not waiting.filter(pk=row.pk).update(used_at=now):
            return None
        before = LogReader.objects.filter(club=row.club_id, installation=installation, kind=row.kind)
        _revoke(before)
        reader = LogReader.objects.create(
            club_id=row.club_id,
            code=row,
            kind=row.kind,
            name=cleaned(name)[:LONGEST_NAME] or str(installation)[:8],
            installation=installation,
            token_hash=hashed(token),
            made_at=now,
        )
    return Paired(reader, token)


def reader_with(token: str) -> LogReader | None:
    """Whose token this is, also if it has been revoked; None: nobody's, or its club is not at home here."""
    if not token:
        return None
    rows = LogReader.objects.select_related("club").filter(club__state=ClubState.OPEN)
    return rows.filter(token_hash=hashed(token)).first()


def readers_of(club: int) -> QuerySet[LogReader]:
    """Who follows, or sends up; those that were revoked last."""
    return LogReader.objects.filter(club=club).order_by("revoked_at", "-made_at")


def revoke(*, club: int, reader: uuid.UUID) -> LogReader | None:
    """Its token is worth nothing from its next question on."""
    with writing():
        row = LogReader.objects.filter(club=club, pk=reader).first()
        if row is not None:
            _revoke(LogReader.objects.filter(pk=row.pk))
    return row


def _revoke(readers: QuerySet[LogReader]) -> None:
    LogParcel.objects.filter(reader__in=readers).delete()
    readers.filter(revoked_at=None).update(revoked_at=timezone.now())


def installation_here() -> uuid.UUID:
    """Which installation this is."""
    return installation_uid()
