"""Nobody replaces an entry: asked of each index by itself.

One question with three alternatives is answered by reading every entry there is, once SQLite has counted its
rows (ANALYZE) and takes what most of them lack for a value that they share.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROW = "EXISTS (SELECT 1 FROM tournaments_entry WHERE"
PLACE = "sitting_id = NEW.sitting_id AND seq = NEW.seq"
THERE = f"{ROW} id = NEW.id) OR {ROW} {PLACE}) OR {ROW} supersedes_id = NEW.supersedes_id)"
BEFORE = f"{ROW} id = NEW.id OR ({PLACE}) OR supersedes_id = NEW.supersedes_id)"


def refuse_when(schema_editor: BaseDatabaseSchemaEditor, there: str) -> None:
    """The one trigger anew, on SQLite; PostgreSQL knows no INSERT OR REPLACE."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER IF EXISTS entry_no_replace")
        schema_editor.execute(
            f"CREATE TRIGGER entry_no_replace BEFORE INSERT ON tournaments_entry WHEN {there} "
            "BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END"
        )


def ask_each_index(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    refuse_when(schema_editor, THERE)


def ask_all_at_once(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    refuse_when(schema_editor, BEFORE)


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0010_members"),)

    operations = (migrations.RunPython(ask_each_index, ask_all_at_once),)
