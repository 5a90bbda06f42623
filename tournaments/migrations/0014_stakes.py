"""What a quick evening is played for.

Nothing is there until somebody says it, so programs of the version before go on writing.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0013_prizes"),)

    operations = (
        migrations.AddField(model_name="sitting", name="stakes", field=models.JSONField(null=True)),
    )
