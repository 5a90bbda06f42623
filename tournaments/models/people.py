"""People. Their names live here and nowhere else, so that forgetting somebody changes no entry."""

from __future__ import annotations

import enum

from django.db import models

from tournaments.models.clubs import FIRST, Club


class ShownAs(enum.StrEnum):
    """How somebody appears on boards, public pages and paper."""

    FULL = "full"
    SHORT = "short"  # first name and the first letter of the last
    INITIALS = "initials"
    PSEUDONYM = "pseudonym"


class Player(models.Model):
    """Somebody who has sat at one of our tables; the register kept across evenings and events."""

    tenant = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="+", default=FIRST, db_default=FIRST
    )  # whose register he is in
    name = models.CharField(max_length=60, db_index=True)  # several people may have it
    # Which of two of one name and club: senior, the baker. Shown where both could be meant.
    distinction = models.CharField(max_length=40, blank=True)
    club = models.CharField(max_length=60, blank=True)
    category = models.CharField(max_length=40, blank=True)  # ladies, youth, guest: the club's own words
    contact = models.CharField(max_length=200, blank=True)  # for the organiser only, never on a public page
    shown_as = models.CharField(max_length=12, default=ShownAs.FULL.value)  # a ShownAs
    pseudonym = models.CharField(max_length=60, blank=True)
    # Known to be under age: the public reads no full name, whatever else was chosen.
    minor = models.BooleanField(default=False, db_default=False)
    robot = models.BooleanField(default=False)  # plays in rehearsals only and is nobody of the register
    anonymised_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """What boards, public pages and paper call this person."""
        words = self.name.split()
        match ShownAs.SHORT if self.minor and self.shown_as == ShownAs.FULL else self.shown_as:
            case ShownAs.PSEUDONYM if self.pseudonym:
                return self.pseudonym
            case ShownAs.INITIALS | ShownAs.PSEUDONYM:
                return " ".join(f"{word[0]}." for word in words)
            case ShownAs.SHORT if len(words) > 1:
                return f"{words[0]} {words[-1][0]}."
        return self.name
