"""Tables, people and what the database itself refuses."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import ProtectedError

from scoring import GAMES, Game, Preset, Seat, Unreadable, game_for, set_up
from scoring.fields import fields_of
from tests.tournaments.builders import a_sitting, correct, eine, record
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.lists import cleaned
from tournaments.models import Chair, Entry, Player, SheetHead, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

CEGO = game_for("cego")


def open_cego(**changed: Any) -> Sitting:
    given = {
        "game": "cego",
        "preset": "baden2006",
        "rules": CEGO.preset("baden2006").rules,
        "names": ("Anna", "Łukasz", "Gökçe", "Žižka"),
        "first_dealer": 1,
    }
    return ledger.open_sitting(**{**given, **changed})


def refusals(**changed: Any) -> list[tuple[str | None, str, Any]]:
    with pytest.raises(Unreadable) as refused:
        open_cego(**changed)
    assert not Sitting.objects.exists()
    return [(problem.field, problem.code, problem.at) for problem in refused.value.problems]


# --- Opening a table


def test_a_new_table_has_people_on_its_seats_and_an_empty_sheet() -> None:
    sitting = open_cego(title="Stammtisch", club="Kartenfreunde")
    sitting.refresh_from_db()
    chairs = [(chair.seat, chair.player.name) for chair in sitting.chairs.all()]
    assert chairs == [(1, "Anna"), (2, "Łukasz"), (3, "Gökçe"), (4, "Žižka")]
    head = sitting.sheethead
    assert (head.head_seq, head.head_hash, head.hands, head.over, head.closed) == (0, "", 0, False, False)
    assert head.games == [{"totals": [0, 0, 0, 0], "winner": None}]
    assert checking.check(sitting).in_order
    assert (str(sitting), str(sitting.chairs.first())) == (f"cego {sitting.pk}", "1: Anna")


@pytest.mark.parametrize(
    ("game", "preset"),
    [(game, preset) for game in GAMES for preset in game.presets],
    ids=lambda value: value.key,
)
def test_the_stored_rules_give_the_same_table_again(game: Game[Any, Any], preset: Preset[Any]) -> None:
    seats = next(heads for heads in sorted(game.seats, reverse=True) if heads <= 12)
    table = set_up(game, seats=seats, preset=preset.key, first_dealer=Seat(1))
    sitting = a_sitting(game.key, seats=seats, preset=preset.key, first_dealer=2)
    assert Sitting.objects.get(pk=sitting.pk).table() == table


def test_every_switch_is_stored_and_one_added_later_takes_the_presets_value() -> None:
    sitting = open_cego(preset="schwarzwald", rules=CEGO.preset("schwarzwald").rules)
    assert set(sitting.rules) == {field.name for field in fields_of(CEGO.rules)}
    assert sitting.rules["settlement"] == "declarer_only"  # although that is the default
    del sitting.rules["bettel_value"]
    sitting.save()
    assert Sitting.objects.get(pk=sitting.pk).table().rules.bettel_value == 30


def test_a_table_is_read_once_per_instance() -> None:
    sitting = open_cego()
    assert sitting.table() is sitting.table()


def test_rules_that_cannot_be_read_are_refused() -> None:
    sitting = open_cego()
    sitting.rules["solo_won"] = "two"
    sitting.save()
    with pytest.raises(Unreadable):
        Sitting.objects.get(pk=sitting.pk).table()


def test_people_are_known_again_at_the_next_table() -> None:
    open_cego()
    open_cego(names=("Anna", "Łukasz", "Émile", "Ñandú"))
    assert Player.objects.count() == 6
    assert Chair.objects.filter(player__name="Anna").count() == 2


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Anna  Maria ", "Anna Maria"),
        ("E\N{COMBINING ACUTE ACCENT}mile", "Émile"),
        ("E\N{ZERO WIDTH SPACE}\N{COMBINING ACUTE ACCENT}mile", "Émile"),
        ("An\N{RIGHT-TO-LEFT OVERRIDE}na", "Anna"),
        ("An\N{ZERO WIDTH SPACE}na\x00\x1b", "Anna"),
        ("Anna\N{NO-BREAK SPACE}\tB.\n", "Anna B."),
    ],
)
def test_names_are_stored_without_what_cannot_be_seen(written: str, stored: str) -> None:
    assert cleaned(written) == stored
    sitting = open_cego(names=(written, "B", "C", "D"))
    assert sitting.chairs.first().player.name == stored


@pytest.mark.parametrize("twin", ["Anna", "anna", " A\N{SOFT HYPHEN}nna"])
def test_the_same_name_twice_at_a_table_is_refused(twin: str) -> None:
    assert refusals(names=("Anna", "Łukasz", twin, "Žižka")) == [("names", "name_twice", (3,))]


def test_a_missing_and_an_endless_name_are_refused_together() -> None:
    problems = refusals(names=("", "A" * 61, "\N{LEFT-TO-RIGHT MARK}", "Žižka"))
    assert problems == [
        ("names", "name_missing", (1,)),
        ("names", "length", (2,)),
        ("names", "name_missing", (3,)),
    ]


def test_a_table_of_the_wrong_size_is_refused() -> None:
    assert refusals(names=("Anna", "Łukasz")) == [("seats", "table_size", ())]


def test_rules_that_contradict_the_number_of_people_are_refused() -> None:
    rules = CEGO.preset("schwarzwald").rules
    problems = refusals(preset="schwarzwald", rules=rules, names=("Anna", "Łukasz", "Gökçe"))
    assert problems == [("seats", "table_size", ())]


def test_an_unknown_rule_set_dealer_or_endless_title_is_refused() -> None:
    problems = refusals(preset="nobody's", first_dealer=5, title="x" * 121, club="y" * 121)
    assert problems == [
        ("preset", "unknown_preset", ()),
        ("first_dealer", "range", ()),
        ("title", "length", ()),
        ("club", "length", ()),
    ]


def test_rules_of_another_game_are_a_bug() -> None:
    with pytest.raises(TypeError):
        open_cego(rules=game_for("cabo").presets[0].rules)


def test_a_seat_takes_one_person_and_a_person_one_seat() -> None:
    sitting = open_cego()
    anna = Player.objects.get(name="Anna")
    newcomer = Player.objects.create(name="Siân")
    for seat, player in ((1, newcomer), (5, anna)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Chair.objects.create(sitting=sitting, seat=seat, player=player)


def test_a_person_who_has_played_and_a_table_with_hands_cannot_be_deleted() -> None:
    sitting = open_cego()
    record(sitting, eine())
    with pytest.raises(ProtectedError):
        Player.objects.get(name="Anna").delete()
    with pytest.raises(ProtectedError):
        sitting.delete()


# --- Entries are for ever


def raw_sql(statement: str, *values: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournaments_entry SET payload = payload",
        "UPDATE tournaments_entry SET hand_no = 9 WHERE seq = 1",
        "UPDATE tournaments_entry SET supersedes_id = NULL",
        "DELETE FROM tournaments_entry",
        "DELETE FROM tournaments_entry WHERE seq = 2",
    ],
)
def test_the_database_refuses_to_change_or_delete_an_entry(change: str) -> None:
    sitting = open_cego()
    record(sitting, eine())
    correct(sitting, 1, eine(2))
    with pytest.raises(IntegrityError, match="entries are append-only"):
        raw_sql(change)
    assert Entry.objects.count() == 2
    assert checking.check(sitting).in_order


@pytest.mark.parametrize("change", [Entry.save, Entry.delete], ids=["save", "delete"])
def test_django_is_refused_as_well(change: Callable[[Entry], object]) -> None:
    sitting = open_cego()
    entry = record(sitting, eine()).entry
    sitting.livehand_set.all().delete()
    entry.payload = eine(2)
    with pytest.raises(IntegrityError, match="entries are append-only"), transaction.atomic():
        change(entry)


def test_an_entry_cannot_be_replaced_by_another_insert() -> None:
    sitting = open_cego()
    record(sitting, eine())
    columns = ", ".join(str(field.column) for field in Entry._meta.concrete_fields)
    again = f"INTO tournaments_entry ({columns}) SELECT {columns} FROM tournaments_entry WHERE true"
    ways = [f"INSERT {again} ON CONFLICT (id) DO UPDATE SET hand_no = 2"]
    if connection.vendor == "sqlite":  # deletes the row that is in the way, and asks no DELETE trigger
        ways.append(f"INSERT OR REPLACE {again}")
    for way in ways:
        with pytest.raises(IntegrityError, match="entries are append-only"):
            raw_sql(way)
    assert Entry.objects.get().hand_no == 1


@pytest.mark.parametrize("clash", ["seq", "supersedes"])
def test_a_number_is_given_once_and_an_entry_is_superseded_once(clash: str) -> None:
    sitting = open_cego()
    first = record(sitting, eine()).entry
    second = correct(sitting, 1, eine(2)).entry
    second.pk = uuid.uuid4()
    second.seq = 1 if clash == "seq" else 3
    second.supersedes = None if clash == "seq" else first
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)


def test_totals_and_live_hands_may_be_written_anew() -> None:
    sitting = open_cego()
    record(sitting, eine())
    sitting.livehand_set.all().delete()
    SheetHead.objects.filter(sitting=sitting).update(hands=7)


@pytest.mark.django_db(transaction=True)
def test_the_migrations_go_back_and_forth() -> None:
    try:
        MigrationExecutor(connection).migrate([("tournaments", None)])
        assert "tournaments_entry" not in connection.introspection.table_names()
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    assert checking.missing_triggers() == []


@pytest.mark.django_db(transaction=True)
def test_triggers_that_are_gone_are_missed() -> None:
    step, later, removal, cash, prizes, logs = (
        importlib.import_module(f"tournaments.migrations.{name}")
        for name in (
            "0001_initial",
            "0002_when_something_goes_wrong",
            "0006_removal",
            "0012_cash",
            "0013_prizes",
            "0017_following",
        )
    )
    with connection.schema_editor() as editor:
        logs.changeable(apps, editor)
        prizes.changeable(apps, editor)
        cash.changeable(apps, editor)
        later.links_changeable(apps, editor)
        later.changeable(apps, editor)  # on PostgreSQL they use the same function
        step.changeable(apps, editor)
    try:
        assert checking.missing_triggers() == list(checking.TRIGGERS[connection.vendor])
    finally:
        with connection.schema_editor() as editor:
            step.append_only(apps, editor)
            later.append_only(apps, editor)
            later.links_append_only(apps, editor)
            removal.one_way_out(apps, editor)
            cash.append_only(apps, editor)
            prizes.append_only(apps, editor)
            logs.append_only(apps, editor)
    assert checking.missing_triggers() == []
