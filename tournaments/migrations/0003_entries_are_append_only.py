"""The database refuses to change or delete an entry, whoever asks.

SQLite drops a table's triggers when Django rebuilds the table: a later migration that alters Entry ends with
`append_only()` again. `manage.py rebuild --check` and the tests notice when they are missing.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# The third one: INSERT OR REPLACE deletes without asking the DELETE trigger.
SQLITE = {
    "entry_no_update": "BEFORE UPDATE ON tournaments_entry",
    "entry_no_delete": "BEFORE DELETE ON tournaments_entry",
    "entry_no_replace": (
        "BEFORE INSERT ON tournaments_entry WHEN EXISTS (SELECT 1 FROM tournaments_entry "
        "WHERE id = NEW.id OR (sitting_id = NEW.sitting_id AND seq = NEW.seq) "
        "OR supersedes_id = NEW.supersedes_id)"
    ),
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END"

POSTGRESQL_REFUSE = """
CREATE FUNCTION entries_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRESQL = {
    "entry_no_change": "BEFORE UPDATE OR DELETE ON tournaments_entry FOR EACH ROW",
}


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} {SQLITE_REFUSE}")
        return
    schema_editor.execute(POSTGRESQL_REFUSE)
    for name, when in POSTGRESQL.items():
        schema_editor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION entries_are_append_only()")


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
        return
    for name in POSTGRESQL:
        schema_editor.execute(f"DROP TRIGGER {name} ON tournaments_entry")
    schema_editor.execute("DROP FUNCTION entries_are_append_only()")


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0002_ledger"),)

    operations = (migrations.RunPython(append_only, changeable),)
