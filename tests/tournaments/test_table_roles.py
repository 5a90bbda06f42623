"""Every address of a table of an event × everybody, against the one table of roles.

The part of a phone ends with its round: the same walk is made while the round is open and after it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import eine, put_aside
from tests.tournaments.crawling import everything, routes
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.visitors import hand_form
from tournaments.access import roles
from tournaments.access.roles import Action, Part
from tournaments.models import Event, Role, Round, SeatRequest, Sitting

pytestmark = pytest.mark.django_db

TABLE = "t/<int:pk>/"
ASKED = uuid.UUID(int=7)
"""A phone that asks for the seat of another one."""


@dataclass(frozen=True)
class Row:
    """What an address is for: reading it, and posting to it. None: everybody, or nobody at all."""

    post: Action | None = None
    form: Callable[[Sitting], dict[str, Any]] = lambda sitting: {}
    get: Action | None = None
    path: str = ""
    only_open: bool = True  # after the round nobody may, whoever he is
    device: bool = False  # only the table's own phone; the desk is sent elsewhere
    after: bool = False  # the table's phone also when its round is over
    late: bool = False  # what the phone still sends after the round is put aside


ASIDE = uuid.UUID(int=7)


def next_hand(sitting: Sitting) -> dict[str, Any]:
    return hand_form(sitting, eine(2), 3, seen=2)


def last_hand(sitting: Sitting) -> dict[str, Any]:
    return hand_form(sitting, eine(3), 2, seen=2)


WALK: dict[str, Row] = {
    "": Row(Action.ENTER_HAND, next_hand, late=True),
    "aside/": Row(),
    "aside/<uuid:parked>/": Row(
        Action.ENTER_HAND,
        lambda sitting: {"answer": "stays", "seen": "2"},
        path=f"aside/{ASIDE}/",
        device=True,
    ),
    "call/": Row(Action.CALL, lambda sitting: {"reason": "rules"}, Action.CALL),
    "call/withdraw/": Row(),
    "undo/": Row(Action.ENTER_HAND, lambda sitting: {"hand": "2", "seen": "2"}),
    "close/": Row(
        Action.CLOSE_TABLE, lambda sitting: {"sure": "2", "undecided": "1"}
    ),  # two hands of many, and no doubt
    "confirm/": Row(
        Action.CONFIRM,
        lambda sitting: {"say": "wrong", "seat": "2", "note": "Not so", "seen": "2"},
        device=True,
    ),
    "extra/": Row(),
    "cash/": Row(),  # only of a quick evening
    "ending/": Row(),
    "ending/<str:shape>.png": Row(path="ending/tall.png"),  # of a table of an event there is none
    "count/<slug:key>/": Row(path="count/pile/"),
    "numbers/": Row(),
    "hands/": Row(),
    "people/": Row(),  # in a hall people are exchanged by the organisers
    # Organisers put hands right on their own pages, with a reason.
    "hand/<int:number>/": Row(
        Action.ENTER_HAND, last_hand, Action.ENTER_HAND, path="hand/2/", device=True, late=True
    ),
    "paper-totals/": Row(get=Action.ENTER_HAND),
    "paper-totals/<int:number>/": Row(path="paper-totals/9/", get=Action.ENTER_HAND, device=True),
    "rules/": Row(Action.ENTER_HAND, lambda sitting: {"name": "Ours"}, only_open=False),
    "invite/": Row(),
    "qr/<str:purpose>.svg": Row(get=Action.ENTER_HAND, path="qr/write.svg", only_open=False),
    "journal/": Row(get=Action.ENTER_HAND, only_open=False, after=True),
    "offer/": Row(),
    "whose/": Row(Action.ENTER_HAND, lambda sitting: {"seat": "2"}, Action.ENTER_HAND, device=True),
    "whose/wait/": Row(),  # for who has asked; everybody else is led to the table
    "whose/<uuid:key>/": Row(Action.GRANT_SEAT, lambda sitting: {"answer": "yes"}, path=f"whose/{ASKED}/"),
    "paper/<str:what>.pdf": Row(path="paper/sheet.pdf"),
    "sheet.<str:kind>": Row(path="sheet.csv"),
}


@dataclass
class House:
    event: Event
    round: Round
    sitting: Sitting


@pytest.fixture
def house() -> House:
    event = an_event(here=8)
    round_ = hall.begin(event)
    sitting = hall.table(round_, 1)
    hall.play(sitting, 1, 2)
    put_aside(sitting, eine(3), 2, ASIDE)
    SeatRequest.objects.create(id=ASKED, sitting=sitting, seat=2, number=4711, secret_hash="x" * 64)
    return House(event, round_, sitting)


def account(name: str, event: Event | None, role: Role | None) -> User:
    return an_account(name, event, role)


def of_another_event(**options: Any) -> Client:
    other = an_event(here=8, title="Das andere")
    hall.begin(other)
    return hall.scan(other, 1, **options)


OPTIONS: dict[str, Any] = {"raise_request_exception": False, "REMOTE_ADDR": "192.168.178.77"}
VISITORS: dict[str, tuple[Part, Callable[[House], Client]]] = {
    "the laptop": (Part.OWNER, lambda house: hall.laptop(raise_request_exception=False)),
    "the owner": (
        Part.OWNER,
        lambda house: hall.logged_in(account("ow", house.event, Role.OWNER), **OPTIONS),
    ),
    "an organiser": (
        Part.ORGANISER,
        lambda house: hall.logged_in(account("or", house.event, Role.ORGANISER), **OPTIONS),
    ),
    "a helper": (
        Part.HELPER,
        lambda house: hall.logged_in(account("he", house.event, Role.HELPER), **OPTIONS),
    ),
    "the organiser of another event": (
        Part.SPECTATOR,
        lambda house: hall.logged_in(account("x", an_event(title="X"), Role.ORGANISER), **OPTIONS),
    ),
    "this table's phone": (Part.TABLE, lambda house: hall.scan(house.event, 1, **OPTIONS)),
    "another table's phone": (Part.SPECTATOR, lambda house: hall.scan(house.event, 2, **OPTIONS)),
    "a phone of another event": (Part.SPECTATOR, lambda house: of_another_event(**OPTIONS)),
    "a stranger": (Part.SPECTATOR, lambda house: Client(**OPTIONS)),
}
every_visitor = pytest.mark.parametrize("who", VISITORS)
whole = pytest.mark.parametrize("state", ["open", "over"])


def may(part: Part, action: Action | None, row: Row, state: str, *, late: bool = False) -> bool:
    """What the table of roles says; a phone is nothing after its round, but what it sends then is kept."""
    if action is None:
        return True
    if late and state == "over" and part is Part.TABLE:
        return True
    if state == "over" and ((part is Part.TABLE and not row.after) or row.only_open):
        return False
    if row.device and part is not Part.TABLE:
        return False
    return part in roles.MAY[action]


class Undone(Exception):  # noqa: N818
    pass


def ask(browser: Client, method: str, path: str, form: dict[str, Any]) -> tuple[HttpResponseBase, bool]:
    """The answer, and whether anything was written; which is undone."""
    before = everything()
    try:
        with transaction.atomic():
            answer = getattr(browser, method)(path, form if method == "post" else {})
            changed = everything() != before
            raise Undone
    except Undone:
        return answer, changed


def test_every_address_of_a_table_has_a_row() -> None:
    assert {route.removeprefix(TABLE) for route in routes() if route.startswith(TABLE)} == set(WALK)


@whole
@every_visitor
def test_everybody_does_what_his_role_may_at_a_table_and_nothing_else(
    house: House, who: str, state: str, settings: Any
) -> None:
    settings.DESK_IN_WIFI = True
    part, come = VISITORS[who]
    visitor = come(house)
    if state == "over":
        hall.end(house.round)
    wrong = []
    for route, row in WALK.items():
        path = f"/t/{house.sitting.pk}/{row.path or route}"
        seen, changed = ask(visitor, "get", path, {})
        allowed = may(part, row.get, row, state)
        refused = seen.status_code == 403
        if changed or seen.status_code >= 500 or (refused if allowed else seen.status_code == 200):
            wrong.append(f"get {path}: {seen.status_code}, allowed: {allowed}")
        if row.post is None:
            continue
        answer, changed = ask(visitor, "post", path, row.form(house.sitting))
        allowed = may(part, row.post, row, state, late=row.late)
        if changed != allowed or answer.status_code >= 500:
            wrong.append(f"post {path}: {answer.status_code}, writes: {changed}, allowed: {allowed}")
        if not allowed and answer.status_code not in (302, 403, 409):
            wrong.append(f"post {path}: {answer.status_code} where nothing may be written")
    assert not wrong, "\n".join(wrong)


@every_visitor
def test_only_organisers_open_a_sheet_again(house: House, who: str, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    part, come = VISITORS[who]
    visitor = come(house)
    hall.laptop().post(f"/t/{house.sitting.pk}/close/", {"sure": "2", "undecided": "1"})
    _answer, changed = ask(visitor, "post", f"/t/{house.sitting.pk}/close/", {"again": "1"})
    assert changed == (part in roles.MAY[Action.REOPEN_TABLE])


@every_visitor
def test_an_older_hand_is_put_right_at_the_desk_only(house: House, who: str, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    part, come = VISITORS[who]
    visitor = come(house)
    form = hand_form(house.sitting, eine(3), 1, seen=2)
    answer, changed = ask(visitor, "post", f"/t/{house.sitting.pk}/hand/1/", form)
    assert not changed
    desk = f"/desk/e/{house.event.pk}/tables/1/1/hand/1/"
    assert (answer.headers.get("Location") == desk) == (part in roles.MAY[Action.CORRECT])


@every_visitor
def test_before_the_round_nobody_writes(who: str, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    event = an_event(here=8)
    round_ = hall.publish(event)
    house = House(event, round_, hall.table(round_))
    visitor = VISITORS[who][1](house)
    answer, changed = ask(visitor, "post", f"/t/{house.sitting.pk}/", hand_form(house.sitting, eine()))
    assert (changed, answer.status_code in (403, 409)) == (False, True)
