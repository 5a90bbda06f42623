"""How a name is written in a list that is sorted by surnames."""

from __future__ import annotations

from tournaments.lists.surnames import parted


def filed(name: str) -> str:
    """`Maier, Dr. Hans` for `Dr. Hans Maier`. Pairs, and who has one name only, stay as they are."""
    first, last = parted(name)
    if not first or " / " in name or "," in name:
        return name
    before, _last, after = name.rpartition(last)
    return " ".join(f"{last}, {before} {after}".split())
