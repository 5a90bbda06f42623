"""Links of one use: somebody makes an account of a club by it, or chooses another password.

The code of a link is shown once, to whoever made it; only its hash is stored. It travels behind the "#" of
the address, which is in no log and in no Referer; it can be dictated and typed as well.
"""

from __future__ import annotations

import datetime
import enum

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.database import writing
from tournaments.access.accounts import (
    NotSo,
    new_code,
    new_user,
    password_problems,
    raise_stamp,
    save_new,
)
from tournaments.access.credentials import hashed
from tournaments.lists import cleaned
from tournaments.models import Club, ClubAccount, ClubState, Invitation, InvitationKind, Role

CODE_GROUPS = 5  # 20 letters of 31: 99 bits
LONGEST_CODE = 40  # as typed
INVITED_FOR = datetime.timedelta(days=14)
RESET_FOR = datetime.timedelta(hours=24)
FORGOTTEN_FOR = datetime.timedelta(hours=1)
LONGEST_NAME = 60


class LinkState(enum.StrEnum):
    """What a link is still good for."""

    OPEN = "open"
    USED = "used"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    CLOSED = "closed"  # the club is not at home here (any more)


def invite(*, club: Club, role: Role, name: str, by: str, mail: str = "") -> tuple[Invitation, str]:
    """A link by which somebody makes an account of this club, and its code, shown once. Raises NotSo."""
    name = cleaned(name)[:LONGEST_NAME]
    if not name:
        raise NotSo(_("Please enter for whom the link is: the list of open links names it."))
    return _new(
        kind=InvitationKind.ACCOUNT, club=club, role=role, name=name, by=by, mail=mail, good_for=INVITED_FOR
    )


def reset(
    *, user: User, by: str, mail: str = "", good_for: datetime.timedelta = RESET_FOR
) -> tuple[Invitation, str]:
    """A link by which the owner of this account chooses another password, and its code, shown once."""
    return _new(
        kind=InvitationKind.PASSWORD,
        club=None,
        user=user,
        name=user.username[:LONGEST_NAME],
        by=by,
        mail=mail,
        good_for=good_for,
    )


def find_invitation(code: str) -> Invitation | None:
    """The link with this code, whatever has become of it."""
    rows = Invitation.objects.select_related("club", "user__membership__club")
    return rows.filter(code_hash=hashed(plain(code))).first()


def state_of(invitation: Invitation) -> LinkState:
    """What this link is still good for."""
    if invitation.used_at is not None:
        return LinkState.USED
    if invitation.withdrawn_at is not None:
        return LinkState.WITHDRAWN
    if invitation.until <= timezone.now():
        return LinkState.EXPIRED
    if invitation.user is not None and not invitation.user.is_active:
        return LinkState.WITHDRAWN  # the account has been closed meanwhile
    club = club_of(invitation)
    if club is not None and club.state != ClubState.OPEN:
        return LinkState.CLOSED
    return LinkState.OPEN


def club_of(invitation: Invitation) -> Club | None:
    """Whose club the account is of, or will be."""
    if invitation.club is not None or invitation.user is None:
        return invitation.club
    membership = getattr(invitation.user, "membership", None)
    return None if membership is None else membership.club


def use(*, invitation: Invitation, password: str, name: str = "") -> ClubAccount:
    """Make the account, or give it this password; the link is used up by it. Raises NotSo."""
    if invitation.user is None:
        user = new_user(name=name, password=password)
    else:
        user = ClubAccount.objects.get(pk=invitation.user.pk)
        if sentences := password_problems(password, user):
            raise NotSo(*sentences)
        user.set_password(password)
    with writing():
        _take(invitation)
        if invitation.kind == InvitationKind.ACCOUNT and invitation.club_id is not None:
            user.email = invitation.mail  # where the link went, and came back from
            save_new(user, tenant=invitation.club_id, role=Role(invitation.role))
            Invitation.objects.filter(pk=invitation.pk).update(user=user)
        else:
            user.save(update_fields=("password",))
            raise_stamp(user)
            _withdraw(open_rows().filter(user=user, kind=InvitationKind.PASSWORD))
    return user


def withdraw(*, invitation: Invitation) -> None:
    """Nobody can use this link any more."""
    with writing():
        _withdraw(open_rows().filter(pk=invitation.pk))


def forget_mail(*, invitation: Invitation) -> None:
    """It did not go there: whoever gets it in another way has not shown that the address is his."""
    with writing():
        Invitation.objects.filter(pk=invitation.pk).update(mail="")


def open_rows() -> QuerySet[Invitation]:
    """Links that can be used, the newest first."""
    return Invitation.objects.filter(used_at=None, withdrawn_at=None, until__gt=timezone.now())


def open_of(tenant: int) -> QuerySet[Invitation]:
    """Open links of a club: accounts that will be, passwords of those that are."""
    return (
        open_rows()
        .filter(Q(club_id=tenant) | Q(user__membership__club_id=tenant))
        .select_related("user")
        .order_by("-at")
    )


def plain(code: str) -> str:
    """A code as it is compared: without what people put between its letters."""
    return "".join(code.split()).replace("-", "").lower()[:LONGEST_CODE]


def _new(
    *,
    kind: InvitationKind,
    club: Club | None,
    name: str,
    by: str,
    mail: str,
    good_for: datetime.timedelta,
    role: Role | None = None,
    user: User | None = None,
) -> tuple[Invitation, str]:
    code = new_code(CODE_GROUPS)
    with writing():
        invitation = Invitation.objects.create(
            kind=kind.value,
            club=club,
            role="" if role is None else role.value,
            user=user,
            name=name,
            mail=mail,
            code_hash=hashed(plain(code)),
            by=by[:60],
            until=timezone.now() + good_for,
        )
    return invitation, code


def _take(invitation: Invitation) -> None:
    """Whoever is first has it."""
    if not open_rows().filter(pk=invitation.pk).update(used_at=timezone.now()):
        raise NotSo(_("Somebody else has just used this link."))


def _withdraw(rows: QuerySet[Invitation]) -> None:
    rows.update(withdrawn_at=timezone.now())
