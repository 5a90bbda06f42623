"""The federation's own register of members, and which of them are whom in the registers of clubs.

A person's record belongs to a club, a member's to the federation. A join says that both are the same, once
both sides have said so; each sees of the other's record what the join shows, and nothing else. Only servers
have any of this.
"""

from __future__ import annotations

import enum

from django.db import models
from django.db.models import Q

from tournaments.lists.folds import LONGEST_FOLD, folds_of
from tournaments.models.clubs import Club
from tournaments.models.people import FoldField, Player

LONGEST_NUMBER = 20


class JoinSide(enum.StrEnum):
    """Who proposes, agrees to or ends a join."""

    FEDERATION = "federation"
    CLUB = "club"


class FederationMember(models.Model):
    """Somebody in the federation's register. It belongs to the federation, whichever club he is of."""

    number = models.CharField(max_length=LONGEST_NUMBER, unique=True)  # his word for life: letters and digits
    name = models.CharField(max_length=60)
    # His club where it is at home here; else its name, as the federation writes it. Neither: of no club.
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="members")
    club_name = models.CharField(max_length=120, blank=True)
    born = models.PositiveSmallIntegerField(null=True)  # the year, where age classes need it
    left_on = models.DateField(null=True)  # no member any more since then
    added_at = models.DateTimeField(auto_now_add=True)
    sorted_as = FoldField(max_length=LONGEST_FOLD, default="", db_default="", editable=False)
    by_first = FoldField(max_length=LONGEST_FOLD, default="", db_default="", editable=False)
    find = models.TextField(default="", db_default="", editable=False)  # what a search looks in

    class Meta:
        ordering = ("sorted_as", "pk")
        indexes = (
            models.Index(fields=("club", "sorted_as"), name="member_of_club"),
            models.Index(fields=("sorted_as",), name="member_sorted_as"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def active(self) -> bool:
        """Has he not left?"""
        return self.left_on is None

    @property
    def club_word(self) -> str:
        """The name of his club; empty: of none."""
        return str(self.club) if self.club is not None else self.club_name

    def fold(self) -> None:
        """What he is found and sorted by, as his words are now."""
        folds = folds_of(
            name=self.name, distinction=self.number, club="", category="", pseudonym="", forgotten=False
        )
        self.sorted_as, self.by_first, self.find = folds.sorted_as, folds.by_first, folds.find


class MemberJoin(models.Model):
    """A member is this person of his club's register: proposed, agreed to by both, ended; never deleted but
    with the club or the member.

    `person` is empty where the federation has proposed it and the club has not yet said who it is, and where
    it has ended because the person was forgotten.
    """

    member = models.ForeignKey(FederationMember, on_delete=models.CASCADE, related_name="joins")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")  # whose person it is
    person = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="joins")
    proposed_by = models.CharField(max_length=12)  # a JoinSide: who waits for the other
    proposed_who = models.CharField(max_length=60, blank=True)  # which account
    proposed_at = models.DateTimeField(auto_now_add=True)
    confirmed_who = models.CharField(max_length=60, blank=True)
    confirmed_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=12, blank=True)  # a JoinSide
    ended_who = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-proposed_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("member",), condition=Q(ended_at=None), name="one_join_of_each_member"
            ),
            models.UniqueConstraint(
                fields=("person",), condition=Q(ended_at=None), name="one_join_of_each_person"
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at=None) | Q(ended_at__isnull=False) | Q(person__isnull=False),
                name="a_join_that_stands_names_somebody",
            ),
        )
        indexes = (models.Index(fields=("club", "proposed_at"), name="join_of_club"),)

    def __str__(self) -> str:
        return f"{self.member}: {self.person_id}"

    @property
    def holds(self) -> bool:
        """Have both said so, and none of them that it is over?"""
        return self.confirmed_at is not None and self.ended_at is None

    @property
    def waits(self) -> bool:
        """Has one side said so, and the other nothing yet?"""
        return self.confirmed_at is None and self.ended_at is None
