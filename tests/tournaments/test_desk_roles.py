"""Who may do what at the desk: every address below /desk/ × everybody, against the one table of roles.

The addresses are found in the program, and what each of them asks for is read from its view: whoever adds one
need not come here. What is missing is found here too: a view that asks for nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.builders import eine, record
from tests.tournaments.crawling import everything
from tests.tournaments.event_builders import a_round, an_event
from tests.tournaments.visitors import a_writer
from tournaments.access import phones, roles
from tournaments.access.roles import Action, Part
from tournaments.models import Event, Grant, Role

pytestmark = pytest.mark.django_db

DOORS = {
    "desk/account/mail/confirm/",
    "desk/forgotten/",
    "desk/invited/",
    "desk/login/",
    "desk/login/passkey/",
    "desk/login/second/",
    "desk/logout/",
    "desk/phone/",
    "desk/phone/leave/",
}  # open to everybody: that is what they are there for
OF_AN_EVENT = "desk/e/<int:pk>/"
SAMPLES: dict[str, Any] = {
    "int": 1,
    "slug": "sample",
    "str": "sample",
    "path": "sample",
    "uuid": uuid.UUID(int=1),
}
METHODS = ("get", "head", "post")


@dataclass(frozen=True)
class Address:
    """One pattern of the desk, with the view behind it."""

    route: str
    view: Any

    @property
    def of_event(self) -> bool:
        return self.route.startswith(OF_AN_EVENT)


def addresses(resolver: URLResolver | None = None, before: str = "") -> Iterator[Address]:
    """Every address of the desk."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, route)
        elif isinstance(pattern, URLPattern) and route.startswith("desk/"):
            yield Address(route, pattern.callback)


EVERY = list(addresses())


def path_of(route: str, event: Event) -> str:
    """The address with sample values in it; the number of the event is a real one."""
    converters = []
    for part in route.split("<")[1:]:
        kind, _colon, name = part.partition(">")[0].rpartition(":")
        converters.append((f"<{kind}:{name}>" if kind else f"<{name}>", kind or "str", name))
    for place, kind, name in converters:
        value = event.pk if name == "pk" else SAMPLES[kind]
        route = route.replace(place, str(value), 1)
    return f"/{route}"


# --- who comes ------------------------------


@dataclass
class Hall:
    """An event in the middle, with a table that is played at; and another event."""

    event: Event
    other: Event


@pytest.fixture
def hall() -> Hall:
    event = an_event(here=8)
    a_round(event)
    record(event.sittings.get(number=1), eine(1))
    return Hall(event, an_event(here=4, title="Das andere"))


def a_desk_phone(event: Event, role: Role) -> Client:
    shown = phones.invite(event=event, role=role, name="Petra", part=Part.OWNER)
    browser = Client(headers=WIFI, REMOTE_ADDR=FAR, raise_request_exception=False)
    assert browser.post("/desk/phone/", {"code": shown.code}, follow=True).status_code == 200
    return browser


LAPTOP = {"host": "localhost"}
WIFI = {"host": "club.test"}
FAR = "192.168.178.77"


def an_account_of(event: Event | None, role: Role | None, *, owner: bool = False) -> Client:
    user = User.objects.create(username=f"{role}-{owner}", is_superuser=owner)
    if event is not None and role is not None:
        Grant.objects.create(event=event, user=user, role=role.value)
    browser = Client(headers=WIFI, REMOTE_ADDR=FAR, raise_request_exception=False)
    browser.force_login(user)
    return browser


def nobody(**options: Any) -> Client:
    return Client(raise_request_exception=False, **options)


@dataclass(frozen=True)
class Visitor:
    """Somebody at a browser. `part` is what he is in the event, None: not of any desk at all."""

    come: Callable[[Hall], Client]
    part: Part | None
    owns_all: bool = False
    wifi: bool = True  # is the desk open to the Wi-Fi?
    federation: bool = False


VISITORS: dict[str, Visitor] = {
    "the laptop": Visitor(lambda hall: nobody(headers=LAPTOP), Part.OWNER, owns_all=True, wifi=False),
    "the laptop while the desk is in the Wi-Fi": Visitor(
        lambda hall: nobody(headers=LAPTOP), Part.OWNER, owns_all=True
    ),
    "who owns all events": Visitor(
        lambda hall: an_account_of(None, None, owner=True), Part.OWNER, owns_all=True
    ),
    "the owner of the event": Visitor(lambda hall: an_account_of(hall.event, Role.OWNER), Part.OWNER),
    "its organiser": Visitor(lambda hall: an_account_of(hall.event, Role.ORGANISER), Part.ORGANISER),
    "its helper": Visitor(lambda hall: an_account_of(hall.event, Role.HELPER), Part.HELPER),
    "its organiser in a federation": Visitor(
        lambda hall: an_account_of(hall.event, Role.ORGANISER), Part.ORGANISER, federation=True
    ),
    "the organiser of another event": Visitor(
        lambda hall: an_account_of(hall.other, Role.ORGANISER), Part.SPECTATOR
    ),
    "a phone of the organisers": Visitor(
        lambda hall: a_desk_phone(hall.event, Role.ORGANISER), Part.ORGANISER, wifi=False
    ),
    "a phone at the door": Visitor(lambda hall: a_desk_phone(hall.event, Role.HELPER), Part.HELPER),
    "a phone of another event's organisers": Visitor(
        lambda hall: a_desk_phone(hall.other, Role.ORGANISER), Part.SPECTATOR, wifi=False
    ),
    "an account without an event": Visitor(lambda hall: an_account_of(None, None), Part.SPECTATOR),
    "an owner's account where the desk is not in the Wi-Fi": Visitor(
        lambda hall: an_account_of(None, None, owner=True), None, wifi=False
    ),
    "a phone at a table": Visitor(
        lambda hall: a_writer(hall.event.sittings.get(number=1), raise_request_exception=False), None
    ),
    "a stranger in the Wi-Fi": Visitor(lambda hall: nobody(headers=WIFI, REMOTE_ADDR=FAR), None),
    "a stranger, desk not in the Wi-Fi": Visitor(
        lambda hall: nobody(headers=WIFI, REMOTE_ADDR=FAR), None, wifi=False
    ),
    "a stranger who says he is the laptop": Visitor(
        lambda hall: nobody(headers=LAPTOP, REMOTE_ADDR=FAR), None
    ),
    "the laptop under a foreign name": Visitor(lambda hall: nobody(headers=WIFI), None, wifi=False),
    "the machine of a federation itself": Visitor(lambda hall: nobody(headers=LAPTOP), None, federation=True),
}
every_visitor = pytest.mark.parametrize("who", VISITORS)


@pytest.fixture
def visitor(who: str, hall: Hall, settings: Any) -> Client:
    person = VISITORS[who]
    settings.DESK_IN_WIFI = person.wifi and not person.federation
    settings.ALLOWED_HOSTS = ["localhost", "club.test", "testserver"]
    if person.federation:
        settings.PROFILE = replace(settings.PROFILE, name="federation")
    return person.come(hall)


def may(who: Visitor, address: Address) -> bool:
    """What the table of roles says."""
    action: Action | None = address.view.action
    if who.part is None:
        return False
    if address.of_event:
        assert action is not None
        return who.part in roles.MAY[action]
    if action is None:
        return True
    return who.owns_all and Part.OWNER in roles.MAY[action]


def is_refused(answer: HttpResponseBase) -> bool:
    """Sent away, or to the login."""
    login = reverse("desk-login")
    return answer.status_code == 403 or (
        answer.status_code == 302 and answer.headers["Location"].startswith(f"{login}?")
    )


class Undone(Exception):  # noqa: N818
    pass


WRITES = {"INSERT", "UPDATE", "DELETE", "REPLACE"}


class Statements:
    """Stands between program and database and notes how each statement begins."""

    def __init__(self) -> None:
        self.verbs: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.verbs.add(sql.split(None, 1)[0].upper())
        return execute(sql, params, many, context)


def ask(
    browser: Client, method: str, path: str, form: dict[str, str] | None = None
) -> tuple[HttpResponseBase, bool]:
    """The answer, and whether anything was written; which is undone."""
    statements = Statements()
    try:
        with transaction.atomic(), connection.execute_wrapper(statements):
            answer = getattr(browser, method)(path, form or {})
            raise Undone
    except Undone:
        return answer, bool(statements.verbs & WRITES)


# --- the walk ------------------------------


@every_visitor
def test_everybody_does_what_his_role_may_and_nothing_else(who: str, visitor: Client, hall: Hall) -> None:
    wrong = []
    for address in EVERY:
        if address.route in DOORS:
            continue
        path, allowed = path_of(address.route, hall.event), may(VISITORS[who], address)
        for method in METHODS:
            answer, changed = ask(visitor, method, path)
            if answer.status_code == 405:
                continue
            if is_refused(answer) == allowed or answer.status_code >= 500:
                wrong.append(f"{method} {path}: {answer.status_code}, allowed: {allowed}")
            if changed and (method != "post" or not allowed):
                wrong.append(f"{method} {path} writes")
    assert not wrong, "\n".join(wrong)


def test_every_view_of_the_desk_says_what_one_must_be_allowed_to_do() -> None:
    silent = [
        address.route
        for address in EVERY
        if address.route not in DOORS and not hasattr(address.view, "action")
    ]
    assert silent == []


def test_every_view_of_an_event_names_an_action() -> None:
    assert [
        address.route for address in EVERY if address.of_event and address.view.action not in Action
    ] == []


def test_doors_are_doors_of_the_program() -> None:
    assert {address.route for address in EVERY} >= DOORS


def test_the_walk_is_a_walk() -> None:
    assert len(EVERY) > 20
    assert any(address.of_event for address in EVERY)


def test_every_address_answers_to_somebody(hall: Hall) -> None:
    """A pattern that nothing but 405 comes from would pass the walk unseen."""
    browser = nobody(headers=LAPTOP)
    deaf = []
    for address in EVERY:
        answers = {
            ask(browser, method, path_of(address.route, hall.event))[0].status_code for method in METHODS
        }
        if answers <= {405}:
            deaf.append(address.route)
    assert deaf == []


def test_the_walk_notices_what_is_written_and_leaves_nothing_behind(hall: Hall) -> None:
    browser, before = nobody(headers=LAPTOP), everything()
    path = path_of("desk/e/<int:pk>/settings/head/", hall.event)
    assert ask(browser, "get", path)[1] is False
    assert ask(browser, "post", path, {"title": ""})[1] is False
    assert ask(browser, "post", path, {"title": "Something else", "day": "2026-12-24"})[1] is True
    assert everything() == before


def test_roles_are_a_ladder() -> None:
    """What a helper may, an organiser may, and what he may, the owner may."""
    for parts in roles.MAY.values():
        assert Part.HELPER not in parts or Part.ORGANISER in parts
        assert Part.ORGANISER not in parts or Part.OWNER in parts


def test_every_action_is_in_the_table() -> None:
    assert set(roles.MAY) == set(Action)
