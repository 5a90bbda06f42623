"""Prizes as lines of JSON: what `manage.py prizes` reads and writes. Needs no database.

Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from scoring.problem import Problem, Unreadable
from scoring.strictjson import lines_of, object_in, too_long
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.prizes import PrizeAward, PrizeOutcome, UnusedPrize, awarded, question_from
from tournaments.engines.prizes.outcome import PrizeRest
from tournaments.speech.wording import Wording, remembering

REFUSED = '{"ok":false'  # so an answer begins that is a refusal
Answer = dict[str, Any]
encoded = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode

MOST_LISTED = 100  # people who share, places they share


def prize_answers(lines: BinaryIO) -> Iterator[Answer]:
    """One answer for each line, in order; never more than one question is in memory."""
    wording = Wording(alone(1), translate=remembering())
    for line in lines_of(lines):
        if line is None:
            refusal = too_long("line_too_long", _("This line is longer than {limit} MB."))
            yield _refused(refusal.problems, wording)
        else:
            yield prize_answer(line, wording)


def written_answers(lines: BinaryIO) -> Iterator[str]:
    """The same as they are sent: plain ASCII, so that no question can break a line, or a terminal."""
    return map(encoded, prize_answers(lines))


def prize_answer(line: bytes, wording: Wording) -> Answer:
    """The answer to one line of JSON, whatever stands in it."""
    try:
        question = question_from(object_in(line, say(_("This line is not a JSON object."))))
        outcome = awarded(question)
    except Unreadable as refused:
        return _refused(refused.problems, wording)
    return spoken_outcome(outcome, wording)


def spoken_outcome(outcome: PrizeOutcome, wording: Wording) -> Answer:
    """An outcome with its sentences."""
    speak: Callable[..., str] = wording.say
    pot = outcome.pot
    return {
        "ok": True,
        "awards": [_award(award, wording) for award in outcome.awards],
        "unused": [_unused(unused, wording) for unused in outcome.unused],
        "lots": [
            {
                "among": list(lot.among),
                "prizes": list(lot.prizes),
                "how": lot.how,
                "tickets": list(lot.tickets),
            }
            for lot in outcome.lots
        ],
        "equal_without": [
            {"entrant": equal.entrant, "beside": equal.beside, "prizes": list(equal.prizes)}
            for equal in outcome.equal_without
        ],
        "warnings": [
            {
                "code": warning.code,
                "prizes": list(warning.prizes),
                "entrants": list(warning.entrants),
                "text": speak(warning.text),
            }
            for warning in outcome.warnings
        ],
        "paid": outcome.paid,
        "rest": outcome.rest,
        "rests": _rests(outcome.rests, wording),
        **({"pots": _pots(outcome, wording)} if outcome.sides else {}),
        "balance": {
            "fees": pot.fees,
            "fees_in": pot.fees_in,
            "lost_games": pot.lost_games,
            "lost_games_in": pot.lost_games_in,
            "gifts": pot.gifts,
            "costs": pot.costs,
            "added": pot.added,
            "pot": pot.pot,
            "planned": str(outcome.planned),
            "paid": outcome.paid,
            "rest": outcome.rest,
            "goods_worth": outcome.goods_worth,
        },
    }


def _pots(outcome: PrizeOutcome, wording: Wording) -> Answer:
    """Side pots by name."""
    return {
        side.name: {
            "pot": side.sum.pot,
            "paid": side.paid,
            "rest": side.rest,
            "rests": _rests(side.rests, wording),
        }
        for side in outcome.sides
    }


def _rests(rests: Sequence[PrizeRest], wording: Wording) -> list[Answer]:
    return [
        {"amount": rest.amount, "code": rest.code, "to": rest.to, "text": wording.say(rest.text)}
        for rest in rests
    ]


def _award(award: PrizeAward, wording: Wording) -> Answer:
    return {
        "prize": award.prizes[0],
        "prizes": list(award.prizes),
        "places": [slot.place for slot in award.slots[:MOST_LISTED]],
        "part": award.slots[0].each_of,
        "entrant": award.entrant,
        "team": award.team,
        "money": award.money,
        "exact": str(award.exact),
        "heads": award.heads,
        "each": award.each,
        "goods": list(award.goods),
        "worth": award.worth,
        "shared_by": list(award.shared_by[:MOST_LISTED]),
        "sharing": len(award.shared_by),
        "rules": list(award.rules),
        "passed_over": [{"entrant": passed.entrant, "code": passed.code} for passed in award.over],
        "open": award.open,
        "text": wording.say(award.text),
    }


def _unused(unused: UnusedPrize, wording: Wording) -> Answer:
    slot = unused.slot
    return {
        "prize": slot.prize,
        "place": slot.place,
        "part": slot.each_of,
        "money": str(slot.money),
        "goods": slot.goods,
        "code": unused.code,
        "text": wording.say(unused.text),
    }


def _refused(problems: Sequence[Problem], wording: Wording) -> Answer:
    return {"ok": False, "problems": [_problem(problem, wording) for problem in problems]}


def _problem(problem: Problem, wording: Wording) -> Answer:
    answer: Answer = {"field": problem.field, "code": problem.code}
    if problem.at:
        answer["at"] = list(problem.at)
    answer["text"] = wording.say(problem.text)
    return answer
