"""A season in, its standings out: what `manage.py season` reads and writes. Needs no database.

Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

from scoring.problem import Problem, Unreadable
from scoring.strictjson import lines_of, object_in, too_long
from scoring.table import alone
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.season import (
    CupHolder,
    Number,
    SeasonCell,
    SeasonLine,
    SeasonReason,
    SeasonRow,
    SeasonRules,
    SeasonTable,
    finalists,
    holders,
    merged,
    moved,
    notice,
    season,
    sentence,
    why,
)
from tournaments.engines.season.rawvalues import EventProblem
from tournaments.engines.season.reading import (
    BadSeason,
    SeasonRequest,
    request_from,
    unreadable,
)
from tournaments.speech.wording import Wording, remembering, speak

REFUSED = '{"ok":false'  # so an answer begins that is a refusal
Answer = dict[str, Any]
encoded = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


def written_answers(lines: BinaryIO) -> Iterator[str]:
    """One answer for each line, in order, in plain ASCII; never more than one season is in memory."""
    translate = remembering()
    for line in lines_of(lines):
        if line is None:
            refusal = too_long("line_too_long", _("This line is longer than {limit} MB."))
            yield encoded(_refused(unreadable(refusal), Wording(alone(1), translate=translate)))
        else:
            yield encoded(answer(line, translate))


def answer(line: bytes, translate: Callable[[str], str] = speak) -> Answer:
    """The answer to one line of JSON, whatever stands in it."""
    wording = Wording(alone(1), translate=translate)
    try:
        raw = object_in(line, say(_("This line is not a JSON object.")))
        return _answered(request_from(raw), wording)
    except BadSeason as refused:
        return _refused(refused, wording)
    except Unreadable as refused:
        return _refused(unreadable(refused), wording)


def rules_sentence(rules: SeasonRules, planned: int = 0, translate: Callable[[str], str] = speak) -> str:
    """`Best 4 of 6, at least 3 evenings, absent does not count, tie: Best single evening`."""
    wording = Wording(alone(1), translate=translate)
    spoken = ", ".join(wording.say(part) for part in sentence(rules, planned))
    return spoken[:1].upper() + spoken[1:]


def spoken_reason(reason: SeasonReason, name: str | None = None) -> str:
    """A sentence about somebody; `name` is what the other one is called here."""
    return Wording(alone(1)).say(reason if name is None else reason.named(name))


def _answered(request: SeasonRequest, wording: Wording) -> Answer:
    whole = request.season
    for keep, gone in request.same:
        whole = merged(whole, keep, gone)
    table = season(whole)
    reply: Answer = {
        "ok": True,
        "text": rules_sentence(table.rules, table.planned, wording.translate),
        "over": table.over,
        "remaining": table.remaining,
        "evenings": [evening.key for evening in table.evenings],
        "rows": [_row(table, row, wording) for row in table.rows],
        "lots": [{"rank": lot.rank, "order": lot.order, "tickets": lot.tickets} for lot in table.lots],
        "hints": [_problem(hint, wording) for hint in table.hints],
    }
    if table.rules.final.value != "nobody":
        reply["final"] = finalists(table, request.declined)
    if request.before is not None:
        before = season(replace(whole, evenings=request.before))
        moves = moved(before, table)
        reply["notice"] = wording.say(notice(moves))
        reply["moves"] = [
            {
                "person": move.person,
                "before": move.before,
                "after": move.after,
                "total_before": _exact(move.total_before),
                "total_after": _exact(move.total_after),
            }
            for move in moves
        ]
    if request.wins:
        reply["cup"] = [_holder(holder) for holder in holders(request.wins, request.cup)]
    return reply


def _row(table: SeasonTable, row: SeasonRow, wording: Wording) -> Answer:
    look = row.outlook
    return {
        "rank": row.rank,
        "place": row.place,
        "person": row.person,
        "total": _exact(row.total),
        "shown": wording.word(table.shown(row.total)),
        "evenings": row.attended,
        "missed": row.missed,
        "missing": row.missing,
        "unranked": row.unranked.value if row.unranked else None,
        "decided_by": row.decided_by.value if row.decided_by else None,
        "shared": row.shared,
        "values": [_cell(cell) for cell in row.cells],
        "lines": [_line(line) for line in row.lines],
        "still": {
            "improves_above": _exact(look.improves_above),
            "ahead": look.ahead,
            "more": _exact(look.more),
            "best_place": look.best_place,
            "worst_place": look.worst_place,
            "minimum_out_of_reach": look.minimum_out_of_reach,
        },
        "text": [wording.say(reason) for reason in why(table, row.person)],
    }


def _cell(cell: SeasonCell) -> Answer:
    spoken: Answer = {"state": cell.state, "value": _exact(cell.value), "counted": cell.counted}
    if cell.left_out is not None:
        spoken["left_out"] = cell.left_out.value
    return spoken


def _line(line: SeasonLine) -> Answer:
    return {
        "code": line.code,
        "points": _exact(line.points),
        "evenings": line.evenings,
        "reason": line.reason,
    }


def _holder(holder: CupHolder) -> Mapping[str, object]:
    return holder._asdict()


def _exact(number: Number | None) -> int | str | None:
    """A whole number as such, a fraction as `33/2`."""
    return number if number is None or isinstance(number, int) else str(number)


# --- refusals ------------------------------


def _refused(refused: BadSeason, wording: Wording) -> Answer:
    return {"ok": False, "problems": list(_problems(refused.problems, wording))}


def _problems(problems: Sequence[EventProblem], wording: Wording) -> Iterable[Answer]:
    for event, problem in problems:
        yield {"event": event, **_problem(problem, wording)}


def _problem(problem: Problem, wording: Wording) -> Answer:
    spoken: Answer = {"field": problem.field, "code": problem.code}
    if problem.at:
        spoken["at"] = problem.at
    spoken["text"] = wording.say(problem.text)
    return spoken
