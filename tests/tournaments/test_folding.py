"""Whom a program of the version before adds or renames while this one is rolled out is found by it, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import models

from config.database import writing
from tournaments import jobs
from tournaments.management.commands import serve
from tournaments.models import FIRST, Player
from tournaments.people import folding, searching

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]

UNFOLDED = {"by_first": "", "by_last": "", "sorted_as": "", "find": ""}


def as_before() -> models.QuerySet[Player]:
    """People as a program sees them that knows nothing of folds."""
    return models.QuerySet(Player)


def added_before(*names: str) -> list[int]:
    """Their numbers; the database itself has given them no folds."""
    numbers = [person.pk for person in Player.objects.bulk_create(Player(name=name) for name in names)]
    as_before().filter(pk__in=numbers).update(**UNFOLDED)
    return numbers


def names_found(text: str) -> list[str]:
    return [row.name for row in searching.search(FIRST, text).rows]


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One for each time somebody else would have to wait; few people in each."""
    begun: list[str] = []

    @contextmanager
    def noted() -> Iterator[None]:
        begun.append("transaction")
        with writing():
            yield

    monkeypatch.setattr(folding, "writing", noted)
    monkeypatch.setattr(folding, "AT_ONCE", 2)
    return begun


def test_whom_a_program_of_before_has_added_is_found(transactions: list[str]) -> None:
    added_before("Anna Keller", "Bernd Zorn", "Carla Keller", "Doris Keller", "Emil Keller")
    assert names_found("keller") == []
    assert folding.fold_newcomers() == 5
    assert names_found("keller") == ["Anna Keller", "Carla Keller", "Doris Keller", "Emil Keller"]
    assert len(transactions) == 3
    assert folding.fold_newcomers() == 0
    assert len(transactions) == 3  # where nobody is new, nobody waits


def test_whom_a_program_of_before_has_renamed_is_found_by_the_new_name(transactions: list[str]) -> None:
    numbers = [
        person.pk
        for person in Player.objects.bulk_create(
            Player(name=name) for name in ("Anna Keller", "Bernd Zorn", "Carla Adler", "Doris Eck")
        )
    ]
    as_before().filter(pk=numbers[1]).update(name="Bernd Sanft", club="Köln")
    added_before("Emil Keller")
    assert (names_found("sanft"), names_found("zorn")) == ([], ["Bernd Sanft"])
    assert folding.refold(pause=0) == 2
    assert (names_found("sanft"), names_found("koeln")) == (["Bernd Sanft"], ["Bernd Sanft"])
    assert names_found("zorn") == []
    assert names_found("") == ["Carla Adler", "Doris Eck", "Anna Keller", "Emil Keller", "Bernd Sanft"]
    assert len(transactions) == 2  # only for those two
    assert folding.refold(pause=0) == 0
    assert len(transactions) == 2


def test_who_is_renamed_while_he_is_looked_at_keeps_the_later_name(monkeypatch: pytest.MonkeyPatch) -> None:
    (number,) = added_before("Anna Keller")

    @contextmanager
    def just_renamed() -> Iterator[None]:
        as_before().filter(pk=number).update(name="Anna Zorn")
        with writing():
            yield

    monkeypatch.setattr(folding, "writing", just_renamed)
    assert folding.refold(pause=0) == 1
    assert (names_found("zorn"), names_found("keller")) == (["Anna Zorn"], [])


def test_one_of_all_workers_looks_through_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.runner, "nudge", lambda **_options: None)
    monkeypatch.setattr(serve.REFOLDS, "_buckets", {})
    (number,) = added_before("Anna Keller")
    serve.chore()
    is_club = settings.PROFILE.club  # which has no program of before beside it
    assert names_found("keller") == ([] if is_club else ["Anna Keller"])
    as_before().filter(pk=number).update(**UNFOLDED)
    serve.chore()  # of another worker, in the same quarter of an hour
    assert names_found("keller") == []
