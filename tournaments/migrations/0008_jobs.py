"""Long work that any process may take: how far it is, and what it has made. After a day it is forgotten."""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0007_accounts"),)

    operations = (
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(max_length=30)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("parameters", models.JSONField(default=dict)),
                ("state", models.CharField(default="waiting", max_length=10)),
                ("number", models.PositiveIntegerField(default=0)),
                ("of", models.PositiveIntegerField(default=0)),
                ("now", models.CharField(blank=True, max_length=60)),
                ("lines", models.JSONField(default=list)),
                ("outcome", models.JSONField(default=dict)),
                ("failure", models.CharField(blank=True, max_length=30)),
                ("sentence", models.CharField(blank=True, max_length=1000)),
                ("files", models.JSONField(default=list)),
                ("made_at", models.DateTimeField()),
                ("begun_at", models.DateTimeField(null=True)),
                ("heartbeat", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("until", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("worker", models.CharField(blank=True, max_length=80)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.event",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "ordering": ("made_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="JobPiece",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pieces",
                        to="tournaments.job",
                    ),
                ),
            ],
            options={
                "ordering": ("job", "name", "number"),
            },
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["state", "made_at"], name="jobs_to_do"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["tenant", "kind", "made_at"], name="jobs_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="jobpiece",
            constraint=models.UniqueConstraint(fields=("job", "name", "number"), name="one_piece_per_place"),
        ),
    )
