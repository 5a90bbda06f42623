"""Every address outside the desk that takes a form × everybody, in a club and in a federation.

Each row has a form that really changes something when somebody sends it who may: an address whose form does
nothing for anybody would prove nothing about those who may not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring import game_for
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, put_aside, record
from tests.tournaments.crawling import stored
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.visitors import a_writer, answers, hand_form, named
from tournaments.access import credentials, limits
from tournaments.events.rounds import calls
from tournaments.models import FIRST, Event, Membership, Parked, Role, RuleSet, SeatRequest, Sitting
from tournaments.table import rulesets

pytestmark = pytest.mark.django_db

CEGO = game_for("cego")
CLUB, FEDERATION = "club", "federation"


@dataclass
class House:
    """A table of a quick evening and one in a hall, and a rule set that nobody plays by."""

    table: Sitting
    event: Event
    in_hall: Sitting
    rule_set: RuleSet
    aside: Parked
    asked: SeatRequest


@pytest.fixture
def house(settings: Any) -> House:
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    sitting = a_sitting(first_dealer=4)
    record(sitting, eine(1))
    event = an_event(here=8)
    round_ = hall.begin(event)
    saved = rulesets.save(CEGO, "Friday", CEGO.preset("schwarzwald").rules, FIRST)
    calls.call(sitting=hall.table(round_), reason="rules")
    asked = SeatRequest.objects.create(sitting=sitting, seat=2, number=4711, secret_hash="x" * 64)
    aside = put_aside(sitting, eine(2), 1)
    return House(sitting, event, hall.table(round_), saved, aside, asked)


FAR: dict[str, Any] = {"REMOTE_ADDR": "192.168.178.77", "raise_request_exception": False}


def of_the_club(user: User, role: Role = Role.HELPER) -> Client:
    """An account of the club to which the house belongs."""
    Membership.objects.create(user=user, club_id=FIRST, role=role.value)
    return hall.logged_in(user, **FAR)


VISITORS: dict[str, Callable[[House], Client]] = {
    "the laptop": lambda house: hall.laptop(raise_request_exception=False),
    "who owns all": lambda house: of_the_club(an_account("all", is_superuser=True), Role.OWNER),
    "an organiser": lambda house: of_the_club(an_account("or", house.event, Role.ORGANISER)),
    "a helper": lambda house: of_the_club(an_account("he", house.event, Role.HELPER)),
    "the table's phone": lambda house: a_writer(house.table, **FAR),
    "a phone in the hall": lambda house: hall.scan(house.event, 1, **FAR),
    "a stranger": lambda house: Client(**FAR),
}
EVERYBODY = frozenset(VISITORS)
OWN = frozenset({"the table's phone"})
IN_HALL = frozenset({"a phone in the hall"})
ACCOUNTS = frozenset({"who owns all", "an organiser", "a helper"})  # in a federation the laptop is nobody


@dataclass(frozen=True)
class Row:
    """What is sent where, and who changes something by it in a club with an open desk; and in a federation,
    where these are others.

    `writes` False: the address leads on, and keeps nothing in the database.
    """

    args: Callable[[House], tuple[Any, ...]]
    form: Callable[[House], dict[str, Any]]
    club: frozenset[str] = EVERYBODY
    federation: frozenset[str] | None = None  # the same, without the laptop: it is nobody there
    writes: bool = True

    def who(self, profile: str) -> frozenset[str]:
        return self.club if profile == CLUB or self.federation is None else self.federation


def table(house: House) -> tuple[int]:
    return (house.table.pk,)


def of_hall(house: House) -> tuple[int]:
    return (house.event.pk,)


def of_cego(house: House) -> tuple[str]:
    return ("cego",)


def nothing(house: House) -> tuple[()]:
    return ()


def no_form(house: House) -> dict[str, Any]:
    return {}


WALK: dict[str, Row] = {
    "set_language": Row(nothing, lambda house: {"language": "es"}, writes=False),
    # On a server only people of a club, or who came through its door: tests/tournaments/test_doors.py.
    "new": Row(of_cego, lambda house: named(("Zoë", "Siân", "Émile")), federation=ACCOUNTS),
    # It leads into a club, and keeps nothing but a cookie.
    "door": Row(nothing, lambda house: {"code": "abcd-efgh-jkmn"}, writes=False),
    # Its key lets a device in, whoever holds it.
    "join": Row(
        nothing,
        lambda house: {"table": house.table.pk, "key": credentials.table_key(house.table)},
        EVERYBODY - OWN,
    ),
    "arrive": Row(lambda house: (), lambda house: {"ticket": "none"}, club=frozenset(), writes=False),
    "card": Row(lambda house: (house.event.pk, 1), no_form, club=frozenset(), writes=False),
    "table": Row(table, lambda house: hand_form(house.table, eine(2), 2, seen=1), OWN),
    "confirm": Row(table, lambda house: {"say": "wrong", "seat": "2", "note": "Not so", "seen": "1"}, OWN),
    "undo": Row(table, lambda house: {"hand": "1", "seen": "1"}, OWN),
    "aside": Row(
        lambda house: (house.table.pk, house.aside.pk), lambda house: {"answer": "stays", "seen": "1"}, OWN
    ),
    "close": Row(table, lambda house: {"undecided": "1"}, OWN),
    "call": Row(lambda house: (house.in_hall.pk,), lambda house: {"reason": "rules"}, IN_HALL),
    "call-withdraw": Row(lambda house: (house.in_hall.pk,), no_form, IN_HALL),
    "cash": Row(table, lambda house: {"unit": "5", "paying": "everybody"}, OWN),
    "extra": Row(table, no_form, club=frozenset(), writes=False),  # this game carries nothing besides hands
    "correct": Row(
        lambda house: (house.table.pk, 1),
        lambda house: {**answers(house.table, eine(2)), "hand": "1", "seen": "1"},
        OWN,
    ),
    "paper-totals": Row(
        table,
        lambda house: {
            "hand": "2",
            "seen": "1",
            "hands": "3",
            **{f"totals_{seat}": "4" for seat in range(1, 5)},
        },
        OWN,
    ),
    "correct-paper-totals": Row(lambda house: (house.table.pk, 1), no_form, club=frozenset(), writes=False),
    "table-rules": Row(table, lambda house: {"name": "Ours"}, EVERYBODY, ACCOUNTS | OWN),
    "line-up": Row(
        table,
        lambda house: {"name_1": "Anna", "name_2": "Gökçe", "name_3": "Zoë", "hand": "2", "seen": "1"},
        OWN,
    ),
    "whose": Row(table, lambda house: {"seat": "2"}, OWN),
    # Receipts decide, not who brings them: tests/tournaments/test_recovering.py.
    "offer": Row(table, no_form, club=frozenset(), writes=False),
    "seat-wait": Row(table, no_form, club=frozenset(), writes=False),  # nobody here has asked
    "seat-grant": Row(lambda house: (house.table.pk, house.asked.pk), lambda house: {"answer": "yes"}, OWN),
    "rules-import": Row(
        nothing,
        lambda house: {"text": rulesets.to_json(CEGO, rulesets.find(CEGO, "baden2006", FIRST))},
        EVERYBODY,
        ACCOUNTS,
    ),
    "rules-edit": Row(of_cego, lambda house: {"name": "Ours"}, EVERYBODY, ACCOUNTS),
    "rules-forget": Row(
        of_cego,
        lambda house: {"set": f"set-{house.rule_set.pk}"},
        frozenset({"the laptop", "who owns all"}),
        frozenset({"who owns all"}),
    ),
    "club-request": Row(
        nothing,
        lambda house: {"name": "Los Treinta", "contact": "ana@example.org"},
        frozenset(),
        EVERYBODY,
    ),
    # Only with the token of a pairing: tests/tournaments/test_pairing.py.
    "log": Row(nothing, no_form, club=frozenset(), writes=False),
    "log-people": Row(nothing, no_form, club=frozenset(), writes=False),
    "log-pair": Row(nothing, no_form, club=frozenset(), writes=False),
    "log-event": Row(lambda house: (house.event.uid,), no_form, club=frozenset(), writes=False),
    "event-me": Row(of_hall, lambda house: {"number": "1"}, writes=False),
}


def forms_outside_the_desk(resolver: URLResolver | None = None, before: str = "") -> set[str]:
    """The names of all addresses whose views take POST. Those for other installations want a token, which no
    page has (test_pairing.py)."""
    names = set()
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            names |= forms_outside_the_desk(pattern, route)
        elif isinstance(pattern, URLPattern) and not route.startswith(("desk/", "log/")) and pattern.name:
            names.add(pattern.name)
    return names


class Undone(Exception):  # noqa: N818
    """What a visitor did is taken back before the next one comes."""


def changes(visitor: Client, path: str, form: dict[str, Any]) -> tuple[int, bool]:
    """The status of the answer, and whether anything was written."""
    try:
        with transaction.atomic():
            before = stored()
            status = visitor.post(path, form).status_code
            changed = stored() != before
            raise Undone
    except Undone:
        return status, changed


@pytest.mark.parametrize("profile", [CLUB, FEDERATION])
def test_everybody_changes_what_he_may_and_nothing_else(house: House, profile: str, settings: Any) -> None:
    settings.DESK_IN_WIFI = profile == CLUB
    settings.PROFILE = replace(settings.PROFILE, name=profile)
    wrong = []
    for who, come in VISITORS.items():
        visitor = come(house)
        for limit in limits.all_limits():  # everybody comes from one address
            limit.forget()
        for name, row in WALK.items():
            path = reverse(name, args=row.args(house))
            status, changed = changes(visitor, path, row.form(house))
            expected = row.writes and who in row.who(profile)
            if changed != expected or status >= 500:
                wrong.append(f"{who}: {name} answered {status}, writes: {changed}, should: {expected}")
    assert not wrong, "\n".join(wrong)


def test_every_form_outside_the_desk_has_a_row_and_whoever_may_changes_something(house: House) -> None:
    refuse = {name for name in forms_outside_the_desk() - set(WALK) if not only_reads(name, house)}
    assert refuse == set()
    assert all(row.who(CLUB) or row.who(FEDERATION) for row in WALK.values() if row.writes)


def only_reads(name: str, house: House) -> bool:
    """Does this address refuse POST, whatever stands in it?"""
    pattern = get_resolver().reverse_dict.getlist(name)[0]
    kinds = {"pk": house.table.pk, "number": 1, "key": "cego", "seats": 4, "what": "sheet", "kind": "csv"}
    kinds |= {"parked": house.aside.pk, "person": 1, "shape": "tall"}
    kinds |= {"slug": "home", "purpose": "watch", "screen": 1, "part": 0, "event": house.event.pk}
    path = reverse(name, kwargs={parameter: kinds[parameter] for parameter in pattern[0][0][1]})
    return Client().post(path).status_code in (405, 204) or name == "healthz"


# --- rule sets in use ------------------------------


def test_a_rule_set_that_a_table_or_an_event_plays_by_stays_and_the_page_says_where(house: House) -> None:
    Sitting.objects.filter(pk=house.table.pk).update(rules_name="Friday", title="Easter")
    Event.objects.filter(pk=house.event.pk).update(rules_name="Friday", title="Spring cup")
    answer = hall.laptop().post("/rules/cego/forget/", {"set": f"set-{house.rule_set.pk}"})
    assert answer.status_code == 422
    assert "Spring cup, Easter" in answer.text
    assert RuleSet.objects.filter(pk=house.rule_set.pk).exists()


def test_what_is_over_keeps_no_rule_set(house: House) -> None:
    Sitting.objects.filter(pk=house.table.pk).update(rules_name="Friday")
    Event.objects.filter(pk=house.event.pk).update(rules_name="Friday", finished_at="2026-05-01T20:00:00Z")
    hall.laptop().post(f"/t/{house.table.pk}/close/")
    a_writer(house.table).post(f"/t/{house.table.pk}/close/", {"undecided": "1"})
    assert hall.laptop().post("/rules/cego/forget/", {"set": f"set-{house.rule_set.pk}"}).status_code == 302
    assert not RuleSet.objects.exists()


def test_whoever_may_not_remove_a_rule_set_is_offered_no_button(house: House) -> None:
    address = f"/rules/cego/?set=set-{house.rule_set.pk}"
    assert "/rules/cego/forget/" in hall.laptop().get(address).text
    assert "/rules/cego/forget/" not in Client().get(address).text
