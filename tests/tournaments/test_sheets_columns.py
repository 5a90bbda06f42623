from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from scoring import GAMES, Line, Seat, Side, Table, Unreadable, fields_for, game_for, set_up
from scoring.fields import Ask, Between, Many, Option, PerSeat, PerSide, When
from scoring.game import Game, Preset
from scoring.hands import SoFar
from scoring.table import two_sides
from tests.scoring.probe_game import PROBE
from tournaments.paper.sheet.columns import CellKind, ColumnPlan, Need, plan_for

pytestmark = pytest.mark.usefixtures("in_english")


def playable_tables() -> Iterator[tuple[Game[Any, Any], Preset[Any], Table[Any]]]:
    """Every game with every number of people under every rule set, where the rules have such a table."""
    for game in (*GAMES, PROBE):
        for preset in game.presets:
            for seats in game.seats:
                with suppress(Unreadable):
                    yield game, preset, set_up(game, seats, preset.key)


TABLES = [
    pytest.param(game, table, id=f"{game.key}-{table.seating.seats}-{preset.key}")
    for game, preset, table in playable_tables()
]
USUAL_TABLES = [
    pytest.param(game, table, id=f"{game.key}-{table.seating.seats}")
    for game, preset, table in playable_tables()
    if preset is game.presets[0]
]


class Answer(Option):
    YES = "quiero", "Quiero", "Q"
    NO = "no_quiero", "No quiero", "N"


class Call(Option):
    ENVIDO = "envido", "Envido", "E"
    REAL = "real", "Real envido", "R"
    FALTA = "falta", "Falta envido", "F"


class Happened(Option):
    PLAYED = "played", "Played", "–"
    VOID = "void", "Void", "×"


@dataclass(frozen=True)
class Envido:
    calls: Annotated[tuple[Call, ...], Ask("Calls", "Ca")]
    answer: Annotated[Answer, Ask("Answer", "An")]
    winner: Annotated[Side, Ask("Winner", "Wi")]


@dataclass(frozen=True)
class Pile:
    kings: Annotated[int, Ask("Kings", "K"), Between(0, 4)] = 0
    queens: Annotated[int, Ask("Queens", "Q"), Between(0, 4)] = 0


@dataclass(frozen=True)
class Meld:
    side: Annotated[Side, Ask("Side", "Si")]
    length: Annotated[int | None, Ask("Length", "Le"), Between(3, 8)] = None


ORDINARY = When("kind", (Happened.PLAYED,))


@dataclass(frozen=True, kw_only=True)
class Everything:
    kind: Annotated[Happened, Ask("What happened?", "Kind")] = Happened.PLAYED
    dealer: Annotated[Seat | None, Ask("Who dealt?", "Deal")] = None
    maker: Annotated[Side | None, Ask("Who plays?", "Who", when=(ORDINARY,), needed=True)] = None
    answer: Annotated[Answer | None, Ask("Answer?", "Ans", when=(ORDINARY,), needed=True)] = None
    taken: Annotated[
        bool | None, Ask("A trick taken?", "Tk", when=(When("answer", (Answer.NO,)),), needed=True)
    ] = None
    ruling: Annotated[
        int | None,
        Ask("Ruling", "Rul", when=(When("kind", (Happened.VOID,)),), needed=True),
        Between(-99, 99),
    ] = None
    envido: Annotated[Envido | None, Ask("Envido", "Env", when=(ORDINARY,))] = None
    melds: Annotated[tuple[Meld, ...], Ask("Melds", "Mel", when=(ORDINARY,)), Many(0, 8)] = ()
    tricks: Annotated[PerSide[int] | None, Ask("Tricks", "Tri"), Between(0, 5)] = None
    cards: Annotated[PerSeat[int] | None, Ask("Cards held", "Crd"), Between(0, 12)] = None
    pile: Annotated[Pile | None, Ask("Pile", "Pile")] = None
    late: Annotated[bool, Ask("Came late", "Late")] = False
    note: Annotated[str | None, Ask("Note", "Note")] = None
    sitting: Annotated[tuple[Seat, ...], Ask("Who sits out?", "Out"), Many(0, 4, distinct=True)] = ()


@dataclass(frozen=True)
class NoRules:
    pass


def nothing(record: Everything, so_far: SoFar[Everything], table: Table[NoRules]) -> tuple[Line, ...]:
    return ()


EVERYTHING = Game(
    key="everything",
    name="Everything",
    summary="",
    revision=1,
    seats=(4,),
    record=Everything,
    rules=NoRules,
    presets=(Preset("plain", "Plain", NoRules(), ""),),
    examples=(),
    score=nothing,
    accounts=lambda seats, rules: two_sides(seats),
)
FOUR = Table(two_sides(4), NoRules())


def topics(plan: ColumnPlan) -> dict[str, Need]:
    return {topic.legend.short: topic.rank for topic in (*plan.printed, *plan.remarks)}


def test_cego_prints_what_every_hand_answers_and_leaves_the_rest_to_the_remarks() -> None:
    plan = plan_for(game_for("cego"), set_up(game_for("cego"), 4))
    assert [topic.legend.short for topic in plan.printed] == ["Who", "Contract", "vS", "Pts", "✓"]
    assert [topic.legend.short for topic in plan.remarks] == ["Kind", "Deal", "Out", "Tr", "Lost", "Off"]


def test_cabo_asks_for_a_value_under_every_name() -> None:
    plan = plan_for(game_for("cabo"), set_up(game_for("cabo"), 5))
    assert [head.short for head in plan.heads] == ["Call"]
    for account in range(5):
        assert [head.short for head in plan.of_account(account)] == ["Val"]


def test_a_question_that_cannot_come_up_at_three_is_not_explained_at_three() -> None:
    plan = plan_for(game_for("cego"), set_up(game_for("cego"), 3))
    assert "Lost" not in topics(plan)
    assert "Tr" not in topics(plan)


def test_the_legend_says_the_short_letters_and_when_a_question_is_asked() -> None:
    plan = plan_for(game_for("cego"), set_up(game_for("cego"), 4))
    legend = {topic.legend.short: topic.legend.text for topic in (*plan.printed, *plan.remarks)}
    assert legend["Contract"].startswith("Which contract? C Cego, 1 Eine, 1L Eine Leere")
    assert legend["Pts"].endswith("(not with U, B, P, R, D)")
    assert legend["✓"].endswith("(only with U, DM, B, P)")
    assert legend["Kind"].endswith("Sch Schinden, Rev Revoke, × Redeal"), "the usual answer needs no letter"
    assert legend["Who"] == "Who plays?"


def test_every_kind_of_question_has_its_kind_of_cell() -> None:
    cells = {head.short: head for head in plan_for(EVERYTHING, FOUR).heads}
    assert cells["Who"].choices == ("1", "2")
    assert cells["Ans"].choices == ("Q", "N")
    assert cells["Tk"].choices == ("✓", "✗"), "no answer is not the same as no"
    assert cells["Late"].cell is CellKind.TICK
    assert cells["Mel"].cell is CellKind.WRITE
    assert cells["Ca"].cell is CellKind.WRITE


def test_a_group_has_a_head_above_its_columns() -> None:
    heads = [head for head in plan_for(EVERYTHING, FOUR).heads if head.over == "Env"]
    assert [head.short for head in heads] == ["Ca", "An", "Wi"]


def test_numbers_of_seats_that_share_an_account_are_numbered_columns() -> None:
    plan = plan_for(EVERYTHING, FOUR)
    assert [head.short for head in plan.heads if head.over == "Crd"] == ["1", "2", "3", "4"]
    assert [[head.short for head in plan.of_account(side)] for side in (0, 1)] == [["Tri"], ["Tri"]]


def test_cards_counted_on_the_way_to_a_number_are_not_on_the_sheet() -> None:
    assert "Pile" not in topics(plan_for(EVERYTHING, FOUR))


def test_questions_are_ranked_by_how_often_they_are_asked() -> None:
    assert topics(plan_for(EVERYTHING, FOUR)) == {
        "Kind": Need.RARELY,
        "Deal": Need.RARELY,
        "Who": Need.ALWAYS,
        "Ans": Need.ALWAYS,
        "Tk": Need.ALWAYS,
        "Rul": Need.RARELY,
        "Env": Need.MOSTLY,
        "Mel": Need.MOSTLY,
        "Tri": Need.MOSTLY,
        "Crd": Need.MOSTLY,
        "Late": Need.MOSTLY,
        "Note": Need.RARELY,
        "Out": Need.RARELY,
    }


def test_a_plan_gets_smaller_step_by_step_and_loses_no_question() -> None:
    plan = plan_for(EVERYTHING, FOUR)
    asked, widths = topics(plan).keys(), [plan.width]
    while (less := plan.smaller(Need.ALWAYS)) is not None:
        plan = less
        widths.append(plan.width)
        assert topics(plan).keys() == asked
    assert widths == sorted(widths, reverse=True)
    assert {topic.rank for topic in plan.printed} == {Need.ALWAYS}


def test_groups_share_one_cell_before_a_question_leaves_the_sheet() -> None:
    plan = plan_for(EVERYTHING, FOUR)
    smaller = plan.smaller(Need.MOSTLY)
    assert smaller is not None
    assert smaller.remarks == plan.remarks
    assert len(smaller.heads) < len(plan.heads)


def test_spare_room_goes_to_questions_that_are_seldom_asked() -> None:
    plan = plan_for(EVERYTHING, FOUR)
    larger = plan.larger(40)
    assert topics(larger) == topics(plan)
    assert len(larger.remarks) < len(plan.remarks)
    assert larger.width <= plan.width + 40


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_every_question_of_every_game_is_printed_or_explained(
    game: Game[Any, Any], table: Table[Any]
) -> None:
    printed = topics(plan_for(game, table))
    missing = {
        field.name for field in fields_for(game, table) if not field.hidden and field.ask.short not in printed
    }
    assert missing <= {"pile", "cards", "tricks", "losers", "round"}, "counting aids and what cannot come up"
