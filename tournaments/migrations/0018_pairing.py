"""Installations that follow each other: codes that pair them, readers, sources, parts of logs on their way.

All tables are new: programs of the version before go on writing.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


def own_key() -> tuple[str, models.UUIDField]:
    """Made here, known to nobody before."""
    return "id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)


def of_club() -> tuple[str, models.ForeignKey]:
    """Whose it is."""
    return "club", models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.club"
    )


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0017_following"),)

    operations = (
        migrations.CreateModel(
            name="PairingCode",
            fields=(
                own_key(),
                ("kind", models.CharField(max_length=12)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("made_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                of_club(),
            ),
            options={"ordering": ("made_at",)},
        ),
        migrations.CreateModel(
            name="LogReader",
            fields=(
                own_key(),
                ("kind", models.CharField(max_length=12)),
                ("name", models.CharField(max_length=60)),
                ("installation", models.UUIDField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField(null=True)),
                ("positions", models.JSONField(default=dict)),
                ("revoked_at", models.DateTimeField(null=True)),
                of_club(),
                (
                    "code",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reader",
                        to="tournaments.pairingcode",
                    ),
                ),
            ),
            options={"ordering": ("made_at",)},
        ),
        migrations.CreateModel(
            name="LogSource",
            fields=(
                own_key(),
                ("kind", models.CharField(max_length=12)),
                ("address", models.CharField(max_length=200)),
                ("name", models.CharField(max_length=120)),
                ("installation", models.UUIDField()),
                ("token", models.CharField(max_length=64)),
                ("since", models.DateField()),
                ("made_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(null=True)),
                ("contact_at", models.DateTimeField(null=True)),
                ("state", models.CharField(default="new", max_length=16)),
                ("detail", models.CharField(blank=True, max_length=300)),
                ("positions", models.JSONField(default=dict)),
                ("ended_at", models.DateTimeField(null=True)),
                of_club(),
            ),
            options={"ordering": ("made_at",)},
        ),
        migrations.CreateModel(
            name="LogParcel",
            fields=(
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.UUIDField()),
                ("after", models.PositiveBigIntegerField()),
                ("batch", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "reader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parcels",
                        to="tournaments.logreader",
                    ),
                ),
            ),
            options={
                "ordering": ("reader", "event", "after"),
                "constraints": [
                    models.UniqueConstraint(fields=("reader", "event", "after"), name="one_parcel_per_place")
                ],
            },
        ),
    )
