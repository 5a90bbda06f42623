"""Plans of prizes as real clubs announce them are typed into the form, and the engine is asked the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.prizes.schemes import SCHEMES, question_of
from tests.tournaments.event_builders import an_event
from tournaments.engines.plans.prizetargets import planned_prizes
from tournaments.engines.prizes.inputs import PlannedPrize
from tournaments.engines.prizes.reading import question_from
from tournaments.prizes.plans import prize_plan_of

pytestmark = pytest.mark.django_db

TYPED: tuple[str, ...] = ("A1", "A3", "A4", "A6", "A8", "A9", "A10", "A11", "A13", "A15", "A16", "A18", "A19")
TYPED += ("A20", "A21", "A22", "A23", "A24", "A25")
WORDS = {"last": "last", "second_last": "second_last", "everybody": "everybody"}


def target_cells(target: Any) -> dict[str, str]:
    """The first cells of a row, as an organiser fills them."""
    if isinstance(target, int):
        return {"who": "places", "first": str(target)}
    if isinstance(target, str):
        return {"who": WORDS[target]}
    if "ranks" in target:
        return {"who": "places", "first": str(target["ranks"][0]), "last": str(target["ranks"][1])}
    if "group" in target:
        return {"who": "class", "first": "1", "name": target["group"]}
    if "above" in target:
        return {"who": "above", "first": str(target["above"] or "")}
    if "one_in" in target:
        return {"who": "per", "first": str(target["one_in"])}
    return {
        "who": "raffle_rest" if target["raffle"] == "without_prize" else "raffle",
        "first": str(target.get("draws", 1)),
    }


def row_cells(line: dict[str, Any]) -> dict[str, str]:
    cells = target_cells(line["for"]) | {"id": line["id"]}
    if "money" in line:
        cells["money"] = f"{line['money'] // 100},{line['money'] % 100:02}"
    if "percent" in line:
        cells["money"] = f"{line['percent']} %"
    if line.get("choice"):
        cells["picks"] = "1"
    else:
        cells["goods"] = line.get("goods", "")
    if line.get("worth"):
        cells["worth"] = str(line["worth"] // 100)
    if line.get("percent_of") == "left":
        cells["left"] = "1"
    if "divided" in line:
        cells["division"] = line["divided"]
    if "tables" in line:
        cells["tables"] = str(line["tables"]["least"])
    return cells | {name: line[name] for name in ("kind", "heads") if name in line}


def asked(prize: PlannedPrize) -> tuple[Any, ...]:
    """What counts of a prize, whatever it is called."""
    return (
        *(prize.id, prize.target, prize.money, prize.percent, prize.of_left, prize.worth),
        *(prize.division, prize.heads, prize.least_tables),
    )


@pytest.mark.parametrize("key", TYPED)
def test_a_scheme_is_typed_into_the_form(laptop: Client, key: str) -> None:
    scheme = next(scheme for scheme in SCHEMES if scheme.key == key)
    event = an_event()
    rows = [row_cells(line) for line in scheme.prizes]
    form = {f"prize-{at}-{name}": value for at, row in enumerate(rows) for name, value in row.items()}
    form |= {"prize-rows": str(len(rows)), "gift-rows": "1", "gift-0-what": "Korb"}
    form |= {name: str(value) for name, value in scheme.rules.items()}
    if "unit" in scheme.rules:
        form["unit"] = str(scheme.rules["unit"] // 100)
    answer = laptop.post(f"/desk/e/{event.pk}/prizes/plan/", form)
    assert answer.status_code == 302
    plan = prize_plan_of(type(event).objects.get(pk=event.pk))
    question = question_from(question_of(scheme))
    assert [asked(prize) for prize in planned_prizes(plan, 1, "a gift", {})] == [
        asked(prize) for prize in question.prizes
    ]
    for name, value in scheme.rules.items():
        stored = getattr(plan.rules, name)
        assert getattr(stored, "value", stored) == value
    # What was stored is shown in the form again.
    page = laptop.get(f"/desk/e/{event.pk}/prizes/plan/").text
    assert page.count("prize-row") >= len(rows)
