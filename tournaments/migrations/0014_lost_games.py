"""What a quick evening is played for, and what lost games cost in an event.

Nothing is there until somebody says it, so programs of the version before go on writing.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0011_entry_triggers"),)

    operations = (
        migrations.AddField(model_name="sitting", name="stakes", field=models.JSONField(null=True)),
        migrations.AddField(model_name="event", name="lost_money", field=models.JSONField(null=True)),
    )
