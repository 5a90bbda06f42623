"""Tables that organisers have hidden; people known to be under age; a club's events by day.

What is added has a value in the database itself, so that programs of the version before go on writing.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddFlag(migrations.AddField):
    """On SQLite as a column more: writing the table anew would take time, and triggers speak of it."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        table = f"{app_label}_{self.model_name_lower}"
        schema_editor.execute(f"ALTER TABLE {table} ADD COLUMN {self.name} bool NOT NULL DEFAULT 0")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor != "sqlite":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        schema_editor.execute(f"ALTER TABLE {app_label}_{self.model_name_lower} DROP COLUMN {self.name}")


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0004_register"),)

    operations = (
        migrations.AddField(
            model_name="sitting",
            name="hidden_at",
            field=models.DateTimeField(null=True),
        ),
        AddFlag(
            model_name="player",
            name="minor",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["tenant", "day"], name="event_tenant_day"),
        ),
    )
