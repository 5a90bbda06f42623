"""From people in the hall to sheets on tables and back to results: services, no pages."""

from __future__ import annotations

import uuid

import pytest

from scoring import Unreadable
from tests.draw import checker
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tournaments import ledger
from tournaments.engines.plans import Format, StagePlan, dumped
from tournaments.events.draw import drawing
from tournaments.events.results.played import competition
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.models import Chair, Entrant, EntrantState, Event, Round, RoundState, Sitting, Wish

pytestmark = pytest.mark.django_db


def plan(event: Event, **answers: object) -> None:
    """Replace the plan of the first stage."""
    event.stages.filter(number=1).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]


def start(event: Event, seed: str = "fest") -> Round:
    """Draw, publish and open the next round."""
    drawing.draw_next(event, seed=seed)
    round_ = event.rounds.filter(state=RoundState.DRAWN).order_by("number").first()
    assert round_ is not None
    return running.open_round(publishing.publish(round_))


def finish(round_: Round) -> Round:
    return running.close_round(round_, reason="end of the test")


def play_all(round_: Round, won: int = 1) -> None:
    """One hand at every table; seat `won` wins it."""
    for sitting in Sitting.objects.filter(round=round_):
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(won))


def test_a_round_goes_from_the_draw_to_the_results() -> None:
    event = an_event(here=16)
    round_ = start(event)
    tables = Sitting.objects.filter(round=round_)
    assert sorted(table.number or 0 for table in tables) == [1, 2, 3, 4]
    assert {table.seats for table in tables} == {4}
    assert {table.hands_limit for table in tables} == {24}
    assert Chair.objects.filter(sitting__in=tables).values("player").distinct().count() == 16
    play_all(round_)
    finish(round_)
    known = competition(event)
    assert len(known.played) == 4
    assert all(result.finished for result in known.played)
    winners = {
        account.entrants[0] for result in known.played for account in result.accounts if account.points > 0
    }
    assert winners == {table.round.seating["tables"][(table.number or 1) - 1][0] for table in tables}


def test_the_same_seed_gives_the_same_seats() -> None:
    event = an_event(here=42)
    plan(event, rounds=2)
    first = drawing.draw_next(event, seed="Herbst")[0].seating
    assert drawing.draw_next(event, seed="Herbst")[0].seating == first
    assert drawing.draw_next(event, seed="Winter")[0].seating != first
    assert sorted(len(table) for table in first["tables"]) == [3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]


def test_the_second_round_brings_nobody_together_again() -> None:
    event = an_event(here=16)
    finish(start(event))
    second = start(event)
    assert [warning for warning in seating.warnings(second) if warning.kind == "again"] == []
    assert drawing.stage_to_draw(event) is None


def test_all_rounds_at_once() -> None:
    event = an_event(here=20)
    plan(event, rounds=4, at_once=True)
    assert [round_.number for round_ in drawing.draw_next(event)] == [1, 2, 3, 4]
    drawing.discard_drafts(event)
    assert event.rounds.count() == 0


def test_wishes_and_who_is_not_here() -> None:
    event = an_event(here=12, expected=3)
    entrant, other = event.entrants.filter(number__in=(1, 2))
    Wish.objects.create(event=event, entrant=entrant, other=other)
    round_ = drawing.draw_next(event)[0]
    assert not any({entrant.pk, other.pk} <= set(table) for table in round_.seating["tables"])
    assert sum(map(len, round_.seating["tables"])) == 12


def test_a_late_guest_changes_one_table_only() -> None:
    event = an_event(here=15)
    plan(event, rounds=2)
    round_ = start(event)
    before = {sitting.number: list(seats(sitting)) for sitting in Sitting.objects.filter(round=round_)}
    guest = add_entrants(event, 1, names=["Gast"])[0]
    after_ = seating.add_late(round_, guest.pk)
    after = {sitting.number: list(seats(sitting)) for sitting in Sitting.objects.filter(round=round_)}
    changed = [number for number in after if after[number] != before.get(number)]
    assert len(changed) == 1
    assert after[changed[0]] == [*before[changed[0]], "Gast"]
    assert (round_.version, after_.version) == (1, 2)


def test_a_no_show_changes_his_table_only() -> None:
    event = an_event(here=16)
    plan(event, rounds=2)
    round_ = start(event)
    before = {sitting.number: list(seats(sitting)) for sitting in Sitting.objects.filter(round=round_)}
    gone = Entrant.objects.get(pk=round_.seating["tables"][2][1])
    seating.remove(round_, gone.pk)
    after = {sitting.number: list(seats(sitting)) for sitting in Sitting.objects.filter(round=round_)}
    assert [number for number in after if after[number] != before[number]] == [3]
    assert len(after[3]) == 3


def test_who_never_sat_down_has_no_rank() -> None:
    event = an_event(here=9)
    add_entrants(event, 1, EntrantState.EXPECTED)
    published = start(event)
    out = published.seating["tables"][0][0]
    seating.remove(published, out)
    Entrant.objects.filter(pk=out).update(state=EntrantState.NO_SHOW)
    play_all(published, won=1)
    here = set(Entrant.objects.filter(event=event, state=EntrantState.HERE).values_list("pk", flat=True))
    assert {entrant.id for entrant in competition(event).entrants} == here
    finish(published)
    Entrant.objects.filter(event=event, pk__in=here).update(state=EntrantState.WITHDRAWN)
    assert {entrant.id for entrant in competition(event).entrants} == here


def test_a_table_with_hands_keeps_its_people() -> None:
    event = an_event(here=8)
    round_ = start(event)
    play_all(round_)
    tables = round_.seating["tables"]
    with pytest.raises(Unreadable):
        seating.exchange(round_, tables[0][0], tables[1][0])
    with pytest.raises(Unreadable):
        seating.remove(round_, tables[0][0])


def test_a_round_is_closed_when_all_tables_are_in_or_with_a_reason() -> None:
    event = an_event(here=8)
    round_ = start(event)
    with pytest.raises(Unreadable) as refused:
        running.close_round(round_)
    assert "1, 2" in str(refused.value.problems[0].text.values)
    Sitting.objects.filter(round=round_).update(hands_limit=0)  # as many hands as they like
    for sitting in Sitting.objects.filter(round=round_):
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    assert running.close_round(round_).state == RoundState.CLOSED
    again = running.reopen_round(round_, reason="Table 2 has found another hand")
    assert again.state == RoundState.OPEN
    assert not Sitting.objects.filter(round=round_, sheethead__closed=True).exists()


def test_only_one_round_is_open() -> None:
    event = an_event(here=8)
    plan(event, rounds=2, at_once=True)
    first, second = drawing.draw_next(event)
    running.open_round(publishing.publish(first))
    publishing.publish(second)
    with pytest.raises(Unreadable):
        running.open_round(second)


def test_rounds_are_published_in_their_order() -> None:
    event = an_event(here=8)
    plan(event, rounds=2, at_once=True)
    _first, second = drawing.draw_next(event)
    with pytest.raises(Unreadable):
        publishing.publish(second)


@pytest.mark.parametrize("people", [5, 8, 9])
def test_everybody_against_everybody(people: int) -> None:
    event = an_event("ecarte-matches", here=people)
    drafts = drawing.draw_next(event)
    pairs = [tuple(sorted(table)) for draft in drafts for table in draft.seating["tables"]]
    assert len(pairs) == len(set(pairs)) == people * (people - 1) // 2


def win(round_: Round, sitting: Sitting, side: int) -> None:
    """Decide a match without playing it."""
    from django.utils import timezone

    from tournaments.models import Ruling, RulingKind

    winner = sitting.chairs.get(seat=side).entrant_id
    Ruling.objects.create(
        event=round_.event,
        kind=RulingKind.WALKOVER,
        round=round_,
        table=sitting.number,
        data={"winner": winner},
        reason="not here",
        at=timezone.now(),
    )


@pytest.mark.parametrize("people", [2, 3, 4, 6, 7, 8])
@pytest.mark.parametrize("third", [True, False])
def test_a_knockout_ends_with_one_winner(people: int, third: bool) -> None:
    event = an_event("ecarte-matches", here=people)
    event.stages.filter(number=2).delete()
    plan(event, format=Format.KNOCKOUT, third_place=third)
    lost: dict[int, int] = {}
    while drawing.stage_to_draw(event) is not None:
        round_ = start(event)
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, 1)
            loser = sitting.chairs.get(seat=2).entrant_id or 0
            lost[loser] = lost.get(loser, 0) + 1
        finish(round_)
    matches = people - 1 + (third and people >= 4)
    assert Sitting.objects.filter(event=event).count() == matches
    assert len([entrant for entrant in event.entrants.all() if entrant.pk not in lost]) == 1


@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("people", [3, 4, 7, 8])
def test_in_a_double_knockout_two_defeats_are_needed(people: int, side: int) -> None:
    event = an_event("ecarte-matches", here=people)
    event.stages.filter(number=2).delete()
    plan(event, format=Format.DOUBLE)
    lost = {entrant.pk: 0 for entrant in event.entrants.all()}
    while drawing.stage_to_draw(event) is not None:
        round_ = start(event)
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, side)
            lost[sitting.chairs.get(seat=3 - side).entrant_id or 0] += 1
        finish(round_)
    assert sorted(lost.values(), reverse=True)[: people - 1] == [2] * (people - 1)
    assert min(lost.values()) < 2


def test_groups_then_knockout() -> None:
    event = an_event("truco-groups", here=16)
    stage = drawing.stage_to_draw(event)
    assert stage is not None
    drawing.draw_next(event)
    sizes = [event.entrants.filter(group=name).count() for name in "ABCD"]
    assert sizes == [4, 4, 4, 4]
    while event.rounds.filter(state=RoundState.DRAWN).exists():
        first = event.rounds.filter(state=RoundState.DRAWN).order_by("number")[0]
        round_ = running.open_round(publishing.publish(first))
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, 1)
        finish(round_)
    quarter = start(event)
    assert quarter.stage.number == 2
    assert len(quarter.seating["tables"]) == 4
    group = dict(event.entrants.values_list("pk", "group"))
    assert all(group[left] != group[right] for left, right in quarter.seating["tables"])


def test_swiss_pairs_equals_and_nobody_twice() -> None:
    event = an_event("truco-swiss", here=9)
    met: set[tuple[int, ...]] = set()
    while drawing.stage_to_draw(event) is not None:
        round_ = start(event)
        assert len(round_.seating["out"]) == 1
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, 1)
        pairs = {tuple(sorted(table)) for table in round_.seating["tables"]}
        assert not met & pairs
        met |= pairs
        finish(round_)
    assert event.rounds.count() == 5
    assert len({entrant for round_ in event.rounds.all() for entrant in round_.seating["out"]}) == 5


def test_partners_change_and_points_count_for_each() -> None:
    event = an_event("caesar-partners", here=8)
    drafts = drawing.draw_next(event)
    assert len(drafts) == 5
    partners = [
        tuple(sorted(pair))
        for draft in drafts
        for table in draft.seating["tables"]
        for pair in (table[::2], table[1::2])
    ]
    assert len(set(partners)) == len(partners)
    round_ = running.open_round(publishing.publish(drafts[0]))
    known = competition(event)
    assert all(len(account.entrants) == 2 for result in known.played for account in result.accounts)
    assert round_.state == RoundState.OPEN


def test_the_final_table_takes_the_best() -> None:
    event = an_event("cabo-evening", here=10)
    for _round in range(3):
        finish(start(event))
    final = start(event)
    assert [len(table) for table in final.seating["tables"]] == [4]


def test_pairs_sit_across() -> None:
    event = an_event("truco-swiss", here=2)
    round_ = start(event)
    (sitting,) = Sitting.objects.filter(round=round_)
    entrants = list(sitting.chairs.order_by("seat").values_list("entrant", flat=True))
    assert entrants[0] == entrants[2] != entrants[1] == entrants[3]


def seats(sitting: Sitting) -> list[str]:
    return list(sitting.chairs.order_by("seat").values_list("player__name", flat=True))


@pytest.mark.parametrize("format_", [Format.ROUND_ROBIN, Format.GROUPS])
def test_with_return_matches_sides_and_tables_go_round(format_: Format) -> None:
    event = an_event(here=12)
    plan(event, format=format_, groups=2, twice=True)
    drafts = drawing.drafts_of(event.stages.get(number=1), "fest")
    every = [draft.tables for draft in drafts]
    people = {person for tables in every for table in tables for person in table}
    assert len(every) == (22 if format_ == Format.ROUND_ROBIN else 10)
    assert checker.seats_spread(every, people, 2) == 0
    assert checker.longest_streak(every, people) == 2
    rounds_at_a_table = len(every) / (6 if format_ == Format.ROUND_ROBIN else 3)
    most = max(max(times.values()) for times in checker.times_at_tables(every, people))
    assert most <= -(-rounds_at_a_table // 1)
    assert set(checker.pair_counts(every).values()) == {2}
