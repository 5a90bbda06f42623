"""A club that leaves takes everything with it: when, the operators' log, and what a removal leaves behind.

Entries stay append-only. On PostgreSQL there is one way past that, a function of the database: it deletes
what is append-only of one club, which must be closed and past the day from which on it may be removed. Nobody
else gets by: the triggers let a row go only while that function runs, in its transaction, for a table of that
club.
On SQLite, where one process writes, the guards are taken away and put back within the transaction.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Which club is being removed, and by which transaction: the setting ends with it, and fits no other.
SETTING = "stammtisch.removal"
IS_REMOVED = f"""
CREATE OR REPLACE FUNCTION stammtisch_is_removed(tenant bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT current_setting('{SETTING}', true) IS NOT DISTINCT FROM tenant || ' ' || pg_current_xact_id()
        AND EXISTS (
            SELECT 1 FROM tournaments_club AS club
            WHERE club.id = tenant AND club.state = 'closed' AND club.leaves_at <= now()
        )
$$
"""
ENTRIES = f"""
CREATE OR REPLACE FUNCTION entries_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner bigint;
BEGIN
    IF TG_OP = 'DELETE' AND coalesce(current_setting('{SETTING}', true), '') <> '' THEN
        IF TG_TABLE_NAME = 'tournaments_parkeddecision' THEN
            SELECT sitting.tenant_id INTO owner FROM tournaments_parked AS parked
                JOIN tournaments_sitting AS sitting ON sitting.id = parked.sitting_id
                WHERE parked.id = OLD.parked_id;
        ELSE
            SELECT tenant_id INTO owner FROM tournaments_sitting WHERE id = OLD.sitting_id;
        END IF;
        IF stammtisch_is_removed(owner) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
ENTRIES_BEFORE = """
CREATE OR REPLACE FUNCTION entries_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
PLAYED = (
    "EXISTS (SELECT 1 FROM tournaments_entry AS entry "
    "JOIN tournaments_sitting AS sitting ON sitting.id = entry.sitting_id "
    "WHERE sitting.event_id = OLD.event_id)"
)
LINKS = """
CREATE OR REPLACE FUNCTION links_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND {may_go} THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the chain of an event is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
OF_A_REMOVED_CLUB = (
    f"coalesce(current_setting('{SETTING}', true), '') <> '' AND EXISTS "
    "(SELECT 1 FROM tournaments_event AS event "
    "WHERE event.id = OLD.event_id AND stammtisch_is_removed(event.tenant_id))"
)
REMOVE = f"""
CREATE OR REPLACE FUNCTION stammtisch_remove_ledger(tenant bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('{SETTING}', tenant || ' ' || pg_current_xact_id(), true);
    IF NOT stammtisch_is_removed(tenant) THEN
        RAISE EXCEPTION 'this club is not to be removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    DELETE FROM tournaments_eventlink AS link USING tournaments_event AS event
        WHERE event.id = link.event_id AND event.tenant_id = tenant;
    DELETE FROM tournaments_parkeddecision AS decision
        USING tournaments_parked AS parked, tournaments_sitting AS sitting
        WHERE parked.id = decision.parked_id AND sitting.id = parked.sitting_id
            AND sitting.tenant_id = tenant;
    DELETE FROM tournaments_parked AS parked USING tournaments_sitting AS sitting
        WHERE sitting.id = parked.sitting_id AND sitting.tenant_id = tenant;
    DELETE FROM tournaments_entry AS entry USING tournaments_sitting AS sitting
        WHERE sitting.id = entry.sitting_id AND sitting.tenant_id = tenant;
    PERFORM set_config('{SETTING}', '', true);
END $$
"""


def one_way_out(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(IS_REMOVED)
        schema_editor.execute(ENTRIES)
        schema_editor.execute(LINKS.format(may_go=f"(NOT {PLAYED} OR {OF_A_REMOVED_CLUB})"))
        schema_editor.execute(REMOVE)


def no_way_out(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION stammtisch_remove_ledger(bigint)")
        schema_editor.execute(LINKS.format(may_go=f"NOT {PLAYED}"))
        schema_editor.execute(ENTRIES_BEFORE)
        schema_editor.execute("DROP FUNCTION stammtisch_is_removed(bigint)")


class Migration(migrations.Migration):
    works_with = "0002_when_something_goes_wrong"  # see safekeeping.neighbours
    dependencies = (("tournaments", "0005_hidden_tables"),)

    operations = (
        migrations.AddField(
            model_name="club",
            name="leaves_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="ClubNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=20)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={"ordering": ("-at", "-id")},
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("club", models.UUIDField(unique=True)),
                ("entries", models.PositiveBigIntegerField()),
                ("notices", models.PositiveBigIntegerField()),
                ("sheets", models.JSONField(default=list)),
                ("by", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={"ordering": ("at",)},
        ),
        migrations.RunPython(one_way_out, no_way_out),
    )
