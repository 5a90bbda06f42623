"""Whom a prize is for, in JSON: `1`, `[2, 4]`, `"last"`, `{"group": "lady"}`, `{"every": 4}` …"""

from __future__ import annotations

from typing import Any

from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import MOST
from tournaments.engines.prizes.choices import PrizePlaces
from tournaments.engines.prizes.inputs import PrizeTarget
from tournaments.engines.prizes.jsonvalues import JsonObject, Path, ProblemList

MOST_PLACE = 10_000
MOST_DRAWS = 1_000
WORDS: dict[str, dict[str, Any]] = {
    "last": {"last": 1},
    "second_last": {"last": 2},
    "middle": {"middle": True},
    "everybody": {"everybody": True},
}
NUMBERED = {
    "every": PrizePlaces.EVERY,
    "one_in": PrizePlaces.ONE_IN,
    "per_table": PrizePlaces.PER_TABLE,
    "top_percent": PrizePlaces.PERCENT,
}
PLACES = (*NUMBERED, "rank", "ranks", "best", "last", "middle", "everybody", "above", "at_least", "raffle")
PEOPLE = ("group", "club", "table", "members", "guests", "each")
ORDERS = ("ranking", "statistic", "teams")
KEYS = (*PLACES, *PEOPLE, *ORDERS, "lowest", "count", "draws")


def target_from(raw: object, path: Path, problems: ProblemList) -> PrizeTarget:
    """The target; where something is wrong, a problem and the first place."""
    if type(raw) is int:
        raw = {"rank": raw}
    elif isinstance(raw, list):
        raw = {"ranks": raw}
    elif isinstance(raw, str):
        if raw not in WORDS:
            text = say(_("“{key}” must be one of these: {words}."), key="for", words=", ".join(WORDS))
            problems.add(path, "unknown_option", text)
            return PrizeTarget()
        raw = WORDS[raw]
    target = JsonObject(raw, path, problems, KEYS)
    places = [key for key in PLACES if key in target]
    _alone(target, places)
    _alone(target, [key for key in ORDERS if key in target])
    if "teams" in target:
        _alone(target, ["teams", *(key for key in PEOPLE if key in target)])
    _alone(target, [key for key in ("members", "guests") if key in target])
    values: dict[str, Any] = {}
    if places:
        values = _place(target, places[0])
    elif not any(key in target for key in (*PEOPLE, *ORDERS)) and isinstance(raw, dict):
        problems.add(path, "missing", say(_("It is not said whom the prize is for.")))
    each = target.raw.get("each", "")
    if each not in ("", "group", "club", "table"):
        text = say(_("“{key}” must be one of these: {words}."), key="each", words="group, club, table")
        target.wrong("each", "unknown_option", text)
        each = ""
    members = None
    for key, value in (("members", True), ("guests", False)):
        if target.flag(key):
            members = value
    return PrizeTarget(
        ranking=target.text("ranking"),
        statistic=target.text("statistic"),
        lowest=target.flag("lowest"),
        teams=target.flag("teams"),
        count=target.whole("count", 0, 0, 1000),
        group=target.text("group"),
        club=target.text("club"),
        table=target.text("table", number=True),
        members=members,
        each=each,
        **values,
    )


def _place(target: JsonObject, key: str) -> dict[str, Any]:
    """The places of the line."""
    match key:
        case "rank":
            return {"first": _rank(target, target.raw["rank"], "rank")}
        case "ranks":
            return _span(target)
        case "best":
            return {"first": 1, "last": target.whole("best", 1, 1, MOST_PLACE)}
        case "last":
            return {"first": -target.whole("last", 1, 1, MOST_PLACE)}
        case "middle":
            target.flag("middle")
            return {"places": PrizePlaces.MIDDLE}
        case "everybody":
            target.flag("everybody")
            return {"first": 1, "last": -1}
        case "above" | "at_least":
            points = target.whole(key, 0, -MOST, MOST)
            return {"places": PrizePlaces.ABOVE, "points": points, "inclusive": key == "at_least"}
        case "raffle":
            return _raffle(target)
        case _:
            most = 100 if key == "top_percent" else MOST_PLACE
            return {"places": NUMBERED[key], "number": target.whole(key, 1, 1, most)}


def _rank(target: JsonObject, raw: object, key: str) -> int:
    if type(raw) is int and raw and abs(raw) <= MOST_PLACE:
        return raw
    text = _("A place is a whole number up to {most}; −1 is the last.")
    target.wrong(key, "out_of_range", say(text, most=MOST_PLACE))
    return 1


def _span(target: JsonObject) -> dict[str, Any]:
    raw = target.raw["ranks"]
    if not isinstance(raw, list) or len(raw) != 2:
        target.wrong("ranks", "span", say(_("Two places make a span: from the first to the last.")))
        return {}
    before = len(target.problems.problems)
    first, last = (_rank(target, place, "ranks") for place in raw)
    if (first > 0) == (last > 0) and first > last and before == len(target.problems.problems):
        target.wrong("ranks", "span", say(_("A span goes from the better place to the worse one.")))
    if first < 0 < last:
        target.wrong("ranks", "span", say(_("A span goes from the better place to the worse one.")))
    return {"first": first, "last": last}


def _raffle(target: JsonObject) -> dict[str, Any]:
    among = target.raw["raffle"]
    if among not in ("all", "without_prize"):
        text = say(_("“{key}” must be one of these: {words}."), key="raffle", words="all, without_prize")
        target.wrong("raffle", "unknown_option", text)
    return {
        "places": PrizePlaces.RAFFLE,
        "number": target.whole("draws", 1, 1, MOST_DRAWS),
        "without_prize": among == "without_prize",
    }


def _alone(target: JsonObject, keys: list[str]) -> None:
    """These say the same thing in different ways, so there can be one of them only."""
    if len(keys) > 1:
        text = say(_("“{first}” and “{second}” cannot stand together."), first=keys[0], second=keys[1])
        target.wrong(keys[1], "contradiction", text)
