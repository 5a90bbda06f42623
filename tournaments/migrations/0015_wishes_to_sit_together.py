"""A wish may be to sit at one table, too."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column; wishes there are stay what they are."""

    dependencies = (("tournaments", "0014_names_are_no_identity"),)
    operations = (
        migrations.AddField(model_name="wish", name="together", field=models.BooleanField(default=False)),
    )
