"""Seats changed by hand: what moves, what stays, and what is refused."""

from __future__ import annotations

import uuid

import pytest

from scoring import Unreadable
from tests.tournaments.event_builders import add_entrants, an_event
from tournaments import ledger
from tournaments.engines.plans import Format, StagePlan, dumped
from tournaments.engines.plans.declared import Leftover as WhenUneven
from tournaments.events.draw import drawing
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.events.seats.moves import IncompleteTable
from tournaments.models import Event, Round, RoundState, Sitting, Wish

pytestmark = pytest.mark.django_db


def planned(event: Event, **answers: object) -> Event:
    event.stages.filter(number=1).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]
    return event


def drawn(event: Event) -> Round:
    return drawing.draw_next(event, seed="Herbst")[0]


def started(event: Event) -> Round:
    return running.open_round(publishing.publish(drawn(event)))


def refusal(excinfo: pytest.ExceptionInfo[Unreadable]) -> str:
    return excinfo.value.problems[0].text.message


def test_two_exchange_and_nobody_else_moves() -> None:
    round_ = drawn(planned(an_event(here=16)))
    before = round_.seating["tables"]
    first, second = before[0][1], before[2][3]
    after = seating.exchange(round_, first, second, by="Uli").seating["tables"]
    assert after[0][1] == second
    assert after[2][3] == first
    assert [who for table in after for who in table if who not in (first, second)] == [
        who for table in before for who in table if who not in (first, second)
    ]
    change = Round.objects.get(pk=round_.pk).changes[0]
    assert (change["what"], change["by"], change["tables"]) == ("exchanged", "Uli", [])


def test_an_exchange_shows_what_it_breaks() -> None:
    event = planned(an_event(here=8))
    round_ = drawn(event)
    first, second = round_.seating["tables"]
    Wish.objects.create(event=event, entrant_id=first[0], other_id=second[0])
    assert seating.warnings(round_) == []
    broken = seating.exchange(round_, first[1], second[0])
    assert [(warning.kind, {warning.first, warning.second}) for warning in seating.warnings(broken)] == [
        ("apart", {first[0], second[0]})
    ]


def test_published_seats_that_change_are_laid_out_at_once() -> None:
    round_ = started(planned(an_event(here=16)))
    first, second = round_.seating["tables"][0][0], round_.seating["tables"][3][0]
    changed = seating.exchange(round_, first, second)
    assert (changed.version, changed.changes[0]["tables"]) == (2, [1, 4])
    seated = Sitting.objects.get(round=round_, number=4).chairs.values_list("entrant", flat=True)
    assert first in seated


@pytest.mark.parametrize("preset", ["ecarte-matches", "truco-groups"])
def test_who_meets_whom_is_fixed_where_everybody_meets_everybody(preset: str) -> None:
    round_ = drawn(an_event(preset, here=8))
    first, second = round_.seating["tables"][:2]
    with pytest.raises(Unreadable):
        seating.exchange(round_, first[0], second[0])
    assert seating.exchange(round_, *first).seating["tables"][0] == first[::-1]


def test_a_knockout_takes_nobody_in_and_nobody_out() -> None:
    event = planned(an_event("ecarte-matches", here=8), format=Format.KNOCKOUT)
    round_ = drawn(event)
    guest = add_entrants(event, 1)[0]
    with pytest.raises(Unreadable):
        seating.add_late(round_, guest.pk)
    with pytest.raises(Unreadable) as refused:
        seating.remove(round_, round_.seating["tables"][0][0])
    assert "walkover" in refusal(refused)


def test_who_sits_out_takes_the_empty_place() -> None:
    round_ = drawn(planned(an_event(here=17), rest=WhenUneven.SIT_OUT))
    (waiting,) = round_.seating["out"]
    gone = round_.seating["tables"][1][2]
    after = seating.remove(round_, gone)
    assert after.seating["tables"][1][2] == waiting
    assert after.seating["out"] == []


def test_one_comes_over_from_another_table_where_too_few_would_be_left() -> None:
    round_ = drawn(planned(an_event(here=11)))
    small = next(at for at, table in enumerate(round_.seating["tables"]) if len(table) == 3)
    after = seating.remove(round_, round_.seating["tables"][small][0]).seating
    assert sorted(map(len, after["tables"])) == [3, 3, 4]


def test_where_the_plan_has_no_answer_the_organiser_gives_one() -> None:
    event = planned(an_event("cabo-evening", here=16), rest=WhenUneven.SIT_OUT)
    round_ = drawn(event)
    gone = round_.seating["tables"][1][0]
    with pytest.raises(Unreadable) as refused:
        seating.remove(round_, gone)
    assert "too few" in refusal(refused)
    smaller = seating.remove(round_, gone, rest=IncompleteTable.SMALLER)
    assert [len(table) for table in smaller.seating["tables"]] == [4, 3, 4, 4]
    rest = smaller.seating["tables"][1]
    gone = rest[0]
    out = seating.remove(smaller, gone, rest=IncompleteTable.OUT)
    assert out.seating["numbers"] == [1, 3, 4]
    assert out.seating["out"] == rest[1:]


def test_three_who_wait_and_a_guest_are_a_table() -> None:
    event = planned(an_event(here=16), rest=WhenUneven.SIT_OUT)
    round_ = publishing.publish(drawn(event))
    round_ = seating.remove(round_, round_.seating["tables"][1][0], rest=IncompleteTable.OUT)
    guest = add_entrants(event, 1)[0]
    after = seating.add_late(round_, guest.pk)
    assert after.seating["numbers"] == [1, 3, 4, 5]
    assert after.seating["out"] == []
    assert [sitting.number for sitting in Sitting.objects.filter(round=round_).order_by("number")] == [
        1,
        3,
        4,
        5,
    ]


def test_a_late_guest_does_not_join_a_table_that_plays() -> None:
    event = planned(an_event(here=7))
    round_ = started(event)
    small = next(at for at, table in enumerate(round_.seating["tables"]) if len(table) == 3)
    table = Sitting.objects.get(round=round_, number=round_.seating["numbers"][small])
    ledger.close_sheet(sitting=table, entry_id=uuid.uuid4())
    guest = add_entrants(event, 1)[0]
    assert seating.add_late(round_, guest.pk).seating["out"] == [guest.pk]


def test_pairs_at_tables_of_four_are_two() -> None:
    event = planned(an_event("truco-swiss", here=6), format=Format.TABLES, rounds=1, rest=WhenUneven.SIT_OUT)
    round_ = started(event)
    assert [len(table) for table in round_.seating["tables"]] == [2, 2, 2]
    assert {sitting.seats for sitting in Sitting.objects.filter(round=round_)} == {4}
    guest = add_entrants(event, 1)[0]
    assert seating.add_late(round_, guest.pk).seating["out"] == [guest.pk]


def test_cards_at_the_table_decide_who_are_partners() -> None:
    event = planned(an_event("caesar-partners", here=8), format=Format.PARTNERS, rounds=1, aces=True)
    round_ = publishing.publish(drawn(event))
    first, left, right, last = round_.seating["tables"][1]
    after = seating.partner(round_, 2, last, by="Uli")
    assert after.seating["tables"][1] == [first, left, last, right]
    assert after.seating["tables"][0] == round_.seating["tables"][0]
    assert after.changes[0]["tables"] == [2]


def test_partners_who_come_together_again_are_named() -> None:
    event = planned(an_event("caesar-partners", here=8), format=Format.PARTNERS, rounds=2)
    first, second = drawing.draw_next(event)
    assert seating.warnings(second) == []
    leader, _other, partner, _last = first.seating["tables"][0]
    table = next(table for table in second.seating["tables"] if leader in table)
    across = table[(table.index(leader) + 2) % 4]
    if across != partner:
        second = seating.exchange(second, across, partner)
    assert ("partners", *sorted((leader, partner))) in [
        (each.kind, each.first, each.second) for each in seating.warnings(second)
    ]


def test_a_closed_round_is_left_alone() -> None:
    round_ = started(planned(an_event(here=8)))
    running.close_round(round_, reason="late")
    with pytest.raises(Unreadable):
        seating.remove(round_, round_.seating["tables"][0][0])
    assert Round.objects.get().state == RoundState.CLOSED
