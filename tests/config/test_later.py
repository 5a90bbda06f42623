"""What a start has no need of is not loaded by it: libraries that draw and calculate, and the whole desk."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from config.later import LazyView
from tests.processes import run
from tests.server import SETTINGS, RealServer

# As a worker does: the command, the way in, and the first page with all its addresses.
FIRST_PAGE = """
import json, sys
from django.conf import settings
import config.asgi
from django.core.management import load_command_class
load_command_class("tournaments", "serve")
from django.test import Client
answer = Client(headers={"Host": "localhost"}).get("/")
assert answer.status_code == 200, answer.content
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = ("reportlab", "PIL", "segno", "openpyxl", "numpy", "psycopg", "polib")
ROOMS = (
    "tournaments.paper",
    "tournaments.desk.views",
    "tournaments.desk.papers",
    "tournaments.rehearsal",
    "tournaments.exchange",
    "tournaments.engines.draw",
    "tournaments.engines.checker",
    "tournaments.following.taking",
)


def test_the_first_page_needs_no_heavy_library_and_nothing_of_the_desk(tmp_path: Path) -> None:
    server = RealServer(tmp_path / "data")
    environment = {**server.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = run([sys.executable, "-c", FIRST_PAGE], env=environment, without=SETTINGS)
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout))
    assert not loaded & {*HEAVY, *ROOMS}


def views(resolver: URLResolver | None = None) -> list[LazyView]:
    """All that are loaded later."""
    among: list[LazyView] = []
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            among += [pattern.callback] if isinstance(pattern.callback, LazyView) else []
        else:
            among += views(pattern)
    return among


def test_every_view_that_is_loaded_later_is_there() -> None:
    later = views()
    assert len(later) > 50
    for view in later:
        assert callable(view.__wrapped__), f"{view.__module__}.{view.__name__} is a decorated function"


@pytest.mark.django_db
def test_a_view_that_is_loaded_later_answers_as_it_would() -> None:
    answer = Client().get("/paper/")
    assert answer.status_code == 200
    assert answer.resolver_match.view_name == "paper"
