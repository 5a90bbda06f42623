"""A page of many tables asks the database no more often than one of a few."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.forgetting import nothing_kept
from tournaments.events.decisions import corrections
from tournaments.events.plan.screens import create_screen
from tournaments.models import Entrant, Event

pytestmark = pytest.mark.django_db

FEW, MANY = 4, 24
BOARDS = (
    *("names", "tables", "ranking", "live", "waiting", "corrections"),
    *("season", "matchday", "records", "reveal"),
)
PAGES: dict[str, Callable[[Event], str]] = {
    **{
        f"public {part or 'event'}": lambda event, part=part: f"/e/{event.pk}/{part}"  # type: ignore[misc]
        for part in ("", "round/1/", "round/2/", "standings/", "corrections/", "p/1/", "?q=a")
    },
    "api": lambda event: f"/api/events/{event.pk}.json",
    "home": lambda event: "/",
    **{
        f"desk {part}": lambda event, part=part: f"/desk/e/{event.pk}/{part}"  # type: ignore[misc]
        for part in (
            *("", "rounds/", "rounds/1/", "rounds/2/", "standings/", "corrections/", "draw/", "people/"),
            *("door/", "paper/", "screens/", "rulings/", "devices/", "tables/2/1/", "rounds/2/?part=live"),
            *("tables/2/seats/", "settings/", "files/", "people/1/", "files/site.zip", "files/results.csv"),
        )
    },
    **{
        f"board {key}": lambda event, key=key: (  # type: ignore[misc]
            f"/e/{event.pk}/board/{event.screens.get(name=key).pk}/"
        )
        for key in BOARDS
    },
}


def an_evening(tables: int) -> Event:
    """Two rounds, of which the second is on."""
    event = an_event(title=f"Turnier {tables}")
    names = [f"Anna {tables} {number}" for number in range(4 * tables)]
    add_entrants(event, 4 * tables, names=names)
    Entrant.objects.filter(event=event, number__lt=5).update(team="Die Roten", category="Gast")
    first = hall.begin(event)
    hall.play_all(first)
    hall.end(first)
    for number in (1, 2):
        corrections.correct(
            sitting=hall.table(first, number),
            hand_no=1,
            entry_id=uuid.uuid4(),
            raw=eine(3),
            base_seq=9,
            reason="misread",
        )
    hall.play_all(hall.begin(event))
    for key in BOARDS:
        create_screen(event=event, name=key, shows=key)
    return event


def asked(browser: Client, address: str) -> tuple[int, list[str]]:
    """Everything the page asks when nothing of it has been kept."""
    with nothing_kept(), CaptureQueriesContext(connection) as queries:
        answer = browser.get(address, follow=True)
    return answer.status_code, [query["sql"] for query in queries]


def test_no_page_asks_once_for_each_table_or_person() -> None:
    few, many = an_evening(FEW), an_evening(MANY)
    grown, answered = {}, 0
    for name, address in PAGES.items():
        browser = hall.laptop() if name.startswith("desk") else Client()
        browser.get(address(few), follow=True)
        status, before = asked(browser, address(few))
        _status, after = asked(browser, address(many))
        answered += status == 200
        if len(after) > len(before) + 2:
            grown[name] = (len(before), len(after), Counter(query[:90] for query in after).most_common(2))
    assert answered >= len(PAGES) - 2
    assert not grown
