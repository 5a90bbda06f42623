"""What a spare laptop needs to go on in place of the first one, and what that one says when it is back."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0018_pairing"),)

    operations = (
        migrations.AddField("eventlog", "led_until", models.DateTimeField(null=True)),
        migrations.AddField("eventlog", "returned_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "pairingcode", "seal", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddField(
            "logreader", "address", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AddField(
            "logreader", "seal", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddField(
            "logsource", "kit", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddField(
            "logsource", "seal", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
    )
