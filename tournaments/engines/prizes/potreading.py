"""A pot in JSON: what feeds it, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import MOST
from tournaments.engines.prizes.inputs import PotItem, PrizePot
from tournaments.engines.prizes.jsonvalues import JsonObject, Path, ProblemList

MOST_ITEMS = 20_000  # lines of a pot
POT = ("fees", "lost_games", "gifts", "costs", "share_percent", "guarantee")


def pot_from(raw: object, path: Path, problems: ProblemList) -> PrizePot:
    """A pot, by what feeds it; where something is wrong, a problem."""
    pot = JsonObject(raw, path, problems, POT)
    shares = pot.raw.get("share_percent", {})
    by_source: Mapping[str, Any] = shares if isinstance(shares, dict) else {}
    for key in by_source.keys() - {"fees", "lost_games"}:
        text = say(_("“{key}” does not belong there."), key=key[:40])
        problems.add((*path, "share_percent", key[:40]), "unknown_key", text)
    percents = [
        pot.percent_of(
            by_source.get(source, 100) if isinstance(shares, dict) else shares,
            (*path, "share_percent", *((source,) if isinstance(shares, dict) else ())),
        )
        for source in (("fees", "lost_games") if isinstance(shares, dict) else ("fees",))
    ]
    items = {key: _pot_items(pot, key) for key in ("fees", "lost_games", "gifts", "costs")}
    return PrizePot(
        **items,
        fees_percent=percents[0],
        lost_games_percent=percents[-1],
        guarantee=pot.whole("guarantee"),
    )


def _pot_items(pot: JsonObject, key: str) -> tuple[PotItem, ...]:
    items = []
    for number, raw in enumerate(pot.items(key, MOST_ITEMS), start=1):
        item = JsonObject(raw, (*pot.path, key, number), pot.problems, ("label", "amount"))
        if isinstance(raw, dict) and "amount" not in item:
            item.wrong("amount", "missing", say(_("“{key}” is missing."), key="amount"))
        items.append(PotItem(item.text("label"), item.whole("amount", 0, -MOST)))
    return tuple(items)
