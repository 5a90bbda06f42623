"""Whose phone writes at which seat: a seat has one phone that enters hands.

A free seat is one tap. A taken one is got with its PIN, which stands on the phone that has it, or when
somebody of the table or of the desk agrees; the phone that had it watches from then on. The phone of the
whole table belongs to nobody in particular; its place counts as a seat in a hall. At a quick evening any
number of phones may belong to nobody: its code is shown only by phones that write there.

A credential keeps its seat for ever once something was written with it, for the history is read by it.
Whoever changes gets another one.
"""

from __future__ import annotations

import hmac
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from config.database import writing
from tournaments.access import audit, credentials
from tournaments.access.credentials import device_id, hashed, new_secret
from tournaments.models import Credential, Entry, SeatRequest, SheetHead, Sitting

PIN_DIGITS = 6
PIN_TRIES = 5
OPEN_REQUESTS = 5  # of one table: who floods it with questions gets no further
COOKIE = "asks-"  # and the table's number: the secret of a device that waits for an answer


class SeatTaken(Exception):  # noqa: N818
    """Another phone writes there."""


class TooManyRequests(Exception):  # noqa: N818
    """Enough phones are waiting at this table."""


class WrongPin(Exception):  # noqa: N818
    """That is not the PIN of the seat; `left`: how often it may still be tried."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat that a device has got; `secret` is a new one, or none where the device keeps its own."""

    credential: Credential
    secret: str = ""
    replaced: tuple[Credential, ...] = ()


def writers(sitting: Sitting) -> list[Credential]:
    """The devices that may write at a table, the oldest first."""
    return list(Credential.objects.filter(sitting=sitting, revoked_at=None, replaced_by=None))


def in_the_way(
    there: Sequence[Credential], sitting: Sitting, seat: int | None, device: Credential | None
) -> list[Credential]:
    """Who writes at this seat, besides the device that wants it; where one phone writes for all, who does."""
    others = [other for other in there if device is None or other.pk != device.pk]
    if one_phone(sitting):
        return others
    if seat is None and sitting.event_id is None:
        return []
    return [other for other in others if other.seat == seat]


def one_phone(sitting: Sitting) -> bool:
    """Do the organisers want one phone at each table to write for everybody?"""
    return sitting.event is not None and bool(sitting.event.settings.get("one_phone"))


def let_in_first(request: HttpRequest, response: HttpResponse, sitting: Sitting, label: str) -> bool:
    """The first device at a table of the hall writes at once; False: somebody writes there already."""
    with writing():
        _lock(sitting)
        if writers(sitting):
            return False
        credentials.let_in(request, response, sitting, label)
    return True


def take(sitting: Sitting, seat: int | None, device: Credential | None, label: str) -> Claim:
    """A seat that is free; raises SeatTaken."""
    with writing():
        _lock(sitting)
        if in_the_way(writers(sitting), sitting, seat, device):
            raise SeatTaken
        return _sit_down(sitting, seat, device, label)


def take_over(sitting: Sitting, seat: int | None, device: Credential | None, label: str, pin: str) -> Claim:
    """A seat that another device has, with the PIN that stands on that one; raises WrongPin."""
    with writing():
        _lock(sitting)
        there = in_the_way(writers(sitting), sitting, seat, device)
        right = not there or any(
            other.pin_tries < PIN_TRIES and hmac.compare_digest(pin_of(other), _digits(pin))
            for other in there
        )
        if right:
            return _sit_down(sitting, seat, device, label, there)
        Credential.objects.filter(pk__in=[other.pk for other in there]).update(pin_tries=F("pin_tries") + 1)
        left = PIN_TRIES - 1 - min(other.pin_tries for other in there)
    raise WrongPin(max(0, left))


def _sit_down(
    sitting: Sitting,
    seat: int | None,
    device: Credential | None,
    label: str,
    there: Sequence[Credential] = (),
    secret_hash: str = "",
) -> Claim:
    """The device has the seat now; who had it watches."""
    secret = ""
    if device is not None and not secret_hash and not Entry.objects.filter(credential=device).exists():
        Credential.objects.filter(pk=device.pk).update(seat=seat)
        device.seat, claimed = seat, device
    elif device is not None and not secret_hash and device.seat == seat:
        claimed = device
    else:
        if not secret_hash:
            secret = new_secret(sitting)
            secret_hash = hashed(secret)
        claimed = Credential.objects.create(
            pk=device_id(secret_hash),
            sitting=sitting,
            seat=seat,
            secret_hash=secret_hash,
            label=label[:60],
            seen_seq=_seen(sitting, [*there, *([] if device is None else [device])]),
        )
        if device is not None:
            Credential.objects.filter(pk=device.pk, revoked_at=None).update(revoked_at=timezone.now())
    others = [other.pk for other in there]
    Credential.objects.filter(pk__in=others).update(replaced_by=claimed)
    return Claim(claimed, secret, tuple(there))


def _seen(sitting: Sitting, before: Sequence[Credential]) -> int:
    """What of the organisers' corrections was read by those whose place it takes; to a new one they are no
    news."""
    seen = [device.seen_seq for device in before]
    heads = SheetHead.objects.filter(sitting=sitting).values_list("head_seq", flat=True)
    return min(seen) if seen else heads.first() or 0


# --- asking ------------------------------------------------------------------------------------------


def ask(sitting: Sitting, seat: int | None, device: Credential | None, label: str) -> tuple[SeatRequest, str]:
    """A device without the PIN waits for somebody's yes; with the secret it will write with.

    Raises TooManyRequests.
    """
    secret = secrets.token_urlsafe(32)
    with writing():
        _lock(sitting)
        waiting = requests_at(sitting)
        if len(waiting) >= OPEN_REQUESTS:
            raise TooManyRequests
        taken = {request.number for request in waiting}
        free = [number for number in range(1000, 10_000) if number not in taken]
        request = SeatRequest.objects.create(
            sitting=sitting,
            seat=seat,
            number=secrets.choice(free),
            secret_hash=hashed(secret),
            label=label[:60],
            asking=device,
        )
    return request, secret


def requests_at(sitting: Sitting) -> list[SeatRequest]:
    """Who waits for an answer, the first one first."""
    return list(SeatRequest.objects.filter(sitting=sitting, answered_at=None))


def answer(sitting: Sitting, key: uuid.UUID, *, yes: bool) -> SeatRequest | None:
    """Somebody of the table or the desk has said yes or no; None where nobody asks that any more."""
    with writing():
        _lock(sitting)
        open_ = SeatRequest.objects.filter(sitting=sitting, answered_at=None)
        request = open_.select_related("asking").filter(pk=key).first()
        if request is None:
            return None
        if yes:
            device = request.asking
            there = in_the_way(writers(sitting), sitting, request.seat, device)
            claim = _sit_down(sitting, request.seat, device, request.label, there, request.secret_hash)
            request.granted = claim.credential
        request.answered_at = timezone.now()
        request.save(update_fields=("answered_at", "granted"))
    return request


def own_request(request: HttpRequest, sitting: Sitting) -> tuple[SeatRequest, str] | None:
    """What this device has asked for at this table, with its secret."""
    secret = request.COOKIES.get(f"{COOKIE}{sitting.pk}")
    if not secret:
        return None
    asked = SeatRequest.objects.select_related("granted").filter(sitting=sitting, secret_hash=hashed(secret))
    return next(((row, secret) for row in asked), None)


def withdraw(asked: SeatRequest) -> None:
    """The device does not ask any more."""
    with writing():
        SeatRequest.objects.filter(pk=asked.pk, answered_at=None).update(answered_at=timezone.now())


def wait(response: HttpResponse, sitting: Sitting, secret: str) -> None:
    """Give the device what it will write with once somebody has said yes."""
    credentials.keep_secret(response, f"{COOKIE}{sitting.pk}", secret)


def come_in(request: HttpRequest, response: HttpResponse, sitting: Sitting, secret: str) -> None:
    """Somebody has said yes: the secret that waited is now the one to write with."""
    credentials.remember(response, sitting, secret)
    response.delete_cookie(f"{COOKIE}{sitting.pk}")


# --- the PIN ------------------------------------------------------------------------------------------


def pin_of(credential: Credential) -> str:
    """Six digits that stand on the phone which has the seat. They are stored nowhere."""
    number = int.from_bytes(credentials.mac_of(f"pin {credential.pk}")[:8])
    return f"{number % 10**PIN_DIGITS:0{PIN_DIGITS}}"


def spoken(pin: str) -> str:
    """In two groups, as it is read aloud."""
    return f"{pin[: PIN_DIGITS // 2]} {pin[PIN_DIGITS // 2 :]}"


def _digits(attempt: str) -> str:
    return "".join(letter for letter in attempt[:40] if letter.isascii() and letter.isdigit())


def _lock(sitting: Sitting) -> None:
    """Two devices that want one seat take turns."""
    if connection.features.has_select_for_update:
        list(SheetHead.objects.select_for_update().filter(sitting=sitting.pk).values_list("pk"))


def note(request: HttpRequest, sitting: Sitting, claim: Claim) -> None:
    """A line for whoever asks later which device got in when."""
    event = {} if sitting.event_id is None else {"event": sitting.event_id}
    what = "seat-taken-over" if claim.replaced else "seat-claimed"
    more: Mapping[str, object] = {"seat": claim.credential.seat or 0, "device": claim.credential.pk}
    audit.note(request, what, table=sitting.pk, **more, **event)


def note_grant(request: HttpRequest, sitting: Sitting, asked: SeatRequest) -> None:
    """The same where somebody has said yes."""
    event = {} if sitting.event_id is None else {"event": sitting.event_id}
    device = asked.granted_id or ""
    audit.note(request, "seat-granted", table=sitting.pk, seat=asked.seat or 0, device=device, **event)
