"""Nothing that an event consists of is forgotten in its log: every table of the database, every column.

Whoever adds a model or a column says here whether it travels; what travels is compared, row by row.
"""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Field, ForeignKey, Model
from django.utils import timezone

from tests.tournaments.builders import a_device, eine, put_aside
from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.following_builders import follow
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import ledger, models
from tournaments.cash.booking import book, reverse
from tournaments.cash.closing import count
from tournaments.events.ground.log import touch
from tournaments.events.rounds import calls, clock
from tournaments.models import (
    Answer,
    CashKind,
    Erasure,
    Event,
    Player,
    PrizeAct,
    PrizeRecord,
    Ruling,
    RulingKind,
    Wish,
)

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=12)]

TRAVELS: dict[type[Model], tuple[str, ...]] = {
    # What of each is every installation's own, or is compared by `following_builders.state`.
    models.Call: (),
    models.CashCount: (),
    models.CashEntry: (),
    models.Chair: (),
    models.Clock: ("ends_ticks", "boot_id"),  # of the laptop's own clock
    models.Credential: ("seen_seq",),  # what a phone has been shown, as it last asked here
    models.Entrant: ("created_at",),  # when the row was made
    models.Entry: ("reason",),  # where it was erased, what is read instead travels; `state` compares it
    models.Erasure: ("at",),  # when it was read here as something else
    models.Event: (
        "revision",  # counts what has changed here
        "archived_at",  # whether it is put away is said where it is put away
    ),
    models.EventLine: (),
    models.EventLink: (),
    models.Member: (),
    models.Notice: ("data",),  # calls entrants by the keys that they have here; `state` compares it
    models.Parked: (),
    models.ParkedDecision: (),
    models.Player: (
        "contact",  # never leaves the house
        "club_number",  # comes with the list of people
        "created_at",
        "anonymised_at",  # when it was done here
    ),
    models.PrizeRecord: (),
    models.Round: ("seating", "changes"),  # the same
    models.Ruling: (),
    models.Screen: (),
    models.SheetHead: ("linked_seq",),  # what the event's next link need not say; elsewhere it says all
    models.Sitting: (
        "stakes",  # of evenings without an event
        "beside",  # counts what has changed here
    ),
    models.Stage: (),
    models.Wish: (),
}
STAYS: dict[type[Model], str] = {
    models.Appearance: "years, made from events that are here",
    models.Chapter: "years, made from events that are here",
    models.DeskPhone: "who is logged in at the desk of one laptop",
    models.EveningResult: "of a season; comes about once the event is official here",
    models.EventLog: "how far the log is",
    models.EventPiece: "which row is which piece here",
    models.Grant: "accounts of one installation",
    models.Job: "work that is done here",
    models.JobPiece: "work that is done here",
    models.LiveHand: "made from the entries",
    models.MatchDay: "several events; travels in the club's file",
    models.MatchHall: "several events; travels in the club's file",
    models.SeasonDate: "of a season, which the federation or the club keeps in one place",
    models.SeasonDate.tables.through: "tables of evenings without an event",
    models.SeatRequest: "a question that is answered within a minute",
}
# Columns that this evening leaves empty: that they travel is not shown here. What is filled leaves the list.
UNFILLED = {
    "CashCount": "counted expected pieces reason",
    "CashEntry": "item receipt_series",
    "Entry": "base_seq claimed_at",
    "Event": "certificate logo money prize_plan prizes",
    "Parked": "base_seq claimed_at",
    "SheetHead": "agreed confirmed_at confirmed_by confirmed_hands over",
    "Stage": "rules",
}


# How an empty value is written, whatever the column holds.
EMPTY = {"None", "''", "0", "False", "[]", "{}", "b''"}


def of_an_event() -> set[type[Model]]:
    """Every model that leads to an event by its keys."""
    every = [
        model
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True)
        if not model._meta.proxy
    ]
    known: set[type[Model]] = {Event}
    while True:
        more = {model for model in every if model not in known and known & set(leads_to(model))}
        if not more:
            return known
        known |= more


def leads_to(model: type[Model]) -> list[Any]:
    return [field.related_model for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def test_of_every_table_is_known_whether_it_travels() -> None:
    assert of_an_event() | {Player} == set(TRAVELS) | set(STAYS)
    assert not set(TRAVELS) & set(STAYS)


@pytest.fixture
def event(event: Event) -> Event:
    """An evening in which everything happens once."""
    now = timezone.now()
    first = start(event)
    play_all(first, won=1)
    finish(first)
    second = start(event, "zwei")
    play_all(second, won=2)
    sitting = second.sittings.get(number=2)
    written = ledger.correct_hand(
        sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), reason="verlesen", by="Helga"
    ).entry
    Erasure.objects.create(entry=written, reason="…")
    parked = put_aside(sitting, eine(2), 1)
    ledger.settle(parked=parked, answer=Answer.STAYS, credential=parked.credential, by="Helga")
    phone = a_device(sitting)
    type(phone).objects.filter(pk=phone.pk).update(
        seat=1, revoked_at=now, replaced_by=parked.credential_id, pin_tries=2
    )
    calls.come(calls.call(sitting=sitting, reason="rules", note="schnell", seat=1), by="Helga")
    clock.set_minutes(event=event, minutes=40)
    clock.announce(event=event, text="Pause um acht")
    event.screens.create(name="Wand", shows="live", data={"pages": 2}, revision=2)
    anna, bert, *_ = event.entrants.order_by("number")
    Wish.objects.create(event=event, entrant=anna, other=bert, together=True)
    reverse(
        entry=book(event=event, kind=CashKind.FEE, amount=500, entrant=anna, label="Startgeld"),
        reason="doppelt",
        by="Helga",
    )
    count(event=event, counted=0, close=True, by="Helga")
    done: dict[str, Any] = {"event": event, "entrant": anna, "by": "Helga", "at": now, "data": {"points": -3}}
    back: dict[str, Any] = {"withdrawn_at": now, "withdrawn_by": "Helga"}
    Ruling.objects.create(kind=RulingKind.POINTS, round=second, table=2, reason="zu spät", **back, **done)
    given: dict[str, Any] = {"prize": "p1", "gift": "Schinken", "what": "Schinken", "reason": "für die Bar"}
    worth: dict[str, Any] = {"amount": 500, "currency": "EUR", "booking": uuid.uuid4()}
    PrizeRecord.objects.create(seq=1, kind=PrizeAct.HANDED, **given, **worth, **done)
    models.Call.objects.update(done_at=now)
    models.Clock.objects.update(ends_at=now)
    models.Stage.objects.update(name="Vorrunde", ends_after=2)
    models.Sitting.objects.filter(pk=sitting.pk).update(hidden_at=now)
    models.Round.objects.update(name="Am Nachmittag")
    models.Sitting.objects.update(club="Löwen", rules_name="Unsere", seat_seed="fest")
    words = {"name": "Die Füchse", "club": "Neustadt", "category": "Damen", "team": "A", "tariff": "voll"}
    models.Entrant.objects.filter(pk=bert.pk).update(group="A", left_after=2, rating=1, **words)
    models.Member.objects.filter(entrant=bert).update(until_round=2)
    who = {"club": "Neustadt", "category": "Damen", "distinction": "senior", "pseudonym": "Fuchs"}
    Player.objects.update(minor=True, unlisted=True, robot=True, **who)
    Event.objects.update(finished_at=now, club="Löwen", place="Neustadt", rules_name="Unsere")
    touch(event)
    return Event.objects.get(pk=event.pk)


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """What is the same wherever an event is: no keys, for rows have others elsewhere."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and not isinstance(field, ForeignKey) and field.name not in TRAVELS[model]
    ]


def rows(model: type[Model]) -> list[tuple[str, ...]]:
    names = [field.attname for field in columns(model)]
    return sorted(tuple(map(shown, row)) for row in model._default_manager.values_list(*names))


def shown(value: object) -> str:
    """As it is compared; one of the databases gives bytes as a view of them."""
    return repr(bytes(value) if isinstance(value, memoryview) else value)


def test_every_column_of_every_row_is_the_same_elsewhere(elsewhere: Elsewhere, event: Event) -> None:
    follow(event, elsewhere, private=True)
    here = {model: rows(model) for model in TRAVELS}
    with elsewhere.there():
        there = {model: rows(model) for model in TRAVELS}
    assert {model.__name__ for model in TRAVELS if not here[model]} == set()
    different = [
        f"{model.__name__}.{field.name}: {mine[at]} / {its[at]}"
        for model in TRAVELS
        for mine, its in zip(here[model], there[model], strict=False)
        for at, field in enumerate(columns(model))
        if mine[at] != its[at]
    ]
    assert not different, "\n".join(different)
    assert {m.__name__: len(v) for m, v in here.items()} == {m.__name__: len(v) for m, v in there.items()}
    empty = {
        f"{model.__name__}.{field.name}"
        for model in TRAVELS
        for at, field in enumerate(columns(model))
        if len({row[at] for row in here[model]}) == 1 and here[model][0][at] in EMPTY
    }
    assert empty == {f"{name}.{field}" for name, fields in UNFILLED.items() for field in fields.split()}
