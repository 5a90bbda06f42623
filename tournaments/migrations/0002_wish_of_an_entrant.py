"""A wish is called after whose it is: of an entrant, about another."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0001_initial"),)

    operations = (
        migrations.RemoveConstraint("Wish", "one_wish_per_pair"),
        migrations.RenameField("Wish", "one", "entrant"),
        migrations.AddConstraint(
            "Wish",
            models.UniqueConstraint(fields=("event", "entrant", "other"), name="one_wish_per_pair"),
        ),
    )
