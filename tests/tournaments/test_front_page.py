"""The first page: as many statements for a full house as for an empty one, and nothing on it is old."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, close, eine, record
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.visitors import a_stranger
from tournaments.models import Event, Player, ShownAs, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture
def visitor() -> Client:
    return a_stranger(headers={"Accept-Language": "de"})


def of_a_club(settings: object) -> bool:
    """In a federation everybody is shown the tables of his own device."""
    return bool(settings.PROFILE.club)  # type: ignore[attr-defined]


def statements(visitor: Client) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert visitor.get("/").status_code == 200
    return len(captured)


def test_a_full_house_takes_no_more_statements(visitor: Client) -> None:
    record(a_sitting(), eine(1))
    an_event(title="Turnier 1")
    few = statements(visitor)
    for number in range(2, 8):
        record(a_sitting(), eine(1))
        an_event(title=f"Turnier {number}")
    assert statements(visitor) == few <= 5  # tables, events, seasons, years, who is at the desk


def test_whatever_changes_a_line_is_there_at_once(visitor: Client, settings: object) -> None:
    sitting = a_sitting(names=("Zoë Maier", "Jürgen Alt", "Ben Neu", "Ida Lang"))
    if not of_a_club(settings):
        assert "Zoë Maier" not in visitor.get("/").text
        return
    pages = [visitor.get("/").text]
    record(sitting, eine(1))
    pages.append(visitor.get("/").text)
    Player.objects.filter(name="Zoë Maier").update(shown_as=ShownAs.SHORT)
    pages.append(visitor.get("/").text)
    Sitting.objects.filter(pk=sitting.pk).update(title="Freitag")
    pages.append(visitor.get("/").text)
    close(sitting)
    pages.append(visitor.get("/").text)
    signs = ("0 Spiele", "1 Spiel<", "Zoë M.,", "<b>Freitag</b>", "geschlossen")
    assert [[sign in " ".join(page.split()) for sign in signs] for page in pages] == [
        [True, False, False, False, False],
        [False, True, False, False, False],
        [False, True, True, False, False],
        [False, True, True, True, False],
        [False, False, True, True, True],
    ]
    assert "closed" in a_stranger(headers={"Accept-Language": "en"}).get("/").text


def test_an_event_follows_its_rounds_at_once(visitor: Client) -> None:
    event = an_event(title="Pokal")
    add_entrants(event, 8)
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate())
    signs = ("Plätze hängen aus", "läuft", "zwischen zwei Runden", "Ergebnisse")
    before = visitor.get("/").text
    round_ = hall.begin(event)
    playing = visitor.get("/").text
    hall.end(round_)
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now())
    finished = visitor.get("/").text
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate() - datetime.timedelta(days=20))
    gone = visitor.get("/").text
    assert ["Pokal" in page for page in (playing, finished, gone)] == [True, True, False]
    assert (signs[1] in playing, signs[3] in finished, signs[1] in before) == (True, True, False)
