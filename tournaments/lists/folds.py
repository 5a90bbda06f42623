"""What somebody of a register is found and sorted by, as the database keeps it beside the name."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.lists.people import first_name_first
from tournaments.lists.surnames import by_surname, first_letter, parted
from tournaments.lists.typed import folded

LONGEST_FOLD = 200
LAST = "\ufffd"  # before the letter of those who stand behind everybody else
AFTER_ALL = "\U0010ffff"  # sorts behind everything that begins the same


@dataclass(frozen=True, slots=True)
class Folds:
    """Four texts, none of which is ever shown."""

    by_first: str  # hans muller
    by_last: str  # muller hans
    sorted_as: str  # the letter, then what lists are sorted by
    find: str  # every word a search looks in


def folds_of(
    *, name: str, distinction: str, club: str, category: str, pseudonym: str, forgotten: bool
) -> Folds:
    """What somebody with these words is found by; who is `forgotten` stands last."""
    first, last = parted(name)
    key = by_surname(name)
    sorted_as = "\t".join((first_letter(key), *key, folded(club)))
    words = folded(" ".join((name, distinction, club, category, pseudonym)))
    return Folds(
        by_first=by_first(name),
        by_last=folded(f"{last} {first}")[:LONGEST_FOLD],
        sorted_as=f"{LAST * forgotten}{sorted_as}"[:LONGEST_FOLD],
        find=f" {words}",
    )


def by_first(name: str) -> str:
    """A name without capitals, accents and umlauts, the first name first."""
    return folded(first_name_first(name))[:LONGEST_FOLD]


def letter_of(sorted_as: str) -> str:
    """Under which letter somebody stands."""
    return sorted_as.removeprefix(LAST)[:1]
