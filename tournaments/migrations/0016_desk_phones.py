"""Phones that an event is run from for one evening."""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0015_wishes_to_sit_together"),)

    operations = (
        migrations.CreateModel(
            name="DeskPhone",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("role", models.CharField(max_length=12)),
                ("name", models.CharField(max_length=40)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("code_until", models.DateTimeField()),
                ("secret_hash", models.CharField(blank=True, max_length=64)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("until", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ("created_at",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("secret_hash", ""), _negated=True),
                        fields=("secret_hash",),
                        name="one_phone_per_secret",
                    )
                ],
            },
        ),
    )
