"""Who did what with rights, files and people's data: one line each in the log, for whoever asks afterwards.

A line names the account, the laptop or a device, the network address, what was done and the numbers of what
it was done to. It never has a name of a person, a key, a code, a password or anything that was typed.
"""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse

from config import logs
from config.security import from_this_machine, visitor_address

logger = logging.getLogger("stammtisch.audit")

TERMINAL = "terminal"
ABOUT = ("event", "action", "status", "actor")


def note(request: HttpRequest | None, what: str, /, **more: object) -> None:
    """Write one line. `more`: `event`, `action`, `status`, and everything else as the object it is about."""
    fields: dict[str, object] = {key: more.pop(key) for key in ABOUT if key in more}
    if more:
        fields["object"] = {
            key: value if isinstance(value, int) else str(value) for key, value in more.items()
        }
    fields.setdefault("actor", who(request))
    logger.info(what, extra={**fields, "address": visitor_address(request) if request else ""})


def at_desk(
    request: HttpRequest, response: HttpResponse, action: str, event: int | None, /, **objects: object
) -> None:
    """What somebody did at the organisers' desk, also where it was refused. Looking at pages is not told."""
    taken_along = "attachment" in response.headers.get("Content-Disposition", "")
    if request.method != "POST" and not taken_along:
        return
    more = {} if event is None else {"event": event}
    note(request, logs.route(request), action=action, status=response.status_code, **more, **objects)


def who(request: HttpRequest | None) -> str:
    """An account, the laptop, or a device somewhere; without a request somebody at the server's terminal."""
    if request is None:
        return TERMINAL
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"account {user.get_username()}"
    phone = getattr(request, "desk_phone", None)
    if phone is not None:
        return f"desk phone {phone.pk}"
    return "laptop" if from_this_machine(request) else "device"
