"""A phone moves to the spare laptop: with a ticket that the first one has given it, used up when it arrives.

What a phone writes with lies in a cookie that no script reads, and cookies stay with an address. So every
answer to a table's phone carries a ticket while a spare laptop is near: who made it had the installation's
key, and the spare laptop has it, too. It names the phone by the hash of its secret; where the phone arrives
it gets a new secret, and the ticket names nobody any more.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from config import spares
from config.database import writing
from tournaments.access import audit, credentials, tablecards
from tournaments.access.tablecards import TableCard
from tournaments.models import Credential, Sitting

HEADER = "Stammtisch-Move"
PARTS = 3
LONGEST = 300


def ticketed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A table's page: while a spare laptop is near, its phones get tickets. Else it costs nothing."""

    @wraps(view)
    def with_ticket(request: HttpRequest, pk: int, **more: Any) -> HttpResponse:
        response = view(request, pk, **more)
        if spares.known() and (secret := request.COOKIES.get(f"{credentials.COOKIE}{int(pk)}")):
            response.headers[HEADER] = ticket(secret, _card(request))
        return response

    return with_ticket


def ticket(secret: str, card: str = "") -> str:
    """For the device with this secret; `card`: which card it has shown."""
    return _signed(f"{credentials.hashed(secret)}~{card}")


def _signed(about: str) -> str:
    return f"{about}~{credentials.mac_of(f'move {about}').hex()[:32]}"


def _card(request: HttpRequest) -> str:
    """The latest card that the device has shown; without a question to the database."""
    for name, value in request.COOKIES.items():
        if name.startswith(tablecards.COOKIE):
            try:
                return tablecards.signer.unsign(value)
            except BadSignature:
                continue
    return ""


def arrive(request: HttpRequest, response: HttpResponse, text: str) -> Sitting | None:
    """Let the phone with this ticket write here. None: it is no ticket, or was used, or is of nobody here."""
    parts = text.split("~")
    if len(parts) != PARTS or len(text) > LONGEST:
        return None
    if not hmac.compare_digest(_signed(f"{parts[0]}~{parts[1]}").encode(), text.encode()):
        return None
    with writing():
        rows = Credential.objects.select_for_update(of=("self",)).select_related("sitting__event")
        device = rows.filter(secret_hash=parts[0], revoked_at=None).first()
        if device is None:
            return None
        secret = credentials.new_secret(device.sitting)
        Credential.objects.filter(pk=device.pk).update(secret_hash=credentials.hashed(secret))
    credentials.remember(response, device.sitting, secret)
    _keep_card(response, device.sitting, parts[1])
    audit.note(request, "device-moved", table=device.sitting_id, device=device.pk)
    return device.sitting


def _keep_card(response: HttpResponse, sitting: Sitting, note: str) -> None:
    """The card that lies on the same table is good for the rounds to come."""
    if sitting.event is None or sitting.number is None:
        return
    card = TableCard(sitting.event, sitting.number)
    if note == tablecards.note_of(card):
        tablecards.keep(response, card)
