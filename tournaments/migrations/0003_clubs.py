"""Clubs as tenants: to which club people, events, tables and rule sets belong; accounts by invitation.

Everything that was there belongs to the first club. The columns have defaults in the database itself, so that
programs of the version before go on writing while this one is rolled out.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.columns import AddColumn

FIRST = 1


def first_club(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The club everything belongs to that is here already; its accounts are its own."""
    clubs = apps.get_model("tournaments", "Club").objects
    clubs.create(pk=FIRST, slug="home", state="open")
    if schema_editor.connection.vendor == "postgresql":  # the number was given, not taken
        schema_editor.execute(
            "SELECT setval(pg_get_serial_sequence('tournaments_club', 'id'), max(id)) FROM tournaments_club"
        )
    memberships = apps.get_model("tournaments", "Membership").objects
    for user in apps.get_model("auth", "User").objects.all():
        role = "owner" if user.is_superuser else "helper"
        memberships.create(user=user, club_id=FIRST, role=role)


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0002_when_something_goes_wrong"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("slug", models.SlugField(max_length=40, unique=True)),
                ("name", models.CharField(blank=True, max_length=120)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("state", models.CharField(default="open", max_length=12)),
                ("listed", models.BooleanField(default=True)),
                ("doors", models.CharField(default="link", max_length=12)),
                ("door_generation", models.PositiveIntegerField(default=1)),
                ("limits", models.JSONField(default=dict)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("wish", models.CharField(blank=True, max_length=500)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("opened_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(default="account", max_length=12)),
                ("role", models.CharField(blank=True, max_length=12)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("mail", models.CharField(blank=True, max_length=200)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("until", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ("-at",),
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="membership",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("role", models.CharField(max_length=12)),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("user",),
            },
        ),
        migrations.AddField(
            model_name="invitation",
            name="club",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="tournaments.club"
            ),
        ),
        migrations.RunPython(first_club, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name="ruleset",
            name="one_rule_set_per_name",
        ),
        AddColumn(
            model_name="event",
            name="tenant",
            field=models.ForeignKey(
                db_default=1,
                default=1,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        AddColumn(
            model_name="player",
            name="tenant",
            field=models.ForeignKey(
                db_default=1,
                default=1,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="ruleset",
            name="tenant",
            field=models.ForeignKey(
                db_default=1,
                default=1,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        AddColumn(
            model_name="sitting",
            name="tenant",
            field=models.ForeignKey(
                db_default=1,
                default=1,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.club",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(
                fields=("tenant", "game", "name"), name="one_rule_set_per_name"
            ),
        ),
    )
