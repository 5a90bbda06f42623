"""A database says which installation it belongs to, and its file which program."""

from __future__ import annotations

import uuid

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.databasefile import APPLICATION_ID


def name(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Installation").objects.create(uid=uuid.uuid4())
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"PRAGMA application_id = {APPLICATION_ID}")


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0011_one_event_per_uid"),)

    operations = (
        migrations.CreateModel(
            name="Installation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("key_mark", models.CharField(blank=True, max_length=64)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.RunPython(name, migrations.RunPython.noop),
    )
