"""A plan of prizes as it is stored and sent: what `reading` reads, without what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.engines.prizes.choices import Division, HeadShare, PrizePlaces
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeTarget
from tournaments.engines.prizes.targets import NUMBERED

KEY_OF = {places: key for key, places in NUMBERED.items()}


def target_json(target: PrizeTarget) -> dict[str, Any]:
    """Whom a prize is for."""
    further = {
        "ranking": target.ranking,
        "statistic": target.statistic,
        "lowest": target.lowest,
        "teams": target.teams,
        "count": target.count,
        "group": target.group,
        "club": target.club,
        "table": target.table,
        "members": target.members is True,
        "guests": target.members is False,
        "each": target.each,
    }
    return {**_place_json(target), **{key: value for key, value in further.items() if value}}


def _place_json(target: PrizeTarget) -> dict[str, Any]:
    match target.places:
        case PrizePlaces.RANKS:
            if target.last is None:
                return {"rank": target.first}
            return {"ranks": [target.first, target.last]}
        case PrizePlaces.MIDDLE:
            return {"middle": True}
        case PrizePlaces.ABOVE:
            return {"at_least" if target.inclusive else "above": target.points}
        case PrizePlaces.RAFFLE:
            return {"raffle": "without_prize" if target.without_prize else "all", "draws": target.number}
        case _:
            return {KEY_OF[target.places]: target.number}


def prize_json(prize: PlannedPrize) -> dict[str, Any]:
    """One line of the plan."""
    line: dict[str, Any] = {"id": prize.id, "for": target_json(prize.target)}
    if prize.money or not (prize.percent or prize.goods):
        line["money"] = prize.money
    if prize.percent:
        line["percent"] = exact_json(prize.percent)
        if prize.of_left:
            line["percent_of"] = "left"
    further: Mapping[str, Any] = {
        "goods": prize.goods,
        "worth": prize.worth,
        "kind": prize.kind.value if prize.kind else "",
        "choice": prize.choice,
        "block": prize.block,
        "pot": prize.pot,
        "label": prize.label,
        "divided": [exact_json(weight) for weight in prize.weights],
    }
    line |= {key: value for key, value in further.items() if value}
    if prize.division is not Division.EACH:
        line["divided"] = prize.division.value
    if prize.heads is not HeadShare.WHOLE:
        line["heads"] = prize.heads.value
    if prize.least_players or prize.most_players is not None:
        line["players"] = {"least": prize.least_players}
        if prize.most_players is not None:
            line["players"]["most"] = prize.most_players
    if prize.least_tables:
        line["tables"] = {"least": prize.least_tables}
    if prize.least_entitled > 1:
        line["needs"] = prize.least_entitled
    return line


def exact_json(number: Fraction) -> int | str:
    """Whole, or decimal as a text; percentages have no more digits than were typed."""
    if number.denominator == 1:
        return int(number)
    scaled = number * 10**9
    whole, behind = divmod(int(scaled), 10**9)
    return f"{whole}.{behind:09d}".rstrip("0")
