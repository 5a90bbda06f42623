"""What keeps an account its owner's: the stamp of its sessions, second factor, passkeys, codes on paper.

Tables of their own, and a column with a default in the database: programs of the version before go on
writing.
"""

from __future__ import annotations

import uuid

import django.contrib.auth.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BY = {"by_name": "username", "by_mail": "email"}


def index_accounts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Accounts are looked for without regard to capitals; a server has many of them."""
    if schema_editor.connection.vendor == "postgresql":
        for name, column in BY.items():
            schema_editor.execute(f"CREATE INDEX tournaments_accounts_{name} ON auth_user (upper({column}))")


def forget_indexes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for name in BY:
            schema_editor.execute(f"DROP INDEX tournaments_accounts_{name}")


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0006_removal"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="Keyring",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="keyring",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("stamp", models.PositiveIntegerField(default=0)),
                ("language", models.CharField(blank=True, max_length=8)),
                ("totp_salt", models.CharField(blank=True, max_length=64)),
                ("totp_since", models.DateTimeField(null=True)),
                ("totp_step", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="ClubAccount",
            fields=[],
            options={
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("auth.user",),
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.AddField(
            model_name="club",
            name="second_factor",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=60)),
                ("host", models.CharField(max_length=255)),
                ("credential", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.BinaryField()),
                ("counter", models.BigIntegerField(default=0)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("made_at",),
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code_hash", models.CharField(max_length=64)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "code_hash"), name="each_recovery_code_once")
                ],
            },
        ),
        migrations.RunPython(index_accounts, forget_indexes),
    )
