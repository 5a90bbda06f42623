"""What people are found and sorted by stands beside their names, so that the database searches."""

from __future__ import annotations

from dataclasses import astuple

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.columns import AddColumn
from tournaments.lists.folds import folds_of
from tournaments.models.people import FoldField

TABLE = "tournaments_player"
AT_ONCE = 1_000


def fold_all(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Everybody who is here already."""
    people = apps.get_model("tournaments", "Player").objects.order_by("pk")
    words = ("name", "distinction", "club", "category", "pseudonym")
    last = 0
    while rows := list(people.filter(pk__gt=last).values("pk", "anonymised_at", *words)[:AT_ONCE]):
        last = rows[-1]["pk"]
        folds = [
            (
                *astuple(folds_of(**{key: row[key] for key in words}, forgotten=bool(row["anonymised_at"]))),
                row["pk"],
            )
            for row in rows
        ]
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE {TABLE} SET by_first = %s, by_last = %s, sorted_as = %s, find = %s WHERE id = %s",
                folds,
            )


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0003_clubs"),)

    operations = (
        *(
            AddColumn(
                model_name="player",
                name=name,
                field=FoldField(db_default="", default="", editable=False, max_length=200),
            )
            for name in ("by_first", "by_last", "sorted_as")
        ),
        AddColumn(
            model_name="player",
            name="find",
            field=models.TextField(db_default="", default="", editable=False),
        ),
        migrations.AddIndex(
            model_name="player", index=models.Index(fields=["tenant", "by_first"], name="player_by_first")
        ),
        migrations.AddIndex(
            model_name="player", index=models.Index(fields=["tenant", "by_last"], name="player_by_last")
        ),
        migrations.AddIndex(
            model_name="player", index=models.Index(fields=["tenant", "sorted_as"], name="player_sorted_as")
        ),
        migrations.RunPython(fold_all, migrations.RunPython.noop),
    )
