"""Statements that are put together once say what Django's own would say."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import BigIntegerField, Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from config.prepared import Given, Prepared, Writing, write
from tests.tournaments.builders import a_sitting, eine, record
from tournaments.models import LARGE, Entry, LiveHand, SheetHead, Sitting

pytestmark = pytest.mark.django_db
TABLES = Prepared(
    lambda: (
        Sitting.objects.filter(pk=Given("table", BigIntegerField()))
        .select_related("sheethead", "event", "round")
        .defer(*LARGE)
        .annotate(begun=Exists(Entry.objects.filter(sitting=OuterRef("pk"))))
    )
)
HAND = Writing(lambda: LiveHand)
HEAD = Writing(lambda: SheetHead, "hands", "games")


def test_rows_are_the_models_that_django_makes(sitting: Sitting) -> None:
    other = a_sitting("truco", seats=2)
    record(sitting, eine())
    for table, begun in ((sitting, True), (other, False)):
        (row,) = TABLES.ask(table=table.pk)
        mine = Sitting.objects.select_related("sheethead").get(pk=table.pk)
        for model, wanted in ((row, mine), (row.sheethead, mine.sheethead)):
            names = [field.attname for field in wanted._meta.concrete_fields]
            assert [getattr(model, name) for name in names] == [getattr(wanted, name) for name in names]
        assert (row.event, row.round) == (None, None)
        assert vars(row)["begun"] is begun
    assert TABLES.ask_first(table=0) is None


def test_it_is_one_statement_and_nothing_is_asked_later(sitting: Sitting) -> None:
    with CaptureQueriesContext(connection) as captured:
        row = TABLES.ask_first(table=sitting.pk)
        assert row is not None
        assert (row.sheethead.hands, row.event) == (0, None)
    assert len(captured) == 1


def test_rows_are_written_as_they_are(sitting: Sitting) -> None:
    entry = record(sitting, eine()).entry
    LiveHand.objects.all().delete()
    hand = {
        "sitting_id": sitting.pk,
        "hand_no": 1,
        "entry_id": entry.pk,
        "hands": 1,
        "lines": [{"code": "x", "points": [1, 2, 3, 4]}],
        "points": [1, 2, 3, 4],
        "revision": 7,
    }
    head = {"sitting_id": sitting.pk, "hands": 5, "games": [], "over": True}
    assert write((HAND, hand), (HEAD, head))
    (row,) = LiveHand.objects.values(*hand)
    assert row == hand
    there = SheetHead.objects.get(sitting=sitting)
    assert (there.hands, there.games, there.over) == (5, [], False)  # what is not named stays
    assert there.head_hash == entry.hash


def test_a_row_that_is_not_there_is_told(sitting: Sitting) -> None:
    assert not write((HEAD, {"sitting_id": 0, "hands": 5, "games": []}))
