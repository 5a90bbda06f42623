"""Two people may have one name. Robots of rehearsals are no people.

Until now the second of two got a name made for him, `Hans Maier (Endingen)`: he gets his own back. Robots of
earlier rehearsals leave the register; they are known by their names and by never having sat at a quick table.
"""

from __future__ import annotations

import re

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROBOT = re.compile(r"Robot \d+")


def give_names_back(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    player = apps.get_model("tournaments", "Player")
    names = set(player.objects.values_list("name", flat=True))
    for person in player.objects.exclude(club="").filter(anonymised_at=None, name__endswith=")"):
        own = person.name.removesuffix(f" ({person.club})")
        if own != person.name and own in names:
            player.objects.filter(pk=person.pk).update(name=own)


def robots(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    player = apps.get_model("tournaments", "Player")
    for person in player.objects.filter(name__startswith="Robot ", club="", contact=""):
        if ROBOT.fullmatch(person.name) and not person.chair_set.filter(sitting__event=None).exists():
            player.objects.filter(pk=person.pk).update(robot=True)


def tell_apart(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """On the way back every name is there once again."""
    player = apps.get_model("tournaments", "Player")
    names: set[str] = set()
    for person in player.objects.order_by("pk"):
        tries = [person.name, f"{person.name} ({person.club})" if person.club else person.name]
        tries += [f"{person.name[:50]} {number}" for number in range(2, 10_000)]
        name = next(each[:60] for each in tries if each[:60] not in names)
        names.add(name)
        if name != person.name:
            player.objects.filter(pk=person.pk).update(name=name)


def nothing(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The column is dropped."""


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0013_clocks_count_by_the_machine"),)

    operations = (
        migrations.AlterModelOptions(name="player", options={"ordering": ("name", "pk")}),
        migrations.AlterField(
            model_name="player", name="name", field=models.CharField(max_length=60, db_index=True)
        ),
        migrations.AddField(
            model_name="player", name="distinction", field=models.CharField(max_length=40, blank=True)
        ),
        migrations.AddField(model_name="player", name="robot", field=models.BooleanField(default=False)),
        migrations.RunPython(give_names_back, tell_apart),
        migrations.RunPython(robots, nothing),
    )
