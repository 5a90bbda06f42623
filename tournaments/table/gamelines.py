"""One sheet in, one answer out: what `manage.py score` reads and writes. Needs no database.

A sheet is `{"game": …, "seats": …, "preset": …, "rules": …, "hands": […]}`. Seats, accounts and hands are
counted from 1. Among the hands may stand totals from paper: `{"paper": {"hands": 7, "points": [12, -4]}}`,
seven hands in one place of the list, which is answered with one line of the code `paper`; and people who
come, go or sit out: `{"line_up": {"places": [1, 4, 2], "dealer": 1}}`, which is no hand and is not answered.
Answers are dictionaries ready for JSON, worded in the language that is active.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeGuard

from scoring import (
    Game,
    LineUp,
    Problem,
    Seat,
    Sheet,
    SoFar,
    Table,
    Unreadable,
    game_for,
    opening,
    parse,
    parse_paper,
    play,
    read,
    refused_line_up,
    say,
    set_up,
)
from scoring.fields import fields_of
from scoring.judging import PLAIN, Judge, judge_of
from scoring.lineup import resumed
from scoring.record import shortened
from scoring.strictjson import lines_of, object_in, too_long
from scoring.table import Seating, alone
from scoring.text import mark as _
from tournaments.speech.wording import Wording, remembering, speak
from tournaments.table.scribe import Scribe, Texts, written

MOST_TABLES = 256  # remembered at a time
MOST_SCRIBES = 32
MOST_PLACES = 24  # people on one sheet
LINE_UP = "line_up"  # the only key of what says who plays from here on
PAPER = "paper"  # the only key of what stands in the list for several hands from paper
AMONG_HANDS = (LINE_UP, PAPER)  # what stands among the hands and is none
AGREED = "agreed"  # what its people say about the list: an export has it, and nothing is computed from it
REFUSED = '{"ok":false'  # so an answer begins that is a refusal
KEYS = ("game", "seats", "preset", "rules", "hands", AGREED)

AnyGame = Game[Any, Any]
AnyTable = Table[Any]
Answer = dict[str, Any]
Translate = Callable[[str], str]


def answers(lines: BinaryIO) -> Iterator[Answer]:
    """One answer for each line, in order; never more than one sheet is in memory."""
    return map(json.loads, written_answers(lines))


def written_answers(lines: BinaryIO) -> Iterator[str]:
    """The same as they are sent: JSON in plain ASCII."""
    clerk = Clerk(remembering())  # the same few sentences all day
    for line in lines_of(lines):
        if line is not None:
            yield clerk.answer(line)
            continue
        refusal = too_long("line_too_long", _("This line is longer than {limit} MB."))
        yield clerk.refused(refusal.problems)


def answer(line: bytes) -> Answer:
    """The answer to one line of JSON, whatever stands in it."""
    reply: Answer = json.loads(Clerk(speak).answer(line))
    return reply


class Clerk:
    """Answers one sheet after the other, in one language. Tables with the same rules are one table to him."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate
        self._tables: dict[bytes, AnyTable] = {}
        self._scribes: dict[Seating, Scribe] = {}
        self._texts: Texts = {}

    def answer(self, line: bytes) -> str:
        """The answer to one line of JSON, whatever stands in it."""
        try:
            return self._judge(object_in(line, say(_("This line is not a JSON object."))))
        except Unreadable as refused:
            return self.refused(refused.problems)

    def refused(self, problems: Sequence[Problem]) -> str:
        """The answer where there is no table to judge hands at."""
        wording = Wording(alone(1), translate=self._translate)
        return written({"ok": False, "problems": [_problem(problem, None, wording) for problem in problems]})

    def _judge(self, sheet: Mapping[str, Any]) -> str:
        """The answer to one sheet; raises Unreadable when there is no table to judge its hands at."""
        game, table, extra, problems = self._set_up(sheet)
        faults = [_problem(problem, None, self._scribe(table).wording) for problem in problems]
        judge: Judge[Any, Any] = judge_of(game, table)
        so_far = opening(table)
        changed: Sheet[Any, Any] | None = None  # the sheet, as soon as people have come or gone
        hands = sheet.get("hands")
        damaged = False  # a hand is missing: what follows from the hands before is not known any more
        for number, raw in enumerate(hands if isinstance(hands, list) else (), start=1):
            try:
                several = type(raw) is dict and len(raw) > 1  # answers: most of what stands there
                if changed is None and (several or not _is_only(raw, AMONG_HANDS)):
                    so_far = judge.play(so_far, judge.parse(so_far, raw))
                elif changed is None and not _is_only(raw, (LINE_UP,)):
                    so_far = play(game, table, so_far, _parsed(game, table, so_far, raw))
                else:
                    changed = _one_more(changed or resumed(game, table, so_far), raw)
            except Unreadable as refused:
                here = table if changed is None else changed.stretch.table
                remaining = _by_itself(game, here, raw, refused.problems) if damaged else refused.problems
                faults += [_problem(problem, number, self._scribe(here).wording) for problem in remaining]
                damaged = True
        if faults:
            return written({"ok": False, "problems": faults})
        if changed is None:
            return self._scribe(table).accepted(game, table, so_far, extra)
        return self._scribe(changed.whole_table).accepted(game, changed.stretch.table, changed.whole, extra)

    def _scribe(self, table: AnyTable) -> Scribe:
        scribe = self._scribes.get(table.seating)
        if scribe is None:
            if len(self._scribes) >= MOST_SCRIBES:
                self._scribes.clear()
            wording = Wording(table.seating, translate=self._translate)
            scribe = self._scribes[table.seating] = Scribe(wording, self._texts)
        return scribe

    def _set_up(self, sheet: Mapping[str, Any]) -> tuple[AnyGame, AnyTable, Any, list[Problem]]:
        """Game, table, what the sheet carries besides, and what is wrong with it although hands can be
        judged."""
        try:
            game = game_for(sheet.get("game", ""))
        except (KeyError, TypeError):
            raise Unreadable([_no_such_game(sheet.get("game"))]) from None
        fields = fields_of(game.extra)
        carried = {field.name for field in fields}
        problems = _misplaced(sheet, carried)
        try:
            table = self._table(game, sheet)
        except Unreadable as refused:
            raise Unreadable([*refused.problems, *problems]) from None
        reading = read(fields, {name: sheet[name] for name in carried & sheet.keys()}, table.seating)
        extra = None if reading.problems else game.extra(**reading.values)
        return game, table, extra, problems + reading.problems

    def _table(self, game: AnyGame, sheet: Mapping[str, Any]) -> AnyTable:
        """The table of a sheet; raises Unreadable."""
        seats, preset, rules = sheet.get("seats"), sheet.get("preset"), sheet.get("rules")
        key = marshal.dumps((game.key, seats, preset, rules), PLAIN)
        table = self._tables.get(key)
        if table is None:
            table = set_up(game, seats, preset, rules)
            if len(self._tables) >= MOST_TABLES:
                self._tables.clear()
            self._tables[key] = table
        return table


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
    if _is_only(raw, (LINE_UP,)):
        return _seated(sheet, raw[LINE_UP])
    return sheet.then(_parsed(sheet.game, sheet.stretch.table, sheet.so_far, raw))


def _is_only(raw: object, keys: Container[str]) -> TypeGuard[dict[str, Any]]:
    """Is this an object with one of these keys, and with no other?"""
    return isinstance(raw, dict) and len(raw) == 1 and next(iter(raw)) in keys


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
    if _is_only(raw, (PAPER,)):
        return parse_paper(game, table, so_far, raw[PAPER])
    return parse(game, table, so_far, raw)


# --- reading --------------------------------------------------------------------------------------


def _misplaced(sheet: Mapping[str, Any], carried: Container[str]) -> list[Problem]:
    """Keys that do not belong on a sheet, and hands that are no hands."""
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
    return problems


def _no_such_game(key: object) -> Problem:
    if key is None:
        return Problem("game", "unknown_game", say(_("The sheet does not say which game it is.")))
    return Problem("game", "unknown_game", say(_("There is no game “{key}”."), key=shortened(key)))


# --- writing --------------------------------------------------------------------------------------


def _problem(problem: Problem, hand: int | None, wording: Wording) -> Answer:
    problem_answer: Answer = {"hand": hand, "field": problem.field, "code": problem.code}
    if problem.at:
        problem_answer["at"] = problem.at
    problem_answer["text"] = wording.say(problem.text)
    return problem_answer
