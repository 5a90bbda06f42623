"""Indexes for what grows with the years: the first page reads what it lists, however many there were,
and a name is found in a register of a hundred thousand.

Made beside those who write: PostgreSQL reads a table for an index without a lock, outside of a transaction.
Whatever was begun before and not finished is taken away first, so that nobody minds how often this is done.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddIndexBeside(migrations.AddIndex):
    """An index; on PostgreSQL nobody waits for it."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        how = "CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""
        schema_editor.execute(f"DROP INDEX {how} IF EXISTS {self.index.name}")
        model = to_state.apps.get_model(app_label, self.model_name)
        if how:
            schema_editor.add_index(model, self.index, concurrently=True)  # type: ignore[call-arg]
        else:
            schema_editor.add_index(model, self.index)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        how = "CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""
        schema_editor.execute(f"DROP INDEX {how} IF EXISTS {self.index.name}")


class Migration(migrations.Migration):
    atomic = False
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours

    dependencies = (("tournaments", "0008_jobs"),)

    operations = (
        *(
            AddIndexBeside(
                model_name="player", index=models.Index(fields=["tenant", fold], name=f"player_{fold}")
            )
            for fold in ("by_first", "by_last", "sorted_as")
        ),
        AddIndexBeside(model_name="event", index=models.Index(fields=["day"], name="event_day")),
        AddIndexBeside(
            model_name="sitting",
            index=models.Index(fields=["event", "-created_at", "-id"], name="sitting_event_latest"),
        ),
        AddIndexBeside(
            model_name="sheethead",
            index=models.Index(
                fields=["sitting"], condition=models.Q(("closed", False)), name="sheethead_open"
            ),
        ),
    )
