"""Papers are drawn beside the process that serves, and are the same as if they were drawn in it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from config.press import Press
from scoring import GAMES, Game, set_up
from tests.processes import ROOT
from tests.server import RealServer
from tests.tournaments.paper import text_of
from tests.tournaments.test_event_paper import EVERY
from tournaments.paper.event import printed
from tournaments.paper.sheet import ScoreSheet, rules_card, score_sheet

HEAVY = {"reportlab", "PIL", "openpyxl"}
LOADED = f"print(sorted(set(sys.modules) & {HEAVY!r}))"
EVERY_VIEW = f"""
import sys
from importlib import import_module
import django
django.setup()
from django.urls import get_resolver
def load(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            load(pattern.url_patterns)
        else:
            import_module(pattern.callback.__module__)
load(get_resolver().url_patterns)
{LOADED}
"""
WALK = f"""
import re, sys
from config import press
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import a_hand_everywhere, begin, end, laptop
from tournaments.models import Sitting
press.begin()
event = an_event(here=9)
round_ = begin(event)
a_hand_everywhere(round_, 2)
end(round_)
desk, table = f"/desk/e/{{event.pk}}", f"/t/{{Sitting.objects.filter(event=event)[0].pk}}"
browser = laptop()
files = [
    *re.findall(r'href="([^"]+[.]pdf)', browser.get(f"{{desk}}/paper/").text),
    *(f"{{table}}/paper/{{what}}.pdf" for what in ("sheet", "blank", "numbers", "rules")),
    f"{{desk}}/files/results.xlsx",
    "/paper/",
]
for file in files:
    answer = browser.get(file)
    assert answer.status_code == 200, (file, answer.status_code)
print(len(files), press._quick._count)
press.end()
{LOADED}
"""


@pytest.fixture(scope="module")
def beside() -> Iterator[Press]:
    """One process for all of them."""
    other = Press(300)
    yield other
    other.end()


@pytest.mark.parametrize("name", EVERY)
def test_a_paper_from_beside_is_the_same(beside: Press, name: str) -> None:
    paper = EVERY[name](9)
    with translation.override("es"):
        here = printed(paper, title="El club")
        asked = ("tournaments.paper.event.drawing:drawn", "es", (paper,), {"title": "El club"})
        assert text_of(beside.make(asked)) == text_of(here)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_sheets_of_every_game_are_the_same(beside: Press, game: Game[Any, Any]) -> None:
    table = set_up(game, game.seats[0], None)
    sheet = ScoreSheet(game=game, table=table, rules_line="Plain", club="Löwen")
    module = "tournaments.paper.sheet"
    with translation.override("en"):
        blank, card = score_sheet(sheet), rules_card(game, table, club="Löwen")
    assert beside.make((f"{module}.blank:score_sheet", "en", (sheet,), {})) == blank
    assert beside.make((f"{module}.rulecard:rules_card", "en", (game, table), {"club": "Löwen"})) == card


def test_no_view_loads_what_draws() -> None:
    done = subprocess.run([sys.executable, "-c", EVERY_VIEW], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    assert done.stdout.decode().split() == ["[]"]


def test_who_has_printed_everything_has_not_loaded_what_draws(real_server: RealServer) -> None:
    counts, loaded = real_server.python(WALK).splitlines()
    files, drawn = map(int, counts.split())
    assert files > 12
    assert drawn >= files - 1
    assert loaded == "[]"
