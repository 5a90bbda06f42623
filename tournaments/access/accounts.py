"""Accounts of organisers and helpers, and what they are in an event."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from config.database import take_turns, writing
from tournaments.access.roles import Action, Part, may
from tournaments.events.ground.locking import held, is_followed, locked
from tournaments.events.ground.log import note
from tournaments.lists import cleaned
from tournaments.models import FIRST, Club, ClubAccount, Event, Grant, Keyring, Membership, Role

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
GROUPS, GROUP = 4, 4  # 16 letters of 31: 79 bits
LONGEST_NAME = 60


class NotSo(Exception):  # noqa: N818 (an answer, not an error)
    """What was asked for cannot be; `sentences` say why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences


@dataclass(frozen=True, slots=True)
class Handed:
    """An account with a password that is shown once and kept nowhere."""

    user: ClubAccount
    password: str


def logins_here() -> bool:
    """Can anybody log in at all? In a club only where the desk is open to the Wi-Fi."""
    return not settings.PROFILE.club or settings.DESK_IN_WIFI


def new_password() -> str:
    """A password to be written down: `k7mw-3hxe-pq9r-ztn4`."""
    return new_code(GROUPS)


def new_code(groups: int) -> str:
    """Letters by chance that can be written down, in so many groups: `k7mw-3hxe-pq9r`."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(GROUP)) for _group in range(groups))


def find(name: str) -> ClubAccount | None:
    """The account of this name; capitals do not matter."""
    return ClubAccount.objects.filter(username__iexact=cleaned(name)).first()


def find_for(event: Event, name: str) -> ClubAccount | None:
    """The account of this name, as somebody may know it who gives it a part in an event.

    That of another club only by its exact name: clubs may work together, and nobody finds others' by trying.
    """
    user = find(name)
    if user is None or settings.PROFILE.club or user.username == cleaned(name):
        return user
    return user if Membership.objects.filter(user=user, club=event.whose).exists() else None


def create_account(
    *, name: str, password: str = "", owner: bool = False, tenant: int = FIRST, role: Role = Role.HELPER
) -> Handed:
    """A new account of a club; without a password one is made up. Raises NotSo.

    `owner`: it owns all events of the laptop, or runs the server, and is an owner of its club.
    """
    made_up = password or new_password()
    user = new_user(name=name, password=made_up)
    user.is_superuser = owner
    with writing():
        save_new(user, tenant=tenant, role=Role.OWNER if owner else role)
    return Handed(user, made_up)


def new_user(*, name: str, password: str) -> ClubAccount:
    """An account that is not stored yet; raises NotSo. Slow on purpose: before any lock."""
    user = ClubAccount(username=cleaned(name))
    sentences = [*name_problems(user.username), *password_problems(password, user)]
    if sentences:
        raise NotSo(*sentences)
    user.set_password(password)
    return user


def save_new(user: User, *, tenant: int, role: Role) -> None:
    """Store an account with what it is in its club; within a transaction. Raises NotSo."""
    take_turns("accounts")
    if find(user.username) is not None:  # somebody else has made it since we looked
        raise NotSo(_taken())
    user.save()
    Membership.objects.create(user=user, club_id=tenant, role=role.value)


def name_problems(name: str, *, but: int | None = None) -> list[str]:
    """Why an account cannot have this name; `but`: the number of the account that has it already."""
    if not name or len(name) > LONGEST_NAME:
        return [_("The account needs a name of up to 60 letters.")]
    sentences: list[str] = []
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError as refused:
        sentences += refused.messages
    other = find(name)
    return sentences if other is None or other.pk == but else [*sentences, _taken()]


def password_problems(password: str, user: User) -> list[str]:
    """Why this is no good password."""
    try:
        password_validation.validate_password(password, user)
    except ValidationError as refused:
        return list(refused.messages)
    return []


def _taken() -> str:
    return _("There is an account with this name already.")


def renew_password(*, user: ClubAccount) -> Handed:
    """Another made-up password; every session of the account ends."""
    password = new_password()
    set_password(user=user, password=password)
    return Handed(user, password)


def set_password(*, user: User, password: str) -> None:
    """This password from now on; every session of the account ends, by it. Raises NotSo."""
    if sentences := password_problems(password, user):
        raise NotSo(*sentences)
    user.set_password(password)
    with writing():
        user.save(update_fields=["password"])


def remember_language(*, user: User, language: str) -> None:
    """In which language its owner reads, for mails."""
    if settings.PROFILE.club or Keyring.objects.filter(user=user, language=language).exists():
        return  # a laptop sends none
    with writing():
        Keyring.objects.update_or_create(user=user, defaults={"language": language})


def set_mail(*, user: User, mail: str, before: str | None = None) -> bool:
    """Where its mails go from now on; `before`: only if they went there until now."""
    with writing():
        rows = User.objects.filter(pk=user.pk, is_active=True)
        return (rows if before is None else rows.filter(email=before)).update(email=mail) == 1


def require_second_factor(*, tenant: int, on: bool) -> None:
    """Must the owners of this club have a second factor?"""
    with writing():
        Club.objects.filter(pk=tenant).update(second_factor=on)


def make_owner(*, user: User) -> None:
    """Let an account run the installation, and own all events of the first club, or of the one it is of."""
    with writing():
        User.objects.filter(pk=user.pk).update(is_superuser=True, is_active=True)
        Membership.objects.get_or_create(user=user, defaults={"club_id": FIRST, "role": Role.OWNER.value})
        Membership.objects.filter(user=user).update(role=Role.OWNER.value)


def switch(*, user: User, on: bool) -> None:
    """Let an account log in, or no longer. What it has written stays. Raises NotSo for the last owner."""
    with writing():
        if not on:
            _leave_an_owner(user)
            raise_stamp(user)  # opened again, it does not find itself logged in
        User.objects.filter(pk=user.pk).update(is_active=on)


def rename(*, user: User, name: str) -> None:
    """Another name; what was written before keeps the old one. Raises NotSo."""
    name = cleaned(name)
    if sentences := name_problems(name, but=user.pk):
        raise NotSo(*sentences)
    with writing():
        take_turns("accounts")
        other = find(name)
        if other is not None and other.pk != user.pk:
            raise NotSo(_taken())
        User.objects.filter(pk=user.pk).update(username=name)


def change_role(*, user: User, role: Role) -> None:
    """What an account is in its club, from its next click on. Raises NotSo for the last owner."""
    with writing():
        if role != Role.OWNER:
            _leave_an_owner(user)
        Membership.objects.filter(user=user).update(role=role.value)


def remove(*, user: User, by: str = "") -> None:
    """An account goes, with its parts in events. What it has written stays, under its name. Raises NotSo."""
    with writing():
        _leave_an_owner(user)
        for grant in Grant.objects.filter(user=user).select_related("event"):
            event = held(grant.event)
            grant.delete()
            if is_followed(event):
                continue  # its log is written elsewhere
            note(event, "grant_taken", by=by, account=user.username, role=grant.role)
        User.objects.filter(pk=user.pk).delete()


def _leave_an_owner(user: User) -> None:
    """Raises NotSo where nobody would be left to run the club. A laptop itself owns everything of its own."""
    if settings.PROFILE.club:
        return
    membership = Membership.objects.filter(user=user, role=Role.OWNER.value).first()
    if membership is None:
        return
    take_turns(f"owners {membership.club_id}")
    others = Membership.objects.filter(
        club=membership.club_id, role=Role.OWNER.value, user__is_active=True
    ).exclude(user=user)
    if not others.exists():
        raise NotSo(
            _("{name} is the last owner of the club. Make somebody else an owner first.").format(
                name=user.get_username()
            )
        )


def end_sessions(*, user: User) -> None:
    """Log the account out everywhere, on all machines of the installation."""
    with writing():
        raise_stamp(user)


def raise_stamp(user: User) -> None:
    """No session from before counts any more; within a transaction. One row, however many there are."""
    Keyring.objects.get_or_create(user_id=user.pk)
    Keyring.objects.filter(user=user).update(stamp=F("stamp") + 1)


# --- what an account is in an event ------------------------------


def may_hand_out(part: Part, role: Role) -> bool:
    """May somebody who is this part make others this, or take it from them?"""
    return may(part, Action.MANAGE_HELPERS if role == Role.HELPER else Action.MANAGE_ORGANISERS)


def roles_for(part: Part) -> list[Role]:
    """What somebody who is this part may make others, the least first."""
    return [role for role in (Role.HELPER, Role.ORGANISER, Role.OWNER) if may_hand_out(part, role)]


def grants_of(event: Event) -> QuerySet[Grant]:
    """All accounts of an event."""
    return Grant.objects.filter(event=event).select_related("user").order_by("user__username")


def give(*, event: Event, user: User, role: Role, part: Part, by: str = "") -> Grant:
    """Make an account something in an event; raises NotSo. `part` is what the giver is."""
    with writing():
        event = locked(event)
        before = Grant.objects.filter(event=event, user=user).first()
        if not may_hand_out(part, role) or (before and not may_hand_out(part, Role(before.role))):
            raise NotSo(_("Your account may not do this in this event."))
        grant, _new = Grant.objects.update_or_create(event=event, user=user, defaults={"role": role.value})
        note(event, "grant_given", by=by, account=user.username, role=role.value)
    return grant


def take(*, grant: Grant, part: Part, by: str = "") -> None:
    """Take an account's role in an event away; raises NotSo."""
    with writing():
        locked(grant.event)
        now = Grant.objects.filter(pk=grant.pk).first()
        if now is None:  # somebody else has taken it already
            return
        if not may_hand_out(part, Role(now.role)):
            raise NotSo(_("Your account may not do this in this event."))
        now.delete()
        note(grant.event, "grant_taken", by=by, account=grant.user.username, role=grant.role)
