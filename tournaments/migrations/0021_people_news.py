"""How many people and numbers of the other side wait until somebody at the desk compares."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0020_matchday"),)

    operations = (migrations.AddField("logsource", "people", models.JSONField(default=dict)),)
