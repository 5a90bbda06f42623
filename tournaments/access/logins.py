"""Logging in, in one step or two: a password, then perhaps a second factor; or a passkey alone."""

from __future__ import annotations

import time
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.access import secondfactor
from tournaments.models import Club, ClubAccount, ClubState, Membership, Role

HALF = "half"  # of a login, in the session: the password was right, the second factor is still to come
HALF_COUNTS = 600  # seconds


class Logins(ModelBackend):
    """Accounts with their stamp; whoever is logged in, with his club, by one query."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> ClubAccount | None:
        """The account with this name and password, however its capitals are typed."""
        if username is None or password is None:
            return None
        account = with_club().filter(username__iexact=username.strip()).first()
        if account is None:
            ClubAccount().set_password(password)  # takes as long as if there were one
            return None
        right = account.check_password(password)
        return account if right and self.user_can_authenticate(account) else None

    def get_user(self, user_id: int) -> ClubAccount | None:
        """Who has logged in, unless his account is closed."""
        account = with_club().filter(pk=user_id).first()
        return account if account is not None and self.user_can_authenticate(account) else None


def with_club() -> QuerySet[ClubAccount]:
    """Accounts, and what every page of the desk asks of them."""
    return ClubAccount.objects.select_related("membership__club", "keyring")


def membership_of(account: object) -> Membership | None:
    """What an account is in its club; asked of the database once for each account that was loaded."""
    membership: Membership | None = getattr(account, "membership", None)
    return membership


def why_not(account: ClubAccount) -> str:
    """Why this account cannot log in although its password is right; empty: it can."""
    membership = membership_of(account)
    if membership is None or account.is_superuser or membership.club.state == ClubState.OPEN:
        return ""
    if may_take_back(membership):
        return ""
    return club_sentence(membership.club)


def may_take_back(membership: Membership) -> bool:
    """Is this an owner of a club that leaves, who can still say that it stays?"""
    return membership.club.leaves_at is not None and membership.role == Role.OWNER


def club_sentence(club: Club) -> str:
    """Why nobody of this club comes in."""
    if club.state == ClubState.ASKED:
        sentence = _("{club} has asked for a place here and has not got it yet. Please try again later.")
    else:
        sentence = _(
            "{club} is closed on this server: nobody of it can log in. Its data are kept. Please ask whoever"
            " runs this server."
        )
    return sentence.format(club=club.name or _("The club"))


# --- the second step ------------------------------


def wait_for_second(request: HttpRequest, account: ClubAccount, *, stay: bool, goal: str) -> None:
    """Keep in the session that the password was right, until the second factor comes."""
    request.session.cycle_key()
    request.session[HALF] = {
        "user": account.pk,
        "hash": account.get_session_auth_hash(),
        "at": int(time.time()),
        "stay": stay,
        "goal": goal,
    }


def half_way(request: HttpRequest) -> tuple[ClubAccount, bool, str] | None:
    """Whose password was right a moment ago, whether he wants to stay logged in, and where he was going."""
    half = request.session.get(HALF)
    if not half or time.time() - half["at"] > HALF_COUNTS:
        return None
    account = with_club().filter(pk=half["user"], is_active=True).first()
    if account is None or not constant_time_compare(half["hash"], account.get_session_auth_hash()):
        return None
    return account, half["stay"], half["goal"]


def is_asked_for_second(account: ClubAccount) -> bool:
    """Must this account show a second factor after its password?"""
    return secondfactor.here() and secondfactor.has_any(account)


def owes_second(account: object, membership: Membership | None) -> bool:
    """Does the club want a second factor of this account?"""
    if membership is None or not secondfactor.here() or not membership.club.second_factor:
        return False
    return membership.role == Role.OWNER or bool(getattr(account, "is_superuser", False))
