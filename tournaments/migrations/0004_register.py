"""What people are found and sorted by stands beside their names, so that the database searches.

Nobody is folded here, where the table is locked: `manage.py migrate` does it afterwards, some people at a
time (`people.folding`), and 0009 makes the indexes beside those who write.
"""

from __future__ import annotations

from django.db import migrations, models

from config.columns import AddColumn
from tournaments.models.people import FoldField


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0003_clubs"),)

    operations = (
        *(
            AddColumn(
                model_name="player",
                name=name,
                field=FoldField(db_default="", default="", editable=False, max_length=200),
            )
            for name in ("by_first", "by_last", "sorted_as")
        ),
        AddColumn(
            model_name="player",
            name="find",
            field=models.TextField(db_default="", default="", editable=False),
        ),
    )
