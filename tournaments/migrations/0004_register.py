"""What people are found and sorted by stands beside their names, so that the database searches."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.lists.folds import folds_of
from tournaments.models.people import FoldField

TABLE = "tournaments_player"
AT_ONCE = 1_000


class AddText(migrations.AddField):
    """On SQLite as a column more: writing the table anew would take time, and others speak of it."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        kind = self.field.db_type(schema_editor.connection)
        schema_editor.execute(f"ALTER TABLE {TABLE} ADD COLUMN {self.name} {kind} NOT NULL DEFAULT ''")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        schema_editor.execute(f"ALTER TABLE {TABLE} DROP COLUMN {self.name}")


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
            AddText(
                model_name="player",
                name=name,
                field=FoldField(db_default="", default="", editable=False, max_length=200),
            )
            for name in ("by_first", "by_last", "sorted_as")
        ),
        AddText(
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
