"""A test that commits leaves nothing to the next one, on either engine."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection

from tests.guards import BESIDES, STAYS, empty_tables
from tests.tournaments.builders import a_sitting, eine, record
from tournaments.models import Entry, Player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]


def rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = connection.introspection.django_table_names(include_views=False)
        counts = {}
        for table in tables:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts


@pytest.mark.parametrize("time", ["once", "again"])
def test_a_test_finds_the_tables_as_the_migrations_made_them(time: str) -> None:
    before = rows()
    assert {name for name, count in before.items() if count} <= STAYS | BESIDES.keys()
    record(a_sitting(), eine())
    assert Entry.objects.count() == 1
    empty_tables()
    assert rows() == before
    record(a_sitting(), eine())  # and leaves something


def test_what_migrations_write_stays() -> None:
    empty_tables()
    assert Permission.objects.exists()
    assert ContentType.objects.get_for_model(Player).model == "player"


def test_afterwards_entries_are_guarded_again() -> None:
    record(a_sitting(), eine())
    empty_tables()
    entry = record(a_sitting(), eine()).entry
    with pytest.raises(DatabaseError, match=r"[Ee]ntr"):
        Entry.objects.filter(pk=entry.pk).update(by="somebody else")
