"""For when something goes wrong: what was put aside, calls of tables, what phones offer again, epochs,
the mirror.

And what is said before it does: who has confirmed a list, seats that phones ask for, limits of many workers
together, reasons read as something else, the chain of an event.

What was put aside, what became of it, and the links of a chain are append-only as entries are.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

APPEND_ONLY = ("parked", "parkeddecision")
SQLITE = {
    "update": "BEFORE UPDATE ON {table}",
    "delete": "BEFORE DELETE ON {table}",
    # INSERT OR REPLACE deletes without asking the trigger above.
    "replace": "BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)",
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for name in APPEND_ONLY:
        table = f"tournaments_{name}"
        if schema_editor.connection.vendor == "sqlite":
            for what, when in SQLITE.items():
                statement = f"{when} {SQLITE_REFUSE}".format(table=table)
                schema_editor.execute(f"CREATE TRIGGER {name}_no_{what} {statement}")
        elif schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION entries_are_append_only()"
            )


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for name in APPEND_ONLY:
        if schema_editor.connection.vendor == "sqlite":
            for what in SQLITE:
                schema_editor.execute(f"DROP TRIGGER {name}_no_{what}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name}_no_change ON tournaments_{name}")


def as_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nobody was asked to confirm anything in events that are there already."""
    Event = apps.get_model("tournaments", "Event")
    for event in Event.objects.only("settings"):
        event.settings.setdefault("confirming", "nobody")
        event.save(update_fields=["settings"])


def without_log(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Buckets may be empty after an accident; no hand waits until they are on the disk."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE tournaments_bucket SET UNLOGGED")


LINKS = "tournaments_eventlink"
# An event nobody has played may be deleted, and its links with it.
PLAYED = (
    "EXISTS (SELECT 1 FROM tournaments_entry AS entry "
    "JOIN tournaments_sitting AS sitting ON sitting.id = entry.sitting_id "
    "WHERE sitting.event_id = OLD.event_id)"
)
LINK_SQLITE = {
    "eventlink_no_update": f"BEFORE UPDATE ON {LINKS}",
    "eventlink_no_delete": f"BEFORE DELETE ON {LINKS} WHEN {PLAYED}",
    "eventlink_no_replace": (
        f"BEFORE INSERT ON {LINKS} WHEN EXISTS (SELECT 1 FROM {LINKS} "
        "WHERE id = NEW.id OR (event_id = NEW.event_id AND seq = NEW.seq))"
    ),
}
LINK_SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the chain of an event is append-only'); END"
LINK_POSTGRESQL_REFUSE = f"""
CREATE FUNCTION links_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND NOT {PLAYED} THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the chain of an event is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
LINK_POSTGRESQL = f"BEFORE UPDATE OR DELETE ON {LINKS} FOR EACH ROW EXECUTE FUNCTION links_are_append_only()"


def links_append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in LINK_SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} {LINK_SQLITE_REFUSE}")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(LINK_POSTGRESQL_REFUSE)
        schema_editor.execute(f"CREATE TRIGGER eventlink_no_change {LINK_POSTGRESQL}")


def links_changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in LINK_SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    else:
        schema_editor.execute(f"DROP TRIGGER eventlink_no_change ON {LINKS}")
        schema_editor.execute("DROP FUNCTION links_are_append_only()")


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0001_initial"),)

    operations = (
        migrations.CreateModel(
            name="PhoneOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sitting", models.PositiveBigIntegerField()),
                ("event", models.PositiveBigIntegerField(null=True)),
                ("epoch", models.CharField(max_length=32)),
                ("facts", models.JSONField()),
                ("entries", models.JSONField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(null=True)),
                ("settled_by", models.CharField(blank=True, max_length=60)),
            ],
            options={
                "ordering": ("at",),
            },
        ),
        migrations.AddField(
            model_name="credential",
            name="replaced_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="replaces",
                to="tournaments.credential",
            ),
        ),
        migrations.AddField(
            model_name="installation",
            name="epoch",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("reason", models.CharField(max_length=16)),
                ("note", models.CharField(blank=True, max_length=120)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("coming_at", models.DateTimeField(null=True)),
                ("coming", models.CharField(blank=True, max_length=60)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "sitting",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tournaments.sitting"),
                ),
            ],
            options={
                "ordering": ("at",),
            },
        ),
        migrations.CreateModel(
            name="Parked",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=16)),
                ("hand_no", models.PositiveIntegerField(null=True)),
                ("raw", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("base_seq", models.PositiveIntegerField(null=True)),
                ("code", models.CharField(max_length=20)),
                ("via", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "credential",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        to="tournaments.credential",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="parked",
                        to="tournaments.sitting",
                    ),
                ),
            ],
            options={
                "ordering": ("at",),
            },
        ),
        migrations.CreateModel(
            name="ParkedDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("answer", models.CharField(max_length=12)),
                ("via", models.CharField(max_length=16)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "credential",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        to="tournaments.credential",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, to="tournaments.entry"
                    ),
                ),
                (
                    "parked",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decision",
                        to="tournaments.parked",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MirrorPosition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                ("hash", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Epoch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("why", models.CharField(max_length=16)),
                ("begun_at", models.DateTimeField()),
                ("copy", models.JSONField(default=dict)),
                ("settled_at", models.DateTimeField(null=True)),
                ("settled_by", models.CharField(blank=True, max_length=60)),
            ],
            options={
                "ordering": ("begun_at", "id"),
            },
        ),
        migrations.CreateModel(
            name="Sighting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=8)),
                ("number", models.PositiveBigIntegerField()),
                ("event", models.PositiveBigIntegerField(null=True)),
                ("facts", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "epoch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sightings",
                        to="tournaments.epoch",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("epoch", "what", "number"), name="one_sighting_per_thing")
                ],
            },
        ),
        migrations.AddField("credential", "seen_seq", models.PositiveIntegerField(default=0)),
        migrations.AddField("sheethead", "agreed", models.CharField(blank=True, max_length=12)),
        migrations.AddField("sheethead", "confirmed_at", models.DateTimeField(null=True)),
        migrations.AddField("sheethead", "confirmed_by", models.JSONField(default=list)),
        migrations.AddField("sheethead", "confirmed_hands", models.JSONField(default=list)),
        migrations.AddField("sitting", "confirming", models.CharField(default="list", max_length=12)),
        migrations.AddField(
            model_name="sitting",
            name="beside",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("key", models.CharField(max_length=160, primary_key=True, serialize=False)),
                ("burst", models.FloatField()),
                ("rate", models.FloatField()),
                ("tokens", models.FloatField()),
                ("wait", models.FloatField()),
                ("at", models.FloatField()),
            ],
        ),
        migrations.AddField(
            model_name="credential",
            name="pin_tries",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="erasure",
                        to="tournaments.entry",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "asking",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="requests",
                        to="tournaments.credential",
                    ),
                ),
                (
                    "granted",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.credential",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_requests",
                        to="tournaments.sitting",
                    ),
                ),
            ],
            options={"ordering": ("at",)},
        ),
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
        migrations.RunPython(as_before, migrations.RunPython.noop),
        migrations.RunPython(without_log, migrations.RunPython.noop),
        migrations.RunPython(links_append_only, links_changeable),
    )
