"""Plans of prizes as real clubs announce them are typed into the form, and the engine is asked the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.prizes.schemes import SCHEMES, Scheme, question_of
from tests.tournaments.event_builders import an_event
from tournaments.desk.prizeforms import plan_form
from tournaments.engines.plans.prizetargets import PrizeSetting, planned_prizes
from tournaments.engines.prizes.engine import awarded
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeQuestion
from tournaments.engines.prizes.reading import question_from
from tournaments.prizes.plans import prize_plan_of

pytestmark = pytest.mark.django_db

WORDS = {"last": "last", "second_last": "second_last", "everybody": "everybody"}


def target_cells(target: Any) -> dict[str, str]:
    """The first cells of a row, as an organiser fills them."""
    if isinstance(target, int):
        return {"who": "places", "first": str(target)}
    if isinstance(target, str):
        return {"who": WORDS[target]}
    if "ranking" in target:
        return {"who": "round", "first": target["ranking"].removeprefix("round ")}
    if "ranks" in target:
        return {"who": "places", "first": str(target["ranks"][0]), "last": str(target["ranks"][1])}
    if "group" in target:
        return {"who": "class", "first": "1", "name": target["group"]}
    if "above" in target:
        return {"who": "above", "first": str(target["above"] or "")}
    if "one_in" in target:
        return {"who": "per", "first": str(target["one_in"])}
    if "per_table" in target:
        return {"who": "tables"}
    if "each" in target:
        return {"who": "table"}
    if "teams" in target:
        return {"who": "team"}
    if "statistic" in target:
        word, _from, least = target["statistic"].partition("round from ")
        return {"who": "round_from", "first": least} if least else {"who": "feat", "name": word}
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
    if isinstance(line.get("divided"), list):
        cells |= {"division": "listed", "weights": "/".join(map(str, line["divided"]))}
    elif "divided" in line:
        cells["division"] = line["divided"]
    if "pot" in line:
        cells["pot"] = line["pot"].partition(" ")[0]
    if "tables" in line:
        cells["tables"] = str(line["tables"]["least"])
    return cells | {name: line[name] for name in ("kind", "heads") if name in line}


def form_of(scheme: Scheme) -> dict[str, str]:
    """The whole form, as an organiser fills it."""
    rows = [row_cells(line) for line in scheme.prizes]
    form = {f"prize-{at}-{name}": value for at, row in enumerate(rows) for name, value in row.items()}
    form |= {"prize-rows": str(len(rows)), "gift-rows": "1", "gift-0-what": "Korb"}
    form |= {name: str(value) for name, value in scheme.rules.items()}
    if "unit" in scheme.rules:
        form["unit"] = str(scheme.rules["unit"] // 100)
    shares = scheme.pot.get("share_percent", 100)
    by_source = shares if isinstance(shares, dict) else {"fees": shares, "lost_games": shares}
    form |= {"fees": str(by_source["fees"]), "lost": str(by_source["lost_games"])}
    if "guarantee" in scheme.pot:
        form["guarantee"] = str(scheme.pot["guarantee"] // 100)
    return form


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.key)
def test_a_scheme_is_typed_into_the_form(laptop: Client, scheme: Scheme) -> None:
    event = an_event()
    answer = laptop.post(f"/desk/e/{event.pk}/prizes/plan/", form_of(scheme))
    assert answer.status_code == 302
    plan = prize_plan_of(type(event).objects.get(pk=event.pk))
    question = question_from(question_of(scheme))
    counts = [line["for"]["count"] for line in scheme.prizes if "count" in as_mapping(line["for"])]
    setting = PrizeSetting(rounds=1, team_best=max(counts, default=0))  # of the event, not of a prize
    typed = planned_prizes(plan, setting, "a gift", {})
    assert [stripped(prize) for prize in typed] == [stripped(prize) for prize in question.prizes]
    assert money_of(replace(question, prizes=typed)) == money_of(question)
    for name, value in scheme.rules.items():
        stored = getattr(plan.rules, name)
        assert getattr(stored, "value", stored) == value
    assert plan.guarantee == question.pot.guarantee
    assert plan.shares.fees == question.pot.fees_percent.numerator
    assert plan.shares.lost == question.pot.lost_games_percent.numerator
    # What was stored is shown in the form again.
    shown = plan_form(plan, scheme.currency)
    assert [cells.id for cells in shown.prizes if cells.id] == [prize.id for prize in question.prizes]
    page = laptop.get(f"/desk/e/{event.pk}/prizes/plan/").text
    assert page.count("prize-row") >= len(scheme.prizes)


def as_mapping(target: Any) -> dict[str, Any]:
    return target if isinstance(target, dict) else {}


def stripped(prize: PlannedPrize) -> PlannedPrize:
    """Without what a gift of the table is called: its name and its kind follow from the table."""
    picked = prize.choice or prize.goods == "a gift"
    return replace(prize, choice=False, goods="", kind=None) if picked else prize


def money_of(question: PrizeQuestion) -> dict[tuple[Any, ...], int]:
    """What everybody is paid for which prizes."""
    return {(award.entrant, award.prizes): award.money for award in awarded(question).awards}
