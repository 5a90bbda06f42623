"""Where words may be broken, from the dictionaries of pyphen.

pyphen itself keeps objects for each pattern: the 100,000 of German are 18 MB that way, and half a second
before the first page with a long name. Here they stay text, in drawers by their first letters.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache

import pyphen

DRAWER = 2  # letters that patterns in one drawer begin with
DIGITS = str.maketrans("", "", "0123456789")


class Patterns:
    """The patterns of a language (Liang's): letters with numbers between them, odd ones allow a break."""

    def __init__(self, language: str) -> None:
        self._drawers: dict[str, bytearray] = {}
        self.longest = 0
        for pattern in _patterns_in(pyphen.LANGUAGES[language].read_bytes()):
            letters = pattern.translate(DIGITS)
            self.longest = max(self.longest, len(letters))
            drawer = self._drawers.setdefault(letters[:DRAWER], bytearray())
            drawer += f"\n{letters} {pattern}\n".encode()

    def positions(self, word: str, least: int) -> list[int]:
        """Places where the word may be broken, each side at least so many letters long."""
        dotted = f".{word.lower()}."
        levels = [0] * (len(dotted) + 1)
        for start in range(len(dotted) - 1):
            for end in range(start + 1, min(start + self.longest, len(dotted)) + 1):
                for place, level in enumerate(self._levels(dotted[start:end]), start):
                    levels[place] = max(levels[place], level)
        return [place - 1 for place in range(least + 1, len(word) - least + 2) if levels[place] % 2]

    def _levels(self, letters: str) -> list[int]:
        """The numbers before, between and behind these letters; none if there is no such pattern."""
        drawer, wanted = self._drawers.get(letters[:DRAWER], b""), f"\n{letters} ".encode()
        begin = drawer.rfind(wanted)
        if begin < 0:
            return []
        begin += len(wanted)
        levels = [0]
        for sign in drawer[begin : drawer.index(b"\n", begin)].decode():
            if sign.isdigit():
                levels[-1] = int(sign)
            else:
                levels.append(0)
        return levels


def _patterns_in(dictionary: bytes) -> Iterator[str]:
    lines = io.BytesIO(dictionary)
    encoding = next(lines).decode().strip()
    for line in lines:
        pattern = line.decode(encoding).strip()
        if pattern and not pattern.startswith(pyphen.ignored):
            yield pattern.partition("/")[0]  # behind it: what letters become there; no soft hyphen says that


@lru_cache
def patterns(language: str) -> Patterns:
    """Read once."""
    return Patterns(language)
