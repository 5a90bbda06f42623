"""Who may do what: every address of the program × every kind of visitor. A new address without a row fails.

Three people: one whose phone writes at this table, one whose phone writes at another table, and a stranger.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.crawling import everything, routes
from tests.tournaments.visitors import a_stranger, a_writer, answers, named
from tournaments.access import credentials
from tournaments.careers.addresses import PersonPath
from tournaments.models import SeatRequest, Sitting

pytestmark = pytest.mark.django_db

ASKED = uuid.UUID(int=7)
"""A phone that asks for a seat of the table."""

PEOPLE: dict[str, Callable[[Sitting, Sitting], Client]] = {
    "the table's own phone": lambda here, there: a_writer(here, raise_request_exception=False),
    "a phone of another table": lambda here, there: a_writer(there, raise_request_exception=False),
    "a stranger": lambda here, there: a_stranger(raise_request_exception=False),
}
Statuses = tuple[int, int, int]  # of the three, in this order
ALL_MAY: Statuses = (200, 200, 200)
GO_ON: Statuses = (302, 302, 302)
OWN_GO_ON: Statuses = (302, 403, 403)
NOT_SO: Statuses = (405, 405, 405)
NO_TOKEN: Statuses = (401, 401, 401)
NOT_HERE: Statuses = (403, 403, 403)
NOWHERE: Statuses = (404, 404, 404)
REFUSED: Statuses = (422, 422, 422)


@dataclass(frozen=True)
class Row:
    """What an address answers. `form` is what is posted; `writes` who of the three changes anything by it."""

    get: Statuses = ALL_MAY
    post: Statuses = NOT_SO
    form: Callable[[Sitting], dict[str, Any]] = lambda sitting: {}
    writes: tuple[bool, bool, bool] = (False, False, False)
    path: str = ""  # where the pattern has more than the table's number
    other: int = 405  # PUT, PATCH, DELETE


ONLY_OWN = (True, False, False)
TOTALS = ("totals_1", "totals_2", "totals_3", "totals_4")
EVERYBODY = (True, True, True)


def next_hand(sitting: Sitting) -> dict[str, Any]:
    return {**answers(sitting, eine(2)), "hand": "2", "seen": "1"}


def other_first_hand(sitting: Sitting) -> dict[str, Any]:
    return {**answers(sitting, eine(2)), "hand": "1", "seen": "1"}


WALK: dict[str, Row] = {
    "healthz": Row(),
    "favicon.ico": Row(get=(204, 204, 204), post=(204, 204, 204), other=204),
    "i18n/setlang/": Row(get=GO_ON, post=GO_ON, form=lambda sitting: {"language": "es"}, other=302),
    "": Row(),
    "new/<slug:key>/": Row(
        path="new/cego/", post=GO_ON, form=lambda sitting: named(("Zoë", "Siân", "Émile")), writes=EVERYBODY
    ),
    "j": Row(post=(403, 403, 403), form=lambda sitting: {"table": sitting.pk, "key": "AAAA-AAAA"}),
    "j/<int:event>/<int:number>/": Row(path="j/1/1/", get=(404, 404, 404), post=(404, 404, 404)),
    "t/<int:pk>/": Row(post=OWN_GO_ON, form=next_hand, writes=ONLY_OWN),
    "t/<int:pk>/undo/": Row(
        get=NOT_SO, post=OWN_GO_ON, form=lambda sitting: {"hand": "1", "seen": "1"}, writes=ONLY_OWN
    ),
    "t/<int:pk>/close/": Row(get=NOT_SO, post=OWN_GO_ON, writes=ONLY_OWN),
    "t/<int:pk>/call/": Row(get=(404, 404, 404), post=(404, 404, 404)),  # a quick evening has no organisers
    "t/<int:pk>/call/withdraw/": Row(get=NOT_SO, post=(404, 404, 404)),
    "t/<int:pk>/aside/": Row(),
    "t/<int:pk>/aside/<uuid:parked>/": Row(path=f"t/{{pk}}/aside/{ASKED}/", get=NOT_SO, post=(404, 404, 404)),
    "t/<int:pk>/confirm/": Row(
        post=OWN_GO_ON,
        form=lambda sitting: {"say": "wrong", "seat": "2", "note": "Not so", "seen": "1"},
        writes=ONLY_OWN,
    ),
    "t/<int:pk>/journal/": Row(get=(200, 403, 403)),
    "t/<int:pk>/offer/": Row(get=NOT_SO, post=(400, 400, 400)),  # receipts decide: test_recovering.py
    "works/": Row(),
    "t/<int:pk>/cash/": Row(
        post=OWN_GO_ON, form=lambda sitting: {"unit": "5", "paying": "everybody"}, writes=ONLY_OWN
    ),
    "t/<int:pk>/ending/": Row(),
    "t/<int:pk>/ending/<str:shape>.png": Row(path="t/{pk}/ending/tall.png", get=NOWHERE),  # it goes on
    "t/<int:pk>/extra/": Row(get=(404, 404, 404), post=(404, 404, 404)),  # Cego carries nothing besides hands
    "t/<int:pk>/count/<slug:key>/": Row(
        path="t/{pk}/count/pile/", get=(404, 404, 404)
    ),  # Cego has no such page
    "t/<int:pk>/numbers/": Row(),
    "t/<int:pk>/hands/": Row(),
    "t/<int:pk>/people/": Row(
        get=(200, 403, 403),
        post=OWN_GO_ON,
        form=lambda sitting: {
            **{f"name_{seat}": name for seat, name in enumerate(("Anna", "Gökçe", "Zoë"), start=1)},
            "hand": "2",
            "seen": "1",
        },
        writes=ONLY_OWN,
    ),
    "t/<int:pk>/paper-totals/": Row(
        get=(200, 403, 403),
        post=OWN_GO_ON,
        form=lambda sitting: {"hand": "2", "seen": "1", "hands": "3", **dict.fromkeys(TOTALS, "4")},
        writes=ONLY_OWN,
    ),
    "t/<int:pk>/paper-totals/<int:number>/": Row(
        path="t/{pk}/paper-totals/1/",
        get=OWN_GO_ON,  # what is there is a hand
        post=OWN_GO_ON,
        form=lambda sitting: {"hands": "3", **dict.fromkeys(TOTALS, "4")},
    ),
    "t/<int:pk>/hand/<int:number>/": Row(
        path="t/{pk}/hand/1/", get=(200, 403, 403), post=OWN_GO_ON, form=other_first_hand, writes=ONLY_OWN
    ),
    # House rules belong to the club, not to a table: whoever is in its Wi-Fi may keep them. Who may drop
    # them is walked in test_house_walk.py.
    "t/<int:pk>/rules/": Row(post=GO_ON, form=lambda sitting: {"name": "Ours"}, writes=EVERYBODY),
    "t/<int:pk>/invite/": Row(),
    "t/<int:pk>/qr/<str:purpose>.svg": Row(path="t/{pk}/qr/write.svg", get=(200, 403, 403)),
    "t/<int:pk>/whose/": Row(
        get=(200, 403, 403), post=OWN_GO_ON, form=lambda sitting: {"seat": "2"}, writes=ONLY_OWN
    ),
    "t/<int:pk>/whose/wait/": Row(get=GO_ON, post=GO_ON, other=405),
    "t/<int:pk>/whose/<uuid:key>/": Row(
        path=f"t/{{pk}}/whose/{ASKED}/",
        get=NOT_SO,
        post=OWN_GO_ON,
        form=lambda sitting: {"answer": "yes"},
        writes=ONLY_OWN,
    ),
    "t/<int:pk>/paper/<str:what>.pdf": Row(path="t/{pk}/paper/sheet.pdf"),
    "t/<int:pk>/sheet.<str:kind>": Row(path="t/{pk}/sheet.csv"),
    "api/events.json": Row(),
    "api/events/<int:pk>.json": Row(path="api/events/1.json", get=(404, 404, 404)),
    "rules/": Row(),
    "rules/import/": Row(get=NOT_SO, post=REFUSED, form=lambda sitting: {"text": "no rule set"}),
    "rules/<slug:key>/": Row(path="rules/cego/"),
    "rules/<slug:key>/edit/": Row(
        path="rules/cego/edit/", post=GO_ON, form=lambda sitting: {"name": "Ours"}, writes=EVERYBODY
    ),
    "rules/<slug:key>/compare/": Row(path="rules/cego/compare/"),
    "rules/<slug:key>/export.json": Row(path="rules/cego/export.json"),
    "rules/<slug:key>/forget/": Row(path="rules/cego/forget/", get=NOT_SO, post=NOT_HERE),
    # A laptop has one club: these are walked in test_club_pages.py.
    "clubs/request/": Row(get=NOWHERE, post=NOWHERE),
    "clubs/requested/": Row(get=NOWHERE),
    # The desk is on the laptop; every role × every address of it is walked in test_desk_roles.py.
    "desk/": Row(get=NOT_HERE, post=NOT_SO, other=405),
    "desk/e/<int:pk>/": Row(path="desk/e/1/", get=NOT_HERE, post=NOT_SO),
    # Open pages; no event here. With an event they are walked in test_hall_pages.py.
    "e/<int:pk>/ending/": Row(path="e/1/ending/", get=NOWHERE),
    "e/<int:pk>/ending/<str:shape>.png": Row(path="e/1/ending/tall.png", get=NOWHERE),
    "e/<int:pk>/clock/": Row(path="e/1/clock/", get=NOWHERE),
    "e/<int:pk>/checksum/": Row(path="e/1/checksum/", get=NOWHERE, post=NOT_SO),
    "e/<int:pk>/draw/<int:number>/": Row(path="e/1/draw/1/", get=NOWHERE),
    "e/<int:pk>/draw/<int:number>/<int:part>.json": Row(path="e/1/draw/1/0.json", get=NOWHERE),
    "matchday/<int:pk>/": Row(path="matchday/1/", get=NOWHERE),
    "season/<int:pk>/": Row(path="season/1/", get=NOWHERE),
    "season/<int:pk>/season.ics": Row(path="season/1/season.ics", get=NOWHERE),
    "season/<int:pk>/p/<int:person>/": Row(path="season/1/p/1/", get=NOWHERE),
    "e/<int:pk>/": Row(path="e/1/", get=NOWHERE),
    "e/<int:pk>/me/": Row(path="e/1/me/", get=NOWHERE, post=NOWHERE, form=lambda sitting: {"number": "1"}),
    "e/<int:pk>/p/<int:number>/": Row(path="e/1/p/1/", get=NOWHERE),
    "e/<int:pk>/rounds/": Row(path="e/1/rounds/", get=NOWHERE),
    "e/<int:pk>/round/<int:number>/": Row(path="e/1/round/1/", get=NOWHERE),
    "e/<int:pk>/numbers/": Row(path="e/1/numbers/", get=NOWHERE),
    "e/<int:pk>/standings/": Row(path="e/1/standings/", get=NOWHERE),
    "e/<int:pk>/corrections/": Row(path="e/1/corrections/", get=NOWHERE),
    "e/<int:pk>/table/<int:number>/": Row(path="e/1/table/1/", get=NOWHERE),
    "e/<int:pk>/board/": Row(path="e/1/board/", get=NOWHERE),
    "e/<int:pk>/board/<int:screen>/": Row(path="e/1/board/1/", get=NOWHERE),
    "e/<int:pk>/board/<int:screen>/keys/": Row(path="e/1/board/1/keys/", get=NOWHERE),
    "e/<int:pk>/pay/": Row(path="e/1/pay/", get=NOWHERE),
    "e/<int:pk>/qr.svg": Row(path="e/1/qr.svg", get=NOWHERE),
    # Other installations: with a token, which none of these has (test_pairing.py).
    "log/": Row(get=NO_TOKEN, post=NO_TOKEN, other=401),
    "log/pair/": Row(get=NOT_SO, post=REFUSED),
    "log/kit/": Row(get=NO_TOKEN, post=NO_TOKEN, other=401),
    "log/led/": Row(get=NO_TOKEN, post=NO_TOKEN, other=401),
    "log/<uuid:event>/returned/": Row(
        path=f"log/{uuid.UUID(int=1)}/returned/", get=NO_TOKEN, post=NO_TOKEN, other=401
    ),
    "log/people/": Row(get=NO_TOKEN, post=NO_TOKEN, other=401),
    "log/<uuid:event>/": Row(path=f"log/{uuid.UUID(int=1)}/", get=NO_TOKEN, post=NO_TOKEN, other=401),
    # Phones of a laptop that is dead: whoever has no ticket gets nothing (test_moves.py).
    "leads/": Row(),
    "arrive/": Row(post=(403, 403, 403)),
    # A server's own pages: a laptop has one club and no door.
    "own/": Row(get=GO_ON),
    "door/": Row(get=NOWHERE, post=NOWHERE),
    "c/<slug:slug>/": Row(path="c/home/", get=NOWHERE),
    "c/<slug:slug>/years/": Row(path="c/home/years/", get=NOWHERE),
    "years/": Row(get=NOWHERE),  # until the club shows them: test_career_pages.py
    "years/<somebody:person>/": Row(path=f"years/{PersonPath().to_url(1)}/", get=NOWHERE),
    "robots.txt": Row(),
    "paper/": Row(),
    "paper/<slug:key>/<int:seats>/blank.pdf": Row(path="paper/cego/4/blank.pdf"),
    "paper/<slug:key>/rules.pdf": Row(path="paper/cego/rules.pdf"),
}
# What other installations send comes from no page, and with no cookie: a token or a code is in it.
FORMS = [
    route for route, row in WALK.items() if row.post not in (NOT_SO, row.get) and not route.startswith("log/")
]
OWN = [route for route, row in WALK.items() if row.writes == ONLY_OWN]


@pytest.fixture
def here() -> Sitting:
    sitting = a_sitting(first_dealer=4)
    record(sitting, eine(1))
    SeatRequest.objects.create(id=ASKED, sitting=sitting, seat=2, number=4711, secret_hash="x" * 64)
    return sitting


@pytest.fixture
def there() -> Sitting:
    sitting = a_sitting("cabo", seats=2)
    record(sitting, {"caller": 1, "values": [3, 5]})
    return sitting


def address(route: str, sitting: Sitting) -> str:
    """Where a route leads at this table."""
    path = WALK[route].path or route.replace("<int:pk>", "{pk}")
    return "/" + path.format(pk=sitting.pk)


everybody = pytest.mark.parametrize("who", PEOPLE)


class Undone(Exception):  # noqa: N818
    pass


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written meanwhile is undone, so that the next address finds the same house."""
    with suppress(Undone), transaction.atomic():
        yield
        raise Undone


def test_every_address_of_the_program_has_a_row() -> None:
    """Those of the desk need none: test_desk_roles.py finds them by itself."""
    outside = {route for route in routes() if not route.startswith("desk/")}
    assert outside <= set(WALK) <= set(routes())


@everybody
def test_everybody_gets_what_he_may_see_and_reading_changes_nothing(
    here: Sitting, there: Sitting, who: str
) -> None:
    place, wrong = list(PEOPLE).index(who), []
    for route, row in WALK.items():
        with undone():
            visitor = PEOPLE[who](here, there)
            before = everything()
            for method in ("get", "head"):
                status = getattr(visitor, method)(address(route, here)).status_code
                if status != row.get[place]:
                    wrong.append(f"{method} {route}: {status} instead of {row.get[place]}")
            if everything() != before:
                wrong.append(f"to read {route} writes")
    assert not wrong, "\n".join(wrong)


@everybody
def test_everybody_writes_where_he_may_and_nowhere_else(here: Sitting, there: Sitting, who: str) -> None:
    place, wrong = list(PEOPLE).index(who), []
    for route, row in WALK.items():
        with undone():
            visitor = PEOPLE[who](here, there)
            before = everything()
            status = visitor.post(address(route, here), row.form(here)).status_code
            if status != row.post[place]:
                wrong.append(f"{route}: {status} instead of {row.post[place]}")
            if (everything() != before) != row.writes[place]:
                wrong.append(f"{route} {'does not write' if row.writes[place] else 'writes'}")
    assert not wrong, "\n".join(wrong)


def test_no_address_takes_another_method(here: Sitting) -> None:
    wrong = []
    for route, row in WALK.items():
        with undone():
            visitor, before = a_writer(here), everything()
            for method in ("put", "patch", "delete"):
                status = getattr(visitor, method)(address(route, here), next_hand(here)).status_code
                if status != row.other:
                    wrong.append(f"{method} {route}: {status} instead of {row.other}")
            if everything() != before:
                wrong.append(f"{route} writes")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://testserver.evil.example"])
def test_no_form_is_taken_from_another_site(here: Sitting, origin: str | None) -> None:
    """Without its token, or with it from a page of somebody else."""
    wrong = []
    for route in FORMS:
        with undone():
            visitor = a_writer(here, enforce_csrf_checks=True)
            form = WALK[route].form(here)
            if origin is not None:
                visitor.get("/j")
                form["csrfmiddlewaretoken"] = visitor.cookies["csrftoken"].value
            before = everything()
            answer = visitor.post(address(route, here), form, headers={"Origin": origin} if origin else {})
            if (answer.status_code, everything() == before) != (403, True):
                wrong.append(f"{route} is taken: {answer.status_code}")
            if origin is not None:
                answer = visitor.post(address(route, here), form, headers={"Origin": "http://testserver"})
                if answer.status_code != WALK[route].post[0]:
                    wrong.append(f"{route} is not taken from its own page: {answer.status_code}")
    assert not wrong, "\n".join(wrong)


def test_a_secret_of_one_table_is_worth_nothing_at_another(here: Sitting, there: Sitting) -> None:
    """A stolen cookie, renamed to fit."""
    thief, wrong = a_stranger(), []
    (stolen,) = a_writer(there).cookies.values()
    thief.cookies[credentials.cookie_name(here)] = stolen.value
    before = everything()
    for route in OWN:
        status = thief.post(address(route, here), WALK[route].form(here)).status_code
        if status != 403:
            wrong.append(f"{route}: {status}")
    assert everything() == before
    assert not wrong, "\n".join(wrong)
    assert len(OWN) >= 6
