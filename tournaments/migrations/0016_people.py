"""People over the years: what is counted from events and evenings, numbers in the club, what was parted.

All tables are new, and what a person gets has a value in the database: programs of the version before go on
writing. Whom the new one has counted already they cannot merge with somebody else meanwhile; the database
refuses that, and nothing is lost.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from config.columns import AddColumn

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def key(to: str, name: str = "+") -> models.ForeignKey:
    """A row that goes with another one."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=name, to=f"tournaments.{to}"
    )


def only(to: str) -> models.OneToOneField:
    """The one row of an event or a sheet."""
    return models.OneToOneField(
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="chapter",
        to=f"tournaments.{to}",
    )


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0015_season"),)

    operations = (
        AddColumn(
            model_name="player",
            name="club_number",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        AddColumn(
            model_name="player",
            name="unlisted",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=~Q(club_number=""),
                fields=("tenant", "club_number"),
                name="one_person_per_club_number",
            ),
        ),
        migrations.CreateModel(
            name="CareerSwitches",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tournaments.club",
                    ),
                ),
                ("evenings", models.BooleanField(default=False)),
                ("public", models.BooleanField(default=False)),
                ("rating", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Chapter",
            fields=[
                ID,
                ("game", models.CharField(max_length=30)),
                ("day", models.DateField()),
                ("began_at", models.DateTimeField()),
                ("counting", models.PositiveSmallIntegerField()),
                ("revision", models.PositiveIntegerField(default=0)),
                ("mark", models.CharField(blank=True, max_length=100)),
                ("tables", models.JSONField(default=list)),
                ("rated", models.CharField(blank=True, max_length=64)),
                ("event", only("event")),
                ("sitting", only("sitting")),
                ("tenant", key("club")),
            ],
            options={
                "ordering": ("day", "began_at", "pk"),
                "indexes": [models.Index(fields=["tenant", "game", "day"], name="chapter_in_order")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(event__isnull=True, sitting__isnull=False)
                        | Q(event__isnull=False, sitting__isnull=True),
                        name="a_chapter_is_of_one_thing",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Appearance",
            fields=[
                ID,
                ("place", models.PositiveIntegerField(null=True)),
                ("of", models.PositiveIntegerField(default=0)),
                ("points", models.IntegerField()),
                ("tables", models.PositiveSmallIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("best", models.IntegerField(null=True)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("facts", models.JSONField()),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                ("chapter", key("chapter", "appearances")),
                ("player", key("player", "appearances")),
            ],
            options={
                "ordering": ("chapter", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("chapter", "player"), name="one_appearance_per_person")
                ],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ID,
                ("game", models.CharField(max_length=30)),
                ("evenings", models.PositiveIntegerField()),
                ("firsts", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("tried", models.JSONField(default=list)),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                ("last_day", models.DateField()),
                ("player", key("player", "careers")),
                ("tenant", key("club")),
            ],
            options={
                "ordering": ("player", "game"),
                "indexes": [models.Index(fields=["tenant", "game"], name="career_of_club")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game"), name="one_career_per_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Parting",
            fields=[
                ID,
                ("is_new", models.BooleanField(default=False)),
                ("moved", models.JSONField()),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_by", models.CharField(blank=True, max_length=60)),
                ("undone_at", models.DateTimeField(null=True)),
                ("origin", key("player", "parted")),
                ("other", key("player", "joined_from")),
                ("tenant", key("club")),
            ],
            options={"ordering": ("-at", "-pk")},
        ),
    )
