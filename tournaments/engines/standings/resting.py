"""Rounds without playing: byes, sitting out, absence, and leaving the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.engines.standings.choices import Absence, Bye, Credit, Short
from tournaments.engines.standings.inputs import Competition, Id, Rest
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turns import DRAWN, LOST, WON, Kind, ScoredTable, Turn, places
from tournaments.engines.standings.values import Number, exact


def resting(rest: Rest, turns: Sequence[Turn], sheets: Sequence[ScoredTable], rules: RankingRules) -> Turn:
    """The turn of somebody who does not play; `turns` are those at tables, `sheets` those of the round.

    Whether it is a bye or sitting out is decided by the round: a bye is for matches.
    """
    kind: Kind = rest.kind
    if sheets and kind != "absent":
        kind = "bye" if any(sheet.played.matched for sheet in sheets) else "sitting_out"
    turn = Turn(rest.round, kind, 0)
    played = [turn for turn in turns if turn.kind == "played"]
    match kind:
        case "bye":
            _bye(turn, played, rules)
        case "sitting_out":
            _sitting_out(turn, played, sheets, rules)
        case _:
            _absent(turn, sheets, rules)
    if rest.points is not None:
        turn.points, turn.open = rest.points, False
    if rest.match_points is not None:
        turn.match_points = rest.match_points
    if kind == "bye" or rest.match_points is not None:
        turn.result = _result(turn.match_points, rules)
    return turn


def _result(match_points: Number, rules: RankingRules) -> int:
    """The result that match points without a match correspond to."""
    if match_points >= rules.win:
        return WON
    return DRAWN if match_points and match_points >= rules.draw else LOST


def _bye(turn: Turn, turns: Sequence[Turn], rules: RankingRules) -> None:
    match rules.bye:
        case Bye.WIN:
            turn.match_points, turn.points = rules.win, rules.forfeit_points
        case Bye.DRAW:
            turn.match_points = rules.draw
        case Bye.FIXED:
            turn.match_points = rules.bye_number
        case Bye.AVERAGE:
            decided = [other.match_points for other in turns if other.result is not None]
            turn.match_points = exact(sum(decided), len(decided)) if decided else 0
            turn.points = _own_mean(turns, rules)
            turn.open = any(other.open for other in turns)
        case Bye.NONE:
            pass


def _sitting_out(
    turn: Turn, turns: Sequence[Turn], sheets: Sequence[ScoredTable], rules: RankingRules
) -> None:
    match rules.sitting_out:
        case Credit.FIXED:
            turn.points = rules.sitting_out_points
        case Credit.ROUND:
            scores = [score for sheet in sheets for score in sheet.scores]
            turn.points = _rounded(exact(sum(scores), len(scores)), rules) if scores else 0
            turn.placement = _mean([place for sheet in sheets for place in places(sheet, rules)])
            turn.open = any(not sheet.played.finished for sheet in sheets)
        case Credit.OWN:
            turn.points = _own_mean(turns, rules)
            turn.placement = _mean(
                [places(other.sheet, rules)[other.index] for other in turns if other.sheet is not None]
            )
            turn.open = any(other.open for other in turns)
        case Credit.NONE:
            pass


def _absent(turn: Turn, sheets: Sequence[ScoredTable], rules: RankingRules) -> None:
    turn.placement = rules.absent_placement
    kind = rules.absent
    if kind is Absence.USUAL and rules.low_wins:
        kind = Absence.WORST
    match kind:
        case Absence.FIXED:
            turn.points = rules.absent_points
        case Absence.WORST:
            scores = [score for sheet in sheets for score in sheet.scores]
            if scores:
                turn.points = max(scores) if rules.low_wins else min(scores)
            turn.open = any(not sheet.played.finished for sheet in sheets)
        case Absence.NONE | Absence.USUAL:
            pass


def _own_mean(turns: Sequence[Turn], rules: RankingRules) -> Number:
    return _rounded(_mean([turn.points for turn in turns]), rules)


def _mean(numbers: Sequence[Number]) -> Number:
    return exact(sum(numbers), len(numbers)) if numbers else 0


def _rounded(points: Number, rules: RankingRules) -> Number:
    """Credits are whole numbers, rounded down; points per hand are not rounded."""
    return points if rules.short is Short.MEAN else points // 1


def gone(competition: Competition) -> Iterator[Rest]:
    """Rounds after somebody left, of the stages he was in: he is absent."""
    halls = {entrant.hall for entrant in competition.entrants if entrant.withdrawn_after is not None}
    for hall in sorted(halls):
        yield from _gone_from(competition, hall)


def _gone_from(competition: Competition, hall: int) -> Iterator[Rest]:
    here = {entrant.id for entrant in competition.entrants if entrant.hall == hall}
    last = {
        entrant.id: entrant.withdrawn_after
        for entrant in competition.entrants
        if entrant.withdrawn_after is not None and entrant.id in here
    }
    whole = len(here) == len(competition.entrants)
    stages: dict[int, int] = {}
    known: dict[Id, set[int]] = {entrant: set() for entrant in last}
    for played in competition.played:
        if not whole and not any(who in here for account in played.accounts for who in account.entrants):
            continue
        stages[played.round] = played.stage
        for account in played.accounts:
            for entrant in account.entrants:
                if entrant in known:
                    known[entrant].add(played.round)
    for rest in competition.rests:
        if not whole and rest.entrant not in here:
            continue
        stages[rest.round] = rest.stage
        if rest.entrant in known:
            known[rest.entrant].add(rest.round)
    for entrant, rounds in known.items():
        entered = {stages[number] for number in rounds}
        for number, stage in stages.items():
            if number > last[entrant] and number not in rounds and stage in entered:
                yield Rest(stage, number, entrant, "absent")
