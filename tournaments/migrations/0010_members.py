"""The federation's members, and which of them are whom in the registers of clubs.

Tables of their own: programs of the version before know nothing of them and go on writing. Whoever is joined
they can neither merge nor remove with his club meanwhile; the database refuses that, and nothing is lost.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

import tournaments.models.people

FOLD = {"db_default": "", "default": "", "editable": False}


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0009_scale"),)

    operations = (
        migrations.CreateModel(
            name="FederationMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=20, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("club_name", models.CharField(blank=True, max_length=120)),
                ("born", models.PositiveSmallIntegerField(null=True)),
                ("left_on", models.DateField(null=True)),
                ("added_at", models.DateTimeField(auto_now_add=True)),
                ("sorted_as", tournaments.models.people.FoldField(max_length=200, **FOLD)),
                ("by_first", tournaments.models.people.FoldField(max_length=200, **FOLD)),
                ("find", models.TextField(**FOLD)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="members",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "ordering": ("sorted_as", "pk"),
                "indexes": [
                    models.Index(fields=["club", "sorted_as"], name="member_of_club"),
                    models.Index(fields=["sorted_as"], name="member_sorted_as"),
                ],
            },
        ),
        migrations.CreateModel(
            name="MemberJoin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("proposed_by", models.CharField(max_length=12)),
                ("proposed_who", models.CharField(blank=True, max_length=60)),
                ("proposed_at", models.DateTimeField(auto_now_add=True)),
                ("confirmed_who", models.CharField(blank=True, max_length=60)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, max_length=12)),
                ("ended_who", models.CharField(blank=True, max_length=60)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.club"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joins",
                        to="tournaments.federationmember",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="joins",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ("-proposed_at", "-pk"),
                "indexes": [models.Index(fields=["club", "proposed_at"], name="join_of_club")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(ended_at=None), fields=("member",), name="one_join_of_each_member"
                    ),
                    models.UniqueConstraint(
                        condition=Q(ended_at=None), fields=("person",), name="one_join_of_each_person"
                    ),
                    models.CheckConstraint(
                        condition=Q(confirmed_at=None) | Q(ended_at__isnull=False) | Q(person__isnull=False),
                        name="a_join_that_stands_names_somebody",
                    ),
                ],
            },
        ),
    )
