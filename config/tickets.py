"""Who may send a large file: somebody to whom a page of ours has just shown the form for it.

The door reads what arrives before anybody knows who sends it, so a stranger is believed a megabyte and no
more. A ticket in the address of the form says, signed, which account it was made for, until when, and how
much may come; it holds for the browser that is logged in and for nobody who has only seen the address. No
worker need remember it, and no database is asked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

LASTS = 2 * 60 * 60  # seconds: a page that was open for longer is opened again
NAME = "ticket"  # in the address
_SAID = re.compile(r"([0-9]{1,18})\.([0-9]{1,12})\.([0-9]{1,12})\.([0-9a-f]{40})")


@dataclass(frozen=True, slots=True)
class Ticket:
    """What may come, and whose it is."""

    account: int
    most: int  # bytes of the file


def issue(request: HttpRequest, most: int) -> str:
    """For whoever is logged in and looks at this page; "" for everybody else."""
    account = request.user.pk if request.user.is_authenticated else None
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if account is None or not session:
        return ""
    facts = f"{account}.{most}.{int(time.time()) + LASTS}"
    return f"{facts}.{_sign(facts, session)}"


def of_request(request: HttpRequest) -> Ticket | None:
    """The ticket with which this request comes, if it is ours, for this browser and not too old."""
    match = _SAID.fullmatch(request.GET.get(NAME, ""))
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if match is None or not session:
        return None
    account, most, until, signature = match.groups()
    if not hmac.compare_digest(signature, _sign(f"{account}.{most}.{until}", session)):
        return None
    return Ticket(int(account), int(most)) if time.time() < int(until) else None


def _sign(facts: str, session: str) -> str:
    message = f"stammtisch upload {facts} {hashlib.sha256(session.encode()).hexdigest()}"
    return hmac.new(settings.SECRET_KEY.encode(), message.encode(), hashlib.sha256).hexdigest()[:40]
