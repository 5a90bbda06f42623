"""House rules under a name, and on each table the name they were taken from."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0003_entries_are_append_only"),)

    operations = (
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=30)),
                ("name", models.CharField(max_length=60)),
                ("rules", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ("game", "name")},
        ),
        migrations.AddConstraint(
            model_name="ruleset",
            constraint=models.UniqueConstraint(fields=("game", "name"), name="one_rule_set_per_name"),
        ),
        migrations.AddField(
            model_name="sitting",
            name="rules_name",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
    )
