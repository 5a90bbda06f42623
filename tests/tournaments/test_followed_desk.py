"""The desk's pages about an event that is led elsewhere, and about the people of the other side."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse

from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.test_followed_age import a_source, ago, taken
from tests.tournaments.visitors import a_stranger
from tournaments.events.ground.hearing import leader_of
from tournaments.models import Event, Job, Player, ShownAs

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """One that nobody has begun."""
    return an_event(here=4)


def test_the_desk_says_who_leads_with_a_link(event: Event) -> None:
    taken(event, ago(minutes=3))
    a_source(contact_at=ago(minutes=2))
    leader = leader_of(event.pk)
    assert leader is not None
    assert (leader.name, leader.address) == ("Laptop eins", "http://192.168.1.5:8000")
    page = a_stranger(headers={"host": "localhost", "accept-language": "en"}).get(f"/desk/e/{event.pk}/")
    assert page.status_code == 200
    assert "This event is led elsewhere" in page.text
    assert '<a href="http://192.168.1.5:8000/">Laptop eins</a>' in page.text
    assert "followed" in page.text


def test_the_page_about_following_has_an_address_for_all_who_only_look(event: Event) -> None:
    laptop = a_stranger(headers={"host": "localhost", "accept-language": "en"})
    assert "For everybody who only looks" not in laptop.get("/desk/following/").text
    taken(event, ago(seconds=1))
    assert "For everybody who only looks" in laptop.get("/desk/following/").text


def test_the_page_takes_a_file_shows_it_and_does_what_is_ticked() -> None:
    laptop = a_stranger(headers={"host": "localhost", "accept-language": "en"})
    Player.objects.create(name="Anna Keller")
    file = laptop.get("/desk/following/people/file/")
    changed = file.text.replace('"shown_as": "full"', '"shown_as": "initials"')
    page = laptop.post("/desk/following/people/", {"file": io.BytesIO(changed.encode())})
    assert (page.status_code, "Is shown with less: initials" in page.text) == (200, True)
    assert Player.objects.get().shown_as == ShownAs.FULL
    answer = laptop.post(
        "/desk/following/people/",
        {"list": changed, "change": f"wish:{Player.objects.get().pk}"},
        follow=True,
    )
    assert "1 person changed." in answer.text
    assert Player.objects.get().shown_as == ShownAs.INITIALS
    wrong = laptop.post("/desk/following/people/", {"file": io.BytesIO(b"{")})
    assert (wrong.status_code, "not a list of people" in wrong.text) == (422, True)


def test_its_papers_are_printed_one_by_one_and_all_in_one_file(event: Event) -> None:
    hall.begin(event)
    taken(event, ago(seconds=1))
    laptop = a_stranger(headers={"host": "localhost", "accept-language": "en"})
    page = laptop.get(reverse("desk-papers", args=(event.pk,)))
    assert "data-reads" in page.text
    paper = laptop.get(reverse("desk-paper", args=(event.pk, "seats-by-name")))
    assert (paper.status_code, paper.headers["Content-Type"]) == (200, "application/pdf")
    begun = laptop.post(reverse("desk-print-all", args=(event.pk,)))
    assert begun.status_code == 302
    assert Job.objects.count() == 1


def test_what_is_sent_to_it_is_refused_with_a_sentence(event: Event) -> None:
    round_ = hall.begin(event)
    taken(event, ago(seconds=1))
    laptop = a_stranger(headers={"host": "localhost", "accept-language": "en"})
    answer = laptop.post(reverse("desk-close", args=(event.pk, round_.number)), follow=True)
    assert "It can only be looked at here" in answer.text
    round_.refresh_from_db()
    assert round_.state == "open"
