"""Match-days: several halls with one list.

Tables of their own: programs of the version before know nothing of them and go on writing.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0019_taking_over"),)

    operations = (
        migrations.CreateModel(
            name="MatchDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("day", models.DateField()),
                ("listed", models.BooleanField(default=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "evening",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matchday",
                        to="tournaments.seasondate",
                    ),
                ),
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
                "ordering": ("-day", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="MatchHall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="halls",
                        to="tournaments.event",
                    ),
                ),
                (
                    "matchday",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="halls",
                        to="tournaments.matchday",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.AddIndex(
            model_name="matchday",
            index=models.Index(fields=["tenant", "day"], name="matchday_of_club"),
        ),
        migrations.AddConstraint(
            model_name="matchhall",
            constraint=models.UniqueConstraint(fields=("matchday", "number"), name="one_hall_per_number"),
        ),
        migrations.AddConstraint(
            model_name="matchhall",
            constraint=models.UniqueConstraint(fields=("event",), name="one_matchday_per_event"),
        ),
    )
