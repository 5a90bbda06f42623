"""Two versions at one database: which of them may go on, and who has to wait."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader

from config.accidents import Accident, Stopped
from tournaments.safekeeping import judging, neighbours

FIRST, SECOND, THIRD = "0001_initial", "0002_more", "0003_still_more"
# Every step from here on says with which programs it works.
SAYING = "0003"


def a_program(*applied: str, **works_with: str) -> Any:
    """A loader of a program with three steps, at a database that has taken some."""
    names = (FIRST, SECOND, THIRD)
    disk = {("auth", FIRST): migrations.Migration(FIRST, "auth")}
    for name in names:
        step = migrations.Migration(name, "tournaments")
        if short := works_with.get(f"step{name[:4]}"):
            step.works_with = short  # type: ignore[attr-defined]
        disk["tournaments", name] = step
    graph = SimpleNamespace(
        leaf_nodes=lambda app: [("tournaments", THIRD)],
        forwards_plan=lambda leaf: [("auth", "0001_initial"), *(("tournaments", name) for name in names)],
    )
    taken = {("tournaments", name): None for name in applied}
    return SimpleNamespace(
        disk_migrations=disk,
        graph=graph,
        applied_migrations={**taken, ("auth", "0001_initial"): None},
        replacements={},
    )


def test_a_step_that_says_nothing_ends_all_older_programs() -> None:
    assert neighbours.floor(a_program(), [FIRST, SECOND]) == SECOND
    assert neighbours.ends_others(a_program(FIRST, SECOND))
    assert not neighbours.ends_others(a_program(FIRST, SECOND, THIRD))
    assert not neighbours.ends_others(a_program()), "nobody can be at an empty database"


def test_a_step_that_only_adds_lets_the_program_before_go_on() -> None:
    program = {"step0003": SECOND}
    assert neighbours.floor(a_program(**program), [FIRST, SECOND, THIRD]) == SECOND
    assert not neighbours.ends_others(a_program(FIRST, SECOND, **program))
    assert neighbours.ends_others(a_program(FIRST, **program)), "two versions at once are one too many"


def test_two_steps_that_only_add_let_older_ones_go_on_too() -> None:
    program = {"step0002": FIRST, "step0003": SECOND}
    assert neighbours.floor(a_program(**program), [FIRST, SECOND, THIRD]) == SECOND
    program = {"step0002": FIRST, "step0003": FIRST}
    assert neighbours.floor(a_program(**program), [FIRST, SECOND, THIRD]) == FIRST
    assert not neighbours.ends_others(a_program(FIRST, **program))


# What the database says it works with, and what a program that does not know 0004 does about it.
SAID = {THIRD: True, FIRST: True, "0004_newest": False, "": False}


@pytest.mark.parametrize("sentence", SAID)
def test_an_older_program_starts_where_the_database_says_that_it_may(
    sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "written_floor", lambda: sentence)
    program = a_program(FIRST, SECOND, THIRD, "0004_newest")
    if SAID[sentence]:
        judging.refuse_newer(program, (), None)
        return
    with pytest.raises(Stopped) as stopped:
        judging.refuse_newer(program, (), None)
    assert stopped.value.accident is Accident.NEWER
    assert "0004_newest" in str(stopped.value)


def test_steps_of_a_library_are_no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "written_floor", lambda: THIRD)
    program = a_program(FIRST, SECOND, THIRD)
    program.applied_migrations["auth", "0099_new"] = None
    with pytest.raises(Stopped):
        judging.refuse_newer(program, (), None)


@pytest.mark.both_engines
@pytest.mark.django_db
def test_the_floor_is_written_where_older_programs_find_it() -> None:
    neighbours.write_floor()
    expected = neighbours.floor(*_here()) if connection.vendor == "postgresql" else ""
    assert neighbours.written_floor() == expected
    assert neighbours.others_here() == 0


def _here() -> tuple[MigrationLoader, list[str]]:
    loader = MigrationLoader(connection)
    return loader, neighbours.taken(loader)


ADDS = (migrations.CreateModel, migrations.AddIndex, migrations.RunPython)


def steps_that_say() -> list[str]:
    names = neighbours.steps(MigrationLoader(None))
    return [name for name in names if name >= SAYING]


@pytest.mark.parametrize("name", steps_that_say())
def test_every_step_says_with_which_programs_it_works(name: str) -> None:
    step = importlib.import_module(f"tournaments.migrations.{name}").Migration
    names = neighbours.steps(MigrationLoader(None))
    assert getattr(step, "works_with", "") in names, "the step before, if it only adds; else its own name"
    if step.works_with == name:
        return
    for operation in step.operations:
        if isinstance(operation, migrations.AddField):
            field: models.Field[Any, Any] = operation.field
            is_there = any(
                isinstance(other, migrations.CreateModel) and other.name.lower() == operation.model_name_lower
                for other in step.operations
            )
            assert is_there or field.null or field.has_db_default(), (
                f"{operation.model_name}.{operation.name}: programs of the version before leave it out, so"
                " it needs a default in the database"
            )
