"""An event is the same event wherever its file is read."""

from __future__ import annotations

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0007_stages_can_end_early"),)

    operations = (
        migrations.AddField(
            model_name="event",
            name="uid",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
    )
