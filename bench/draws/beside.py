"""Draws of tables beside plain compiled annealing, the best known schedule and the bound.

Both sides get the same people, the same who sit out, the same history and wishes, and are counted by the same
few lines (`annealing.cost_of`). The effort of the program is work, not time: 1 is meant to be half a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import exp, log
from typing import Any

from bench.annealing import Cost, NoCompilerError, Problem, anneal, cost_of
from bench.draws.cases import Case, Rounds, cases
from bench.draws.evenings import EVENINGS, Evening, attendance, played
from bench.draws.process import Measured, run
from tournaments.engines.draw.bounds.proven import meetings
from tournaments.engines.draw.catalogue.schedules import known_repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import request_from
from tournaments.engines.draw.sitting_out import small_tables, times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes

EFFORTS = {"0.5": 1, "2": 4}  # seconds meant → effort
PLAIN_SECONDS = 2.0
BEHIND = 1.05
SUMMED = "draw, beside annealing: summed up"
MEASURED = "draw, beside annealing"


def measure(only: str = "") -> Iterator[dict[str, Any]]:
    """A line for each case whose group or name contains this text, and one for each group."""
    lines = []
    for case in cases():
        if only in case.group or only in case.name:
            lines.append(beside(case))
            yield lines[-1]
    for evening in EVENINGS:
        if only in "conditions" or only in evening.name:
            lines.append(evening_beside(evening))
            yield lines[-1]
    yield from summed_up(lines)


def beside(case: Case) -> dict[str, Any]:
    """One request, drawn twice and annealed."""
    line: dict[str, Any] = {"measured": MEASURED, "group": case.group, "draw": case.name}
    for seconds, effort in EFFORTS.items():
        drawn = run(case.request | {"effort": effort})
        problem = problem_of(case.request, drawn.facts["sitting_out"])
        cost = cost_of(problem, numbered(case.request, drawn.facts["rounds"]))
        if cost.repeats != drawn.facts["repeats"]:
            raise RuntimeError(
                f"{case.name}: {drawn.facts['repeats']} repeats answered, {cost.repeats} counted"
            )
        line |= {"bound": drawn.facts["bound"], "known": known(case.request)}
        line |= columns(f"ours_{seconds}", cost) | times(seconds, drawn)
    return line | plain(lambda: anneal(problem, PLAIN_SECONDS, 1)[0])


def evening_beside(evening: Evening) -> dict[str, Any]:
    """A whole evening, every round drawn from the rounds its own side has drawn before."""
    line: dict[str, Any] = {"measured": MEASURED, "group": "conditions", "draw": evening.name}
    line |= {"bound": None}
    for seconds, effort in EFFORTS.items():
        measured: list[Measured] = []
        rounds = played(evening, partial(noted, measured, effort))
        line |= columns(f"ours_{seconds}", cost_of_evening(rounds))
        line |= times(seconds, max(measured, key=lambda measurement: measurement.processor_seconds))
    hindsight = plain(lambda: anneal(known_in_advance(evening), PLAIN_SECONDS * evening.rounds, 1)[0])
    return line | {"known": hindsight["plain"]} | plain(lambda: cost_of_evening(played(evening, annealed)))


def known_in_advance(evening: Evening) -> Problem:
    """All rounds of an evening at once, as nobody can draw them who does not know who will come and go."""
    every = attendance(evening)
    return Problem(
        people=max(map(max, every)) + 1,
        sizes=[table_sizes(len(present), evening.sizes) for present in every],
        seated=every,
    )


def noted(measured: list[Measured], effort: int, request: dict[str, Any]) -> Rounds:
    """Rounds as the program draws them; what that took is added to the list."""
    measured.append(run(request | {"effort": effort}))
    rounds: Rounds = measured[-1].facts["rounds"]
    return rounds


def annealed(request: dict[str, Any]) -> Rounds:
    """Rounds as the yardstick draws them."""
    asked = request_from(request)
    sizes = table_sizes(len(asked.here), asked.sizes)
    resting = len(asked.here) - sum(sizes)
    out = who_sits_out(asked.here, resting, asked.rounds, times_out(asked), Chance("plain", asked.seed))
    problem = problem_of(request, [asked.names(people) for people in out])
    rounds = anneal(problem, PLAIN_SECONDS, 1)[1]
    names: list[int] = [int(name) for name in asked.ids]
    return [[[names[person] for person in table] for table in tables] for tables in rounds]


def problem_of(request: dict[str, Any], sitting_out: Sequence[Sequence[int | str]]) -> Problem:
    """What the yardstick is asked, with the people sitting out whom the program chose."""
    asked = request_from(request)
    number = {name: person for person, name in enumerate(asked.ids)}
    out = [{number[name] for name in names} for names in sitting_out]
    seated = [[person for person in asked.here if person not in resting] for resting in out]
    return Problem(
        people=len(asked.ids),
        sizes=[table_sizes(len(asked.here), asked.sizes)] * asked.rounds,
        seated=seated,
        history=meetings(asked.played),
        apart=frozenset(asked.apart),
        clubs=asked.clubs,
        together=frozenset(asked.together),
        small=dict(enumerate(small_tables(asked))),
    )


def numbered(request: dict[str, Any], rounds: list[list[list[int]]]) -> Rounds:
    """Rounds of names as rounds of numbers."""
    number = {name: person for person, name in enumerate(request_from(request).ids)}
    return [[[number[name] for name in table] for table in tables] for tables in rounds]


def known(request: dict[str, Any]) -> int | None:
    """Repeats of the best schedule in the catalogue, for a request without conditions."""
    if not request.keys() <= {"players", "sizes", "rounds", "seed"}:
        return None
    tables = table_sizes(request["players"], request["sizes"])
    if sum(tables) != request["players"]:
        return None
    return known_repeats(tables, request["rounds"])


def cost_of_evening(rounds: Rounds) -> Cost:
    """Everything an evening cost, counted from nothing."""
    last = {person for table in rounds[-1] for person in table}
    problem = Problem(people=max(last) + 1, sizes=(), seated=[sorted(last)])
    return cost_of(problem, rounds)


def columns(side: str, cost: Cost) -> dict[str, int]:
    """What one side reached."""
    broken = cost.apart_met + cost.clubmates_met + cost.split
    return {side: cost.repeats, f"{side}_broken": broken, f"{side}_small_spread": cost.small_spread}


def times(seconds: str, drawn: Measured) -> dict[str, float]:
    """How long one draw really took, of the processor, and its memory."""
    return {
        f"seconds_{seconds}": round(drawn.processor_seconds, 2),
        f"megabytes_{seconds}": round(drawn.peak / 2**20, 1),
    }


def plain(annealing: Callable[[], Cost]) -> dict[str, Any]:
    """The columns of the yardstick, empty where there is no compiler."""
    try:
        return columns("plain", annealing())
    except NoCompilerError as error:
        return {"plain": None, "plain_missing": str(error)}


def summed_up(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """For each group and for all: how far from plain annealing; below 1 is better than it."""
    comparable = [line for line in lines if line.get("plain") is not None]
    groups = list(dict.fromkeys(line["group"] for line in comparable))
    for group in [*groups, "all"]:
        members = [line for line in comparable if group in (line["group"], "all")]
        for seconds in EFFORTS:
            ratios = {line["draw"] + ", " + line["group"]: ratio(line, seconds) for line in members}
            if not ratios:
                continue
            worst = max(ratios, key=lambda name: ratios[name])
            yield {
                "measured": SUMMED,
                "group": group,
                "ours_seconds": seconds,
                "cases": len(ratios),
                "mean_ratio": round(exp(sum(map(log, ratios.values())) / len(ratios)), 3),
                "behind": sum(1 for ratio in ratios.values() if ratio > BEHIND),
                "worst": worst,
                "worst_ratio": round(ratios[worst], 3),
                "slowest": max(line[f"seconds_{seconds}"] for line in members),
            }


def ratio(line: dict[str, Any], seconds: str) -> float:
    """(ours + 1) / (plain + 1) repeats; wishes nobody kept weigh as much as ten repeats each."""
    ours: int = line[f"ours_{seconds}"] + 10 * line[f"ours_{seconds}_broken"]
    yardstick: int = line["plain"] + 10 * line["plain_broken"]
    return (ours + 1) / (yardstick + 1)
