"""What is won, and how certificates look."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0009_rows_say_how_many_hands_they_are"),)

    operations = (
        migrations.AddField(model_name="event", name="prizes", field=models.JSONField(default=list)),
        migrations.AddField(model_name="event", name="certificate", field=models.JSONField(default=dict)),
    )
