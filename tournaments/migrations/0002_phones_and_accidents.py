"""For when something goes wrong: what was put aside, calls of tables, what phones offer again, the epoch.

What was put aside, and what became of it, is append-only as entries are.
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
        migrations.RunPython(append_only, changeable),
    )
