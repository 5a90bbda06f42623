"""Who has confirmed a list, and what a device has seen of the organisers' corrections."""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def as_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Nobody was asked to confirm anything in events that are there already."""
    Event = apps.get_model("tournaments", "Event")
    for event in Event.objects.only("settings"):
        event.settings.setdefault("confirming", "nobody")
        event.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0002_recover"),)

    operations = (
        migrations.AddField("credential", "seen_seq", models.PositiveIntegerField(default=0)),
        migrations.AddField("sheethead", "agreed", models.CharField(blank=True, max_length=12)),
        migrations.AddField("sheethead", "confirmed_at", models.DateTimeField(null=True)),
        migrations.AddField("sheethead", "confirmed_by", models.JSONField(default=list)),
        migrations.AddField("sheethead", "confirmed_hands", models.JSONField(default=list)),
        migrations.AddField("sitting", "confirming", models.CharField(default="list", max_length=12)),
        migrations.RunPython(as_before, migrations.RunPython.noop),
    )
