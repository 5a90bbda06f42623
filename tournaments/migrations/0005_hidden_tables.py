"""Tables that organisers have hidden; people known to be under age; a club's events by day.

What is added has a value in the database itself, so that programs of the version before go on writing.
"""

from __future__ import annotations

from django.db import migrations, models

from config.columns import AddColumn


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0004_register"),)

    operations = (
        migrations.AddField(
            model_name="sitting",
            name="hidden_at",
            field=models.DateTimeField(null=True),
        ),
        AddColumn(
            model_name="player",
            name="minor",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["tenant", "day"], name="event_tenant_day"),
        ),
    )
