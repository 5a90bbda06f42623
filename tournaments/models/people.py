"""People. Their names live here and nowhere else, so that forgetting somebody changes no entry."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Self

from django.db import models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.lists.folds import AFTER_ALL, LONGEST_FOLD, Folds, folds_of
from tournaments.models.clubs import FIRST, Club, number_of

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField

LONGEST_CLUB_NUMBER = 20
AT_ONCE = 1_000  # people whose folds are written by one statement


class ShownAs(enum.StrEnum):
    """How somebody appears on boards, public pages and paper."""

    FULL = "full"
    SHORT = "short"  # first name and the first letter of the last
    INITIALS = "initials"
    PSEUDONYM = "pseudonym"


class FoldField(Text):
    """Letters that are only compared: sorted by their numbers, as Python does, in whatever language."""

    def db_parameters(self, connection: BaseDatabaseWrapper) -> Any:
        """Without a collation of its own PostgreSQL would sort by the language of its server."""
        collation = "C" if connection.vendor == "postgresql" else None
        return {**super().db_parameters(connection), "collation": collation}


class PeopleQuerySet(models.QuerySet["Player"]):
    """People, with what they are found by kept in step on every way of writing."""

    def bulk_create(self, objs: Iterable[Player], *args: Any, **options: Any) -> list[Player]:
        people = list(objs)
        for player in people:
            player.fold()
        return super().bulk_create(people, *args, **options)

    def bulk_update(self, objs: Iterable[Player], fields: Iterable[str], *args: Any, **options: Any) -> int:
        people, names = list(objs), set(fields)
        if names & FOLDED:
            for player in people:
                player.fold()
            names |= FOLDS
        return super().bulk_update(people, sorted(names), *args, **options)

    def update(self, **fields: Any) -> int:
        if not FOLDED & fields.keys() or FOLDS & fields.keys():  # whoever writes the folds has made them
            return super().update(**fields)
        with transaction.atomic(using=self.db):
            changed = list(self.order_by().values_list("pk", flat=True))  # a filter may not fit afterwards
            count = super().update(**fields)
            for start in range(0, len(changed), AT_ONCE):
                self.model.objects.using(self.db).filter(pk__in=changed[start : start + AT_ONCE]).fold()
        return count

    def fold(self) -> int:
        """Write anew what these people are found by; how many they are."""
        people = list(self.only("pk", *FOLDED))
        for player in people:
            player.fold()
        plain: models.QuerySet[Player] = models.QuerySet(
            self.model, using=self.db
        )  # whose update folds nothing
        return plain.bulk_update(people, sorted(FOLDS), batch_size=AT_ONCE // 10) if people else 0

    def beginning(self, field: str, text: str) -> Self:
        """Those of whom one of the folds begins so; by its index."""
        return self.filter(**{f"{field}__gte": text, f"{field}__lt": f"{text}{AFTER_ALL}"})


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
    # His number in the club, where it gives numbers: letters and digits, nobody else has it.
    club_number = models.CharField(max_length=LONGEST_CLUB_NUMBER, blank=True, default="", db_default="")
    # Has asked that the public finds no page about his years, whatever the club shows.
    unlisted = models.BooleanField(default=False, db_default=False)
    robot = models.BooleanField(default=False)  # plays in rehearsals only and is nobody of the register
    anonymised_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # What he is found and sorted by (`lists.folds`), never shown. Empty: a program of before has added him.
    by_first = FoldField(max_length=LONGEST_FOLD, default="", db_default="", editable=False)
    by_last = FoldField(max_length=LONGEST_FOLD, default="", db_default="", editable=False)
    sorted_as = FoldField(max_length=LONGEST_FOLD, default="", db_default="", editable=False)
    find = models.TextField(default="", db_default="", editable=False)

    objects = PeopleQuerySet.as_manager()

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=("tenant", "by_first"), name="player_by_first"),
            models.Index(fields=("tenant", "by_last"), name="player_by_last"),
            models.Index(fields=("tenant", "sorted_as"), name="player_sorted_as"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "club_number"),
                condition=~models.Q(club_number=""),
                name="one_person_per_club_number",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Keep what he is found by in step with his name."""
        written = None if update_fields is None else set(update_fields)
        if written is None or written & FOLDED:
            self.fold()
            written = None if written is None else written | FOLDS
        super().save(*args, update_fields=written, **options)

    def fold(self) -> None:
        """What he is found by, as his words are now."""
        folds = folds_of(
            name=self.name,
            distinction=self.distinction,
            club=self.club,
            category=self.category,
            pseudonym=self.pseudonym,
            forgotten=self.anonymised_at is not None,
        )
        for key, text in asdict(folds).items():
            setattr(self, key, text)

    @property
    def whose(self) -> int:
        """The number of the club it belongs to."""
        return number_of(self.tenant_id)

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


FOLDED = frozenset(("name", "distinction", "club", "category", "pseudonym", "anonymised_at"))
FOLDS = frozenset(field.name for field in fields(Folds))
