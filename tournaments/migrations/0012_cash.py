"""The cash book: what is booked is append-only as entries are, and goes only with its club.

But for words that somebody typed: whoever is named in them can be forgotten.

Only adds: programs of the version before go on; what they tick is paid without a line in the book.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.columns import AddColumn

BOOK, COUNTS = "tournaments_cashentry", "tournaments_cashcount"
HERE = {
    BOOK: (
        "id = NEW.id",
        "event_id = NEW.event_id AND seq = NEW.seq",
        "reverses_id = NEW.reverses_id",
        "tenant_id = NEW.tenant_id AND receipt_series = NEW.receipt_series "
        "AND receipt_year = NEW.receipt_year AND receipt = NEW.receipt",
    ),
    COUNTS: (
        "id = NEW.id",
        "event_id = NEW.event_id AND seq = NEW.seq",
        "event_id = NEW.event_id AND number = NEW.number",
    ),
}
NUMBERS = {  # every column that says no words
    BOOK: (
        "id, tenant_id, event_id, seq, kind, way, amount, currency, entrant_id, parts, item, by, at, "
        "reverses_id, receipt_series, receipt_year, receipt"
    ),
    COUNTS: "id, event_id, seq, what, number, upto, expected, counted, pieces, by, at",
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the cash book is append-only'); END"
POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION cash_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND coalesce(current_setting('stammtisch.removal', true), '') <> '' AND EXISTS (
        SELECT 1 FROM tournaments_event AS event
        WHERE event.id = OLD.event_id AND stammtisch_is_removed(event.tenant_id)
    ) THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'label' - 'reason' = to_jsonb(NEW) - 'label' - 'reason' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the cash book is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE OR REPLACE FUNCTION stammtisch_remove_cash(tenant bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('stammtisch.removal', tenant || ' ' || pg_current_xact_id(), true);
    IF NOT stammtisch_is_removed(tenant) THEN
        RAISE EXCEPTION 'this club is not to be removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    DELETE FROM {BOOK} AS line USING tournaments_event AS event
        WHERE event.id = line.event_id AND event.tenant_id = tenant;
    DELETE FROM {COUNTS} AS counts USING tournaments_event AS event
        WHERE event.id = counts.event_id AND event.tenant_id = tenant;
    PERFORM set_config('stammtisch.removal', '', true);
END $$
"""


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    for table, there in HERE.items():
        name = table.removeprefix("tournaments_")
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION cash_is_append_only()"
            )
            continue
        rows = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {row})" for row in there)
        for what, when in {
            "update": f"BEFORE UPDATE OF {NUMBERS[table]} ON {table}",
            "delete": f"BEFORE DELETE ON {table}",
            "replace": f"BEFORE INSERT ON {table} WHEN {rows}",  # INSERT OR REPLACE asks no DELETE trigger
        }.items():
            schema_editor.execute(f"CREATE TRIGGER {name}_no_{what} {when} {SQLITE_REFUSE}")


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in HERE:
        name = table.removeprefix("tournaments_")
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {name}_no_change ON {table}")
        else:
            for what in ("update", "delete", "replace"):
                schema_editor.execute(f"DROP TRIGGER {name}_no_{what}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION stammtisch_remove_cash(bigint)")
        schema_editor.execute("DROP FUNCTION cash_is_append_only()")


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0011_entry_triggers"),)

    operations = (
        AddColumn(
            model_name="entrant",
            name="tariff",
            field=models.CharField(blank=True, db_default="", default="", max_length=12),
        ),
        AddColumn(
            model_name="event",
            name="money",
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.CreateModel(
            name="CashCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("what", models.CharField(max_length=12)),
                ("number", models.PositiveIntegerField(null=True)),
                ("upto", models.PositiveIntegerField(default=0)),
                ("expected", models.BigIntegerField(default=0)),
                ("counted", models.BigIntegerField(null=True)),
                ("pieces", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash_counts",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "seq"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "seq"), name="one_cash_count_per_seq"),
                    models.UniqueConstraint(fields=("event", "number"), name="one_cash_report_per_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CashEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("way", models.CharField(max_length=12)),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("parts", models.JSONField(default=list)),
                ("item", models.CharField(blank=True, max_length=40)),
                ("label", models.CharField(blank=True, max_length=120)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                ("receipt_series", models.CharField(blank=True, max_length=36)),
                ("receipt_year", models.PositiveSmallIntegerField(null=True)),
                ("receipt", models.PositiveIntegerField(null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="tournaments.event",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversed_by",
                        to="tournaments.cashentry",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.club"
                    ),
                ),
            ],
            options={
                "ordering": ("event", "seq"),
                "indexes": [models.Index(fields=["event", "entrant"], name="cash_of_entrant")],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "seq"), name="one_cash_entry_per_seq"),
                    models.UniqueConstraint(
                        fields=("tenant", "receipt_series", "receipt_year", "receipt"),
                        name="one_receipt_per_number",
                    ),
                ],
            },
        ),
        migrations.RunPython(append_only, changeable),
    )
