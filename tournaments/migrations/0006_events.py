"""Events with their stages, rounds, entrants and rulings; what hands and seats say about them."""

from __future__ import annotations

import importlib

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def triggers_again(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """SQLite has rebuilt the table of entries, and its triggers are gone."""
    if schema_editor.connection.vendor == "sqlite":
        ledger = importlib.import_module("tournaments.migrations.0003_entries_are_append_only")
        for name, when in ledger.SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER IF NOT EXISTS {name} {when} {ledger.SQLITE_REFUSE}")


class Migration(migrations.Migration):
    dependencies = (
        ("tournaments", "0005_seats_drawn_from_a_seed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.RunPython(migrations.RunPython.noop, triggers_again),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("day", models.DateField()),
                ("game", models.CharField(max_length=30)),
                ("preset", models.CharField(max_length=30)),
                ("rules_name", models.CharField(blank=True, max_length=60)),
                ("rules", models.JSONField()),
                ("settings", models.JSONField(default=dict)),
                ("ranking", models.JSONField(default=dict)),
                ("key_generation", models.PositiveIntegerField(default=1)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("logo", models.BinaryField(blank=True, default=b"")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("archived_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-day", "-id"),
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("table", models.PositiveSmallIntegerField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("reason", models.CharField(max_length=200)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=60)),
            ],
            options={
                "ordering": ("at", "id"),
            },
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("shows", models.CharField(max_length=20)),
                ("data", models.JSONField(default=dict)),
                ("revision", models.PositiveIntegerField(default=1)),
            ],
            options={
                "ordering": ("name",),
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("plan", models.JSONField()),
                ("rules", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="credential",
            name="seat",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="by",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="entry",
            name="reason",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="player",
            name="anonymised_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="category",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="player",
            name="club",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="player",
            name="contact",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="player",
            name="pseudonym",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="player",
            name="shown_as",
            field=models.CharField(default="full", max_length=12),
        ),
        migrations.AddField(
            model_name="sitting",
            name="hands_limit",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="sitting",
            name="number",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.CreateModel(
            name="Clock",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="tournaments.event",
                    ),
                ),
                ("ends_at", models.DateTimeField(null=True)),
                ("left", models.PositiveIntegerField(default=0)),
                ("text", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.AddField(
            model_name="sitting",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=models.PROTECT,
                related_name="sittings",
                to="tournaments.event",
            ),
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=120)),
                ("club", models.CharField(blank=True, max_length=60)),
                ("category", models.CharField(blank=True, max_length=40)),
                ("team", models.CharField(blank=True, max_length=60)),
                ("group", models.CharField(blank=True, max_length=10)),
                ("rating", models.IntegerField(null=True)),
                ("state", models.CharField(default="expected", max_length=12)),
                ("paid", models.BooleanField(default=False)),
                ("ranked", models.BooleanField(default=True)),
                ("joined_round", models.PositiveSmallIntegerField(default=1)),
                ("left_after", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="entrants",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.AddField(
            model_name="chair",
            name="entrant",
            field=models.ForeignKey(
                null=True,
                on_delete=models.PROTECT,
                related_name="chairs",
                to="tournaments.entrant",
            ),
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(max_length=12)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="grants",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(default=1)),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("until_round", models.PositiveSmallIntegerField(null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="members",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=models.PROTECT,
                        related_name="memberships",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ("place", "from_round"),
            },
        ),
        migrations.CreateModel(
            name="Notice",
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
                    "event",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="notices",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "id"),
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("state", models.CharField(default="drawn", max_length=12)),
                ("seed", models.CharField(blank=True, max_length=60)),
                ("request", models.JSONField(default=dict)),
                ("answer", models.JSONField(default=dict)),
                ("seating", models.JSONField(default=dict)),
                ("changes", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(default=1)),
                ("drawn_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(null=True)),
                ("opened_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="rounds",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.AddField(
            model_name="sitting",
            name="round",
            field=models.ForeignKey(
                null=True,
                on_delete=models.PROTECT,
                related_name="sittings",
                to="tournaments.round",
            ),
        ),
        migrations.AddConstraint(
            model_name="sitting",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="one_sitting_per_table_and_round"
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="entrant",
            field=models.ForeignKey(null=True, on_delete=models.PROTECT, to="tournaments.entrant"),
        ),
        migrations.AddField(
            model_name="ruling",
            name="event",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="rulings", to="tournaments.event"),
        ),
        migrations.AddField(
            model_name="ruling",
            name="round",
            field=models.ForeignKey(null=True, on_delete=models.PROTECT, to="tournaments.round"),
        ),
        migrations.AddField(
            model_name="screen",
            name="event",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="screens", to="tournaments.event"),
        ),
        migrations.AddField(
            model_name="stage",
            name="event",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="stages", to="tournaments.event"),
        ),
        migrations.AddField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournaments.stage"),
        ),
        migrations.AddField(
            model_name="wish",
            name="event",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="wishes", to="tournaments.event"),
        ),
        migrations.AddField(
            model_name="wish",
            name="one",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.entrant"),
        ),
        migrations.AddField(
            model_name="wish",
            name="other",
            field=models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.entrant"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_entrant_per_number"),
        ),
        migrations.AddConstraint(
            model_name="grant",
            constraint=models.UniqueConstraint(fields=("event", "user"), name="one_role_per_account"),
        ),
        migrations.AddConstraint(
            model_name="screen",
            constraint=models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_stage_per_number"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),
        ),
        migrations.AddConstraint(
            model_name="wish",
            constraint=models.UniqueConstraint(fields=("event", "one", "other"), name="one_wish_per_pair"),
        ),
        migrations.RunPython(triggers_again, migrations.RunPython.noop),
    )
