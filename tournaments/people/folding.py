"""What people are found by is made good where a program of before has written without knowing of it.

While a new version is rolled out, workers of the one before add people without folds and give names whose
folds stay as they were. Both are found here and written anew: some people at a time, each time in a short
transaction that holds nobody but them, so that whoever saves a hand does not wait.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict

from config.database import writing
from tournaments.lists.folds import folds_of
from tournaments.models import Player
from tournaments.models.people import FOLDED, FOLDS

AT_ONCE = 500  # people in one transaction, and in one look
PAUSE = 0.05  # seconds between two looks: a worker that does this goes on answering
WORDS = FOLDED - {"anonymised_at"}


def fold_newcomers() -> int:
    """Whom a program of before has added is found from now on; how many."""
    count = 0
    unfolded = Player.objects.filter(sorted_as="").order_by("pk").values_list("pk", flat=True)
    while people := list(unfolded.all()[:AT_ONCE]):
        count += _fold(people)
    return count


def refold(pause: float = PAUSE) -> int:
    """Everybody is looked at; whose words a program of before has changed is found by the new ones."""
    count = 0
    for wrong in _wrong():
        count += _fold(wrong)
        time.sleep(pause)
    return count


def _wrong() -> Iterator[list[int]]:
    """Look by look, those whose folds are not of their words."""
    last = 0
    fields = ("pk", *FOLDED, *FOLDS)
    while rows := list(Player.objects.filter(pk__gt=last).order_by("pk").values(*fields)[:AT_ONCE]):
        last = rows[-1]["pk"]
        yield [row["pk"] for row in rows if _folds(row) != {fold: row[fold] for fold in FOLDS}]


def _folds(row: dict[str, object]) -> dict[str, str]:
    words = {word: str(row[word]) for word in WORDS}
    return asdict(folds_of(**words, forgotten=row["anonymised_at"] is not None))


def _fold(people: list[int]) -> int:
    """Hold these, and look at their words again: somebody may just have changed them."""
    if not people:
        return 0
    with writing():
        held = Player.objects.select_for_update().filter(pk__in=people).order_by("pk")
        numbers = [player.pk for player in held.only("pk")]
        return Player.objects.filter(pk__in=numbers).fold()
