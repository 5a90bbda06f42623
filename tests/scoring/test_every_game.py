"""Laws that hold for every game, every number of people, every rule set; a new game need not repeat them.

The probe game is no game of the house: it proves that the vocabulary carries more than the games so far.
"""

from __future__ import annotations

import csv
import io
import json
import pkgutil
import string
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import scoring.games
from scoring import (
    GAMES,
    Game,
    Line,
    Side,
    SoFar,
    Table,
    Text,
    Unreadable,
    fields_for,
    game_for,
    games_of,
    opening,
    parse,
    parse_paper,
    play,
    read,
    replay,
    set_up,
)
from scoring.dumping import dump, dump_all
from scoring.fields import AnswerKind, Field, Option, Shape, fields_of
from scoring.flat import columns, from_flat, to_flat
from scoring.hands import Hand, entered
from scoring.losing import losses_of
from scoring.paper import CODE, PaperTotals
from tests.scoring.codes import codes_in
from tests.scoring.probe_game import PROBE
from tests.scoring.strategies import JUNK, Drawn, hands, plain_tables, sheets, stretches

ROOT = Path(__file__).resolve().parents[2]
ALL = (*GAMES, PROBE)
TABLES = [(game, preset, seats) for game in ALL for preset, seats in plain_tables(game)]

every_game = pytest.mark.parametrize("game", ALL, ids=[game.key for game in ALL])
every_table = pytest.mark.parametrize(
    ("game", "preset", "seats"),
    TABLES,
    ids=[f"{game.key}-{preset}-{seats}" for game, preset, seats in TABLES],
)
few = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def sum_of_lines(sides: int, lines: list[Line]) -> tuple[int, ...]:
    return tuple(sum(line.points[side] for line in lines) for side in range(sides))


# --- what holds for every sheet -------------------------------------------------------------------


@every_table
@few
@given(data=st.data())
def test_every_sheet_of_every_table_keeps_the_laws(
    game: Game[Any, Any], preset: str, seats: int, data: st.DataObject
) -> None:
    """To make a sheet takes much longer than to look at it: each is looked at under every law."""
    drawn = data.draw(sheets(game, preset, seats))
    the_points_are_the_sum_of_the_lines(game, drawn)
    a_record_survives_every_medium(game, drawn)
    playing_again_gives_the_same_sheet(game, drawn)
    every_hand_is_counted_once_wherever_it_was_written(game, drawn)
    what_is_lost_is_lost_by_somebody_at_the_table(game, drawn)


@every_game
@many
@given(data=st.data())
def test_every_sheet_ends_speaks_and_knows_as_it_should(game: Game[Any, Any], data: st.DataObject) -> None:
    drawn = data.draw(sheets(game, at_most=9))
    no_hand_is_taken_after_the_end(game, drawn)
    every_sentence_has_all_its_words(game, drawn)
    what_is_known_beforehand_can_be_read(game, drawn)


def the_points_are_the_sum_of_the_lines(game: Game[Any, Any], drawn: Drawn) -> None:
    sides = drawn.table.seating.sides
    for hand in drawn.so_far.all_hands:
        assert all(len(line.points) == sides for line in hand.lines)
        assert hand.points == sum_of_lines(sides, list(hand.lines))
    for finished in drawn.so_far.earlier:
        assert finished.totals == sum_of_lines(sides, [line for hand in finished.log for line in hand.lines])
    ongoing = [line for hand in drawn.so_far.log for line in hand.lines]
    assert drawn.so_far.totals == sum_of_lines(sides, ongoing)
    if game.zero_sum(drawn.table.rules):
        assert all(sum(hand.points) == 0 for hand in drawn.so_far.all_hands)


def what_is_lost_is_lost_by_somebody_at_the_table(game: Game[Any, Any], drawn: Drawn) -> None:
    """A hand that is no hand of a round is lost by nobody; a game never by those who have won it."""
    table = drawn.table
    hands: tuple[Hand[Any], ...] = entered(drawn.so_far.all_hands)
    for hand in hands:
        if not game.counts(hand.record, table):
            assert not game.losses(hand, table)
    for done in drawn.so_far.earlier:
        lost_by = {
            table.seating.side_of(seat) for loss in game.games_lost(done, table) for seat in loss.seats
        }
        assert lost_by.isdisjoint(done.outcome.winners)
    for loss in losses_of(game, table, drawn.so_far):
        assert 0 < len(set(loss.seats)) == len(loss.seats)
        assert set(loss.seats) <= set(table.seating.every_seat)
        assert loss.by in (game.lost_by or (None,))


def a_record_survives_every_medium(game: Game[Any, Any], drawn: Drawn) -> None:
    table, fields = drawn.table, fields_for(game, drawn.table)
    flat = columns(fields, table.seating)
    for hand in drawn.so_far.all_hands:
        if isinstance(hand.record, PaperTotals):
            raw = json.loads(json.dumps(dump(fields_of(PaperTotals), hand.record)))
            assert PaperTotals(**read(fields_of(PaperTotals), raw, table.seating).values) == hand.record
            continue
        written = json.loads(json.dumps(dump(fields, hand.record)))
        assert record_of(game, table, written) == hand.record
        assert record_of(game, table, from_flat(flat, to_flat(flat, written))) == hand.record
        cells = to_flat(flat, dump_all(fields, hand.record))
        assert set(cells) <= {column.name for column in flat}
    rules = fields_of(game.rules)
    for base in (None, game.presets[0].rules):
        stored = json.loads(json.dumps(dump(rules, table.rules, base)))
        assert game.rules(**read(rules, stored, table.seating, base).values) == table.rules


def record_of(game: Game[Any, Any], table: Table[Any], raw: dict[str, Any]) -> Any:
    reading = read(fields_for(game, table), raw, table.seating)
    assert reading.problems == []
    return game.record(**reading.values)


def playing_again_gives_the_same_sheet(game: Game[Any, Any], drawn: Drawn) -> None:
    records = [hand.record for hand in drawn.so_far.all_hands]
    again = replay(game, drawn.table, records)
    assert again == drawn.so_far
    assert games_of(again) == games_of(drawn.so_far)
    # A sheet that somebody else goes on with stays as it was.
    before = replay(game, drawn.table, records[:-1])
    for _twice in range(2):
        if records and not before.over:
            assert play(game, drawn.table, before, records[-1]) == drawn.so_far


def every_hand_is_counted_once_wherever_it_was_written(game: Game[Any, Any], drawn: Drawn) -> None:

    def counted(log: Any) -> int:
        return sum(
            hand.record.hands
            if isinstance(hand.record, PaperTotals)
            else game.counts(hand.record, drawn.table)
            for hand in log
        )

    so_far = drawn.so_far
    assert so_far.number == counted(so_far.log)
    assert [finished.number for finished in so_far.earlier] == [
        counted(finished.log) for finished in so_far.earlier
    ]
    assert so_far.played == counted(so_far.all_hands)
    assert tuple(so_far.log)[len(so_far.log) - len(so_far.hands) :] == tuple(so_far.hands)


def no_hand_is_taken_after_the_end(game: Game[Any, Any], drawn: Drawn) -> None:
    if not drawn.hands:
        return
    codes = {code for _field, code in refusals(game, drawn.table, drawn.so_far, drawn.hands[-1])}
    assert (game.over_code in codes) == drawn.so_far.over
    event("over" if drawn.so_far.over else "open")
    if drawn.so_far.over:
        assert drawn.so_far.winners
        totals, winners = games_of(drawn.so_far)[-1]
        assert winners
        best = min if game.low_wins else max
        assert {totals[side] for side in winners} == {best(totals)}


def every_sentence_has_all_its_words(game: Game[Any, Any], drawn: Drawn) -> None:
    so_far, table = drawn.so_far, drawn.table
    sentences = [line.text for hand in so_far.all_hands for line in hand.lines]
    sentences += [note.text for note in game.notes(so_far, table)]
    sentences += [game.mark(so_far, Side(side), table) for side in range(table.seating.sides)]
    sentences += [finished.outcome.text for finished in so_far.earlier]
    sentences += game.asides(so_far, table, game.extra())
    assert game.more(so_far, table, game.extra()) is not None
    for text in sentences:
        complete(text)


def complete(text: Text) -> None:
    places = [name for _text, name, _spec, _conversion in string.Formatter().parse(text.message) if name]
    assert set(places) <= set(text.values), text
    for value in text.values.values():
        if isinstance(value, Text):
            complete(value)


def what_is_known_beforehand_can_be_read(game: Game[Any, Any], drawn: Drawn) -> None:
    known = game.prefill(drawn.so_far, drawn.table)
    problems = read(fields_for(game, drawn.table), dict(known), drawn.table.seating).problems
    assert {problem.field for problem in problems}.isdisjoint(known)


# --- totals from paper ----------------------------------------------------------------------------


@every_table
@few
@given(data=st.data())
def test_what_hands_can_give_paper_may_say(
    game: Game[Any, Any], preset: str, seats: int, data: st.DataObject
) -> None:
    """Totals typed from paper lead to the sheet that the hands would have led to, as far as totals tell."""
    drawn = data.draw(sheets(game, preset, seats, at_most=2))
    table, so_far = drawn.table, drawn.so_far
    stretch = None if so_far.over else data.draw(stretches(game, table, so_far))
    if stretch is None:
        return
    raw, wanted = stretch
    after = play(game, table, so_far, parse_paper(game, table, so_far, raw))
    last = after.all_hands[-1]
    assert [line.code for line in last.lines] == [CODE]
    assert after.played == wanted.played
    assert len(after.hands) == 0
    best = (min if game.low_wins else max)(games_of(after)[-1][0])
    alone = games_of(after)[-1][0].count(best) == 1
    event("decided" if wanted.earlier != so_far.earlier else "goes on")
    if alone:  # two that reach the target together are told apart by the hands only
        assert games_of(after) == games_of(wanted)
        assert after.winners == wanted.winners
    # The next hand is judged by what is known, and by nothing that is not.
    if not after.over:
        following = data.draw(hands(game, table, after))
        if following is not None:
            assert play(game, table, after, parse(game, table, after, following)).played >= after.played


@every_game
@many
@given(data=st.data())
def test_totals_that_cannot_be_are_refused(game: Game[Any, Any], data: st.DataObject) -> None:
    drawn = data.draw(sheets(game, at_most=2))
    table, so_far = drawn.table, drawn.so_far
    sides = table.seating.sides
    nought = [0] * sides
    wrong: list[tuple[Any, tuple[str | None, str]]] = [
        ({"hands": 0, "points": nought}, ("hands", "range")),
        ({"hands": 2.5, "points": nought}, ("hands", "range")),
        ({"points": nought}, ("hands", "missing")),
        ({"hands": 1}, ("points", "missing")),
        ({"hands": 1, "points": [*nought, 0]}, ("points", "length")),
        ({"hands": 1, "points": ["x", *nought[1:]]}, ("points", "range")),
        ({"hands": 1, "points": nought, "winner": 1}, ("winner", "unknown_key")),
        ("16 hands", (None, "not_an_object")),
    ]
    if game.zero_sum(table.rules):
        wrong.append(({"hands": 1, "points": [1, *nought[1:]]}, ("points", "paper_sum")))
    length = game.length(table.rules)
    if length and not so_far.over:
        wrong.append(({"hands": length - so_far.number + 1, "points": nought}, ("hands", "paper_hands")))
    for raw, expected in wrong:
        assert expected in refused_totals(game, table, so_far, raw)
    if so_far.over:
        assert (None, game.over_code) in refused_totals(game, table, so_far, {"hands": 1, "points": nought})
    refused_totals(game, table, so_far, data.draw(JUNK))


def refused_totals(
    game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], raw: Any
) -> set[tuple[Any, str]]:
    try:
        parse_paper(game, table, so_far, raw)
    except Unreadable as refused:
        for problem in refused.problems:
            complete(problem.text)
        return {(problem.field, problem.code) for problem in refused.problems}
    return set()


@every_game
@many
@given(data=st.data())
def test_a_round_takes_so_many_hands_and_no_more(game: Game[Any, Any], data: st.DataObject) -> None:
    drawn = data.draw(sheets(game, at_most=4))
    so_far = drawn.so_far
    if so_far.over or not drawn.hands:
        return
    limit = data.draw(st.integers(1, so_far.played + 1))
    table = replace(drawn.table, limit=limit)
    full = so_far.played >= limit
    event("full" if full else "open")
    assert ((None, "table_full") in refusals(game, table, so_far, drawn.hands[-1])) == full
    more = {"hands": max(1, limit - so_far.played + 1), "points": [0] * table.seating.sides}
    assert ("hands", "paper_hands") in refused_totals(game, table, so_far, more)


# --- what is refused ------------------------------------------------------------------------------


def refusals(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], raw: Any) -> set[tuple[Any, str]]:
    try:
        parse(game, table, so_far, raw)
    except Unreadable as refused:
        for problem in refused.problems:
            complete(problem.text)
        return {(problem.field, problem.code) for problem in refused.problems}
    return set()


@every_game
@settings(many, max_examples=150)
@given(data=st.data())
def test_junk_is_refused_and_never_breaks_anything(game: Game[Any, Any], data: st.DataObject) -> None:
    drawn = data.draw(sheets(game, at_most=2))
    table, so_far = drawn.table, drawn.so_far
    raw: Any = data.draw(JUNK)
    if data.draw(st.booleans()):
        names = st.sampled_from([field.name for field in fields_for(game, table)]) | st.text(max_size=3)
        raw = dict(drawn.hands[-1]) if drawn.hands else {}
        raw |= data.draw(st.dictionaries(names, JUNK, max_size=4))
    refusals(game, table, so_far, raw)


@every_game
@settings(many, max_examples=100)
@given(data=st.data())
def test_junk_switches_are_refused_and_never_break_anything(
    game: Game[Any, Any], data: st.DataObject
) -> None:
    names = st.sampled_from([field.name for field in fields_of(game.rules)]) | st.text(max_size=3)
    switches: Any = data.draw(JUNK | st.dictionaries(names, JUNK, max_size=3))
    seats, preset = data.draw(JUNK | st.sampled_from(game.seats)), data.draw(JUNK)
    with suppress(Unreadable):
        set_up(game, seats, preset, switches)


@every_game
@settings(many, max_examples=150)
@given(data=st.data())
def test_json_spreadsheet_and_form_agree(game: Game[Any, Any], data: st.DataObject) -> None:
    """The same answers, right or wrong, give the same record or the same refusals through every door."""
    drawn = data.draw(sheets(game, at_most=2))
    table, so_far = drawn.table, drawn.so_far
    raw = data.draw(hands(game, table, so_far)) if not so_far.over else None
    if raw is None:
        return
    raw = data.draw(spoilt(fields_for(game, table), raw))
    flat = columns(fields_for(game, table), table.seating)
    expected = refusals(game, table, so_far, json.loads(json.dumps(raw)))
    event("refused" if expected else "accepted")
    unknown = {name: str(value) for name, value in raw.items() if name == "nonsense"}
    cells = to_flat(flat, raw) | unknown
    form = dict.fromkeys((column.name for column in flat), "") | cells
    for door in (from_flat(flat, form), from_flat(flat, through_csv(cells))):
        assert refusals(game, table, so_far, door) == expected
        if not expected:
            assert parse(game, table, so_far, door) == parse(game, table, so_far, raw)


def through_csv(cells: dict[str, str]) -> dict[str, str]:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(cells))
    writer.writeheader()
    writer.writerow(cells)
    return next(iter(csv.DictReader(io.StringIO(file.getvalue()))), {})


@st.composite
def spoilt(draw: st.DrawFn, fields: tuple[Field, ...], raw: dict[str, Any]) -> dict[str, Any]:
    """These answers, perhaps with a mistake as a person makes it: too high, misspelt, left out, unknown."""
    raw = json.loads(json.dumps(raw))
    match draw(st.sampled_from(["right", "value", "value", "left out", "unknown"])):
        case "left out" if raw:
            del raw[draw(st.sampled_from(sorted(raw)))]
        case "unknown":
            raw["nonsense"] = "1"
        case "value" if raw:
            shapes = {field.name: field.shape for field in fields}
            name = draw(st.sampled_from(sorted(raw)))
            raw[name] = draw(wrong(shapes[name], raw[name]))
    return raw


@st.composite
def wrong(draw: st.DrawFn, shape: Shape, value: Any) -> Any:
    match shape.kind:
        case AnswerKind.NUMBER | AnswerKind.SEAT | AnswerKind.SIDE:
            return draw(st.sampled_from([-999, 0, 99, 10**6, 10**12, "x", 35.5]))
        case AnswerKind.CHOICE | AnswerKind.FLAG:
            return "misspelt"
        case AnswerKind.PARTIES:
            return draw(st.sampled_from([[], [0], [99], value * 2, ["x"]]))
        case AnswerKind.TEXT:
            return "much too long " * 9
        case AnswerKind.GROUP:
            inner = {field.name: field.shape for field in shape.fields}
            name = draw(st.sampled_from(sorted(value))) if value else None
            return {**value, name: draw(wrong(inner[name], value[name]))} if name else value
        case AnswerKind.LIST if value:
            assert shape.item is not None
            place = draw(st.integers(0, len(value) - 1))
            return [*value[:place], draw(wrong(shape.item, value[place])), *value[place + 1 :]]
        case AnswerKind.LIST:
            return value


# --- what is declared -----------------------------------------------------------------------------


def all_fields(fields: tuple[Field, ...]) -> Iterator[tuple[Field, tuple[str, ...]]]:
    """Every field, those of groups too, with the names that come before it."""
    for place, field in enumerate(fields):
        yield field, tuple(field.name for field in fields[:place])
        shape: Shape | None = field.shape
        while shape is not None:
            yield from all_fields(shape.fields)
            shape = shape.item


@every_game
def test_every_question_has_its_wording(game: Game[Any, Any]) -> None:
    assert game.key.isidentifier()
    assert game.name
    assert game.summary
    assert all(preset.name and preset.source for preset in game.presets)
    for declared in (game.record, game.rules, game.extra):
        for field, _before in all_fields(fields_of(declared)):
            assert field.ask.label, field.name
            assert field.ask.short, field.name
            for option in options(field.shape):
                assert option.label, option
                assert option.short, option
            if field.shape.against is not None:
                assert field.shape.against.these, field.name
                assert field.shape.against.those, field.name
    assert [field.name for field in fields_of(game.rules) if not field.ask.help] == []


def options(shape: Shape) -> tuple[Option, ...]:
    return shape.options + (options(shape.item) if shape.item else ())


@every_table
def test_a_question_depends_only_on_questions_before_it(
    game: Game[Any, Any], preset: str, seats: int
) -> None:
    for field, before in all_fields(fields_for(game, set_up(game, seats, preset))):
        needed = {name for condition in field.ask.when for name in condition.fields}
        if field.shape.against is not None and field.shape.against.resting:
            needed.add(field.shape.against.resting)
        assert needed <= set(before), field.name


@every_game
def test_names_of_flat_columns_are_unique(game: Game[Any, Any]) -> None:
    for preset, seats in plain_tables(game):
        table = set_up(game, seats, preset)
        names = [column.name for column in columns(fields_for(game, table), table.seating)]
        assert len(names) == len(set(names))


@every_game
def test_every_worked_example_gives_its_points(game: Game[Any, Any]) -> None:
    assert game.examples
    for example in game.examples:
        table = set_up(game, example.seats, example.preset, example.switches)
        so_far = opening(table)
        for raw in example.records:
            so_far = play(game, table, so_far, parse(game, table, so_far, raw))
        assert so_far.all_hands[-1].points == example.points, example.title
        assert example.source


@every_game
@many
@given(data=st.data())
def test_withheld_options_have_a_refusal_of_their_own(game: Game[Any, Any], data: st.DataObject) -> None:
    """What a table does not offer is still a word of the game: the answer to it says so."""
    drawn: Drawn = data.draw(sheets(game, at_most=1))
    for field in fields_for(game, drawn.table):
        for value, code in (field.shape.withheld or {}).items():
            assert (field.name, code) in refusals(
                game, drawn.table, opening(drawn.table), {field.name: value}
            )


@every_game
def test_a_hidden_question_takes_no_answer(game: Game[Any, Any]) -> None:
    for preset, seats in plain_tables(game):
        table = set_up(game, seats, preset)
        for field in fields_for(game, table):
            if field.hidden:
                refused = refusals(game, table, opening(table), {field.name: [1]})
                assert (field.name, field.ask.codes.unasked) in refused


def test_every_module_of_games_is_registered() -> None:
    modules = {module.name for module in pkgutil.iter_modules(scoring.games.__path__)}
    assert modules == {game.key for game in GAMES}
    assert all(game_for(game.key) is game for game in GAMES)


def test_every_code_is_documented() -> None:
    documented = (ROOT / "docs" / "rules-decisions.md").read_text(encoding="utf-8")
    codes = codes_in(ROOT / "scoring") | codes_in(ROOT / "tournaments" / "table" / "gamelines.py")
    assert [code for code in sorted(codes) if f"`{code}`" not in documented] == []
