"""A club is removed for good: every row that belongs to it, in one transaction, and no row of anybody else.

What belongs to it is read from the models: whatever leads to a club by its keys. A table that a later version
adds is part of it by itself; what belongs to no club stands in OF_SERVER, and a test compares.

Entries are append-only, the database sees to that. How they go all the same stands in migration 0006 for
PostgreSQL; on SQLite the guards are dropped and put back within the transaction, in which nobody else can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, ForeignKey, Model, OuterRef, Q
from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.ledger.checking import TRIGGERS
from tournaments.models import (
    FIRST,
    Bucket,
    CashCount,
    CashEntry,
    Club,
    ClubState,
    Entry,
    Epoch,
    Event,
    EventLine,
    EventLink,
    FederationMember,
    Grant,
    Installation,
    MirrorPosition,
    Notice,
    Parked,
    ParkedDecision,
    PhoneOffer,
    Player,
    PrizeRecord,
    Removal,
    Sighting,
    Sitting,
)
from tournaments.safekeeping.keeping import write_note

AnyModel = type[Model]
OF_SERVER: frozenset[AnyModel] = frozenset(
    (
        *(Bucket, ContentType, Epoch, FederationMember, Group, Group.permissions.through),
        *(Installation, MirrorPosition, Permission, Removal, Session),
    )
)
"""What belongs to no club. Sessions of its accounts end anyway, and the federation's members stay members."""
BY_NUMBER: frozenset[AnyModel] = frozenset((PhoneOffer, Sighting))
"""What names a table or an event by its number, which need not be there any more."""
APPEND_ONLY: frozenset[AnyModel] = frozenset(
    (EventLine, EventLink, ParkedDecision, Parked, Entry, CashEntry, CashCount, PrizeRecord)
)
REMOVERS = (
    *("stammtisch_remove_logs", "stammtisch_remove_prizes", "stammtisch_remove_cash"),
    "stammtisch_remove_ledger",
)
"""Functions of PostgreSQL that delete what is append-only of a club: migrations 0006, 0012, 0013, 0017."""


@dataclass(frozen=True, slots=True)
class Way:
    """How one comes from a row to the club, or to the account, that it belongs to."""

    lookup: str
    to_account: bool = False

    @property
    def steps(self) -> int:
        return self.lookup.count("__")

    def leads_to(self, tenant: int, accounts: Collection[int]) -> Q:
        return Q(**{f"{self.lookup}__in": accounts}) if self.to_account else Q(**{self.lookup: tenant})


@cache
def ways() -> dict[AnyModel, tuple[Way, ...]]:
    """For every model of a club's how one comes from it to the club: by a key that is always set, else by all
    that there are."""
    known: dict[AnyModel, tuple[Way, ...]] = {}
    apart = OF_SERVER | BY_NUMBER | {Club, User}
    every = apps.get_models(include_auto_created=True)
    waiting = [model for model in every if model not in apart and not model._meta.proxy]
    # What somebody has in a club is the club's before it is his: his place in an event, his account's role.
    for sure in (True, False):
        while reached := {
            model: keys
            for model in waiting
            if model not in known and (keys := _keys(model, known, sure=sure))
        }:
            known |= reached
    return known


def _keys(model: AnyModel, known: dict[AnyModel, tuple[Way, ...]], *, sure: bool) -> tuple[Way, ...]:
    leading = []
    for key in model._meta.concrete_fields:
        if not isinstance(key, ForeignKey) or (sure and key.null):
            continue
        target = key.related_model._meta.concrete_model
        if target is model:
            continue
        if target is Club:
            leading.append(Way(key.name))
        elif target is User and not sure:
            leading.append(Way(key.name, to_account=True))
        elif target in known and not (sure and target is Player):
            way = known[target][0]
            leading.append(Way(f"{key.name}__{way.lookup}", way.to_account))
    leading.sort(key=lambda way: way.steps)
    return tuple(leading[:1] if sure else leading)


def is_due(club: Club) -> bool:
    """May it be removed for good?"""
    return (
        club.pk != FIRST
        and club.state == ClubState.CLOSED
        and club.leaves_at is not None
        and club.leaves_at <= timezone.now()
    )


def remove(*, club: Club, by: str) -> Removal:
    """For ever: all of it or, whatever happens on the way, nothing. Raises Unreadable before its day."""
    with writing():
        row = Club.objects.select_for_update().filter(pk=club.pk).first()
        if row is None or not is_due(row):
            sentence = _(
                "A club is removed only once its owner has said that it leaves, and its days here are over."
            )
            raise Unreadable([Problem(None, "not_due", say(sentence))])
        removal = _counted(row, by)
        accounts = accounts_of(row.pk)
        _end_sessions(accounts)
        # Whom the federation lists under it stays in the federation's register, with the name of his club.
        FederationMember.objects.filter(club=row).update(club=None, club_name=row.name)
        _remove_by_number(row.pk)
        with _unguarded(row.pk):
            _remove_rows(row.pk, accounts)
        User.objects.filter(pk__in=accounts)._raw_delete(User.objects.db)
        Club.objects.filter(pk=row.pk)._raw_delete(Club.objects.db)
        removal.save(force_insert=True)
    write_note()
    return removal


def _counted(club: Club, by: str) -> Removal:
    return Removal(
        club=club.uid,
        entries=Entry.objects.filter(sitting__tenant=club).count(),
        notices=Notice.objects.filter(event__tenant=club).count(),
        sheets=list(Sitting.objects.filter(tenant=club).order_by("pk").values_list("pk", flat=True)),
        by=by[:60],
    )


def accounts_of(tenant: int) -> list[int]:
    """The accounts that go with a club.

    Whoever operates the server stays, and so does who was asked to another club's event: without a club.
    """
    elsewhere = Grant.objects.filter(user=OuterRef("pk")).exclude(event__tenant=tenant)
    users = User.objects.filter(~Exists(elsewhere), membership__club=tenant, is_superuser=False)
    return list(users.order_by("pk").values_list("pk", flat=True))


def _end_sessions(accounts: Collection[int]) -> None:
    users = {str(user) for user in accounts}
    sessions = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get("_auth_user_id") in users
    ]
    Session.objects.filter(pk__in=sessions).delete()


def _remove_by_number(tenant: int) -> None:
    sheets = Sitting.objects.filter(tenant=tenant).values("pk")
    events = Event.objects.filter(tenant=tenant).values("pk")
    PhoneOffer.objects.filter(Q(sitting__in=sheets) | Q(event__in=events)).delete()
    Sighting.objects.filter(
        Q(what="table", number__in=sheets) | Q(what="event", number__in=events) | Q(event__in=events)
    ).delete()


def _remove_rows(tenant: int, accounts: Collection[int]) -> None:
    """The farthest from the club first: the way from them leads over the others."""
    farthest_first = sorted(ways().items(), key=lambda item: -max(way.steps for way in item[1]))
    for model, leading in farthest_first:
        if model in APPEND_ONLY and connection.vendor == "postgresql":
            continue  # gone already
        belongs = Q()
        for way in leading:
            belongs |= way.leads_to(tenant, accounts)
        rows = model._base_manager.filter(belongs).order_by()
        rows._raw_delete(rows.db)


@contextmanager
def _unguarded(tenant: int) -> Iterator[None]:
    """Entries of this club can go, as long as this transaction lasts."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for function in REMOVERS:
                cursor.execute(f"SELECT {function}(%s)", [tenant])
            yield
            return
        guards = [name for name in TRIGGERS["sqlite"] if name.endswith("_no_delete")]
        marks = ", ".join(["%s"] * len(guards))
        cursor.execute(
            f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ({marks})", guards
        )
        statements = dict(cursor.fetchall())
        for name in statements:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for statement in statements.values():
            cursor.execute(statement)
