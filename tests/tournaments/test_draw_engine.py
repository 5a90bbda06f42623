"""A stored draw says what it was drawn with; who checks it learns which program he needs."""

from __future__ import annotations

from html import unescape
from typing import Any, cast

import pytest
from django.conf import settings as project
from django.test import Client

from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.paper import text_of
from tests.tournaments.test_event_rounds import plan
from tests.tournaments.test_exchange import elsewhere
from tournaments import exchange
from tournaments.engines.draw import ALGORITHM
from tournaments.events.draw import drawing, protocol
from tournaments.events.rounds import publishing
from tournaments.models import FIRST, Round
from tournaments.models.stored import Raw

pytestmark = pytest.mark.django_db
AFRESH = f"{ALGORITHM} (Programmversion {project.VERSION})"


@pytest.fixture
def round_() -> Round:
    return publishing.publish(drawing.draw_next(an_event(here=12), seed="Herbst")[0])


def made_with(round_: Round, **noted: Any) -> None:
    """As if this program or another one had noted this."""
    for part in round_.request["parts"]:
        stored = cast(Raw, part)
        del stored["algorithm"], stored["program"]
        stored.update(noted)
    Round.objects.filter(pk=round_.pk).update(request=round_.request)


def texts(laptop: Client, round_: Round) -> list[str]:
    """What everybody's page, the desk's and the paper say."""
    event = round_.event_id
    pages = [f"/e/{event}/draw/{round_.number}/", f"/desk/e/{event}/rounds/{round_.number}/draw/"]
    texts = [unescape(laptop.get(page).text) for page in pages]
    texts.append(text_of(laptop.get(f"/desk/e/{event}/paper/draw.pdf?round=1").content))
    return [" ".join(text.replace("\N{NO-BREAK SPACE}", " ").split()) for text in texts]


def test_the_program_that_drew_says_that_it_draws_the_same_again(laptop: Client, round_: Round) -> None:
    for text in texts(laptop, round_):
        assert f"Jede Programmversion mit dem Verfahren {AFRESH} lost aus dieser Datei dasselbe aus" in text


def test_what_another_algorithm_drew_is_not_claimed(laptop: Client, round_: Round) -> None:
    made_with(round_, algorithm=1, program="0.0.9")
    for text in texts(laptop, round_):
        assert "mit dem Verfahren 1 (Programmversion 0.0.9) ausgelost" in text
        assert "braucht man die ältere Version" in text
        assert "lost aus dieser Datei dasselbe aus" not in text
    made_with(round_, algorithm=ALGORITHM + 1, program="9.0.0")
    for text in texts(laptop, round_):
        assert "braucht man eine neuere Version" in text


def test_a_draw_without_a_note_is_of_the_first_algorithm(laptop: Client, round_: Round) -> None:
    made_with(round_)
    for text in texts(laptop, round_):
        assert "mit dem Verfahren 1 ausgelost" in text


def test_a_computer_that_is_too_slow_draws_nothing(laptop: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = an_event()
    add_entrants(
        event, 20, club="Hüfingen"
    )  # all of one club, apart in the first round: no schedule does that
    plan(event, rounds=6, at_once=True, clubs_apart=True)
    with monkeypatch.context() as slow:
        slow.setattr(protocol, "LONGEST", -1)
        answered = laptop.post(f"/desk/e/{event.pk}/draw/make/", {"seed": "Herbst"})
        assert answered.status_code == 422
        assert "ausgelost ist nichts" in unescape(answered.text)
        assert not event.rounds.exists()
    assert laptop.post(f"/desk/e/{event.pk}/draw/make/", {"seed": "Herbst"}).status_code == 302


def test_the_note_goes_with_the_event(laptop: Client, round_: Round) -> None:
    parts = round_.request["parts"]
    assert [(part["algorithm"], part["program"]) for part in parts] == [(ALGORITHM, project.VERSION)]
    data = elsewhere(round_.event)
    assert exchange.take_in(data, FIRST).rounds.get().request["parts"] == parts
