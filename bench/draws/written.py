"""The tables of docs/draws.md, written from lines of JSON.

    python -m bench.draws > lines.json
    python -m bench.draws.written lines.json

Each table stands between two marks in the text; a mark without lines keeps the table that is there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

MARKED = re.compile(r"(?P<begin><!-- table: (?P<name>[a-z ]+) -->)\n.*?(?P<end><!-- end -->)", re.DOTALL)
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "draws.md"
Line = Mapping[str, Any]
SIDES = ("ours_0.5", "ours_2", "plain")


def rewritten(text: str, lines: Sequence[Line]) -> str:
    """The text with every table made anew for which there are lines."""

    def table(mark: re.Match[str]) -> str:
        rows = TABLES[mark["name"]](lines)
        return f"{mark['begin']}\n{rows}\n{mark['end']}" if rows else mark[0]

    return MARKED.sub(table, text)


def markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Such a table; nothing without rows."""
    written = [" | ".join("–" if value is None else str(value) for value in row) for row in rows]
    if not written:
        return ""
    return "\n".join(
        [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *(f"| {row} |" for row in written)]
    )


def plain_table(measured: str, columns: Mapping[str, str]) -> Callable[[Sequence[Line]], str]:
    """One row for each line of this name: heading → key."""

    def table(lines: Sequence[Line]) -> str:
        rows = [[line.get(key) for key in columns.values()] for line in lines if line["measured"] == measured]
        return markdown(list(columns), rows)

    return table


def variants(group: str) -> Callable[[Sequence[Line]], str]:
    """A shape in a row: free, with two people apart, with a late guest."""

    def table(lines: Sequence[Line]) -> str:
        by_group = {
            name: {line["draw"]: line for line in lines if line.get("group") == name and "draw" in line}
            for name in (group, f"{group}, apart", f"{group}, late guest")
        }
        heads = ["people × size × rounds", "bound", "best known", "0.5 s", "2 s", "annealing 2 s"]
        for condition in ("apart", "late guest"):
            heads += [f"{condition}: 0.5 s", "2 s", "annealing 2 s"]
        rows = []
        for shape, line in by_group[group].items():
            row = [shape, line["bound"], line["known"]]
            for drawn in by_group.values():
                row += [drawn.get(shape, {}).get(side) for side in SIDES]
            rows.append(row)
        return markdown(heads, rows)

    return table


def conditions(lines: Sequence[Line]) -> str:
    """A case in a row, with the wishes that were broken."""
    rows = []
    for line in lines:
        if line.get("group") == "conditions" and "draw" in line:
            row = [line["draw"], line["bound"], line["known"], *(line.get(side) for side in SIDES)]
            row += [line.get(f"{side}_broken") for side in SIDES[1:]]
            row += [line.get(f"{side}_small_spread") for side in SIDES[1:]]
            rows.append([*row, line["seconds_0.5"], line["seconds_2"]])
    heads = [
        "conditions",
        "bound",
        "known in advance",
        "0.5 s",
        "2 s",
        "annealing 2 s",
        "wishes broken",
        "annealing",
    ]
    heads += ["smaller tables uneven by", "annealing", "seconds", "seconds"]
    return markdown(heads, rows)


TABLES: dict[str, Callable[[Sequence[Line]], str]] = {
    "tables": plain_table(
        "draw, tables",
        {
            "people × size × rounds": "draw",
            "repeats": "repeats",
            "bound": "bound",
            "seconds": "seconds",
            "peak MB": "peak_megabytes",
            "plain repeats": "plain_repeats",
            "plain seconds": "plain_seconds",
        },
    ),
    "partners": plain_table(
        "draw, partners",
        {
            "partners: people × rounds": "draw",
            "partner repeats": "partner_repeats",
            "opponents beyond twice": "opponent_excess",
            "seconds": "seconds",
            "plain: faults": "plain_faults",
            "plain seconds": "plain_seconds",
        },
    ),
    "swiss": plain_table(
        "draw, swiss",
        {
            "Swiss: entrants × rounds": "draw",
            "rematches": "rematches",
            "slowest round, s": "seconds_slowest_round",
            "peak MB": "peak_megabytes",
            "greedy: rematches": "plain_rematches",
            "greedy: slowest round, s": "plain_seconds_slowest_round",
            "rounds cheaper than greedy": "rounds_cheaper_than_plain",
        },
    ),
    "catalogue": plain_table(
        "draw, catalogue read",
        {
            "kB on disk": "kilobytes_on_disk",
            "read in ms": "milliseconds",
            "at most": "milliseconds_slowest",
            "kB while reading": "kilobytes_while_reading",
            "kB afterwards": "kilobytes_afterwards",
            "then a draw of": "draw",
            "repeats": "repeats",
            "seconds": "seconds",
            "peak MB": "peak_megabytes",
        },
    ),
    "list": variants("list"),
    "by lot": variants("by lot"),
    "conditions": conditions,
    "summed up": plain_table(
        "draw, beside annealing: summed up",
        {
            "group": "group",
            "seconds meant": "ours_seconds",
            "cases": "cases",
            "(ours + 1) / (annealing + 1), mean": "mean_ratio",
            "more than 5 % behind": "behind",
            "worst": "worst",
            "there": "worst_ratio",
            "slowest, s": "slowest",
        },
    ),
}


if __name__ == "__main__":
    given = [json.loads(row) for path in sys.argv[1:] for row in Path(path).read_text().splitlines()]
    DOCUMENT.write_text(rewritten(DOCUMENT.read_text(), given))
