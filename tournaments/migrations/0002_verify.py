"""The chain of an event: its links are append-only, as entries are."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLE = "tournaments_eventlink"
# An event nobody has played may be deleted, and its links with it.
PLAYED = (
    "EXISTS (SELECT 1 FROM tournaments_entry AS entry "
    "JOIN tournaments_sitting AS sitting ON sitting.id = entry.sitting_id "
    "WHERE sitting.event_id = OLD.event_id)"
)
SQLITE = {
    "eventlink_no_update": f"BEFORE UPDATE ON {TABLE}",
    "eventlink_no_delete": f"BEFORE DELETE ON {TABLE} WHEN {PLAYED}",
    "eventlink_no_replace": (
        f"BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} "
        "WHERE id = NEW.id OR (event_id = NEW.event_id AND seq = NEW.seq))"
    ),
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the chain of an event is append-only'); END"
POSTGRESQL_REFUSE = f"""
CREATE FUNCTION links_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND NOT {PLAYED} THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the chain of an event is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRESQL = f"BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION links_are_append_only()"


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} {SQLITE_REFUSE}")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_REFUSE)
        schema_editor.execute(f"CREATE TRIGGER eventlink_no_change {POSTGRESQL}")


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    else:
        schema_editor.execute(f"DROP TRIGGER eventlink_no_change ON {TABLE}")
        schema_editor.execute("DROP FUNCTION links_are_append_only()")


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0003_seats"),)

    operations = (
        migrations.CreateModel(
            name="EventLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("facts", models.JSONField()),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={"ordering": ("event", "seq")},
        ),
        migrations.AddConstraint(
            "eventlink", models.UniqueConstraint(fields=("event", "seq"), name="one_link_per_seq")
        ),
        migrations.AddField("sheethead", "linked_seq", models.PositiveIntegerField(default=0)),
        migrations.RunPython(append_only, changeable),
    )
