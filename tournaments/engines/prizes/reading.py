"""A question in JSON: `{"currency": …, "pot": …, "entrants": […], "prizes": […], "rules": …}`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from scoring.fields import Option, fields_of
from scoring.problem import Problem, Unreadable
from scoring.record import read
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import CURRENCIES
from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind
from tournaments.engines.prizes.inputs import (
    Placing,
    PlannedPrize,
    PrizeDecision,
    PrizeEntrant,
    PrizeQuestion,
    PrizeTeam,
)
from tournaments.engines.prizes.jsonvalues import JsonObject, Path, ProblemList
from tournaments.engines.prizes.potreading import pot_from
from tournaments.engines.prizes.rules import PrizeRules
from tournaments.engines.prizes.targets import MOST_PLACE, target_from

MOST_ENTRANTS = 2_000
MOST_PRIZES = 500
MOST_DECISIONS = 5_000
MOST_GROUPS = 50
KEYS = ("currency", "pot", "pots", "entrants", "teams", "prizes", "rules", "decisions", "seed", "tables")
ENTRANT = ("id", "rank", "points", "groups", "club", "team", "table", "member", "heads", "stake_percent")
ENTRANT_TOO = ("eligible", "present", "statistics", "rankings", "name")
PRIZE = ("id", "for", "money", "percent", "percent_of", "goods", "worth", "kind", "choice", "divided")
PRIZE_TOO = ("heads", "block", "pot", "players", "tables", "needs", "label")
DECISION = ("kind", "order", "prize", "entrant", "place", "reason")
ASKED = tuple(field.asked_when() for field in fields_of(PrizeRules))


class PercentOf(Option):
    """What a percentage is taken of."""

    POT = "pot", _("the pot")
    LEFT = "left", _("what the fixed prizes leave")


class DecisionKind(Option):
    """What people can have decided."""

    LOT = "lot", _("a lot")
    PLAYOFF = "playoff", _("a play-off")
    GIVEN = "given", _("given by decision")
    DECLINED = "declined", _("declined")
    WITHHELD = "withheld", _("withheld")


def question_from(raw: object) -> PrizeQuestion:
    """The whole question; raises Unreadable with everything that is wrong."""
    problems = ProblemList()
    question = JsonObject(raw, (), problems, KEYS)
    currency = question.raw.get("currency")
    if not isinstance(currency, str) or currency not in CURRENCIES:
        code = "missing" if currency is None else "currency"
        problems.add(("currency",), code, say(_("The currency is a code of ISO 4217, such as EUR.")))
        currency = ""
    entrants = _entrants(question)
    teams = _teams(question)
    prizes = _prizes(question.items("prizes", MOST_PRIZES), ("prizes",), problems)
    asked = PrizeQuestion(
        currency=currency,
        pot=pot_from(question.raw.get("pot", {}), ("pot",), problems),
        pots={
            name: pot_from(raw, ("pots", name[:40]), problems)
            for name, raw in _named(question, "pots").items()
            if name
        },
        entrants=entrants,
        teams=teams,
        prizes=prizes,
        rules=_rules(question.raw.get("rules", {}), problems),
        decisions=_decisions(question),
        seed=question.text("seed"),
        tables=question.maybe_whole("tables", 0, MOST_PLACE),
    )
    problems.refuse()
    return asked


def prizes_from(raw: object) -> tuple[PlannedPrize, ...]:
    """The lines of a plan; raises Unreadable."""
    problems = ProblemList()
    lines = JsonObject({"prizes": raw}, (), problems, ("prizes",)).items("prizes", MOST_PRIZES)
    prizes = _prizes(lines, ("prizes",), problems)
    problems.refuse()
    return prizes


def rules_from(raw: object) -> PrizeRules:
    """The rules; raises Unreadable."""
    problems = ProblemList()
    rules = _rules(raw, problems)
    problems.refuse()
    return rules


def _rules(raw: object, problems: ProblemList) -> PrizeRules:
    names = {field.name for field in ASKED}
    known = JsonObject(raw, ("rules",), problems, names)
    reading = read(ASKED, {key: value for key, value in known.raw.items() if key in names}, alone(1))
    for problem in reading.problems:
        problems.add(
            ("rules", *((problem.field,) if problem.field else ()), *problem.at), problem.code, problem.text
        )
    return PrizeRules() if reading.problems else PrizeRules(**reading.values)


def _entrants(question: JsonObject) -> tuple[PrizeEntrant, ...]:
    entrants = []
    seen: set[str] = set()
    for number, raw in enumerate(question.items("entrants", MOST_ENTRANTS), start=1):
        path: Path = ("entrants", number)
        entrant = JsonObject(raw, path, question.problems, (*ENTRANT, *ENTRANT_TOO))
        identity = entrant.identity("id") if isinstance(raw, dict) else None
        _once(identity, seen, entrant)
        entrants.append(
            PrizeEntrant(
                id=0 if identity is None else identity,
                rank=entrant.maybe_whole("rank", 1, 10**6),
                points=entrant.exact("points"),
                groups=frozenset(_texts(entrant, "groups")),
                club=entrant.text("club"),
                team=entrant.text("team", number=True),
                table=entrant.text("table", number=True),
                member=entrant.flag("member"),
                heads=entrant.whole("heads", 1, 1, 100),
                stake=entrant.whole("stake_percent", 100, 0, 100),
                eligible=entrant.flag("eligible", default=True),
                present=entrant.flag("present", default=True),
                statistics=_statistics(entrant),
                rankings=_rankings(entrant),
                name=entrant.text("name"),
            )
        )
    return tuple(entrants)


def _once(identity: int | str | None, seen: set[str], holder: JsonObject) -> None:
    if identity is None:
        return
    if str(identity) in seen:
        holder.wrong("id", "twice", say(_("“{id}” is there twice."), id=str(identity)))
    seen.add(str(identity))


def _texts(holder: JsonObject, key: str) -> list[str]:
    texts = []
    for place, raw in enumerate(holder.items(key, MOST_GROUPS), start=1):
        text = JsonObject({key: raw}, holder.path, holder.problems, (key,)).text(key)
        if not text and raw == "":
            holder.problems.add(
                (*holder.path, key, place), "text", say(_("“{key}” has an empty name."), key=key)
            )
        elif text:
            texts.append(text)
    return texts


def _named(holder: JsonObject, key: str) -> Mapping[str, Any]:
    """An object whose keys are names that people chose."""
    raw = holder.raw.get(key, {})
    if not isinstance(raw, dict) or len(raw) > MOST_GROUPS:
        text = say(_("“{key}” must be a JSON object with at most {most} names."), key=key, most=MOST_GROUPS)
        holder.wrong(key, "not_an_object", text)
        return {}
    return raw


def _statistics(entrant: JsonObject) -> dict[str, int | Fraction]:
    raw = _named(entrant, "statistics")
    reading = JsonObject(raw, (*entrant.path, "statistics"), entrant.problems, raw.keys())
    values = {key: reading.exact(key) for key in raw}
    return {key: value for key, value in values.items() if value is not None}


def _rankings(entrant: JsonObject) -> dict[str, Placing]:
    placings = {}
    for key, raw in _named(entrant, "rankings").items():
        placing = JsonObject(raw, (*entrant.path, "rankings", key[:40]), entrant.problems, ("rank", "points"))
        placings[key] = Placing(placing.maybe_whole("rank", 1, 10**6), placing.exact("points"))
    return placings


def _teams(question: JsonObject) -> tuple[PrizeTeam, ...]:
    teams = []
    seen: set[str] = set()
    for number, raw in enumerate(question.items("teams", MOST_ENTRANTS), start=1):
        team = JsonObject(
            raw, ("teams", number), question.problems, ("id", "rank", "points", "members", "name")
        )
        identity = team.identity("id") if isinstance(raw, dict) else None
        _once(identity, seen, team)
        teams.append(
            PrizeTeam(
                id=0 if identity is None else identity,
                rank=team.maybe_whole("rank", 1, 10**6),
                points=team.exact("points"),
                members=_ids(team, "members"),
                name=team.text("name"),
            )
        )
    return tuple(teams)


def _ids(holder: JsonObject, key: str) -> tuple[int | str, ...]:
    ids = [
        holder.id_of(raw, (*holder.path, key, place))
        for place, raw in enumerate(holder.items(key, MOST_ENTRANTS), start=1)
    ]
    known = [identity for identity in ids if identity is not None]
    if len(set(map(str, known))) < len(known):
        holder.wrong(key, "twice", say(_("Somebody is named twice in “{key}”."), key=key))
    return tuple(known)


def _prizes(lines: Collection[Any], path: Path, problems: ProblemList) -> tuple[PlannedPrize, ...]:
    prizes = []
    seen: set[str] = set()
    for number, raw in enumerate(lines, start=1):
        prize = JsonObject(raw, (*path, number), problems, (*PRIZE, *PRIZE_TOO))
        if not isinstance(raw, dict):
            continue
        identity = prize.identity("id")
        _once(identity, seen, prize)
        prizes.append(_prize(prize, str(identity)))
    return tuple(prizes)


def _prize(prize: JsonObject, identity: str) -> PlannedPrize:
    problems = prize.problems
    if "for" not in prize:
        prize.wrong("for", "missing", say(_("It is not said whom the prize is for.")))
    target = target_from(prize.raw.get("for", 1), (*prize.path, "for"), problems)
    if not any(key in prize for key in ("money", "percent", "goods")):
        text = say(_("There is nothing to win: “money”, “percent” or “goods” is missing."))
        prize.wrong("money", "missing", text)
    if "money" in prize and "percent" in prize:
        text = say(_("“{first}” and “{second}” cannot stand together."), first="money", second="percent")
        prize.wrong("percent", "contradiction", text)
    if "goods" in prize and prize.raw["goods"] == "":
        prize.wrong("goods", "missing", say(_("It is not said what the goods are.")))
    players = _bounds(prize, "players")
    tables = _bounds(prize, "tables")
    division, weights = _division(prize)
    return PlannedPrize(
        id=identity,
        target=target,
        money=prize.whole("money"),
        percent=prize.percent("percent"),
        of_left=prize.choice("percent_of", PercentOf, PercentOf.POT) is PercentOf.LEFT,
        goods=prize.text("goods"),
        worth=prize.whole("worth"),
        kind=prize.choice("kind", PrizeKind, None),
        choice=prize.flag("choice"),
        division=division,
        weights=weights,
        heads=prize.choice("heads", HeadShare, HeadShare.WHOLE),
        block=prize.text("block"),
        pot=prize.text("pot"),
        least_players=players.whole("least", 0, 0, MOST_PLACE),
        most_players=players.maybe_whole("most", 0, MOST_PLACE),
        least_tables=tables.whole("least", 0, 0, MOST_PLACE),
        least_entitled=prize.whole("needs", 1, 1, MOST_PLACE),
        label=prize.text("label"),
    )


def _bounds(prize: JsonObject, key: str) -> JsonObject:
    known = ("least", "most") if key == "players" else ("least",)
    return JsonObject(prize.raw.get(key, {}), (*prize.path, key), prize.problems, known)


def _division(prize: JsonObject) -> tuple[Division, tuple[Fraction, ...]]:
    """How an amount is divided among several places: a word, or the weights."""
    raw = prize.raw.get("divided")
    if not isinstance(raw, list):
        return prize.choice("divided", Division, Division.EACH), ()
    weights = [
        prize.percent_of(weight, (*prize.path, "divided", place))
        for place, weight in enumerate(prize.items("divided", MOST_PRIZES), start=1)
    ]
    if not any(weights):
        text = say(_("Weights divide an amount; at least one must be more than 0."))
        prize.wrong("divided", "weights", text)
    return Division.EACH, tuple(weights)


def _decisions(question: JsonObject) -> tuple[PrizeDecision, ...]:
    decisions = []
    for number, raw in enumerate(question.items("decisions", MOST_DECISIONS), start=1):
        decision = JsonObject(raw, ("decisions", number), question.problems, DECISION)
        if not isinstance(raw, dict):
            continue
        kind = decision.choice("kind", DecisionKind, None)
        if kind is None:
            if "kind" not in decision:
                decision.wrong("kind", "missing", say(_("“{key}” is missing."), key="kind"))
            continue
        for key in _needed(kind):
            if key not in decision:
                decision.wrong(key, "missing", say(_("“{key}” is missing."), key=key))
        decisions.append(
            PrizeDecision(
                kind=kind.value,  # type: ignore[arg-type]
                order=_ids(decision, "order"),
                prize=decision.text("prize", number=True),
                entrant=decision.identity("entrant") if "entrant" in decision else None,
                place=decision.maybe_whole("place", 0, MOST_PLACE),
                reason=decision.text("reason"),
            )
        )
    return tuple(decisions)


def _needed(kind: DecisionKind) -> tuple[str, ...]:
    match kind:
        case DecisionKind.LOT | DecisionKind.PLAYOFF:
            return ("order",)
        case DecisionKind.GIVEN:
            return ("prize", "entrant")
        case DecisionKind.DECLINED:
            return ("entrant",)
        case DecisionKind.WITHHELD:
            return ("prize",)


def rules_json(rules: PrizeRules) -> dict[str, Any]:
    """The rules as they are read."""
    return {field.name: _plain(getattr(rules, field.name)) for field in fields(rules)}


def _plain(value: object) -> object:
    return value.value if isinstance(value, Option) else value


__all__ = ["Problem", "Unreadable", "prizes_from", "question_from", "rules_from", "rules_json"]
