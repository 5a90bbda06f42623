"""How often a club's pages are looked at: counted in packs, over all workers, for each club by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.club_builders import a_club
from tournaments.access import pace
from tournaments.clubs import keeping
from tournaments.models import Club

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")


def looks(club: Club, times: int) -> int:
    """How many of so many looks are let through."""
    return sum(pace.wait(club.pk) == 0 for _time in range(times))


def another_worker() -> None:
    """It knows nothing of what this one has taken; what all of them have taken is counted elsewhere."""
    pace._paces.clear()


def test_a_club_has_so_many_looks_and_another_has_its_own() -> None:
    club, other = a_club(limits={"requests": 7}), a_club("Die anderen", limits={"requests": 7})
    assert looks(club, 20) == 7
    assert looks(other, 20) == 7


def test_workers_count_together() -> None:
    club = a_club(limits={"requests": 7})
    assert looks(club, 20) == 7
    another_worker()
    assert looks(club, 20) == 0


def test_a_pack_is_one_statement(django_assert_num_queries: Any) -> None:
    club = a_club(limits={"requests": 1000})
    assert looks(club, pace.PACK) == pace.PACK
    with django_assert_num_queries(0):
        assert looks(club, 0) == 0
        pace._paces[club.pk].left = pace.PACK
        assert looks(club, pace.PACK) == pace.PACK


def test_who_was_refused_asks_the_database_no_more(django_assert_num_queries: Any) -> None:
    club = a_club(limits={"requests": 1})
    looks(club, 2)
    with django_assert_num_queries(0):
        assert looks(club, 100) == 0


def test_other_limits_hold_at_once() -> None:
    club = a_club(limits={"requests": 1})
    assert looks(club, 5) == 1
    keeping.set_limits(club=club, sent={"requests": "0"}, reason="", by="test")
    assert looks(club, 5) == 5


def test_a_laptop_counts_nothing(settings: Any, django_assert_num_queries: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    with django_assert_num_queries(0):
        pace.look(Client().get("/nowhere/").wsgi_request, 1)
        assert pace.wait(1) == 0
