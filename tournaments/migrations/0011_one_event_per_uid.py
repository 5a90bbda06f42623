"""The same event is not taken in twice, not even at the same moment."""

from __future__ import annotations

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0010_prizes"),)

    operations = (
        migrations.AlterField(
            model_name="event",
            name="uid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
    )
