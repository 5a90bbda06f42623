"""Everything that is stored: people, events, tables with their devices, and the ledger of hands.

The ledger is append-only: the database itself refuses to change or delete an entry, whoever asks. SQLite
drops a table's triggers when Django rebuilds the table: a later migration that alters Entry ends with
`append_only_on_sqlite()`. `manage.py rebuild --check` and the tests notice when the triggers are missing.

Before the first release this was sixteen steps. A database that has them all has everything that stands here;
one that has only some of them is refused at the start (`safekeeping.judging`).
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from config.databasefile import APPLICATION_ID


def numbered() -> tuple[str, models.BigAutoField[int, int]]:
    """The number that Django gives every row without a key of its own."""
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


PEOPLE = (
    migrations.CreateModel(
        name="Player",
        fields=[
            numbered(),
            ("name", models.CharField(db_index=True, max_length=60)),
            ("distinction", models.CharField(blank=True, max_length=40)),
            ("club", models.CharField(blank=True, max_length=60)),
            ("category", models.CharField(blank=True, max_length=40)),
            ("contact", models.CharField(blank=True, max_length=200)),
            ("shown_as", models.CharField(default="full", max_length=12)),
            ("pseudonym", models.CharField(blank=True, max_length=60)),
            ("robot", models.BooleanField(default=False)),
            ("anonymised_at", models.DateTimeField(null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ("name", "pk"),
        },
    ),
    migrations.CreateModel(
        name="RuleSet",
        fields=[
            numbered(),
            ("game", models.CharField(max_length=30)),
            ("name", models.CharField(max_length=60)),
            ("rules", models.JSONField()),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ("game", "name"),
            "constraints": [
                models.UniqueConstraint(fields=("game", "name"), name="one_rule_set_per_name"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Installation",
        fields=[
            numbered(),
            ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
            ("key_mark", models.CharField(blank=True, max_length=64)),
            ("made_at", models.DateTimeField(auto_now_add=True)),
        ],
    ),
)
EVENTS = (
    migrations.CreateModel(
        name="Event",
        fields=[
            numbered(),
            ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
            ("title", models.CharField(max_length=120)),
            ("club", models.CharField(blank=True, max_length=120)),
            ("place", models.CharField(blank=True, max_length=120)),
            ("day", models.DateField()),
            ("game", models.CharField(max_length=30)),
            ("preset", models.CharField(max_length=30)),
            ("rules_name", models.CharField(blank=True, max_length=60)),
            ("rules", models.JSONField()),
            ("settings", models.JSONField(default=dict)),
            ("ranking", models.JSONField(default=dict)),
            ("key_generation", models.PositiveIntegerField(default=1)),
            ("revision", models.PositiveIntegerField(default=0)),
            ("prizes", models.JSONField(default=list)),
            ("certificate", models.JSONField(default=dict)),
            ("logo", models.BinaryField(blank=True, default=b"")),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("finished_at", models.DateTimeField(null=True)),
            ("archived_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ("-day", "-id"),
        },
    ),
    migrations.CreateModel(
        name="Stage",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="stages", to="tournaments.event"),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("name", models.CharField(blank=True, max_length=60)),
            ("plan", models.JSONField()),
            ("rules", models.JSONField(default=dict)),
            ("ends_after", models.PositiveSmallIntegerField(null=True)),
        ],
        options={
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("event", "number"), name="one_stage_per_number"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Round",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournaments.event"),
            ),
            (
                "stage",
                models.ForeignKey(on_delete=models.CASCADE, related_name="rounds", to="tournaments.stage"),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("name", models.CharField(blank=True, max_length=60)),
            ("state", models.CharField(default="drawn", max_length=12)),
            ("seed", models.CharField(blank=True, max_length=60)),
            ("request", models.JSONField(default=dict)),
            ("answer", models.JSONField(default=dict)),
            ("seating", models.JSONField(default=dict)),
            ("changes", models.JSONField(default=list)),
            ("version", models.PositiveIntegerField(default=1)),
            ("drawn_at", models.DateTimeField()),
            ("published_at", models.DateTimeField(null=True)),
            ("opened_at", models.DateTimeField(null=True)),
            ("closed_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("event", "number"), name="one_round_per_number"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Entrant",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="entrants", to="tournaments.event"),
            ),
            ("number", models.PositiveIntegerField()),
            ("name", models.CharField(blank=True, max_length=120)),
            ("club", models.CharField(blank=True, max_length=60)),
            ("category", models.CharField(blank=True, max_length=40)),
            ("team", models.CharField(blank=True, max_length=60)),
            ("group", models.CharField(blank=True, max_length=10)),
            ("rating", models.IntegerField(null=True)),
            ("state", models.CharField(default="expected", max_length=12)),
            ("paid", models.BooleanField(default=False)),
            ("ranked", models.BooleanField(default=True)),
            ("joined_round", models.PositiveSmallIntegerField(default=1)),
            ("left_after", models.PositiveSmallIntegerField(null=True)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("event", "number"), name="one_entrant_per_number"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Member",
        fields=[
            numbered(),
            (
                "entrant",
                models.ForeignKey(on_delete=models.CASCADE, related_name="members", to="tournaments.entrant"),
            ),
            (
                "player",
                models.ForeignKey(
                    on_delete=models.PROTECT, related_name="memberships", to="tournaments.player"
                ),
            ),
            ("place", models.PositiveSmallIntegerField(default=1)),
            ("from_round", models.PositiveSmallIntegerField(default=1)),
            ("until_round", models.PositiveSmallIntegerField(null=True)),
        ],
        options={
            "ordering": ("place", "from_round"),
        },
    ),
    migrations.CreateModel(
        name="Wish",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="wishes", to="tournaments.event"),
            ),
            (
                "entrant",
                models.ForeignKey(
                    db_column="one_id",
                    on_delete=models.CASCADE,
                    related_name="+",
                    to="tournaments.entrant",
                ),
            ),
            (
                "other",
                models.ForeignKey(on_delete=models.CASCADE, related_name="+", to="tournaments.entrant"),
            ),
            ("together", models.BooleanField(default=False)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("event", "entrant", "other"), name="one_wish_per_pair"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Ruling",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="rulings", to="tournaments.event"),
            ),
            ("kind", models.CharField(max_length=16)),
            ("entrant", models.ForeignKey(null=True, on_delete=models.PROTECT, to="tournaments.entrant")),
            ("round", models.ForeignKey(null=True, on_delete=models.PROTECT, to="tournaments.round")),
            ("table", models.PositiveSmallIntegerField(null=True)),
            ("data", models.JSONField(default=dict)),
            ("reason", models.CharField(max_length=200)),
            ("by", models.CharField(blank=True, max_length=60)),
            ("at", models.DateTimeField()),
            ("withdrawn_at", models.DateTimeField(null=True)),
            ("withdrawn_by", models.CharField(blank=True, max_length=60)),
        ],
        options={
            "ordering": ("at", "id"),
        },
    ),
    migrations.CreateModel(
        name="Notice",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="notices", to="tournaments.event"),
            ),
            ("what", models.CharField(max_length=40)),
            ("data", models.JSONField(default=dict)),
            ("reason", models.CharField(blank=True, max_length=200)),
            ("by", models.CharField(blank=True, max_length=60)),
            ("at", models.DateTimeField()),
        ],
        options={
            "ordering": ("at", "id"),
        },
    ),
    migrations.CreateModel(
        name="Grant",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="grants", to="tournaments.event"),
            ),
            (
                "user",
                models.ForeignKey(
                    on_delete=models.CASCADE, related_name="grants", to=settings.AUTH_USER_MODEL
                ),
            ),
            ("role", models.CharField(max_length=12)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("event", "user"), name="one_role_per_account"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Screen",
        fields=[
            numbered(),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="screens", to="tournaments.event"),
            ),
            ("name", models.CharField(max_length=40)),
            ("shows", models.CharField(max_length=20)),
            ("data", models.JSONField(default=dict)),
            ("revision", models.PositiveIntegerField(default=1)),
        ],
        options={
            "ordering": ("name",),
            "constraints": [
                models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Clock",
        fields=[
            (
                "event",
                models.OneToOneField(
                    on_delete=models.CASCADE, primary_key=True, serialize=False, to="tournaments.event"
                ),
            ),
            ("ends_at", models.DateTimeField(null=True)),
            ("ends_ticks", models.BigIntegerField(null=True)),
            ("boot_id", models.CharField(blank=True, max_length=36)),
            ("left", models.PositiveIntegerField(default=0)),
            ("text", models.CharField(blank=True, max_length=200)),
        ],
    ),
)
TABLES = (
    migrations.CreateModel(
        name="Sitting",
        fields=[
            numbered(),
            ("title", models.CharField(blank=True, max_length=120)),
            ("club", models.CharField(blank=True, max_length=120)),
            ("game", models.CharField(max_length=30)),
            ("preset", models.CharField(max_length=30)),
            ("rules_name", models.CharField(blank=True, max_length=60)),
            ("rules", models.JSONField()),
            ("rules_version", models.PositiveIntegerField(default=1)),
            ("seats", models.PositiveSmallIntegerField()),
            ("seat_seed", models.CharField(blank=True, max_length=20)),
            ("first_dealer", models.PositiveSmallIntegerField(null=True)),
            ("key_generation", models.PositiveIntegerField(default=1)),
            (
                "event",
                models.ForeignKey(
                    null=True, on_delete=models.PROTECT, related_name="sittings", to="tournaments.event"
                ),
            ),
            (
                "round",
                models.ForeignKey(
                    null=True, on_delete=models.PROTECT, related_name="sittings", to="tournaments.round"
                ),
            ),
            ("number", models.PositiveSmallIntegerField(null=True)),
            ("hands_limit", models.PositiveSmallIntegerField(default=0)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
        ],
        options={
            "ordering": ("-created_at", "-id"),
            "constraints": [
                models.UniqueConstraint(fields=("round", "number"), name="one_sitting_per_table_and_round"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Chair",
        fields=[
            numbered(),
            (
                "sitting",
                models.ForeignKey(on_delete=models.CASCADE, related_name="chairs", to="tournaments.sitting"),
            ),
            ("seat", models.PositiveSmallIntegerField()),
            ("player", models.ForeignKey(on_delete=models.PROTECT, to="tournaments.player")),
            (
                "entrant",
                models.ForeignKey(
                    null=True, on_delete=models.PROTECT, related_name="chairs", to="tournaments.entrant"
                ),
            ),
        ],
        options={
            "ordering": ("seat",),
            "constraints": [
                models.UniqueConstraint(fields=("sitting", "seat"), name="one_person_per_seat"),
                models.UniqueConstraint(fields=("sitting", "player"), name="one_seat_per_person"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Credential",
        fields=[
            ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
            ("sitting", models.ForeignKey(on_delete=models.CASCADE, to="tournaments.sitting")),
            ("secret_hash", models.CharField(max_length=64, unique=True)),
            ("seat", models.PositiveSmallIntegerField(null=True)),
            ("label", models.CharField(blank=True, max_length=60)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("revoked_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ("created_at",),
        },
    ),
    migrations.CreateModel(
        name="DeskPhone",
        fields=[
            ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
            (
                "event",
                models.ForeignKey(on_delete=models.CASCADE, related_name="phones", to="tournaments.event"),
            ),
            ("role", models.CharField(max_length=12)),
            ("name", models.CharField(max_length=40)),
            ("code_hash", models.CharField(max_length=64, unique=True)),
            ("code_until", models.DateTimeField()),
            ("secret_hash", models.CharField(blank=True, max_length=64)),
            ("label", models.CharField(blank=True, max_length=60)),
            ("created_at", models.DateTimeField(auto_now_add=True)),
            ("until", models.DateTimeField(null=True)),
            ("ended_at", models.DateTimeField(null=True)),
        ],
        options={
            "ordering": ("created_at",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("secret_hash", ""), _negated=True),
                    fields=("secret_hash",),
                    name="one_phone_per_secret",
                ),
            ],
        },
    ),
)
LEDGER = (
    migrations.CreateModel(
        name="Entry",
        fields=[
            ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
            ("sitting", models.ForeignKey(on_delete=models.PROTECT, to="tournaments.sitting")),
            ("seq", models.PositiveIntegerField()),
            ("kind", models.CharField(max_length=16)),
            ("hand_no", models.PositiveIntegerField(null=True)),
            (
                "supersedes",
                models.OneToOneField(
                    null=True, on_delete=models.PROTECT, related_name="superseded_by", to="tournaments.entry"
                ),
            ),
            ("payload", models.JSONField()),
            ("digest", models.CharField(max_length=64)),
            ("base_seq", models.PositiveIntegerField(null=True)),
            ("revision", models.PositiveIntegerField()),
            ("rules_version", models.PositiveIntegerField()),
            (
                "credential",
                models.ForeignKey(null=True, on_delete=models.PROTECT, to="tournaments.credential"),
            ),
            ("via", models.CharField(max_length=16)),
            ("reason", models.CharField(blank=True, max_length=200)),
            ("by", models.CharField(blank=True, max_length=60)),
            ("at", models.DateTimeField()),
            ("claimed_at", models.DateTimeField(null=True)),
            ("boot_id", models.CharField(max_length=36)),
            ("mono_ns", models.BigIntegerField()),
            ("prev_hash", models.CharField(max_length=64)),
            ("hash", models.CharField(max_length=64)),
        ],
        options={
            "ordering": ("sitting", "seq"),
            "constraints": [
                models.UniqueConstraint(fields=("sitting", "seq"), name="one_entry_per_seq"),
            ],
        },
    ),
    migrations.CreateModel(
        name="LiveHand",
        fields=[
            numbered(),
            ("sitting", models.ForeignKey(on_delete=models.CASCADE, to="tournaments.sitting")),
            ("hand_no", models.PositiveIntegerField()),
            ("entry", models.OneToOneField(on_delete=models.PROTECT, to="tournaments.entry")),
            ("hands", models.PositiveSmallIntegerField(default=1)),
            ("lines", models.JSONField()),
            ("points", models.JSONField()),
            ("revision", models.PositiveIntegerField()),
        ],
        options={
            "ordering": ("sitting", "hand_no"),
            "constraints": [
                models.UniqueConstraint(fields=("sitting", "hand_no"), name="one_live_entry_per_hand"),
            ],
        },
    ),
    migrations.CreateModel(
        name="SheetHead",
        fields=[
            (
                "sitting",
                models.OneToOneField(
                    on_delete=models.CASCADE, primary_key=True, serialize=False, to="tournaments.sitting"
                ),
            ),
            ("head_seq", models.PositiveIntegerField(default=0)),
            ("head_hash", models.CharField(blank=True, max_length=64)),
            ("hands", models.PositiveIntegerField(default=0)),
            ("games", models.JSONField(default=list)),
            ("over", models.BooleanField(default=False)),
            ("closed", models.BooleanField(default=False)),
        ],
    ),
)


# --- Whose database it is -----------------------------------------------------------------------------------


def name_installation(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A database says which installation it belongs to, and its file which program."""
    apps.get_model("tournaments", "Installation").objects.create(uid=uuid.uuid4())
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"PRAGMA application_id = {APPLICATION_ID}")


# --- Entries are append-only --------------------------------------------------------------------------------

# The third one: INSERT OR REPLACE deletes without asking the DELETE trigger.
SQLITE = {
    "entry_no_update": "BEFORE UPDATE ON tournaments_entry",
    "entry_no_delete": "BEFORE DELETE ON tournaments_entry",
    "entry_no_replace": (
        "BEFORE INSERT ON tournaments_entry WHEN EXISTS (SELECT 1 FROM tournaments_entry "
        "WHERE id = NEW.id OR (sitting_id = NEW.sitting_id AND seq = NEW.seq) "
        "OR supersedes_id = NEW.supersedes_id)"
    ),
}
SQLITE_REFUSE = "BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END"

POSTGRESQL_REFUSE = """
CREATE FUNCTION entries_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
POSTGRESQL = {
    "entry_no_change": "BEFORE UPDATE OR DELETE ON tournaments_entry FOR EACH ROW",
}


def append_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    append_only_on_sqlite(apps, schema_editor)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_REFUSE)
        for name, when in POSTGRESQL.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION entries_are_append_only()")


def append_only_on_sqlite(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, when in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER IF NOT EXISTS {name} {when} {SQLITE_REFUSE}")


def changeable(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
        return
    for name in POSTGRESQL:
        schema_editor.execute(f"DROP TRIGGER {name} ON tournaments_entry")
    schema_editor.execute("DROP FUNCTION entries_are_append_only()")


class Migration(migrations.Migration):
    initial = True

    dependencies = (migrations.swappable_dependency(settings.AUTH_USER_MODEL),)

    replaces = (
        ("tournaments", "0001_people_and_tables"),
        ("tournaments", "0002_ledger"),
        ("tournaments", "0003_entries_are_append_only"),
        ("tournaments", "0004_named_rule_sets"),
        ("tournaments", "0005_seats_drawn_from_a_seed"),
        ("tournaments", "0006_events"),
        ("tournaments", "0007_stages_can_end_early"),
        ("tournaments", "0008_identity"),
        ("tournaments", "0009_rows_say_how_many_hands_they_are"),
        ("tournaments", "0010_prizes"),
        ("tournaments", "0011_one_event_per_uid"),
        ("tournaments", "0012_installation"),
        ("tournaments", "0013_clocks_count_by_the_machine"),
        ("tournaments", "0014_names_are_no_identity"),
        ("tournaments", "0015_wishes_to_sit_together"),
        ("tournaments", "0016_desk_phones"),
    )

    operations = (
        *PEOPLE,
        *EVENTS,
        *TABLES,
        *LEDGER,
        migrations.RunPython(name_installation, migrations.RunPython.noop),
        migrations.RunPython(append_only, changeable),
    )
