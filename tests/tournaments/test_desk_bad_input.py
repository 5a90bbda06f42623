"""Whatever is sent to the desk: a page that says why not, no write to another event, never a failure."""

from __future__ import annotations

import os
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import HttpResponseRedirect
from django.test import Client
from django.urls import resolve, reverse

from tests.tournaments import hall
from tests.tournaments.builders import eine, record
from tests.tournaments.crawling import links
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.test_desk_roles import EVERY, Statements, Undone, path_of
from tournaments import exchange
from tournaments.engines.plans import StagePlan, dumped
from tournaments.events.decisions import rulings
from tournaments.events.ground.log import touch
from tournaments.events.plan.screens import create_screen
from tournaments.models import FIRST, Event, Membership, Role, RulingKind, Wish

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=8, expected=2)]

NASTY = (
    "",
    " ",
    "0",
    "-1",
    "²",
    "٣",
    "1.5",
    "9" * 9,
    "9" * 40,
    "1e9",
    "x\x00y",
    "x" * 10_000,
    "null",
    "[]",
    "../../etc",
    "=1+1",
    "‮evil",
    str(uuid.UUID(int=7)),
)
"""What nobody means, in any field."""
A_FEW = 3
AT_ONCE = int(os.environ.get("NASTY", "1"))
"""How many of them each form is tried with."""


@dataclass
class Form:
    """A form as a page shows it."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """All forms of a page that are sent by POST."""

    def __init__(self, here: str, html: str) -> None:
        super().__init__()
        self.here, self.forms = here, list[Form]()
        self.open: Form | None = None
        self.select: list[str] = []  # choices of a list that belongs to no question are nobody's
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            post = given.get("method", "").lower() == "post"
            self.open = Form(urljoin(self.here, given.get("action", ""))) if post else None
            self.forms += [self.open] if self.open else []
        name = given.get("name")
        if self.open and name and name != "csrfmiddlewaretoken":
            if tag in ("input", "button", "textarea"):
                self.open.fields.setdefault(name, []).append(given.get("value", ""))
            elif tag == "select":
                self.select = self.open.fields.setdefault(name, [])
        if tag == "datalist":  # proposals: any text may be sent
            self.select = []
        if self.open and tag == "option":
            self.select.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def route_of(address: str) -> str:
    return resolve(urlsplit(address).path).route


def desk_pages(browser: Client, event: Event) -> Iterator[tuple[str, str]]:
    """Every kind of page of this event's desk, each a few times."""
    desk, waiting, seen = f"/desk/e/{event.pk}/", [f"/desk/e/{event.pk}/", "/desk/"], Counter[str]()
    done: set[str] = set()
    while waiting:
        here = waiting.pop(0)
        if here in done or not here.startswith("/desk/") or ".pdf" in here:
            continue
        if here.startswith("/desk/e/") and not here.startswith(desk):
            continue
        done.add(here)
        route = route_of(here)
        seen[route] += 1
        if seen[route] > A_FEW:
            continue
        answer = browser.get(here, follow=True)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            yield here, answer.text
            waiting += links(here, answer.text)


@pytest.fixture
def event(event: Event) -> Event:
    """An event with a round that is over, one that is open, one that is published and a draft."""
    event.stages.filter(number=1).update(plan=dumped(StagePlan(rounds=4, at_once=True)))
    first = hall.begin(event)
    hall.play_all(first)
    hall.end(first)
    hall.play_all(hall.begin(event))
    hall.publish(event)
    entrant, other, *_rest = event.entrants.all()
    Wish.objects.create(event=event, entrant=entrant, other=other)
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=entrant.pk, points=-3)
    rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late")
    create_screen(event=event, name="Leinwand", shows="names")
    return event


@pytest.fixture
def other() -> Event:
    event = an_event(title="Das andere")
    add_entrants(event, 8, names=[f"Somebody {number}" for number in range(8)])
    record(hall.begin(event).sittings.get(number=1), eine(1))
    return event


READS = {"SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK"}


def content(event: Event) -> Any:
    """Everything about an event."""
    return exchange.packed(event), Event.objects.get(pk=event.pk).revision


def went_wrong(browser: Client, path: str, sent: dict[str, Any], other: Event, before: Any) -> str:
    """What it was; nothing, if all is well. What was written is undone."""
    problem, statements = "", Statements()
    try:
        with transaction.atomic(), connection.execute_wrapper(statements):
            try:
                status = browser.post(path, sent).status_code
                problem = f"{status}" if status >= 500 else ""
            except Exception as failed:
                problem = f"{type(failed).__name__}: {str(failed)[:200]}"
            else:
                # Where the database was only read, nothing has changed: most of what is sent is refused.
                if status == 302 and statements.verbs - READS and before != content(other):
                    problem = "another event was changed"
            raise Undone
    except Undone:
        shown = {name: str(value)[:30] for name, value in sent.items()}
        return f"{path} {shown}: {problem}" if problem else ""


def attempts(form: Form, foreign: list[str], chance: random.Random) -> Iterator[dict[str, Any]]:
    """The form with something nasty in it, in many ways."""
    standing = {name: values[-1] for name, values in form.fields.items()}
    yield {}
    for value in (*chance.sample(NASTY, AT_ONCE), *foreign):
        yield dict.fromkeys(standing, value)
    for name in chance.sample(sorted(standing), min(len(standing), AT_ONCE)):
        for value in chance.sample((*NASTY, *foreign), 2):
            yield {**standing, name: value}
        yield {key: value for key, value in standing.items() if key != name}
    yield {name: SimpleUploadedFile("x.csv", b"\xff\x00\x00PK") for name in standing}


@pytest.fixture
def browser(client: Client, settings: Any) -> Client:
    """Whoever owns all events."""
    settings.DESK_IN_WIFI = True
    erika = User.objects.create(username="Erika", is_superuser=True)
    Membership.objects.create(user=erika, club_id=FIRST, role=Role.OWNER.value)
    client.force_login(erika)
    return client


def test_no_form_of_the_desk_fails_or_reaches_into_another_event(
    browser: Client, event: Event, other: Event
) -> None:
    before, chance = content(other), random.Random("forms")
    forms = {
        (route_of(form.action), *form.fields): form
        for here, text in desk_pages(browser, event)
        for form in Forms(here, text).forms
        if form.action.startswith("/desk/")
    }
    foreign = [str(other.entrants.all()[0].pk), str(other.sittings.all()[0].pk)]
    wrong = [
        problem
        for form in forms.values()
        for sent in attempts(form, foreign, chance)
        if (problem := went_wrong(browser, form.action, sent, other, before))
    ]
    assert len(forms) > 30
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("reaches", [True, False])
def test_whoever_reaches_into_another_event_is_noticed(event: Event, other: Event, reaches: bool) -> None:
    class Browser(Client):
        def post(self, *args: Any, **more: Any) -> Any:
            touch(other if reaches else event)
            return HttpResponseRedirect("/")

    before = content(other)
    problem = went_wrong(Browser(), "/desk/", {}, other, before)
    assert problem == ("/desk/ {}: another event was changed" if reaches else "")
    assert content(other) == before


NAMES = (
    *("who", "entrant", "number", "table", "round", "minutes", "reason", "desk-reason", "kind", "order"),
    *("winner", "points", "target", "stage", "rest", "entry", "hand", "seen", "file", "rows", "typed"),
    *("seconds", "page", "shows", "screen", "name", "title", "day", "text", "device", "player", "account"),
)


def test_a_login_leads_to_no_name_of_a_page(client: Client, settings: Any) -> None:
    settings.DESK_IN_WIFI = True
    User.objects.create_user("Erika", password="long enough, as they say")
    form = {"username": "Erika", "password": "long enough, as they say", "next": "home"}
    assert client.post(reverse("desk-login"), form)["Location"] == "home"


DIGITS = "9" * 5_000  # more than Python makes a number of


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("rounds/2/close/", {"knows": DIGITS, "reason": "late"}),
        ("restored/change/", {"row": DIGITS, "done": ""}),
        ("restored/change/", {"row": "9" * 19, "done": ""}),
        ("rulings/new/lot/", {f"place-{DIGITS}": "1"}),
        ("settings/lost/", {"first_0": DIGITS, "amount_0": "1"}),
        ("prizes/plan/", {"prize-rows": DIGITS}),
        ("prizes/lot/", {"among": DIGITS, "first": DIGITS}),
    ],
)
def test_a_number_of_thousands_of_digits_is_no_number(
    browser: Client, event: Event, address: str, sent: dict[str, str]
) -> None:
    assert browser.post(f"/desk/e/{event.pk}/{address}", sent).status_code < 500


def test_no_address_of_the_desk_fails_whatever_is_sent(browser: Client, event: Event, other: Event) -> None:
    before, wrong = content(other), []
    values = ("²", "x\x00y", str(other.entrants.all()[0].pk))
    for address in EVERY:
        path = path_of(address.route, event)
        missing = path.replace(f"/{event.pk}/", f"/{'9' * 30}/", 1)
        for place, value in (*((path, value) for value in values), (missing, "1")):
            sent = dict.fromkeys(NAMES, value)
            if problem := went_wrong(browser, place, sent, other, before):
                wrong.append(problem)
    assert not wrong, "\n".join(wrong)
