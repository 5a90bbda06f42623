"""Clubs: to which of them people, events, tables and rule sets belong, and who works for them.

A laptop has one club and notices nothing of this. On a federation's server there are many, each at home.
The word `club` beside a person or an event is a label somebody typed; whose it is says `tenant`.
"""

from __future__ import annotations

import enum
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

from tournaments.models.stored import Raw

FIRST = 1
"""The club that every database has: the laptop's own, or the federation's."""
SAMPLE = -1
"""The club that a laptop makes up so that there is something to look at: what belongs to it is a sample.

It has people, events and a season of its own, so nothing of it can get among those of the first one."""


class ClubState(enum.StrEnum):
    """Is a club at home on this server?"""

    ASKED = "asked"  # somebody has asked for a place; nobody of it comes in yet
    OPEN = "open"
    CLOSED = "closed"  # its accounts log in no more, its pages are gone; its data are still here


class Doors(enum.StrEnum):
    """Who may open a table for an evening without an event, on a federation's server."""

    LINK = "link"  # whoever has the club's link or code, and its accounts
    ACCOUNTS = "accounts"
    NOBODY = "nobody"


class Club(models.Model):
    """A club at home on this installation."""

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=40, unique=True)  # in its address
    name = models.CharField(max_length=120, blank=True)  # empty: the only one, which needs none
    place = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=12, default=ClubState.OPEN.value)  # a ClubState
    listed = models.BooleanField(default=True)  # on the server's first page
    doors = models.CharField(max_length=12, default=Doors.LINK.value)  # a Doors
    door_generation = models.PositiveIntegerField(default=1)  # of its link and code for tables
    second_factor = models.BooleanField(default=False, db_default=False)  # must its owners have one?
    limits: models.JSONField[Raw, Raw] = models.JSONField(default=dict)  # where they differ from the server's
    # Who asked for the place, and in which words; for operators only.
    contact = models.CharField(max_length=200, blank=True)
    wish = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    # Its owner wants it to leave: from then on everything of it may be removed for good.
    leaves_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name or gettext("The club of this server")


def number_of(tenant: int | None) -> int:
    """The number of a club as a row keeps it, which is never without one; raises LookupError."""
    if tenant is None:
        raise LookupError("of no club")
    return tenant


class Membership(models.Model):
    """The club an account belongs to, and what it is there. Without one an account has no club's rights."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="membership", primary_key=True
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    # A Role: owners have all rights in all events, organisers in all they run, helpers where they are asked.
    role = models.CharField(max_length=12)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("user",)

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.club}"


class InvitationKind(enum.StrEnum):
    """What a link of one use is for."""

    ACCOUNT = "account"  # a new account of a club
    PASSWORD = "password"  # a new password for an account that has forgotten its own


class Invitation(models.Model):
    """A link of one use: somebody makes an account of a club by it, or chooses a new password."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=12, default=InvitationKind.ACCOUNT.value)  # an InvitationKind
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, blank=True)  # a Role, of the account that is made
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )  # whose password; later who was made
    name = models.CharField(max_length=60, blank=True)  # for whom, as the list shows it
    mail = models.CharField(max_length=200, blank=True)  # where it was sent, if it was
    code_hash = models.CharField(max_length=64, unique=True)  # sha256, hexadecimal
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class ClubNotice(models.Model):
    """The operators' log of a club: who let it in, closed or opened it, and why. It goes with the club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notices")
    what = models.CharField(max_length=20)  # a code; the sentence is made by whoever shows it
    reason = models.CharField(max_length=300, blank=True)
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return self.what


class Removal(models.Model):
    """That a club was removed with everything it had: numbers only.

    Whoever compares the database with what it held before knows by them that nothing got lost.
    """

    club = models.UUIDField(unique=True)  # its uid
    entries = models.PositiveBigIntegerField()
    notices = models.PositiveBigIntegerField()
    sheets: models.JSONField[list[int], list[int]] = models.JSONField(default=list)  # numbers of its tables
    by = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return str(self.club)
