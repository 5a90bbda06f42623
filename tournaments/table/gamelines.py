"""One sheet in, one answer out: what `manage.py score` reads and writes. Needs no database.

A sheet is `{"game": …, "seats": …, "preset": …, "rules": …, "hands": […]}`. Seats, accounts and hands are
counted from 1. Among the hands may stand totals from paper: `{"paper": {"hands": 7, "points": [12, -4]}}`,
seven hands in one place of the list, which is answered with one line of the code `paper`; and people who
come, go or sit out: `{"line_up": {"places": [1, 4, 2], "dealer": 1}}`, which is no hand and is not answered.
Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from scoring import (
    Game,
    Line,
    LineUp,
    Problem,
    Seat,
    Sheet,
    Side,
    SoFar,
    Table,
    Text,
    Unreadable,
    begun,
    game_for,
    games_of,
    opening,
    parse,
    parse_paper,
    read,
    refused_line_up,
    say,
    set_up,
)
from scoring.fields import fields_of
from scoring.record import shortened
from scoring.strictjson import LONGEST, object_in, too_long
from scoring.table import Parties, alone
from scoring.text import mark as _
from tournaments.speech.wording import Wording, remembering, speak

MOST_PLACES = 24  # people on one sheet
LINE_UP = "line_up"  # the only key of what says who plays from here on
PAPER = "paper"  # the only key of what stands in the list for several hands from paper
AGREED = "agreed"  # what its people say about the list: an export has it, and nothing is computed from it
KEYS = ("game", "seats", "preset", "rules", "hands", AGREED)

AnyGame = Game[Any, Any]
AnyTable = Table[Any]
Answer = dict[str, Any]
Translate = Callable[[str], str]


def answers(lines: BinaryIO) -> Iterator[Answer]:
    """One answer for each line, in order; never more than one sheet is in memory."""
    translate = remembering()  # the same few sentences all day
    while line := lines.readline(LONGEST + 1):
        if len(line) <= LONGEST or line.endswith(b"\n"):
            yield answer(line, translate)
            continue
        while line and not line.endswith(b"\n"):
            line = lines.readline(LONGEST)
        refusal = too_long("line_too_long", _("This line is longer than {limit} MB."))
        yield _refused(refusal.problems, translate)


def answer(line: bytes, translate: Translate = speak) -> Answer:
    """The answer to one line of JSON, whatever stands in it."""
    try:
        return judge(object_in(line, say(_("This line is not a JSON object."))), translate)
    except Unreadable as refused:
        return _refused(refused.problems, translate)


def judge(sheet: Mapping[str, Any], translate: Translate = speak) -> Answer:
    """The answer to one sheet; raises Unreadable when there is no table to judge its hands at."""
    game, table, extra, problems = _set_up(sheet)
    wording = Wording(table.seating, translate=translate)
    faults = [_problem(problem, None, wording) for problem in problems]
    played = begun(game, table)
    hands = sheet.get("hands")
    damaged = False  # a hand is missing: what follows from the hands before is not known any more
    for number, raw in enumerate(hands if isinstance(hands, list) else (), start=1):
        try:
            played = _one_more(played, raw)
        except Unreadable as refused:
            here = played.stretch.table
            remaining = _by_itself(game, here, raw, refused.problems) if damaged else refused.problems
            faults += [
                _problem(problem, number, Wording(here.seating, translate=translate)) for problem in remaining
            ]
            damaged = True
    if faults:
        return {"ok": False, "problems": faults}
    whole = Wording(played.whole_table.seating, translate=translate) if played.changed else wording
    return _accepted(game, played.stretch.table, played.whole, extra, whole)


def _by_itself(game: AnyGame, table: AnyTable, raw: object, problems: Sequence[Problem]) -> list[Problem]:
    """Those problems that the hand has whatever was played before it, and that the sheet is over."""
    try:
        _parsed(game, table, opening(table), raw)
        lasting: set[tuple[str | None, str]] = set()
    except Unreadable as refused:
        lasting = {(problem.field, problem.code) for problem in refused.problems}
    return [
        problem
        for problem in problems
        if problem.code == game.over_code or (problem.field, problem.code) in lasting
    ]


def _one_more(sheet: Sheet[Any, Any], raw: object) -> Sheet[Any, Any]:
    """The sheet with what comes next on it: a hand, totals from paper, or other people."""
    if isinstance(raw, dict) and raw.keys() == {LINE_UP}:
        return _seated(sheet, raw[LINE_UP])
    return sheet.then(_parsed(sheet.game, sheet.stretch.table, sheet.so_far, raw))


def _seated(sheet: Sheet[Any, Any], raw: object) -> Sheet[Any, Any]:
    places = raw.get("places") if isinstance(raw, dict) else None
    dealer = raw.get("dealer") if isinstance(raw, dict) else None
    whole = isinstance(places, list) and all(
        type(place) is int and 0 < place <= MOST_PLACES for place in places
    )
    known = isinstance(raw, dict) and raw.keys() <= {"places", "dealer"}
    if not whole or not known or not isinstance(places, list) or not _is_seat(dealer, len(places)):
        text = say(_("Who plays from here on is written as places from 1, and the dealer as a seat."))
        raise Unreadable([Problem(LINE_UP, "not_a_line_up", text)])
    line_up = LineUp(tuple(place - 1 for place in places), None if dealer is None else Seat(dealer - 1))
    problems = list(refused_line_up(sheet, line_up))
    if max(places, default=0) > sheet.size + len(places):
        text = say(_("Who comes gets the next place on the sheet."))
        problems.append(Problem(LINE_UP, "place", text))
    if problems:
        raise Unreadable(problems)
    return sheet.seated(line_up)


def _is_seat(value: object, seats: int) -> bool:
    return value is None or (type(value) is int and 0 < value <= seats)


def _parsed(game: AnyGame, table: AnyTable, so_far: SoFar[Any], raw: object) -> Any:
    """A hand, or totals from paper."""
    if isinstance(raw, dict) and raw.keys() == {PAPER}:
        return parse_paper(game, table, so_far, raw[PAPER])
    return parse(game, table, so_far, raw)


# --- reading --------------------------------------------------------------------------------------


def _set_up(sheet: Mapping[str, Any]) -> tuple[AnyGame, AnyTable, Any, list[Problem]]:
    """Game, table, what the sheet carries besides, and what is wrong with it although hands can be judged."""
    try:
        game = game_for(sheet.get("game", ""))
    except (KeyError, TypeError):
        raise Unreadable([_no_such_game(sheet.get("game"))]) from None
    fields = fields_of(game.extra)
    carried = {field.name for field in fields}
    problems = [
        Problem(
            shortened(key), "unknown_key", say(_("“{key}” does not belong on a sheet."), key=shortened(key))
        )
        for key in sheet
        if key not in KEYS and key not in carried
    ]
    if "hands" not in sheet:
        problems.append(Problem("hands", "missing", say(_("The hands are missing (“hands”)."))))
    elif not isinstance(sheet["hands"], list):
        problems.append(Problem("hands", "not_a_list", say(_("The hands are written as a list."))))
    try:
        table = set_up(game, sheet.get("seats"), sheet.get("preset"), sheet.get("rules"))
    except Unreadable as refused:
        raise Unreadable([*refused.problems, *problems]) from None
    reading = read(fields, {name: sheet[name] for name in carried & sheet.keys()}, table.seating)
    extra = None if reading.problems else game.extra(**reading.values)
    return game, table, extra, problems + reading.problems


def _no_such_game(key: object) -> Problem:
    if key is None:
        return Problem("game", "unknown_game", say(_("The sheet does not say which game it is.")))
    return Problem("game", "unknown_game", say(_("There is no game “{key}”."), key=shortened(key)))


# --- writing --------------------------------------------------------------------------------------


def _accepted(game: AnyGame, table: AnyTable, so_far: SoFar[Any], extra: object, wording: Wording) -> Answer:
    return {
        "ok": True,
        "hands": [
            {"points": hand.points, "lines": [_line(line, wording) for line in hand.lines]}
            for hand in so_far.all_hands
        ],
        "games": [{"totals": totals, "winner": _accounts(winners)} for totals, winners in games_of(so_far)],
        "finished": so_far.over,
        "winner": _accounts(so_far.winners),
        **_spoken(game.more(so_far, table, extra), wording),
    }


def _line(line: Line, wording: Wording) -> Answer:
    line_answer: Answer = {"code": line.code, "text": wording.say(line.text), "points": line.points}
    if line.claimed is not None:
        line_answer["claimed"] = line.claimed
    return line_answer


def _accounts(winners: Sequence[Side] | None) -> list[int] | None:
    return None if winners is None else [side + 1 for side in winners]


def _spoken(value: Any, wording: Wording) -> Any:
    """Further keys of a game: texts become sentences, sides become account numbers."""
    match value:
        case Mapping():
            return {key: _spoken(item, wording) for key, item in value.items()}
        case list() | tuple():
            return [_spoken(item, wording) for item in value]
        case Text():
            return wording.say(value)
        case Seat() | Side():
            return value + 1
        case Parties():
            return [seat + 1 for seat in value.these]
        case _:
            return value


def _refused(problems: Sequence[Problem], translate: Translate) -> Answer:
    wording = Wording(alone(1), translate=translate)
    return {"ok": False, "problems": [_problem(problem, None, wording) for problem in problems]}


def _problem(problem: Problem, hand: int | None, wording: Wording) -> Answer:
    problem_answer: Answer = {"hand": hand, "field": problem.field, "code": problem.code}
    if problem.at:
        problem_answer["at"] = problem.at
    problem_answer["text"] = wording.say(problem.text)
    return problem_answer
