"""The log of an event: positions and fingerprints, for whoever follows it.

All tables are new: programs of the version before go on writing, and what they write is found when the log is
read next. Lines are append-only as the links of an event are.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

LINES = "tournaments_eventline"
# An event nobody has played may be deleted, and its log with it.
PLAYED = (
    "EXISTS (SELECT 1 FROM tournaments_entry AS entry "
    "JOIN tournaments_sitting AS sitting ON sitting.id = entry.sitting_id "
    "WHERE sitting.event_id = OLD.event_id)"
)
SQLITE = {
    "eventline_no_update": f"BEFORE UPDATE ON {LINES}",
    "eventline_no_delete": f"BEFORE DELETE ON {LINES} WHEN {PLAYED}",
    "eventline_no_replace": (
        f"BEFORE INSERT ON {LINES} WHEN EXISTS (SELECT 1 FROM {LINES} WHERE id = NEW.id) "
        f"OR EXISTS (SELECT 1 FROM {LINES} WHERE event_id = NEW.event_id AND pos = NEW.pos)"
    ),
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the log of an event is append-only'); END"
SETTING = "stammtisch.removal"  # see 0006_removal
OF_A_REMOVED_CLUB = (
    f"coalesce(current_setting('{SETTING}', true), '') <> '' AND EXISTS "
    "(SELECT 1 FROM tournaments_event AS event "
    "WHERE event.id = OLD.event_id AND stammtisch_is_removed(event.tenant_id))"
)
POSTGRESQL_REFUSE = f"""
CREATE FUNCTION lines_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (NOT {PLAYED} OR {OF_A_REMOVED_CLUB}) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the log of an event is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRESQL = f"BEFORE UPDATE OR DELETE ON {LINES} FOR EACH ROW EXECUTE FUNCTION lines_are_append_only()"
REMOVE = f"""
CREATE FUNCTION stammtisch_remove_logs(tenant bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('{SETTING}', tenant || ' ' || pg_current_xact_id(), true);
    IF NOT stammtisch_is_removed(tenant) THEN
        RAISE EXCEPTION 'this club is not to be removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    DELETE FROM {LINES} AS line USING tournaments_event AS event
        WHERE event.id = line.event_id AND event.tenant_id = tenant;
    PERFORM set_config('{SETTING}', '', true);
END $$
"""


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} {SQLITE_REFUSE}")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_REFUSE)
        schema_editor.execute(f"CREATE TRIGGER eventline_no_change {POSTGRESQL}")
        schema_editor.execute(REMOVE)


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    else:
        schema_editor.execute("DROP FUNCTION stammtisch_remove_logs(bigint)")
        schema_editor.execute(f"DROP TRIGGER eventline_no_change ON {LINES}")
        schema_editor.execute("DROP FUNCTION lines_are_append_only()")


ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def of_event(name: str) -> models.ForeignKey:
    """A row that goes with its event."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=name, to="tournaments.event"
    )


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0016_people"),)

    operations = (
        migrations.CreateModel(
            name="EventLog",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="log",
                        serialize=False,
                        to="tournaments.event",
                    ),
                ),
                ("authority", models.UUIDField()),
                ("epoch", models.PositiveIntegerField(default=1)),
                ("head", models.PositiveIntegerField(default=0)),
                ("head_hash", models.CharField(max_length=64)),
                ("revision", models.BigIntegerField(default=-1)),
                ("beside", models.CharField(blank=True, max_length=64)),
                ("begun_at", models.DateTimeField(auto_now_add=True)),
                ("taken_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EventPiece",
            fields=[
                ID,
                ("kind", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=60)),
                ("row", models.BigIntegerField(null=True)),
                ("upto", models.PositiveIntegerField(default=0)),
                ("digest", models.CharField(max_length=64)),
                ("words", models.CharField(blank=True, max_length=64)),
                ("pos", models.PositiveIntegerField()),
                ("gone", models.BooleanField(default=False)),
                ("fresh", models.BooleanField(default=False)),
                ("event", of_event("pieces")),
            ],
            options={
                "indexes": [models.Index(fields=["kind", "row"], name="piece_of_row")],
                "constraints": [
                    models.UniqueConstraint(fields=["event", "kind", "key"], name="one_piece_per_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="EventLine",
            fields=[
                ID,
                ("pos", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("epoch", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=60)),
                ("what", models.CharField(max_length=1)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("event", of_event("lines")),
            ],
            options={
                "ordering": ("event", "pos"),
                "constraints": [models.UniqueConstraint(fields=["event", "pos"], name="one_line_per_pos")],
            },
        ),
        migrations.RunPython(append_only, changeable),
    )
