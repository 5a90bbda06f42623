"""A plan of prizes as it stands in the database and in files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from scoring.fields import Option
from scoring.problem import Unreadable
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.plans.prizeplan import (
    AMOUNTS,
    ID,
    LONGEST,
    MOST_AMOUNT,
    MOST_GIFTS,
    MOST_LINES,
    MOST_STEPS,
    MOST_WEIGHTS,
    Gift,
    PotShares,
    PrizePlan,
    PrizeRow,
    TurnoutStep,
)
from tournaments.engines.plans.prizeproblems import problems
from tournaments.engines.plans.prizewho import PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind
from tournaments.engines.prizes.rules import PrizeRules

ROW_NUMBERS = ("first", "last", "amount", "percent", "worth", "tables")
Chosen = TypeVar("Chosen", bound=Option)


def plan_json(plan: PrizePlan) -> dict[str, Any]:
    """As it stands in the database and in files: what is empty is left out."""
    return {
        "rules": dumped(plan.rules),
        "shares": dumped(plan.shares),
        **{name: getattr(plan, name) for name in AMOUNTS},
        "prizes": [_json(prize) for prize in plan.prizes],
        "gifts": [_json(gift) for gift in plan.gifts],
    }


def plan_from(raw: Mapping[str, Any]) -> PrizePlan:
    """What `plan_json` has written, or somebody else; raises Unreadable, ValueError or TypeError."""
    prizes = tuple(_prize(given) for given in _listed(raw.get("prizes", ()), MOST_LINES))
    gifts = tuple(_gift(given) for given in _listed(raw.get("gifts", ()), MOST_GIFTS))
    ids = [*(prize.id for prize in prizes), *(gift.id for gift in gifts)]
    if len({*ids}) != len(ids) or not all(ID.fullmatch(key) for key in ids):
        raise ValueError("ids of prizes")
    amounts: dict[str, Any] = {name: _whole(raw.get(name, 0)) for name in AMOUNTS}
    rules = answers(PrizeRules, raw.get("rules", {}))
    shares = answers(PotShares, raw.get("shares", {}))
    plan = PrizePlan(rules=rules, shares=shares, prizes=prizes, gifts=gifts, **amounts)
    if wrong := problems(plan):
        raise Unreadable(wrong)
    return plan


def option(choices: type[Chosen], value: Any) -> Chosen:
    """The choice with this value; raises ValueError."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise ValueError(value)


def _json(declared: PrizeRow | Gift) -> dict[str, Any]:
    written = {name: getattr(declared, name) for name in type(declared).__dataclass_fields__}
    if isinstance(declared, PrizeRow):
        written["weights"] = list(declared.weights)
        written["steps"] = [{"least": step.least, "weights": list(step.weights)} for step in declared.steps]
    return {name: value for name, value in written.items() if value not in (0, "", False, None, [])}


def _listed(given: Any, most: int) -> list[Mapping[str, Any]]:
    if not isinstance(given, list | tuple) or len(given) > most:
        raise ValueError("a list")
    if not all(isinstance(line, Mapping) for line in given):
        raise TypeError("a list of lines")
    return list(given)


def _prize(raw: Mapping[str, Any]) -> PrizeRow:
    numbers = {name: _whole(raw.get(name, 0)) for name in ROW_NUMBERS}
    texts = {name: _text(raw.get(name, "")) for name in ("name", "label", "goods")}
    fields: dict[str, Any] = {**numbers, **texts}
    kind = raw.get("kind")
    return PrizeRow(
        id=_text(raw["id"]),
        who=option(PrizeFor, raw["who"]),
        kind=None if kind is None else option(PrizeKind, kind),
        picks=raw.get("picks", False) is True,
        left=raw.get("left", False) is True,
        heads=option(HeadShare, raw.get("heads", HeadShare.WHOLE.value)),
        division=option(Division, raw.get("division", Division.EACH.value)),
        weights=_weights(raw.get("weights", [])),
        steps=tuple(
            TurnoutStep(_whole(step["least"]), _weights(step["weights"]))
            for step in _listed(raw.get("steps", ()), MOST_STEPS)
        ),
        by=option(TurnoutBy, raw.get("by", TurnoutBy.TABLES.value)),
        pot=option(PotOf, raw.get("pot", PotOf.MAIN.value)),
        apart=raw.get("apart", False) is True,
        **fields,
    )


def _gift(raw: Mapping[str, Any]) -> Gift:
    what, donor = (_text(raw.get(name, "")) for name in ("what", "donor"))
    return Gift(id=_text(raw["id"]), what=what, donor=donor, worth=_whole(raw.get("worth", 0)))


def _weights(given: Any) -> tuple[int, ...]:
    if not isinstance(given, list | tuple) or len(given) > MOST_WEIGHTS:
        raise ValueError("a list")
    return tuple(_whole(weight) for weight in given)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -MOST_AMOUNT <= value <= MOST_AMOUNT:
        raise ValueError("a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ValueError("a text")
    return value
