"""The locks of the tables: one device put out, or new keys for all cards."""

from __future__ import annotations

from django.utils import timezone

from config.database import writing
from tournaments.access import credentials
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import Credential, Event

PUT_OUT, ROTATED = "device_put_out", "keys_rotated"


def put_out(*, event: Event, device: Credential, by: str = "") -> None:
    """This device may only watch from its next request on."""
    with writing():
        if Credential.objects.filter(pk=device.pk, revoked_at__isnull=False).exists():
            return
        credentials.revoke(device)
        round_ = device.sitting.round.number if device.sitting.round else 0
        note(event, PUT_OUT, by=by, round=round_, table=device.sitting.number, device=str(device.pk))


def rotate(*, event: Event, everybody_out: bool = False, by: str = "") -> Event:
    """Other keys and codes for every table: the cards printed so far open nothing.

    Devices that write go on, unless everybody is to come in anew by the new cards.
    """
    with writing():
        fresh = locked(event)
        fresh.key_generation += 1
        fresh.save(update_fields=("key_generation",))
        out = 0
        if everybody_out:
            devices = Credential.objects.filter(sitting__event=event, revoked_at=None)
            out = devices.update(revoked_at=timezone.now())
        note(fresh, ROTATED, by=by, generation=fresh.key_generation, out=out)
    return fresh
