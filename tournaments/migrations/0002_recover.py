from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0002_keeping"),)

    operations = (
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
    )
