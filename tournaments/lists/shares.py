"""One list on several projectors: which part of it a screen shows, and what that part is called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

MOST_PARTS = 4
EVEN = 1.4  # times the fair size a part may have before letters are split further
LONGEST_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Share:
    """Part `part` of `of`, from 1; of one: everything."""

    part: int = 1
    of: int = 1

    @property
    def whole(self) -> bool:
        """Nothing is split."""
        return self.of == 1

    @property
    def key(self) -> str:
        """As forms and the database write it: `2/3`; empty: everything."""
        return "" if self.whole else f"{self.part}/{self.of}"


def share_of(text: object) -> Share:
    """What a form or the database says; whatever it cannot be is everything."""
    part, _slash, of = str(text or "").partition("/")
    if not (part.isascii() and part.isdigit() and of.isascii() and of.isdigit()):
        return Share()
    share = Share(int(part), int(of)) if len(part) < 3 and len(of) < 3 else Share()
    return share if 1 <= share.part <= share.of <= MOST_PARTS else Share()


SHARES = tuple(Share(part, of) for of in range(1, MOST_PARTS + 1) for part in range(1, of + 1))


def even(items: Sequence[T], share: Share) -> Sequence[T]:
    """The items of this part, all parts as long as possible alike; where that is nobody, everything."""
    first = (share.part - 1) * len(items) // share.of
    last = share.part * len(items) // share.of
    return items[first:last] or items


def borders(names: Sequence[str], parts: int) -> tuple[str, ...]:
    """With which letters, of folded names, the second and every further part begins. A letter is not torn
    apart unless one part would become much longer than the others."""
    best: tuple[str, ...] = ()
    least = len(names) + 1
    for length in range(1, LONGEST_PREFIX + 1):
        cut = _cut([name[:length] for name in names], parts)
        longest = max(_sizes(names, cut))
        if longest < least:
            best, least = cut, longest
        if longest * parts <= EVEN * len(names):
            break
    return best


def _cut(prefixes: Sequence[str], parts: int) -> tuple[str, ...]:
    """Each prefix goes to the part in which its middle lies."""
    ordered = sorted(prefixes)
    first_of: dict[int, str] = {}
    for prefix in sorted(set(ordered)):
        middle = ordered.index(prefix) + ordered.count(prefix) / 2
        first_of.setdefault(int(middle * parts / len(ordered)), prefix)
    after_all = f"{ordered[-1]}\U0010ffff" if ordered else ""
    begins = []
    for part in range(1, parts):
        begins.append(min((prefix for at, prefix in first_of.items() if at >= part), default=after_all))
    return tuple(begins)


def _sizes(names: Sequence[str], cut: Sequence[str]) -> list[int]:
    places = [bisect_right(cut, name) for name in names]
    return [places.count(part) for part in range(len(cut) + 1)]


def belongs(name: str, cut: Sequence[str], share: Share) -> bool:
    """Does somebody with this folded name stand in this part?"""
    return bisect_right(cut, name) == share.part - 1


def letters(names: Sequence[str], cut: Sequence[str], share: Share) -> str:
    """`A – K`: how a part is announced. All parts together cover the alphabet, also letters nobody has."""
    members = sorted(name for name in names if belongs(name, cut, share))
    if not members:
        return ""
    plain = all(name[:1].isascii() and name[:1].isalpha() for name in names)
    length = max([1, *(len(prefix) for prefix in cut if "\U0010ffff" not in prefix)])
    first, last = members[0][:length], members[-1][:length]
    if plain and share.part == 1:
        first = "a"
    if plain and share.part == share.of:
        last = "z"
    elif plain and length == 1:
        last = chr(ord(cut[share.part - 1]) - 1)
    return between(first.capitalize(), last.capitalize())


def between(first: str, last: str) -> str:
    """`A – K`, or just `A`."""
    return first if first == last else f"{first} – {last}"
