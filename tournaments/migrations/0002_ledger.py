from __future__ import annotations

from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0001_people_and_tables"),)

    operations = (
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "sitting",
                    models.ForeignKey(on_delete=PROTECT, to="tournaments.sitting"),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("hand_no", models.PositiveIntegerField(null=True)),
                (
                    "supersedes",
                    models.OneToOneField(
                        null=True, on_delete=PROTECT, related_name="superseded_by", to="tournaments.entry"
                    ),
                ),
                ("payload", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("base_seq", models.PositiveIntegerField(null=True)),
                ("revision", models.PositiveIntegerField()),
                ("rules_version", models.PositiveIntegerField()),
                (
                    "credential",
                    models.ForeignKey(null=True, on_delete=PROTECT, to="tournaments.credential"),
                ),
                ("via", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("boot_id", models.CharField(max_length=36)),
                ("mono_ns", models.BigIntegerField()),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ("sitting", "seq"),
                "constraints": (
                    models.UniqueConstraint(fields=("sitting", "seq"), name="one_entry_per_seq"),
                ),
            },
        ),
        migrations.CreateModel(
            name="LiveHand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(on_delete=CASCADE, to="tournaments.sitting"),
                ),
                ("hand_no", models.PositiveIntegerField()),
                (
                    "entry",
                    models.OneToOneField(on_delete=PROTECT, to="tournaments.entry"),
                ),
                ("lines", models.JSONField()),
                ("points", models.JSONField()),
                ("revision", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ("sitting", "hand_no"),
                "constraints": (
                    models.UniqueConstraint(fields=("sitting", "hand_no"), name="one_live_entry_per_hand"),
                ),
            },
        ),
        migrations.CreateModel(
            name="SheetHead",
            fields=[
                (
                    "sitting",
                    models.OneToOneField(
                        on_delete=CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="tournaments.sitting",
                    ),
                ),
                ("head_seq", models.PositiveIntegerField(default=0)),
                ("head_hash", models.CharField(blank=True, max_length=64)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("games", models.JSONField(default=list)),
                ("over", models.BooleanField(default=False)),
                ("closed", models.BooleanField(default=False)),
            ],
        ),
    )
