"""A table's page changes with what is put aside, decided and called for."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0002_confirm"),)

    operations = (
        migrations.AddField(
            model_name="sitting",
            name="beside",
            field=models.PositiveIntegerField(default=0),
        ),
    )
