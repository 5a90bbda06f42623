"""The door of a club on a server: who may open a table for an evening there.

In a club's own network everybody is a guest of the club. On a server everybody would be a guest of everybody;
so each club has a door: a link with a code, which the club hangs up or sends to its people. Whoever came
through it is to this club what somebody in its Wi-Fi is to a laptop, and nothing to the other clubs. The code
is derived from the installation's secret; a new one makes the old ones worthless, and cookies made by them.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from config.allowances import Quota
from config.database import writing
from tournaments.access import credentials, desk
from tournaments.access.accounts import GROUP, LETTERS
from tournaments.access.allowances import quotas_of, tables_of_a_day
from tournaments.models import Club, ClubState, Doors

GROUPS = 3  # 12 letters of 31: 59 bits, typed by hand and rate-limited
COOKIE = "club-door"
COOKIE_AGE = 30 * 24 * 3600


def code_of(club: Club) -> str:
    """What opens a club's door: `k7mw-3hxe-pq9r`."""
    return _code(club.uid.hex, club.door_generation, settings.SECRET_KEY)


@lru_cache(maxsize=16384)
def _code(uid: str, generation: int, _secret: str) -> str:
    rest = int.from_bytes(credentials.mac_of(f"door {uid} {generation}"))
    letters = []
    for _letter in range(GROUPS * GROUP):
        rest, letter = divmod(rest, len(LETTERS))
        letters.append(LETTERS[letter])
    return "-".join("".join(letters[start : start + GROUP]) for start in range(0, len(letters), GROUP))


def address_of(request: HttpRequest, club: Club) -> str:
    """The club's link; what follows # reaches no log."""
    return f"{credentials.public_base(request)}{reverse('door')}#{code_of(club)}"


def behind(code: str) -> Club | None:
    """The club whose door this code opens; capitals, spaces and dashes do not matter."""
    plain = "".join(code.split()).replace("-", "").casefold().encode()
    opened = None
    # All of them are looked at, so that the time it takes says nothing.
    for club in Club.objects.filter(state=ClubState.OPEN, doors=Doors.LINK).only("uid", "door_generation"):
        if hmac.compare_digest(code_of(club).replace("-", "").encode(), plain):
            opened = club
    return opened


def let_in(response: HttpResponse, club: Club) -> None:
    """From now on this device is a guest of the club."""
    response.set_cookie(
        COOKIE,
        signing.dumps([club.pk, club.door_generation], salt=COOKIE),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def club_of(request: HttpRequest) -> Club | None:
    """The club of a server in which this visitor may open tables: by an account, or through its door.

    None on a laptop: there is one club, and everybody in its network is its guest.
    """
    if not hasattr(request, "club_door"):
        request.club_door = None if settings.PROFILE.club else _club_of(request)  # type: ignore[attr-defined]
    club: Club | None = request.club_door  # type: ignore[attr-defined]
    return club


def _club_of(request: HttpRequest) -> Club | None:
    actor = desk.actor_of(request)
    if actor is not None and actor.club is not None:
        open_doors = Club.objects.filter(state=ClubState.OPEN).exclude(doors=Doors.NOBODY)
        club = open_doors.filter(pk=actor.club).first()
        if club is not None:
            return club
    return _club_of_cookie(request.COOKIES.get(COOKIE, ""))


def _club_of_cookie(cookie: str) -> Club | None:
    if not cookie:
        return None
    try:
        content: Any = signing.loads(cookie, salt=COOKIE, max_age=COOKIE_AGE)
        number, generation = content
    except (signing.BadSignature, TypeError, ValueError):
        return None
    club = Club.objects.filter(pk=number, state=ClubState.OPEN, doors=Doors.LINK).first()
    return club if club is not None and club.door_generation == generation else None


def tables_left(club: Club) -> int | None:
    """How many tables may still be opened in this club today; None: as many as it likes."""
    most = quotas_of(club)[Quota.TABLES]
    return max(0, most - tables_of_a_day().filter(tenant=club).count()) if most else None


# --- at the desk of the club ------------------------------


def renew(club: Club) -> None:
    """Another link and code; whoever came by the old ones comes in anew."""
    with writing():
        Club.objects.filter(pk=club.pk).update(door_generation=F("door_generation") + 1)


def change(club: Club, doors: Doors) -> None:
    """Who may open tables from now on."""
    with writing():
        Club.objects.filter(pk=club.pk).update(doors=doors.value)
