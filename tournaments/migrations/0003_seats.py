"""Seats that phones ask for, limits that processes count together, reasons read as something else."""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def without_log(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Buckets may be empty after an accident; no hand waits until they are on the disk."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE tournaments_bucket SET UNLOGGED")


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0002_parked"),)

    operations = (
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
        migrations.RunPython(without_log, migrations.RunPython.noop),
    )
