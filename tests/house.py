"""Who may import whom: the table stands in `pyproject.toml` and is checked whole by `make check`;
`python -m tests.house` writes it and its picture into the documents.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "design.md"
PICTURE = ROOT / "docs" / "house.svg"
BEGIN, END = "<!-- rooms: python -m tests.house -->\n", "<!-- end of rooms -->\n"
APP = "tournaments."
TYPE = "table of rooms"


@dataclass(frozen=True, slots=True)
class Room:
    """A package, or one module, without the packages in it that are rooms of their own."""

    name: str
    allowed: tuple[str, ...]  # rooms
    libraries: tuple[str, ...]  # besides the standard library


class TableOfRooms(Contract):
    """Every import between two rooms, and every library, stands in the table; and nothing else does."""

    type_name = TYPE
    rooms = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        rooms = read(list(self.rooms))  # type: ignore[call-overload]
        breaches, used = [], set()
        for importer in sorted(graph.modules):
            room = room_of(importer, rooms)
            if room is None:
                continue
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                entry = _entry(room, imported, rooms)
                if entry is None:
                    continue
                if entry in (*room.allowed, *room.libraries):
                    used.add((room.name, entry))
                else:
                    details = graph.get_import_details(importer=importer, imported=imported)
                    lines = [str(detail["line_number"]) for detail in details]
                    why = f"“{room.name}” may not import “{entry}”"
                    breaches.append(f"{importer}:{','.join(lines)} imports {imported}: {why}")
        unused = [
            f"“{room.name}” imports nothing of {entry} any more: take it out of the table"
            for room in rooms.values()
            for entry in (*room.allowed, *room.libraries)
            if (room.name, entry) not in used
        ]
        return ContractCheck(kept=not breaches and not unused, metadata={"lines": [*breaches, *unused]})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["lines"]:
            output.print_error(line)


def _entry(room: Room, imported: str, rooms: Mapping[str, Room]) -> str | None:
    """What an import needs in the table; None where it needs nothing."""
    other = room_of(imported, rooms)
    if other is None:
        library = imported.split(".")[0]
        return None if library in sys.stdlib_module_names else library
    if other.name == room.name:
        return None
    return other.name


def room_of(module: str, rooms: Mapping[str, Room]) -> Room | None:
    """The innermost room a module belongs to."""
    parts = module.removeprefix(APP).split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((rooms[name] for name in names if name in rooms), None)


def read(lines: Sequence[str]) -> dict[str, Room]:
    """`room: rooms it may import; libraries`, one line each."""
    rooms = {}
    for line in lines:
        name, _, rest = line.partition(":")
        allowed, _, libraries = rest.partition(";")
        rooms[name.strip()] = Room(name.strip(), _words(allowed), _words(libraries))
    return rooms


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def table() -> dict[str, Room]:
    """The rooms of the project."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return read(next(each["rooms"] for each in settings["contracts"] if each["type"] == TYPE))


def floors(rooms: Mapping[str, Room]) -> list[list[Room]]:
    """The rooms from the ground up: everybody imports from lower floors only."""
    heights: dict[str, int] = {}

    def height(name: str) -> int:
        if name not in heights:
            heights[name] = 1 + max(map(height, rooms[name].allowed), default=-1)
        return heights[name]

    for name in rooms:
        height(name)
    return [
        [room for room in rooms.values() if heights[room.name] == level]
        for level in range(max(heights.values()) + 1)
    ]


def printed(rooms: Mapping[str, Room]) -> str:
    """The table as the document has it."""
    lines = ["| room | may import | libraries |", "|---|---|---|"]
    lines += [
        f"| `{room.name}` | {', '.join(f'`{name}`' for name in room.allowed)} | {', '.join(room.libraries)} |"
        for room in rooms.values()
    ]
    return "\n".join(lines) + "\n"


def knows(room: Room, library: str, rooms: Mapping[str, Room]) -> bool:
    """Itself or through a room below it."""
    return library in room.libraries or any(knows(rooms[name], library, rooms) for name in room.allowed)


WIDTH, HIGH, GAP = 1180, 46, 14


def drawn(rooms: Mapping[str, Room]) -> str:
    """The floors as a picture; green is what works without Django."""
    levels = floors(rooms)[::-1]
    height = len(levels) * (HIGH + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="15">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for number, level in enumerate(levels):
        top = GAP + number * (HIGH + GAP)
        wide = (WIDTH - GAP) / len(level)
        for place, room in enumerate(level):
            pure = not knows(room, "django", rooms)
            left = GAP + place * wide
            parts.append(
                f'<rect x="{left:.0f}" y="{top}" width="{wide - GAP:.0f}" height="{HIGH}" rx="6" '
                f'fill="{"#e3f1e6" if pure else "#e6ebf5"}" stroke="#456"/>'
                f'<text x="{left + (wide - GAP) / 2:.0f}" y="{top + HIGH / 2 + 5:.0f}" text-anchor="middle">'
                f"{escape(room.name)}</text>"
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments: list[str]) -> None:
    """Write the table into the document and the picture beside it; `check`: does the code keep it?"""
    if arguments == ["check"]:
        sys.exit(lint_imports(no_cache=True, no_logo=True))
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, behind = rest.partition(END)
    DOCUMENT.write_text(before + BEGIN + printed(table()) + END + behind, encoding="utf-8")
    PICTURE.write_text(drawn(table()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
