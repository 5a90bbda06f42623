"""Who may write where: a device holds a credential for one table; everybody may watch.

The QR code on a table carries its key in the URL fragment, which never reaches a log. It is exchanged
once, by POST, for a secret of this device (an HttpOnly cookie); only its hash is stored. Keys and codes
are derived from the installation's secret, so that they can be printed again and are stored nowhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import uuid
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, CharField, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from config import addresses
from config.database import writing
from config.prepared import Given, Prepared
from tournaments.access import audit
from tournaments.ledger.recovering import NOBODYS
from tournaments.models import LARGE, Credential, Epoch, Event, SeatRequest, SheetHead, Sitting

KEY_LENGTH = 26  # base32: 130 bit
PROOF_LENGTH = 16  # base32: 80 bit
CODE_LENGTH = 8  # base32: 40 bit, typed by hand and rate-limited
COOKIE = "table-"  # and the table's number
MOST_OF_A_DEVICE = 100  # tables whose secrets are looked at together
COOKIE_AGE = 60 * 24 * 3600
ALONG = ("sheethead", "event", "round")  # read together with a table


def table_key(sitting: Sitting) -> str:
    """What the QR code carries: lets a device claim this table. At an event it is the key of the card."""
    if sitting.event is not None:
        return event_table_key(sitting.event, sitting.number or 0)
    return _derived("key", sitting)[:KEY_LENGTH]


def typed_code(sitting: Sitting) -> str:
    """The same for people without a camera, in two groups of four."""
    if sitting.event is not None:
        return event_typed_code(sitting.event, sitting.number or 0)
    return _grouped(_derived("code", sitting))


def typed_number(sitting: Sitting) -> int:
    """The number that is typed together with the code: in a hall that of the table."""
    return sitting.number or sitting.pk


def event_table_key(event: Event, number: int) -> str:
    """What the QR code on the card of a table in the hall carries. It is valid for the whole event: the round
    that is open decides which sheet it leads to."""
    return _derived_for_event("key", event, number)[:KEY_LENGTH]


def event_typed_code(event: Event, number: int) -> str:
    """The same for people without a camera, in two groups of four; typed together with the table's number."""
    return _grouped(_derived_for_event("code", event, number))


def _grouped(derived: str) -> str:
    return f"{derived[: CODE_LENGTH // 2]}-{derived[CODE_LENGTH // 2 : CODE_LENGTH]}"


def _derived(purpose: str, sitting: Sitting) -> str:
    return _mac(f"{purpose} {sitting.pk} {sitting.key_generation} {sitting.created_at.isoformat()}")


def _derived_for_event(purpose: str, event: Event, number: int) -> str:
    created = event.created_at.isoformat()
    return _mac(f"event {purpose} {event.pk} {number} {event.key_generation} {created}")


def _mac(message: str) -> str:
    return base64.b32encode(mac_of(message)).decode()


def mac_of(message: str) -> bytes:
    """What only this installation can compute."""
    secret = settings.SECRET_KEY.encode()
    return hmac.new(secret, f"stammtisch {message}".encode(), hashlib.sha256).digest()


def opens(sitting: Sitting, attempt: str) -> bool:
    """Is this the table's key or its typed code? Small letters, spaces and the digits 0, 1, 8 for the
    letters they look like are forgiven."""
    return _is_one_of(attempt, table_key(sitting), typed_code(sitting))


def event_opens(event: Event, number: int, attempt: str) -> bool:
    """Is this what stands on the card of this table in the hall? As forgiving as `opens`."""
    return _is_one_of(attempt, event_table_key(event, number), event_typed_code(event, number))


def _is_one_of(attempt: str, *wanted: str) -> bool:
    plain = "".join(attempt.split()).replace("-", "").upper().translate(str.maketrans("018", "OIB"))
    matches = [hmac.compare_digest(plain.encode(), code.replace("-", "").encode()) for code in wanted]
    return any(matches)


def is_key(attempt: str) -> bool:
    """Came this from a camera? Nobody types a key, and nobody guesses one."""
    return len(attempt) == KEY_LENGTH


def let_in(request: HttpRequest, response: HttpResponse, sitting: Sitting, label: str) -> None:
    """From now on this device may write at this table."""
    secret = claim(sitting, label)
    remember(response, sitting, secret)
    device = Credential.objects.get(secret_hash=hashed(secret))
    event = {} if sitting.event_id is None else {"event": sitting.event_id}
    audit.note(request, "table-claimed", table=sitting.pk, device=device.pk, **event)


def claim(sitting: Sitting, label: str = "") -> str:
    """A new credential for this table; returns the device's secret, which is not kept."""
    secret = new_secret(sitting)
    with writing():
        heads = SheetHead.objects.filter(sitting=sitting).values_list("head_seq", flat=True)
        Credential.objects.create(
            pk=device_id(hashed(secret)),
            sitting=sitting,
            secret_hash=hashed(secret),
            label=label[:60],
            seen_seq=heads.first() or 0,  # what was put right before is no news to it
        )
    return secret


def new_secret(sitting: Sitting) -> str:
    """For a device that is let in: it proves by itself that it was (`bring_back`)."""
    token = secrets.token_urlsafe(24)
    return token + _proof(sitting, token)


def bring_back(request: HttpRequest, sitting: Sitting) -> bool:
    """After a restore: let a device in again that was let in here and that the copy does not know.

    Its secret proves it, and says which row was its own. Whoever was put out before the copy was made stays
    out; who was put out after it has to be put out once more.
    """
    secret = request.COOKIES.get(cookie_name(sitting), "")
    token, proof = secret[:-PROOF_LENGTH], secret[-PROOF_LENGTH:]
    if not token or not hmac.compare_digest(proof.encode(), _proof(sitting, token).encode()):
        return False
    with writing():
        if not Epoch.objects.filter(settled_at=None).exists():
            return False
        if Credential.objects.filter(secret_hash=hashed(secret)).exists():
            return False  # it is known, perhaps under the name it had on another laptop
        facts = {"secret_hash": hashed(secret), "revoked_at": None}
        key = device_id(hashed(secret))
        there = Credential.objects.filter(pk=key)
        row = there.first()
        if row is None:
            Credential.objects.create(pk=key, sitting=sitting, **facts)
        elif row.secret_hash.startswith(NOBODYS) and row.sitting_id == sitting.pk:
            there.update(**facts)
        else:
            return False
    audit.note(request, "device-back", table=sitting.pk, device=key)
    return True


def _proof(sitting: Sitting, token: str) -> str:
    """That a secret was given out by this installation, for this very sheet."""
    return _mac(f"device {sitting.pk} {sitting.created_at.isoformat()} {token}")[:PROOF_LENGTH]


def device_id(secret_hash: str) -> uuid.UUID:
    """The same for the same secret, also after the row has been forgotten."""
    return uuid.UUID(bytes=hashlib.sha256(f"device {secret_hash}".encode()).digest()[:16], version=4)


def remember(response: HttpResponse, sitting: Sitting, secret: str) -> None:
    """Hand the secret to the device."""
    keep_secret(response, cookie_name(sitting), secret)


def keep_secret(response: HttpResponse, name: str, secret: str) -> None:
    """A secret in a cookie that no script reads."""
    response.set_cookie(
        name,
        secret,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def cookie_name(sitting: Sitting) -> str:
    return f"{COOKIE}{sitting.pk}"


def credential_of(request: HttpRequest, sitting: Sitting) -> Credential | None:
    """This device's right to write at a table that has been found already."""
    device = arrive(request, sitting.pk).device
    return None if device is None or device.replaced_by_id is not None else device


@dataclass(frozen=True, slots=True)
class TableArrival:
    """A table, and what a device has there; perhaps another one has taken its seat over meanwhile."""

    sitting: Sitting | None
    device: Credential | None = None
    asked: int | None = None  # the number of a phone that waits for somebody's yes


def _devices() -> QuerySet[Credential]:
    """The device with this secret, with its table and what is read along with it; the hash is unique."""
    table, secret = Given("table", BigIntegerField()), Given("secret", CharField())
    here = Credential.objects.filter(sitting=table, secret_hash=secret, revoked_at__isnull=True).order_by()
    along, large = ([f"sitting__{name}" for name in names] for names in (ALONG, LARGE))
    waiting = SeatRequest.objects.filter(sitting=OuterRef("sitting"), answered_at=None)
    here = here.annotate(asked=Subquery(waiting.values("number")[:1]))
    return here.select_related(*along).defer(*large)


DEVICE = Prepared(_devices)
TABLE = Prepared(
    lambda: (
        Sitting.objects.select_related(*ALONG)
        .defer(*LARGE)
        .filter(pk=Given("table", BigIntegerField()))
        .order_by()
    )
)


def arrive(request: HttpRequest, pk: int) -> TableArrival:
    """The table with its head, and this device's right to write at it; in one query for its own devices."""
    secret = request.COOKIES.get(f"{COOKIE}{pk}")
    if secret:
        device: Any = DEVICE.ask_first(table=int(pk), secret=hashed(secret))
        if device is not None:
            return TableArrival(device.sitting, device, device.asked)
    return TableArrival(TABLE.ask_first(table=int(pk)))


def table_now(sitting: Sitting) -> Sitting:
    """A table that was read before, with its head, event and round as they are now."""
    now = TABLE.ask_first(table=sitting.pk)
    return sitting if now is None else now


def own_devices(request: HttpRequest) -> QuerySet[Credential]:
    """All that this device may write with, whichever tables they are of."""
    secrets_here = [secret for name, secret in request.COOKIES.items() if name.startswith(COOKIE)]
    hashes = [hashed(secret) for secret in secrets_here[:MOST_OF_A_DEVICE]]
    return Credential.objects.filter(secret_hash__in=hashes, revoked_at__isnull=True)


def has_seen(credential: Credential, seq: int) -> None:
    """What organisers have changed up to this entry has been read on this device."""
    with writing():
        Credential.objects.filter(pk=credential.pk, seen_seq__lt=seq).update(seen_seq=seq)


def revoke(credential: Credential) -> None:
    """This device may only watch from its next request on."""
    with writing():
        Credential.objects.filter(pk=credential.pk).update(revoked_at=timezone.now())


def hashed(secret: str) -> str:
    """What is stored of a secret: who reads the database still cannot write."""
    return hashlib.sha256(secret.encode()).hexdigest()


def public_base(request: HttpRequest) -> str:
    """The address other devices reach this server at, without a slash at the end.

    Host names are checked before a view runs. Somebody who looks from the laptop itself sees `localhost`;
    phones need its address in the Wi-Fi. A server is reached by the name it was called by.
    """
    host = request.get_host()
    if not settings.PROFILE.club:
        return f"{request.scheme}://{host}"
    name, colon, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
    if addresses.is_loopback(name.strip("[]")) or name == "localhost":
        name = next(iter(addresses.own_addresses()), name)
    return f"{request.scheme}://{name}{colon}{port}"


def join_address(request: HttpRequest, sitting: Sitting) -> str:
    """What the table's QR code says."""
    if sitting.event is not None:
        return event_join_address(request, sitting.event, sitting.number or 0)
    return f"{public_base(request)}/j#{sitting.pk}-{table_key(sitting)}"


def watch_address(request: HttpRequest, sitting: Sitting) -> str:
    """Where everybody it is given to may look on."""
    return public_base(request) + reverse("table", args=[sitting.pk])


def event_join_address(request: HttpRequest, event: Event, number: int) -> str:
    """What the QR code on a table's card says, in every round of the event."""
    return f"{public_base(request)}/j#e{event.pk}.{number}-{event_table_key(event, number)}"
