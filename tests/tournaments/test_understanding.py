"""A database with a game or rules that this program does not know: the start says so, and a system check."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core import checks
from django.core.management import call_command
from django.db import DatabaseError

from tests.tournaments.event_builders import an_event
from tournaments import safekeeping
from tournaments.management.commands import serve
from tournaments.models import Event, RuleSet, Sitting
from tournaments.safekeeping import understanding

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def warnings() -> list[tuple[str, str]]:
    messages = checks.run_checks(tags=[checks.Tags.database], databases=["default"])
    return [
        (str(warning.id), warning.msg) for warning in messages if str(warning.id).startswith("stammtisch.")
    ]


def test_what_every_game_has_written_is_understood(sitting: Sitting) -> None:
    an_event("caesar-partners", here=8)
    RuleSet.objects.create(game="cego", name="Hotzenwald", rules=sitting.rules)
    assert list(safekeeping.not_understood()) == []
    assert warnings() == []


def test_a_game_that_only_a_newer_version_knows_is_named_with_its_tables(sitting: Sitting) -> None:
    event = an_event(title="Herbst")
    Sitting.objects.update(game="skat")
    Event.objects.filter(pk=event.pk).update(game="skat")
    RuleSet.objects.create(game="doppelkopf", name="Verein", rules={})
    doppelkopf, skat = safekeeping.not_understood()
    assert "“doppelkopf” (rule set “Verein”)" in doppelkopf
    assert f"“skat” (table {sitting.pk}, event “Herbst”)" in skat
    assert "please start the newer version" in skat
    assert warnings() == [("stammtisch.W101", doppelkopf), ("stammtisch.W101", skat)]


@pytest.mark.parametrize("rules", [{"settlement": "by the moon"}, [], "Hausregeln"])
def test_rules_that_cannot_be_read_are_named_with_where_they_are(sitting: Sitting, rules: Any) -> None:
    event = an_event(title="Herbst")
    for model in (Sitting, Event):
        model.objects.update(rules={**event.rules, **rules} if isinstance(rules, dict) else rules)
    (line,) = safekeeping.not_understood()
    assert f"table {sitting.pk}, event “Herbst”" in line
    assert warnings() == [("stammtisch.W102", line)]


def test_a_table_with_more_seats_than_its_game_has_is_named(sitting: Sitting) -> None:
    Sitting.objects.update(seats=9)
    (line,) = safekeeping.not_understood()
    assert f"table {sitting.pk}." in line


def test_tables_of_one_kind_are_read_once(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    for _table in range(3):
        Sitting.objects.create(
            game=sitting.game, preset=sitting.preset, rules=sitting.rules, seats=sitting.seats
        )
    calls: list[str] = []
    original = understanding._is_readable

    def counted(*stored: Any) -> bool:
        calls.append("")
        return original(*stored)

    monkeypatch.setattr(understanding, "_is_readable", counted)
    assert list(safekeeping.not_understood()) == []
    assert len(calls) == 1


def test_it_neither_asks_another_database_nor_stands_in_the_way_of_the_first_migration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> Any:
        raise DatabaseError("no such table: tournaments_sitting")

    monkeypatch.setattr(understanding, "unknown_games", refuse)
    assert understanding.stored_games_and_rules(None, databases=None) == []
    assert warnings() == []


def test_who_looks_after_the_program_hears_of_it(sitting: Sitting) -> None:
    Sitting.objects.update(game="skat")
    errors, started = io.StringIO(), io.StringIO()
    call_command("check", databases=["default"], stderr=errors)
    assert "stammtisch.W101" in errors.getvalue()
    serve.Command(stdout=started).say_what_is_not_understood()
    assert "“skat”" in started.getvalue()
