"""Results of an event where some hands are known from paper only, and redeals are no hands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.builders import eine, paper, record
from tests.tournaments.event_builders import a_round, an_event
from tournaments.engines.standings import TableResult
from tournaments.events.results.played import competition
from tournaments.ledger import preview_correction
from tournaments.models import Event, Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Sitting:
    event = an_event(here=4)
    sitting = Sitting.objects.get(round=a_round(event))
    Sitting.objects.filter(pk=sitting.pk).update(hands_limit=4)
    return Sitting.objects.get(pk=sitting.pk)


def played(sitting: Sitting, **more: Any) -> TableResult:
    (result,) = competition(Event.objects.get(), **more).played
    return result


def test_a_redeal_is_no_hand_of_the_round(table: Sitting) -> None:
    record(table, eine(1))
    record(table, {"kind": "redeal"})
    before = played(table)
    assert (before.number, before.finished) == (1, False)
    assert len(before.accounts[0].hands) == 1


def test_hands_from_paper_count_but_are_not_known_one_by_one(table: Sitting) -> None:
    record(table, eine(1))
    paper(table, 3, 1, 1, 1, -3)
    now = played(table)
    assert (now.number, now.finished) == (4, True)
    assert {account.hands for account in now.accounts} == {()}
    assert now.accounts[3].points == -3


def test_so_it_is_for_a_correction_that_is_only_looked_at(table: Sitting) -> None:
    record(table, eine(1))
    paper(table, 2, 1, 1, 1, -3)
    seen = preview_correction(sitting=table, hand_no=2, raw={"hands": 3, "points": [0, 0, 0, 0]})
    now = played(table, instead={table.pk: seen.after})
    assert (now.number, now.finished) == (4, True)
    assert {account.hands for account in now.accounts} == {()}
    assert now.accounts[3].points == 0
