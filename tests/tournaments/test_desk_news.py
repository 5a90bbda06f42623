"""Pieces of the desk's pages that keep themselves up to date: asked for by tag, 304 while nothing is new."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.asking import EVERYWHERE, ask, news, poll_on
from tests.tournaments.event_builders import an_event
from tournaments import jobs, ledger
from tournaments.models import Event, Job, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event(here=8)


@pytest.fixture
def opened(event: Event) -> Round:
    return hall.begin(event)


def piece_of(text: str) -> str:
    """The id of the piece that a page asks for."""
    polled = re.findall(r"<\w+[^<>]*\sdata-poll=[^<>]*>", text)
    names = re.findall(r'\sid="([^"]+)"', next(each for each in polled if not EVERYWHERE.search(each)))
    return str(names[0])


def follows(browser: Client, text: str) -> str:
    """The tag by which nothing new is answered to this page, from its first question on."""
    address, _tag = poll_on(text)
    first = ask(browser, address)
    assert first.status_code == 200
    assert "<html" not in first.text
    assert piece_of(first.text) == piece_of(text)
    quiet = ask(browser, address, first["ETag"])
    assert (quiet.status_code, quiet.content) == (304, b"")
    return str(first["ETag"])


@pytest.mark.usefixtures("time_stands_still")
def test_the_desk_s_page_of_an_event(event: Event, opened: Round) -> None:
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/"
    text = laptop.get(path).text
    tag = follows(laptop, text)
    ledger.close_sheet(sitting=hall.table(opened, 1), entry_id=uuid.uuid4())
    assert ask(laptop, poll_on(text)[0], tag).status_code == 200


@pytest.mark.usefixtures("time_stands_still")
def test_the_list_at_the_door_and_a_round_come_with_their_tag(event: Event, opened: Round) -> None:
    laptop = hall.laptop()
    for path in ("door/", f"rounds/{opened.number}/"):
        text = laptop.get(f"/desk/e/{event.pk}/{path}").text
        assert poll_on(text)[1] == follows(laptop, text)
        assert news(laptop, text).status_code == 304


def test_a_print_job_until_it_is_done(event: Event) -> None:
    making = jobs.start("print", tenant=1, event=event, base="", round=None, helpers=1)
    now = Job.objects.filter(pk=making.pk)
    now.update(state="running", of=3)
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/paper/all/{making.pk}/"
    text = laptop.get(path).text
    tag = follows(laptop, text)
    now.update(number=1)
    further = ask(laptop, poll_on(text)[0], tag)
    assert further.status_code == 200
    now.update(state="done", files=[{"name": "all.pdf", "size": 4}])
    finished = ask(laptop, poll_on(text)[0], further["ETag"])
    assert 'id="job"' in finished.text
    assert "data-poll" not in finished.text


def test_a_rehearsal_line_by_line() -> None:
    robots = jobs.start("rehearsal", tenant=1)
    laptop = hall.laptop()
    text = laptop.get("/desk/rehearsal/").text
    tag = follows(laptop, text)
    line = {"code": "round", "values": {"number": 1, "tables": 2, "hands": 24}}
    Job.objects.filter(pk=robots.pk).update(state="running", lines=[line])
    assert "Runde 1: Tische 2" in ask(laptop, poll_on(text)[0], tag).text


def test_the_code_for_a_phone(event: Event) -> None:
    laptop = hall.laptop()
    text = laptop.post(
        f"/desk/e/{event.pk}/phones/", {"name": "Petra", "role": "organiser"}, follow=True
    ).text
    follows(laptop, text)
