"""Seasons: several evenings with one list at the end.

Tables of their own: programs of the version before know nothing of them and go on writing.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0014_stakes"),)

    operations = (
        migrations.CreateModel(
            name="ClubSeason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("rules", models.JSONField(default=dict)),
                ("views", models.JSONField(default=list)),
                ("seed", models.CharField(blank=True, max_length=60)),
                ("home", models.CharField(blank=True, max_length=60)),
                ("listed", models.BooleanField(default=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("recorded", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "tenant",
                    models.ForeignKey(
                        db_default=1,
                        default=1,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "ordering": ("-created_at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="SeasonDate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("time", models.TimeField(null=True)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("kind", models.CharField(blank=True, max_length=30)),
                ("host", models.CharField(blank=True, max_length=60)),
                ("weight", models.CharField(db_default="1", default="1", max_length=12)),
                ("counted_at", models.DateTimeField(null=True)),
                ("outcome", models.JSONField(default=list)),
                ("outcome_of", models.CharField(blank=True, max_length=40)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seasons",
                        to="tournaments.event",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="tournaments.clubseason",
                    ),
                ),
                ("tables", models.ManyToManyField(related_name="seasons", to="tournaments.sitting")),
            ],
            options={
                "ordering": ("day", "time", "pk"),
            },
        ),
        migrations.CreateModel(
            name="EveningResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField()),
                ("rank", models.PositiveIntegerField(null=True)),
                ("hands", models.PositiveIntegerField(null=True)),
                ("rounds", models.PositiveIntegerField(null=True)),
                ("wins", models.PositiveIntegerField(null=True)),
                ("group", models.CharField(blank=True, max_length=40)),
                ("club", models.CharField(blank=True, max_length=60)),
                ("guest", models.BooleanField(default=False)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="season_results",
                        to="tournaments.player",
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournaments.seasondate",
                    ),
                ),
            ],
            options={
                "ordering": ("-points", "pk"),
            },
        ),
        migrations.CreateModel(
            name="SeasonNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=40)),
                ("data", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.clubseason",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "id"),
            },
        ),
        migrations.AddIndex(
            model_name="clubseason",
            index=models.Index(fields=["tenant", "created_at"], name="season_of_club"),
        ),
        migrations.AddConstraint(
            model_name="seasondate",
            constraint=models.UniqueConstraint(fields=("season", "event"), name="one_evening_per_event"),
        ),
        migrations.AddConstraint(
            model_name="eveningresult",
            constraint=models.UniqueConstraint(fields=("evening", "player"), name="one_result_per_evening"),
        ),
    )
