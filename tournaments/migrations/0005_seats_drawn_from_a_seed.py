"""Which seed the seats of a table were drawn from."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0004_named_rule_sets"),)

    operations = (
        migrations.AddField(
            model_name="sitting",
            name="seat_seed",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
    )
