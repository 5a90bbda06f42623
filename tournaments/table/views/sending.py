"""Hands that a phone has kept until the laptop answered: what it sends with them, and what it is told.

The phone's side is `static/outbox.js`. It takes an answer for ours only if it names the hand that was sent.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse

from scoring import columns_for
from scoring.flat import BETWEEN_ITEMS, to_flat
from tournaments import ledger
from tournaments.access.requests import OUTBOX
from tournaments.ledger.appending import Origin
from tournaments.ledger.receipts import receipt_of
from tournaments.models import Entry, Sitting, Via

SAVED = "Stammtisch-Entry"
REFUSED = "Stammtisch-Refused"
LATER = (ledger.OutOfOrder.code, ledger.EventFollowed.code)
"""Refusals after which the hand stays on the phone: it goes in by itself once the hand before it has come, or
at the laptop that leads."""
LATEST_CLAIM = datetime.datetime(9000, 1, 1, tzinfo=datetime.UTC).timestamp()


def from_outbox(request: HttpRequest) -> bool:
    """Was this sent by a page's script, which wants to know what became of exactly this hand?"""
    return OUTBOX in request.headers


def how_it_came(request: HttpRequest, origin: Origin) -> Origin:
    """Who writes, with what his phone says: when the hand was typed, that another phone has passed it on."""
    origin["claimed_at"] = _claimed_at(request.POST.get("claimed", ""))
    if request.POST.get("via") == Via.HANDOVER and origin.get("via") == Via.OWN:
        origin["via"] = Via.HANDOVER
    return origin


def _claimed_at(text: str) -> datetime.datetime | None:
    """The phone's clock, in milliseconds since 1970. It may say anything."""
    if not (text.isascii() and text.isdigit() and len(text) < 16) or int(text) / 1000 > LATEST_CLAIM:
        return None
    return datetime.datetime.fromtimestamp(int(text) / 1000, datetime.UTC)


def filled_ahead(
    request: HttpRequest, sitting: Sitting, asked: uuid.UUID, number: int | None, cells: Mapping[str, str]
) -> dict[str, str]:
    """The answers with those that the page could not know beforehand while it had no answer from here.

    A form for the hand after one that is still on its way has no dealer: who deals, only the laptop can say.
    `ahead` names such questions. A hand that has been saved says the same again.
    """
    parts = request.POST.getlist("ahead")
    names = {name for part in parts for name in part.split(BETWEEN_ITEMS)} - set(cells)
    if not names or number is None or number < 1:
        return dict(cells)
    game, table = sitting.game_value(), ledger.table_of(sitting, number)
    saved = Entry.objects.filter(pk=asked, sitting=sitting).first()
    known = saved.payload if saved else game.prefill(ledger.so_far_before(sitting, number), table)
    flat = to_flat(columns_for(game, table), known)
    return {**cells, **{name: cell for name, cell in flat.items() if name in names}}


def sign(response: HttpResponse, asked: uuid.UUID, entry: Entry) -> HttpResponse:
    """Say that this hand is on the sheet; `entry` is what stands there for it."""
    response.headers[SAVED] = f"{asked} {entry.seq} {receipt_of(entry)}"
    return response


def say_why(request: HttpRequest, response: HttpResponse, refused: ledger.Refused | None) -> HttpResponse:
    """Say why this hand stays on the phone for now, in a program's word."""
    if refused is not None and refused.code in LATER and from_outbox(request):
        response.headers[REFUSED] = refused.code
    return response
