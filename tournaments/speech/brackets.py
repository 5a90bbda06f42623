"""A knockout in words: what its rounds and branches are called, and who comes to a side nobody has yet."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.engines.bracket import Bracket, Branch, MatchOutcome, Origin


def of_whom(left: int) -> str:
    """What a round of a knockout is called with so many left: `Final`, `Semi-finals`, `Round of 16`."""
    if left == 2:
        return gettext("Final")
    if left == 4:
        return gettext("Semi-finals")
    if left == 8:
        return gettext("Quarter-finals")
    if left == 16:
        return gettext("Round of 16")
    if left == 32:
        return gettext("Round of 32")
    return gettext("Round of {count}").format(count=left)


def comes_from(origin: Origin) -> str:
    """Who comes to a side that nobody has yet: `Winner of match 3`; empty where an entrant begins there."""
    if not isinstance(origin, MatchOutcome):
        return ""
    if origin.won:
        return gettext("Winner of match {number}").format(number=origin.match)
    return gettext("Loser of match {number}").format(number=origin.match)


def third_place() -> str:
    """What the match for third place is called."""
    return gettext("Match for third place")


def round_name(bracket: Bracket, branch: Branch, number: int) -> str:
    """What the matches of a round are called where all branches stand side by side."""
    if branch == Branch.UPPER:
        return of_whom(bracket.left(number))
    if branch == Branch.LOWER:
        return gettext("Lower bracket, round {number}").format(number=number)
    if branch == Branch.PLACE:
        return third_place()
    return gettext("Grand final") if number == 1 else gettext("Deciding match")


def branch_name(bracket: Bracket, branch: Branch) -> str:
    """What a branch is called; empty where it is the whole knockout."""
    if branch == Branch.UPPER:
        return gettext("Upper bracket") if bracket.double else ""
    if branch == Branch.LOWER:
        return gettext("Lower bracket")
    if branch == Branch.PLACE:
        return third_place()
    return gettext("Grand final")


def heads(bracket: Bracket, branch: Branch) -> tuple[str, ...]:
    """What the rounds of a branch are called that stands by itself, from the first one on."""
    if branch not in (Branch.UPPER, Branch.LOWER):
        return ()
    numbers = range(1, bracket.rounds(branch) + 1)
    if branch == Branch.UPPER and not bracket.double:
        return tuple(of_whom(bracket.left(number)) for number in numbers)
    return tuple(gettext("Round {number}").format(number=number) for number in numbers)
