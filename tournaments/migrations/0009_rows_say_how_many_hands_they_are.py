"""A row of the sheet counts as one hand, as none after a redeal, as several from paper."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0008_identity"),)

    operations = (migrations.AddField("livehand", "hands", models.PositiveSmallIntegerField(default=1)),)
