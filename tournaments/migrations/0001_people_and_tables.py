from __future__ import annotations

import uuid

from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ("name",)},
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=120)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("game", models.CharField(max_length=30)),
                ("preset", models.CharField(max_length=30)),
                ("rules", models.JSONField()),
                ("rules_version", models.PositiveIntegerField(default=1)),
                ("seats", models.PositiveSmallIntegerField()),
                ("first_dealer", models.PositiveSmallIntegerField(null=True)),
                ("key_generation", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ("-created_at", "-id")},
        ),
        migrations.CreateModel(
            name="Chair",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(on_delete=PROTECT, to="tournaments.player"),
                ),
                (
                    "sitting",
                    models.ForeignKey(on_delete=CASCADE, related_name="chairs", to="tournaments.sitting"),
                ),
            ],
            options={
                "ordering": ("seat",),
                "constraints": (
                    models.UniqueConstraint(fields=("sitting", "seat"), name="one_person_per_seat"),
                    models.UniqueConstraint(fields=("sitting", "player"), name="one_seat_per_person"),
                ),
            },
        ),
        migrations.CreateModel(
            name="Credential",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "sitting",
                    models.ForeignKey(on_delete=CASCADE, to="tournaments.sitting"),
                ),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={"ordering": ("created_at",)},
        ),
    )
