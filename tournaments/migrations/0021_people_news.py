"""How many people and numbers of the other side wait until somebody at the desk compares."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0020_matchday"),)

    operations = (migrations.AddField("logsource", "people", models.JSONField(default=dict, db_default={})),)
