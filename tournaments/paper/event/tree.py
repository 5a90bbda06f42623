"""Where the matches of a knockout stand: each in the middle of those it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.paper.event.outcomes import BracketTree, PrintedMatch


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The places of a tree: `middle` in slots from the top, one slot being the room of one match."""

    tree: BracketTree
    middle: Mapping[str, float]
    slots: float

    @property
    def columns(self) -> int:
        return len(self.tree.rounds)


def placed(tree: BracketTree) -> TreeLayout:
    """Matches without matches before them take a slot each, from top to bottom."""
    by_key = {match.key: match for match in tree.matches}
    fed = {side.source for match in tree.matches for side in match.sides if side.source in by_key}
    middle: dict[str, float] = {}
    slots = 0.0

    def place(match: PrintedMatch) -> float:
        nonlocal slots
        before = [by_key[side.source] for side in match.sides if side.source in by_key]
        if before:
            middles = [place(earlier) for earlier in before]
            middle[match.key] = sum(middles) / len(middles)
        else:
            middle[match.key] = slots + 0.5
            slots += 1
        return middle[match.key]

    for match in sorted(tree.matches, key=lambda match: -match.round):
        if match.key not in fed and match.key not in middle:
            place(match)
    return TreeLayout(tree, middle, slots)


def parts(tree: BracketTree, most: float) -> list[BracketTree]:
    """A tree too high for a page as several: the parts from top to bottom, then what they lead to."""
    tree_layout = placed(tree)
    if tree_layout.slots <= most or len(tree.rounds) < 3:
        return [tree]
    by_key = {match.key: match for match in tree.matches}
    cut = len(tree.rounds)
    while cut > 2:
        cut -= 1
        roots = _roots(tree, cut)
        below = [_below(root, by_key) for root in roots]
        if max(placed(BracketTree(rounds=tree.rounds, matches=matches)).slots for matches in below) <= most:
            break
    roots.sort(key=lambda match: tree_layout.middle[match.key])
    top = tuple(match for match in tree.matches if match.round > cut)
    lower = [
        BracketTree(rounds=tree.rounds[:cut], matches=_below(root, by_key), name=f"{number} / {len(roots)}")
        for number, root in enumerate(roots, start=1)
    ]
    last = BracketTree(rounds=tree.rounds[cut - 1 :], matches=_moved((*roots, *top), cut - 1), name=tree.name)
    return [*lower, last]


def _roots(tree: BracketTree, cut: int) -> list[PrintedMatch]:
    """The matches up to a round whose winners go beyond it."""
    goes_to = {side.source: match for match in tree.matches for side in match.sides if side.source}
    return [
        match
        for match in tree.matches
        if match.round <= cut and (match.key not in goes_to or goes_to[match.key].round > cut)
    ]


def _below(root: PrintedMatch, by_key: Mapping[str, PrintedMatch]) -> tuple[PrintedMatch, ...]:
    printed_matches = [root]
    for match in printed_matches:
        printed_matches += [by_key[side.source] for side in match.sides if side.source in by_key]
    return tuple(printed_matches)


def _moved(matches: tuple[PrintedMatch, ...], rounds: int) -> tuple[PrintedMatch, ...]:
    """The same matches so many columns further left."""
    return tuple(replace(match, round=max(1, match.round - rounds)) for match in matches)
