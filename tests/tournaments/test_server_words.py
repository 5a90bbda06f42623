"""A server speaks of itself, and never of a laptop or of a Wi-Fi that its readers are not in."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import polib
import pytest
from django.conf import settings as django
from django.test import Client
from django.urls import resolve, reverse

from config import catalogue
from config.languages import LANGUAGES
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.crawling import crawl
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.forgetting import nothing_kept
from tests.tournaments.visitors import a_writer
from tournaments.models import Club, Event, Membership, Role, Sitting

pytestmark = pytest.mark.django_db

WORDS = re.compile(r"\b(WLAN|Wi-?Fi|Laptop\w*|Notebook|(?:la|esta) computadora)\b", re.IGNORECASE)
TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
ABOUT_LAPTOPS = "/desk/following/"  # those of the club, which send their evenings up
TAKEN_HOME = ("/desk/club/",)  # where a club takes its data with it, to a laptop for example
TO_LAPTOPS = re.compile(rf'<a\b[^>]*href="{ABOUT_LAPTOPS}[^"]*".*?</a>', re.DOTALL)
MOST = 2000  # pages of each walk


@pytest.fixture(autouse=True)
def federation(settings: Any) -> Any:
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    settings.LOCALE_PATHS = [settings.SERVER_WORDS, *django.LOCALE_PATHS]
    with nothing_kept():
        yield


@pytest.fixture(autouse=True)
def everybody_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.access import limits

    monkeypatch.setattr(limits.Limit, "wait", lambda self, key, now=None: 0)


def words_in(page: str) -> set[str]:
    """What is read on a page, and what is read out of it."""
    spoken = re.findall(r'(?:aria-label|alt|placeholder|title|value)="([^"]*)"', page)
    spoken = [text for text in spoken if not text.startswith("/")]  # the address to come back to
    return {match.group() for text in (TAGS.sub(" ", page), *spoken) for match in WORDS.finditer(text)}


@pytest.fixture
def club() -> Club:
    """A club with an event that is being played, and a table of an evening."""
    club = Club.objects.create(slug="adler", name="Adler")
    event = an_event(here=8)
    hall.play_all(hall.begin(event))
    sitting = a_sitting()
    record(sitting, eine(1))
    Event.objects.update(tenant=club)
    Sitting.objects.update(tenant=club)
    return club


def an_owner(club: Club) -> Client:
    user = an_account("Petra", is_superuser=True)
    Membership.objects.create(user=user, club=club, role=Role.OWNER.value)
    return hall.logged_in(user)


def visits(club: Club) -> list[tuple[str, Client, str]]:
    """Who looks around, and where he begins."""
    event, sitting = Event.objects.get(), Sitting.objects.get(event=None)
    return [
        ("a stranger", Client(), "/"),
        ("somebody in the hall", Client(), f"/e/{event.pk}/"),
        ("a phone at a table", a_writer(sitting), reverse("table", args=(sitting.pk,))),
        ("an owner", an_owner(club), "/desk/"),
    ]


def test_no_page_of_a_server_speaks_of_a_laptop(club: Club) -> None:
    """Everything in German; what is the same page of something else once in the other languages."""
    wrong: dict[str, set[str]] = {}
    for who, browser, start in visits(club):
        browser.cookies["django_language"] = "de"
        answers = crawl(browser, start, limit=MOST)
        routes = {resolve(urlsplit(address).path).route: address for address in answers}
        for language in LANGUAGES:
            browser.cookies["django_language"] = language
            for address in answers if language == "de" else routes.values():
                answer = answers[address] if language == "de" else browser.get(address)
                data = b"".join(answer)
                is_page = answer.headers.get("Content-Type", "").startswith("text/html")
                here = address not in TAKEN_HOME and not address.startswith(ABOUT_LAPTOPS)
                if is_page and here and (words := words_in(TO_LAPTOPS.sub("", data.decode()))):
                    wrong[f"{who}, {language}: {address}"] = words
    assert not wrong


# --- the catalogues ------------------------------


def test_what_a_server_says_has_no_word_of_a_laptop_either() -> None:
    for language in LANGUAGES:
        for entry in catalogue.read(catalogue.server_file(language)):
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                assert not WORDS.search(text), (language, text)


def test_what_phones_and_the_hall_read_is_said_anew_where_it_speaks_of_a_laptop() -> None:
    """Also what no walk meets: what a phone shows when nobody answers."""
    anew = {entry.msgid for entry in catalogue.read(catalogue.server_file("de"))}
    places = ("templates/tournaments/", "templates/hall/", "templates/500.html", "static/")
    missing = [
        entry.msgid
        for entry in polib.pofile(str(Path(django.BASE_DIR) / "locale/de/LC_MESSAGES/django.po"))
        if any(place.startswith(places) for place, _line in entry.occurrences)
        and WORDS.search(f"{entry.msgid} {entry.msgstr}")
        and entry.msgid not in anew
        and entry.msgid not in OF_A_CLUB
    ]
    assert missing == []


OF_A_CLUB = {"Everybody in this Wi-Fi may watch."}
"""Said on a laptop only: the page looks at the profile."""


def test_words_of_a_server_are_complete(tmp_path: Path) -> None:
    sentences = catalogue.sentences(Path(django.BASE_DIR))
    assert catalogue.server_complaints(sentences) == []


def test_a_laptop_keeps_its_words(settings: Any) -> None:
    assert os.path.basename(django.LOCALE_PATHS[-1]) == "locale"
    settings.PROFILE = replace(settings.PROFILE, name="club")
    settings.LOCALE_PATHS = [django.LOCALE_PATHS[-1]]
    answer = hall.laptop().get("/works/", headers={"Accept-Language": "de", "Host": "localhost"})
    assert "Laptop" in answer.text
