"""A phone as the desk: the laptop shows a code, the phone brings it back and has the rights for one evening.

No account and no password: the code is shown once, counts for ten minutes and for one phone. Afterwards the
phone holds a secret of its own (an HttpOnly cookie) of which only the hash is stored. It can be signed out
at any time, by itself and by the desk, and ends by itself in the morning.
"""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.database import writing
from tournaments.access.accounts import NotSo, may_hand_out, new_code
from tournaments.access.credentials import hashed
from tournaments.access.devices import device_name
from tournaments.access.roles import Part
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.ledger.overnight import end_of_evening
from tournaments.lists import cleaned
from tournaments.models import DeskPhone, Event, Role

COOKIE = "desk-phone"
CODE_GROUPS = 3  # 12 letters of 31: 59 bits, for ten minutes
CODE_COUNTS = datetime.timedelta(minutes=10)
ROLES = (Role.ORGANISER, Role.HELPER)  # nobody owns an event by a phone that is found
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A code that is shown once, and the row it will become a phone in."""

    phone: DeskPhone
    code: str


def invite(*, event: Event, role: Role, name: str, part: Part, by: str = "") -> ShownCode:
    """A code for one phone; raises NotSo. `part` is what the giver is in the event."""
    name = cleaned(name)[:LONGEST_NAME]
    if not name:
        raise NotSo(_("Please enter whose phone it is: the log names it."))
    if role not in ROLES or not may_hand_out(part, role):
        raise NotSo(_("Your account may not do this in this event."))
    code = new_code(CODE_GROUPS)
    with writing():
        event = locked(event)
        phone = DeskPhone.objects.create(
            event=event,
            role=role.value,
            name=name,
            code_hash=hashed(_plain(code)),
            code_until=timezone.now() + CODE_COUNTS,
        )
        note(event, "phone_invited", by=by, phone=str(phone.pk), role=role.value)
    return ShownCode(phone, code)


def pair(*, code: str, label: str) -> tuple[DeskPhone, str] | None:
    """The phone that a code makes of this device, with the secret it keeps; None: no such code (any more)."""
    now = timezone.now()
    with writing():
        waiting = DeskPhone.objects.filter(secret_hash="", ended_at=None, code_until__gte=now)
        phone = waiting.select_related("event").filter(code_hash=hashed(_plain(code))).first()
        if phone is None or phone.event.archived_at is not None:
            return None
        event = locked(phone.event)
        secret = secrets.token_urlsafe(32)
        taken = waiting.filter(pk=phone.pk).update(
            secret_hash=hashed(secret), label=label[:60], until=end_of_evening(now)
        )
        if not taken:  # another device has brought the code first
            return None
        note(event, "phone_came", by=phone.name, phone=str(phone.pk), role=phone.role)
    phone.refresh_from_db()
    return phone, secret


def sign_out(*, phone: DeskPhone, by: str) -> None:
    """The phone has no rights from its next tap on; a code that was not brought back counts no more."""
    with writing():
        event = locked(phone.event)
        open_ = DeskPhone.objects.filter(pk=phone.pk, ended_at=None)
        if open_.update(ended_at=timezone.now()):
            note(event, "phone_signed_out", by=by, phone=str(phone.pk))


def remember(response: HttpResponse, phone: DeskPhone, secret: str) -> None:
    """Hand the secret to the phone, for as long as it counts."""
    response.set_cookie(
        COOKIE,
        secret,
        expires=phone.until,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def phone_of(request: HttpRequest) -> DeskPhone | None:
    """The phone that asks, if it stands in for a desk tonight; looked up once for each request."""
    secret = request.COOKIES.get(COOKIE)
    if not secret:
        return None
    if not hasattr(request, "desk_phone"):
        valid = DeskPhone.objects.filter(secret_hash=hashed(secret), ended_at=None, until__gt=timezone.now())
        request.desk_phone = valid.select_related("event").defer("event__logo").first()  # type: ignore[attr-defined]  # read by the audit too
    phone: DeskPhone | None = request.desk_phone  # type: ignore[attr-defined]
    return phone


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone of the desk, or a code that waits for one, as the page says it."""

    phone: DeskPhone
    kind: str  # Android, iPhone …; empty while the code waits
    counts: bool

    @property
    def waits(self) -> bool:
        """Has nobody brought the code back yet?"""
        return self.counts and not self.kind


def phones_of(event: Event) -> list[PhoneRow]:
    """The phones of an event, those that count first; codes that nobody brought back in time are left out."""
    now = timezone.now()
    came_or_waits = ~Q(secret_hash="") | Q(code_until__gte=now, ended_at=None)
    rows = [
        PhoneRow(
            phone=phone,
            kind=device_name(phone.label) if phone.secret_hash else "",
            counts=phone.ended_at is None and (phone.until is None or phone.until > now),
        )
        for phone in event.phones.filter(came_or_waits)
    ]
    return sorted(rows, key=lambda row: not row.counts)


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()[:40]
