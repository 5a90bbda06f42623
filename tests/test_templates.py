"""Templates can be read: short lines, one way to draw an icon, names that say what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
LONGEST = 120
# A loop over people is a loop over people.
NAMELESS = {"one", "found", "told", "said", "own", "kept", "made", "stands"}
LOOP = re.compile(r"\{% for ([\w, ]+) in ")
ALIAS = re.compile(r"\{% with ([^%]*) %\}|\{% include [^%]* with ([^%]*) %\}")


def lines() -> Iterator[tuple[str, str]]:
    for file in sorted(TEMPLATES.rglob("*.html")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{file.relative_to(TEMPLATES)}:{number}", line


def test_no_line_is_too_long() -> None:
    """The formatter breaks lines where nobody sees it; where there is no such place, the author makes one."""
    assert [place for place, line in lines() if len(line) > LONGEST] == []


def test_the_icons_are_drawn_by_their_tag() -> None:
    assert [place for place, line in lines() if "icons.svg" in line] == []


def test_loops_and_aliases_are_called_after_what_they_hold() -> None:
    nameless = [
        place
        for place, line in lines()
        if NAMELESS & {name.strip() for loop in LOOP.findall(line) for name in loop.split(",")}
        or NAMELESS & set(re.findall(r"(\w+)=", " ".join("".join(alias) for alias in ALIAS.findall(line))))
    ]
    assert nameless == []
