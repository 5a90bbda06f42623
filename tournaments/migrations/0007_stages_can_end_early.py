"""The rest of a running stage can be replaced by another stage."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0006_events"),)

    operations = (
        migrations.AddField(
            model_name="stage",
            name="ends_after",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    )
