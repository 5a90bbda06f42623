"""What a club may not have thought of when it made its rules; and what does not go together."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.problem import Problem
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.season.choices import Absent, Combining, Negatives, SeasonBy, Unit, Worth
from tournaments.engines.season.rules import SeasonRules
from tournaments.engines.season.tables import SeasonTable

SIGNED = (Worth.POINTS, Worth.PER_HAND)
"""What can be below 0 by itself."""


def problems(rules: SeasonRules) -> list[Problem]:
    """What does not go together; answers that cannot be read at all are found by `scoring.read`."""
    contradictions = []
    if SeasonBy.LOT in rules.ties[:-1]:
        text = say(_("Drawing lots decides everything that is left: put it last."))
        contradictions.append(Problem("ties", "lot_not_last", text))
    if rules.worth is Worth.PLACES and not (rules.place_points or rules.larger):
        text = say(_("Points for places need a list, for example 25, 18, 15."))
        contradictions.append(Problem("place_points", "no_place_points", text))
    sizes = [each.size for each in rules.larger]
    if len(set(sizes)) < len(sizes):
        text = say(_("Two lists are for fields of the same size: which of them holds?"))
        contradictions.append(Problem("larger", "same_size", text))
    if rules.evenings and rules.least_of is Unit.EVENINGS and rules.least > rules.evenings:
        message = _("At least {least} are asked for, but the season has {evenings}.")
        text = say(message, least=rules.least, evenings=rules.evenings)
        contradictions.append(Problem("least", "least_out_of_reach", text))
    if rules.evenings and rules.drop >= rules.evenings:
        text = say(_("If this many evenings are left out, nothing is left that counts."))
        contradictions.append(Problem("drop", "nothing_left", text))
    if rules.absent is not Absent.NOTHING and rules.announced_only:
        text = say(_("Only announced evenings count: an absence cannot have a value."))
        contradictions.append(Problem("absent", "absence_not_announced", text))
    by_units = rules.combine is Combining.MEAN and rules.divisor is not Unit.EVENINGS
    if by_units and rules.absent is not Absent.NOTHING:
        text = say(_("Whoever is absent plays no rounds and no hands: let an absence not count."))
        contradictions.append(Problem("absent", "absence_without_rounds", text))
    if (rules.part or rules.each_part) and rules.worth in (Worth.PER_HAND, Worth.WINS):
        text = say(_("Of a single series only points and places are known, not hands and matches."))
        contradictions.append(Problem("worth", "series_without_hands", text))
    if rules.lowest_first and rules.negatives is not Negatives.COUNT:
        text = say(_("Where the lowest total wins, results below 0 are good ones: let them count."))
        contradictions.append(Problem("negatives", "negatives_are_good", text))
    return contradictions


def rule_hints(rules: SeasonRules, *, below_zero: bool) -> Iterator[Problem]:
    """What the rules lead to; `below_zero`: results can be negative, or have been."""
    limited = bool(rules.best or rules.drop or rules.combine is Combining.SUM)
    held = bool(rules.least or rules.all_required or rules.absence_penalty or rules.least_divisor)
    if (
        below_zero
        and limited
        and not held
        and not rules.lowest_first
        and rules.negatives is Negatives.COUNT
        and rules.absent is Absent.NOTHING
    ):
        text = say(
            _(
                "With results below 0, staying away can pay more than playing. "
                "Ask for a least number of evenings, or give an absence a value."
            )
        )
        yield Problem("absent", "staying_away_pays", text)
    if rules.lowest_first and rules.combine is Combining.SUM and rules.absent is Absent.NOTHING and not held:
        text = say(
            _(
                "The lowest total wins, and an absence adds nothing: whoever stays away is ahead. "
                "Ask for a least number of evenings, or give an absence a value."
            )
        )
        yield Problem("absent", "staying_away_wins", text)
    if (
        below_zero
        and rules.absent is Absent.FIXED
        and rules.absent_points >= 0
        and rules.negatives is Negatives.COUNT
        and not (rules.least or rules.all_required or rules.absence_penalty or rules.lowest_first)
    ):
        text = say(_("An absence is worth more than a result below 0: staying away can pay."))
        yield Problem("absent_points", "absence_beats_minus", text)
    if rules.combine is Combining.MEAN and not held:
        text = say(
            _(
                "With an average, a single good evening can win the season. "
                "Ask for a least number, or divide by at least a number."
            )
        )
        yield Problem("combine", "one_evening_wins", text)
    if rules.best and rules.evenings and rules.best >= rules.evenings:
        message = _("The best {best} of {evenings} count: nothing is ever left out.")
        text = say(message, evenings=rules.evenings, best=rules.best)
        yield Problem("best", "nothing_left_out", text)


def hints_of(table: SeasonTable, seed: str) -> Iterator[Problem]:
    """The same with what has been played, and what is missing."""
    negative = any(cell.points is not None and cell.points < 0 for row in table.rows for cell in row.cells)
    yield from rule_hints(table.rules, below_zero=negative and table.rules.worth in SIGNED)
    if SeasonBy.LOT in table.rules.ties and not seed:
        yield Problem("ties", "no_seed", say(_("Without a draw number no lot is drawn.")))
