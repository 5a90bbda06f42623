"""The round clock runs by the clock of the machine that nobody sets."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0012_installation"),)

    operations = (
        migrations.AddField(model_name="clock", name="ends_ticks", field=models.BigIntegerField(null=True)),
        migrations.AddField(
            model_name="clock", name="boot_id", field=models.CharField(blank=True, max_length=36)
        ),
    )
