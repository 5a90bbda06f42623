"""docs/standings.md says of every criterion and every style what the program does."""

from __future__ import annotations

from pathlib import Path

from tournaments.engines.standings import CRITERIA, STYLES
from tournaments.engines.standings.criteria import Better

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "standings.md").read_text(encoding="utf-8")
AHEAD = {Better.MORE: "more", Better.FEWER: "fewer", Better.AS_POINTS: "game", Better.AS_SCORE: "score"}


def table(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in below.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_every_criterion_has_its_row_in_order() -> None:
    rows = table("Criteria")
    assert [(row[0].strip("`"), row[1], row[3]) for row in rows] == [
        (criterion.key, criterion.name, AHEAD[criterion.better]) for criterion in CRITERIA.values()
    ]
    for row, criterion in zip(rows, CRITERIA.values(), strict=True):
        assert ("*among equals*" in row[2]) == criterion.among_equals


def test_every_style_has_its_row() -> None:
    rows = table("Styles")
    assert [row[0].strip("`") for row in rows] == [ranking_style.key for ranking_style in STYLES]
    for row, ranking_style in zip(rows, STYLES, strict=True):
        assert len(row[1].split(", ")) == len(ranking_style.rules.criteria)
