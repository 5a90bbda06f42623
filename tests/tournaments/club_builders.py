"""Clubs of a server for tests: at home, with everything a club can have."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring import game_for
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, put_aside, record
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.visitors import a_stranger
from tournaments import ledger
from tournaments.cash.booking import book, reverse
from tournaments.cash.closing import count
from tournaments.clubs import keeping
from tournaments.models import (
    Answer,
    CashKind,
    Club,
    Event,
    Membership,
    PhoneOffer,
    Player,
    PrizeAct,
    PrizeRecord,
    Role,
    RuleSet,
    Sitting,
)
from tournaments.table import rulesets

PASSWORD = "ein gutes langes Wort"
OWNED = (Event, Player, Sitting, RuleSet)
FAR: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.7"}


def a_club(name: str = "Cegofreunde Müllheim", **more: Any) -> Club:
    """A club at home on this server."""
    fields = {"slug": keeping.slug_from(name), "place": "Müllheim", "opened_at": timezone.now(), **more}
    return Club.objects.create(name=name, **fields)


def an_account_of(club: Club | None, role: Role = Role.OWNER, name: str = "", **more: Any) -> User:
    """An account of this club, or of none."""
    name = name or f"{role.value}-{club.pk if club else 0}-{User.objects.count()}"
    user = User.objects.create_user(name, password=PASSWORD, **more)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role.value)
    return user


def an_operator(name: str = "betreiberin") -> User:
    """Somebody who runs the server, and is of no club."""
    return an_account_of(None, name=name, is_superuser=True)


def browser_of(user: User | None = None, language: str = "en", **more: Any) -> Client:
    """A browser somewhere on the internet, perhaps logged in."""
    browser = a_stranger(headers={"accept-language": language}, **FAR, **more)
    if user is not None:
        browser.force_login(user)
    return browser


@contextmanager
def belonging_to(club: Club) -> Iterator[None]:
    """Everything that is made in this block is the club's."""
    before = {model: set(model.objects.values_list("pk", flat=True)) for model in OWNED}
    yield
    for model, keys in before.items():
        model.objects.exclude(pk__in=keys).update(tenant=club)


def fill(club: Club) -> Event:
    """People, rule sets, a played event, an evening with a case that was decided, accounts, links."""
    with belonging_to(club):
        event = an_event(title=f"Turnier von {club}")
        add_entrants(event, 8, names=[f"Person {number} {club.pk}" for number in range(8)])
        round_ = hall.begin(event)
        hall.play_all(round_, 1, 2)
        PrizeRecord.objects.create(
            event=event, seq=1, kind=PrizeAct.HANDED, entrant=event.entrants.first(), at=timezone.now()
        )
        evening = a_sitting(first_dealer=4, names=[f"{name} {club.pk}" for name in ("A", "B", "C", "D")])
        record(evening, eine(1))
        parked = put_aside(evening, eine(2), 1)
        ledger.settle(parked=parked, answer=Answer.STAYS, credential=parked.credential)
        put_aside(evening, eine(3), 1, entry_id=uuid.uuid4())
        cego = game_for("cego")
        rulesets.save(cego, f"Hausregeln {club.pk}", cego.preset("baden2006").rules, club.pk)
        PhoneOffer.objects.create(
            sitting=evening.pk, epoch="x", facts={}, entries=[], digest=uuid.uuid4().hex * 2
        )
    event.refresh_from_db()
    payer = event.entrants.get(number=1)
    reverse(entry=book(event=event, kind=CashKind.FEE, amount=500, entrant=payer), reason="doppelt")
    count(event=event, counted=0, close=True)
    browser_of(an_account_of(club, Role.OWNER))
    an_account_of(club, Role.HELPER)
    keeping.invite_owner(club=club, owner="Berta", by="test")
    return event


def let_it_leave(club: Club) -> None:
    """Its owner has said so, and the days are over."""
    keeping.leave(club=club, typed=club.name, by="test")
    past = timezone.now() - datetime.timedelta(minutes=1)
    Club.objects.filter(pk=club.pk).update(leaves_at=past)
    club.refresh_from_db()
