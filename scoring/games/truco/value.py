"""Truco: what flor, envido and truco are worth, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from scoring.games.truco.declared import Answer, Call, Course, End, Envido, Flor, Truco
from scoring.games.truco.rules import (
    Achico,
    EnvidoChain,
    EnvidoRefusal,
    FaltaMode,
    FlorVsFlor,
    Rules,
    SameSide,
)
from scoring.text import Text, say, vocabulary

_ = vocabulary("truco")

FLOR = 3
PICA_REST = 6  # falta envido and rest of a duel
CALLS = {Call.ENVIDO: 2, Call.REAL: 3, Call.FALTA: 0}
MOST = {Call.ENVIDO: 2, Call.REAL: 1, Call.FALTA: 1}
LEVELS = (_("the hand"), _("Truco"), _("Retruco"), _("Vale cuatro"))


@dataclass(frozen=True, slots=True)
class Measure:
    """The scores a falta or a rest is measured by, at the moment it is settled."""

    winner: int  # of the pair of a rotating gallo: the higher one
    highest: int  # of all accounts
    duel: bool  # a duel of a pica-pica round has a rest of its own


@dataclass(frozen=True, slots=True)
class Worth:
    """Points and what they are for."""

    points: int
    what: Text


def flor_worth(flor: Flor, standing: Measure, rules: Rules) -> Worth:
    """The nine courses of the bidding."""
    winning, other = _staked(flor.winner_flores, rules), _staked(flor.others, rules)
    rest = _rest(standing, rules)
    match flor.course:
        case Course.ALONE | Course.ACHICO:
            points = winning
        case Course.COMPARED:
            points = 4 if rules.flor_vs_flor is FlorVsFlor.FIXED4 else winning + other
        case Course.CONTRAFLOR_QUIERO | Course.CONTRAFLOR_RESTO_ACHICO:
            points = winning + other
        case Course.CONTRAFLOR_ACHICO | Course.RESTO_ACHICO:
            points = other + (rules.achico_rule is Achico.PLUS_ONE)
        case Course.RESTO_QUIERO | Course.CONTRAFLOR_RESTO_QUIERO:
            points = rest + (winning + other if rules.resto_adds_flores else 0)
    return Worth(points, say("{course}", course=flor.course))


def _staked(flores: int, rules: Rules) -> int:
    """What the flores of one side are worth together."""
    return FLOR * (min(flores, 1) if rules.same_side_flores is SameSide.TOTAL3 else flores)


def _rest(standing: Measure, rules: Rules) -> int:
    """What the leader lacks; at least 1, should a tie at the target be played on."""
    return PICA_REST if standing.duel else max(1, rules.target - standing.highest)


def envido_worth(envido: Envido, standing: Measure, rules: Rules) -> Worth:
    """Quiero: the sum of the calls, or the falta alone. No quiero: what had been accepted before."""
    calls = envido.calls
    if envido.answer is Answer.NO_QUIERO:
        points = len(calls)
        if rules.envido_refusal is EnvidoRefusal.ACCUMULATED:
            points = max(1, sum(CALLS[call] for call in calls[:-1]))
        return Worth(points, say(_("{calls} → no quiero"), calls=_in_turn(calls)))
    if calls[-1] is Call.FALTA:
        return _falta(calls, standing, rules)
    return Worth(sum(CALLS[call] for call in calls), say(_("{calls} → quiero"), calls=_in_turn(calls)))


def _in_turn(calls: Sequence[Call]) -> Text:
    """Calls answer one another: `Envido → Real envido`, not a list of things."""
    first, *later = (say(call.label) for call in calls)
    return reduce(lambda chain, call: say("{chain} → {call}", chain=chain, call=call), later, first)


def _falta(calls: tuple[Call, ...], standing: Measure, rules: Rules) -> Worth:
    if standing.duel:
        return Worth(PICA_REST, say(_("{calls} → quiero, in a duel always 6"), calls=_in_turn(calls)))
    by_winner, score, goal = falta_span(rules, standing)
    message = (
        _("{calls} → quiero, from the winner’s {score} to {goal}")
        if by_winner
        else _("{calls} → quiero, from the leader’s {score} to {goal}")
    )
    return Worth(max(1, goal - score), say(message, calls=_in_turn(calls), score=score, goal=goal))


def falta_span(rules: Rules, standing: Measure) -> tuple[bool, int, int]:
    """From whose score (the winner's own, or the leader's) up to where a falta reaches."""
    winner, highest, half, target = standing.winner, standing.highest, rules.half, rules.target
    malas = highest < half
    match rules.falta_mode:
        case FaltaMode.LEADER:
            return False, highest, target
        case FaltaMode.WINNER_TAKES_CHICO:
            return True, winner, target
        case FaltaMode.MALAS_CHICO:
            return (True, winner, target) if malas else (False, highest, target)
        case FaltaMode.MALAS_HALF:
            return (True, winner, half) if malas else (False, highest, target)
        case FaltaMode.LEADER_HALF:
            return False, highest, half if malas else target
        case FaltaMode.OWN_HALF:
            return True, winner, half if winner < half else target


def truco_worth(truco: Truco) -> Worth:
    """1 and the level; refused: the value of the level below."""
    level = say(LEVELS[truco.level])
    match truco.end:
        case End.PLAYED if truco.level:
            return Worth(truco.level + 1, say(_("{level} → quiero"), level=level))
        case End.PLAYED:
            return Worth(1, level)
        case End.REFUSED:
            return Worth(truco.level, say(_("{level} → no quiero"), level=level))
        case End.FOLDED:
            return Worth(truco.level + 1, say(_("{level} → the others folded"), level=level))


def chain_problem(calls: Sequence[Call], rules: Rules) -> str | None:
    """The code of what is wrong with this order of calls."""
    if Call.FALTA in calls[:-1]:
        return "envido_after_falta"
    if rules.envido_chain is EnvidoChain.CLASSIC:
        order = list(Call)
        downwards = any(order.index(later) < order.index(call) for call, later in pairwise(calls))
        if downwards or any(calls.count(call) > most for call, most in MOST.items()):
            return "envido_classic"
    return None
