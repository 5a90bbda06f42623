"""The tables of docs/performance.md and docs/scale.md, from lines of JSON.

    python -m bench --json > lines.json && python -m bench.written lines.json
    python -m bench.scale --json > lines.json && python -m bench.written lines.json
    python -m bench.saturday --json > lines.json && python -m bench.written lines.json
    python -m bench.compare REF --json > lines.json && python -m bench.written lines.json    # “before”, too

What no line speaks of stays as it is: rows of other parts, what was before, and the reasons, which people
write.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.busy import machine
from bench.figure import Figure
from bench.lines import Growth, amount, figure_of, goal, growths, quantity

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
OF_MANY_CLUBS = DOCUMENT.with_name("scale.md")
PARTS_OF_MANY = ("scale", "saturday", "pool")  # whose lines belong there
MARKED = re.compile(
    r"(?P<begin><!-- table: (?P<name>\w+) -->)\n(?P<rows>.*?)(?P<end><!-- end -->)", re.DOTALL
)
UNKNOWN = "–"
FIGURES = ("Figure", "What, and beside what", "Before", "Now", "Goal")
MEASURED = ("Figure", "What, and beside what", "Measured", "Goal", "Machine")
GROWTHS = ("Figure", "Sizes", "Small", "Large", "Exponent", "Why above one")
Line = Mapping[str, Any]
Rows = dict[str, list[str]]


def rewritten(text: str, lines: Sequence[Line]) -> str:
    """The text with the rows of all figures in these lines made anew."""

    def table(mark: re.Match[str]) -> str:
        heads, make = TABLES[mark["name"]]
        rows = make(lines, read(mark["rows"]))
        return f"{mark['begin']}\n{markdown(heads, rows)}{mark['end']}"

    return MARKED.sub(table, text)


def read(rows: str) -> Rows:
    """Cells of the rows of a table, by the name in the first."""
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows.splitlines()[2:]]
    return {row[0]: row for row in cells}


def figure_rows(lines: Iterable[Line], present: Rows) -> Rows:
    """A row for each figure; those that are there without a line stay."""
    rows = dict(present)
    for line in lines:
        if "name" in line:
            figure = figure_of(line)
            unit, was = figure.unit, rows.get(figure.name, [UNKNOWN] * len(FIGURES))[2]
            before = in_brackets(line["before"], line["before_value"], unit) if "before" in line else was
            now = in_brackets(figure.ratio, figure.value, unit)
            cells = [f"{figure.what}; beside: {figure.beside}", before, marked(now, figure), goal(figure)]
            rows[figure.name] = [figure.name, *cells]
    return rows


def measured_rows(lines: Iterable[Line], present: Rows) -> Rows:
    """A row for each figure of many clubs, with the machine it is of."""
    rows = dict(present)
    for line in lines:
        if "name" in line:
            figure = figure_of(line)
            value = marked(in_brackets(figure.ratio, figure.value, figure.unit), figure)
            what = f"{figure.what}; beside: {figure.beside}"
            rows[figure.name] = [figure.name, what, value, goal(figure), line.get("machine") or machine()]
    return rows


def growth_rows(lines: Iterable[Line], present: Rows) -> Rows:
    """A row for each figure that has sizes; the reason is whoever's wrote it."""
    rows = dict(present)
    for growth in growths(figure_of(line) for line in lines if "name" in line):
        reason = rows.get(growth.family, [UNKNOWN] * len(GROWTHS))[-1]
        rows[growth.family] = [growth.family, *grown(growth), reason]
    return rows


def grown(growth: Growth) -> list[str]:
    small, large = growth.smallest, growth.largest
    values = [quantity(figure.value, figure.unit) for figure in (small, large)]
    return [f"{small.size:,} → {large.size:,}", *values, f"{growth.exponent:.2f}"]


def in_brackets(ratio: float, value: float, unit: str) -> str:
    """A ratio, and what it was made of."""
    return f"{amount(ratio)} ({quantity(value, unit)})"


def marked(text: str, figure: Figure) -> str:
    return text if figure.reached else f"**{text}**"


def markdown(heads: Sequence[str], rows: Rows) -> str:
    """A table, in the order of the names; sizes in the order of numbers."""
    ordered = sorted(rows.items(), key=lambda item: [part.zfill(9) for part in item[0].split(".")])
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    return "".join(f"{line}\n" for line in [*lines, *(f"| {' | '.join(row)} |" for _name, row in ordered)])


TABLES = {
    "figures": (FIGURES, figure_rows),
    "growth": (GROWTHS, growth_rows),
    "scale": (MEASURED, measured_rows),
}


def write(lines: Sequence[Line], document: Path = DOCUMENT, many: Path = OF_MANY_CLUBS) -> None:
    """Each line into the document it belongs to."""
    of_many = [line for line in lines if line.get("part") in PARTS_OF_MANY]
    others = [line for line in lines if line.get("part") not in PARTS_OF_MANY]
    document.write_text(rewritten(document.read_text(), others))
    many.write_text(rewritten(many.read_text(), of_many))


if __name__ == "__main__":
    write([json.loads(row) for path in sys.argv[1:] for row in Path(path).read_text().splitlines()])
