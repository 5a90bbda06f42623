"""Plans of prizes, and what happened at a prize-giving.

A program of the version before goes on writing lines of prizes and knows nothing of plans; whoever reads sees
that the lines are others than those the plan was stored with (`prizes.plan`). What happened is
append-only as entries are, but for texts people typed, which somebody may ask to be forgotten.
"""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.columns import AddColumn

TABLE = "tournaments_prizerecord"
KEPT = (
    "id, event_id, seq, kind, entrant_id, prize, gift, amount, currency, data, booking, reverses_id, by, at"
)
SQLITE = {
    "prizerecord_no_update": f"BEFORE UPDATE OF {KEPT} ON {TABLE}",
    "prizerecord_no_delete": f"BEFORE DELETE ON {TABLE}",
    "prizerecord_no_replace": (
        f"BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id) "
        f"OR EXISTS (SELECT 1 FROM {TABLE} WHERE event_id = NEW.event_id AND seq = NEW.seq) "
        f"OR EXISTS (SELECT 1 FROM {TABLE} WHERE reverses_id = NEW.reverses_id)"
    ),
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'records of prizes are append-only'); END"
SETTING = "stammtisch.removal"  # see 0006_removal
POSTGRESQL_REFUSE = f"""
CREATE FUNCTION prizes_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND coalesce(current_setting('{SETTING}', true), '') <> '' AND EXISTS
        (SELECT 1 FROM tournaments_event AS event
            WHERE event.id = OLD.event_id AND stammtisch_is_removed(event.tenant_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'records of prizes are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRESQL = (
    f"BEFORE UPDATE OF {KEPT} OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION prizes_are_append_only()"
)
REMOVE = f"""
CREATE FUNCTION stammtisch_remove_prizes(tenant bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('{SETTING}', tenant || ' ' || pg_current_xact_id(), true);
    IF NOT stammtisch_is_removed(tenant) THEN
        RAISE EXCEPTION 'this club is not to be removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    DELETE FROM {TABLE} AS record USING tournaments_event AS event
        WHERE event.id = record.event_id AND event.tenant_id = tenant;
    PERFORM set_config('{SETTING}', '', true);
END $$
"""


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} {SQLITE_REFUSE}")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_REFUSE)
        schema_editor.execute(f"CREATE TRIGGER prizerecord_no_change {POSTGRESQL}")
        schema_editor.execute(REMOVE)


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    else:
        schema_editor.execute("DROP FUNCTION stammtisch_remove_prizes(bigint)")
        schema_editor.execute(f"DROP TRIGGER prizerecord_no_change ON {TABLE}")
        schema_editor.execute("DROP FUNCTION prizes_are_append_only()")


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0012_cash"),)

    operations = (
        AddColumn(
            model_name="event",
            name="prize_plan",
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.CreateModel(
            name="PrizeRecord",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("prize", models.CharField(blank=True, max_length=40)),
                ("gift", models.CharField(blank=True, max_length=40)),
                ("amount", models.BigIntegerField(default=0)),
                ("currency", models.CharField(blank=True, max_length=3)),
                ("data", models.JSONField(default=dict)),
                ("booking", models.UUIDField(null=True)),
                ("what", models.CharField(blank=True, max_length=200)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_records",
                        to="tournaments.event",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reversal",
                        to="tournaments.prizerecord",
                    ),
                ),
            ],
            options={
                "ordering": ("event", "seq"),
                "constraints": [
                    models.UniqueConstraint(fields=["event", "seq"], name="one_prize_record_per_seq")
                ],
            },
        ),
        migrations.RunPython(append_only, changeable),
    )
