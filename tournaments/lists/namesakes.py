"""Two people of one name are two people: what is added to a name where both may be meant.

The club if it tells them apart, else a word the organisers have given, else the start number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.lists.typed import cleaned, folded

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Named(Generic[Key]):
    """Somebody with a name; `key` is whatever the caller calls him by."""

    key: Key
    name: str
    club: str = ""
    word: str = ""  # which of two: senior, the baker
    number: int | None = None  # on a start list, or of the seat


def additions(people: Iterable[Named[Key]]) -> dict[Key, str]:
    """What is written behind the names of those who have a namesake among these people; nobody else is in it.

    Two namesakes never get the same addition.
    """
    alike: dict[str, list[Named[Key]]] = defaultdict(list)
    for who in people:
        alike[cleaned(who.name).casefold()].append(who)
    added: dict[Key, str] = {}
    for group in alike.values():
        if len(group) > 1:
            added |= _told_apart(group)
    return added


def told_apart(people: Iterable[Named[Key]]) -> dict[Key, str]:
    """The names of these people as they are shown among each other."""
    everybody = list(people)
    added = additions(everybody)
    return {who.key: shown(who.name, added.get(who.key, "")) for who in everybody}


def shown(name: str, addition: str) -> str:
    """`Hans Maier (Endingen)`."""
    return f"{name} ({addition})" if addition else name


def _told_apart(group: list[Named[Key]]) -> Mapping[Key, str]:
    clubs = Counter(folded(who.club) for who in group)
    words = Counter(folded(who.word) for who in group)
    added: dict[Key, str] = {}
    taken: set[str] = set()
    for who in group:
        if who.club and clubs[folded(who.club)] == 1:
            text = who.club
        elif who.word and words[folded(who.word)] == 1:
            text = who.word
        elif who.number is not None:
            text = str(who.number)
        else:
            text = who.word or who.club or "1"
        added[who.key] = _free(text, taken)
        taken.add(folded(added[who.key]))
    return added


def _free(text: str, taken: set[str]) -> str:
    """The text, or with a number where that is taken: partners of one entry share its number."""
    tries = [text, *(f"{text}-{number}" for number in range(2, len(taken) + 3))]
    return next(each for each in tries if folded(each) not in taken)
