"""Declarations as questions: everything is asked, shown again as answered, and blamed where it is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import GAMES, Game, Problem, Seat, fields_for, say, set_up
from scoring.fields import Field, Option
from scoring.flat import columns, from_flat, to_flat
from scoring.table import alone
from tests.scoring.probe_game import PROBE
from tests.scoring.strategies import answers, is_asked, plain_tables
from tournaments.speech.wording import Wording
from tournaments.table import questions

ALL = (*GAMES, PROBE)
TABLES = [
    (game, seats) for game in ALL for preset, seats in plain_tables(game) if preset == game.presets[0].key
]
every_table = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.key}-{seats}" for game, seats in TABLES]
)
few = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
CABO = set_up(next(game for game in GAMES if game.key == "cabo"), 3)
CEGO = set_up(GAMES[0], 4)
NAMES = ("Anna", "Łukasz", "Gökçe", "Ñandú")


def cego(cells: dict[str, str] | None = None, problems: tuple[Problem, ...] = ()) -> questions.Form:
    return questions.form(fields_for(GAMES[0], CEGO), Wording(CEGO.seating, NAMES), cells or {}, problems)


def cabo(cells: dict[str, str] | None = None, problems: tuple[Problem, ...] = ()) -> questions.Form:
    game = next(game for game in GAMES if game.key == "cabo")
    return questions.form(fields_for(game, CABO), Wording(CABO.seating, NAMES[:3]), cells or {}, problems)


# --- every question ------------------------------


@every_table
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_every_answer_of_a_record_is_a_question_with_words(
    game: Game[Any, Any], seats: int, language: str
) -> None:
    table = set_up(game, seats)
    fields = [field for field in fields_for(game, table) if not field.hidden]
    with translation.override(language):
        form = questions.form(fields_for(game, table), Wording(table.seating), {})
    asked = [question for group in form.groups for question in group.questions]
    assert [question.name for question in asked] == [column.name for column in columns(fields, table.seating)]
    assert all(question.label for question in asked)
    for question in asked:
        values = [choice.value for choice in question.choices]
        assert len(set(values)) == len(values)
        assert all(choice.label for choice in question.choices)
        assert len({choice.label for choice in question.choices}) == len(values), question.name


@every_table
@few
@given(data=st.data())
def test_what_was_answered_is_shown_again(game: Game[Any, Any], seats: int, data: st.DataObject) -> None:
    table = set_up(game, seats)
    fields = fields_for(game, table)
    flat = columns(fields, table.seating)
    cells = to_flat(flat, data.draw(answers(fields, table.seating)))
    form = questions.form(fields, Wording(table.seating), cells)
    for group in form.groups:
        for question in group.questions:
            assert question.value == cells.get(question.name, "")
            if question.choices and not question.ordered:
                ticked = [choice.value for choice in question.choices if choice.chosen]
                wanted = question.value.split("+") if question.several else [question.value]
                assert sorted(ticked) == sorted(set(wanted) & {choice.value for choice in question.choices})


@every_table
@few
@given(data=st.data())
def test_the_page_asks_exactly_what_the_reader_asks(
    game: Game[Any, Any], seats: int, data: st.DataObject
) -> None:
    """The script on the page knows nothing of the rules; it obeys the conditions in the page."""
    table = set_up(game, seats)
    fields = fields_for(game, table)
    raw = data.draw(answers(fields, table.seating))
    cells = to_flat(columns(fields, table.seating), raw)
    form = questions.form(fields, Wording(table.seating), cells)
    shown: dict[str, str] = {}
    for field in fields:
        if field.hidden:
            continue
        conditions = json.loads(form.by_name[field.name].when)
        asked = all(holds(condition, shown) for condition in conditions)
        assert asked == is_asked(field, fields, raw), field.name
        if asked:
            group = form.by_name[field.name]
            shown |= {question.name: question.value for question in group.questions if question.value}


def holds(condition: list[Any], shown: dict[str, str]) -> bool:
    """What `holds` in static/table.js does."""
    name, wanted, *unanswered = condition
    if name is None:
        return any(holds(each, shown) for each in wanted)
    if isinstance(wanted, list):
        return shown.get(name, "") in wanted
    things = {key.removeprefix(f"{name}_").split("_")[0] for key in shown if key.startswith(f"{name}_")}
    if things:
        return len(things) >= int(wanted)
    if name not in shown:
        return bool(unanswered[0])
    cell = shown[name]
    return (int(cell) if cell.lstrip("-").isdigit() else len(cell.split("+"))) >= int(wanted)


def test_a_condition_that_names_the_default_holds_for_no_answer() -> None:
    form = cego()
    assert ["kind", ["", "played"]] in json.loads(form.by_name["points"].when)
    assert "" not in dict(json.loads(form.by_name["made"].when))["contract"]


def test_options_that_a_table_does_not_offer_are_no_tiles() -> None:
    three = set_up(GAMES[0], 3)
    form = questions.form(fields_for(GAMES[0], three), Wording(three.seating), {})
    offered = {choice.value for choice in form.by_name["contract"].questions[0].choices}
    assert "solo" in offered
    assert not offered & {"bettel", "raeuber", "halbe"}
    assert "sitting" not in form.by_name


def test_people_are_tiles_with_their_names() -> None:
    choices = cego().by_name["declarer"].questions[0].choices
    assert [(choice.value, choice.label) for choice in choices] == list(zip("1234", NAMES, strict=True))
    assert [question.owner for question in cabo().by_name["values"].questions] == list(NAMES[:3])


def test_numbers_know_their_bounds_and_digits() -> None:
    points = cego().by_name["points"].questions[0]
    assert (points.low, points.high, points.digits) == (3, 70, 2)


# --- what is wrong ------------------------------


def test_a_problem_stands_at_its_question_and_in_the_list_once() -> None:
    wrong = Problem("points", "points_range", say("Not so."))
    form = cego({"points": "71"}, (wrong, wrong))
    assert form.by_name["points"].problems == ("Not so.", "Not so.")
    assert form.all_problems == ["Not so."]
    assert not form.by_name["declarer"].problems


def test_a_problem_of_one_person_stands_at_that_person() -> None:
    form = cabo({"values_2": "99"}, (Problem("values", "value_range", say("Too many."), (2,)),))
    assert [question.problems for question in form.by_name["values"].questions] == [(), ("Too many.",), ()]


def test_a_problem_of_no_question_is_not_lost() -> None:
    form = cego(
        {}, (Problem(None, "game_over", say("Over.")), Problem("nonsense", "unknown_key", say("Never.")))
    )
    assert form.problems == ("Over.", "Never.")
    assert form.all_problems == ["Over.", "Never."]


def test_people_are_named_in_what_is_wrong() -> None:
    text = say("Only {seat} may.", seat=Seat(2))
    assert cego({}, (Problem("declarer", "vorhand", text),)).all_problems == ["Only Gökçe may."]


# --- submitted forms ------------------------------


def test_ticks_of_one_question_make_one_cell() -> None:
    assert questions.cells_from(QueryDict("losers=1&losers=3&losers=")) == {"losers": "1+3"}


def test_what_is_empty_is_no_answer() -> None:
    assert questions.cells_from(QueryDict("points=&declarer=%20&contract=eine")) == {"contract": "eine"}


def test_what_belongs_to_the_form_is_no_answer() -> None:
    control = "csrfmiddlewaretoken=x&entry=y&hand=1&seen=2&part=preview&declarer=1"
    assert questions.cells_from(QueryDict(control)) == {"declarer": "1"}


def test_names_nobody_asked_for_stay_and_are_refused_by_the_reader() -> None:
    cells = questions.cells_from(QueryDict("declarer=1&total=99"))
    assert cells == {"declarer": "1", "total": "99"}
    assert from_flat(columns(fields_for(GAMES[0], CEGO), CEGO.seating), cells)["total"] == "99"


def test_the_options_of_every_game_have_words_of_their_own() -> None:
    def options(asked: Field) -> tuple[Option, ...]:
        inner = asked.shape.item or asked.shape
        return inner.options + tuple(option for field in inner.fields for option in options(field))

    for game in ALL:
        for asked in fields_for(game, set_up(game, game.seats[-1])):
            assert all(option.label != option.value or option.value.isdigit() for option in options(asked))
    assert alone(2).seats == 2
