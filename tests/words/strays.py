"""What a list of stray words is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass

PLACE = re.compile(r"\{\w+\}|%\(\w+\)s")  # what is put in is no word


@dataclass(frozen=True)
class Stray:
    """A word that is not used any more, and the settled one.

    `pattern` is looked for in the texts of one language. A text is let off if its English sentence matches
    `unless`, or if a file that says it begins with one of `within`.
    """

    pattern: str
    instead: str
    unless: str = ""
    within: tuple[str, ...] = ()

    def strays(self, text: str, english: str, files: tuple[str, ...]) -> bool:
        if not re.search(self.pattern, PLACE.sub("{}", text)):
            return False
        if self.unless and re.search(self.unless, english):
            return False
        return not any(file.startswith(self.within) for file in files) if self.within else True
