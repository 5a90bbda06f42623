"""Penalties, matches won without play, extra games, lots by hand, people who sat on each other's places."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.utils import timezone, translation

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tournaments.engines.plans import Format, StagePlan, dumped
from tournaments.engines.standings import By
from tournaments.events.decisions import exchanges, rulings
from tournaments.events.decisions.consequences import TurnedMatch
from tournaments.events.decisions.rulings import RulingDraft
from tournaments.events.draw import drawing
from tournaments.events.results.brackets import bracket_of
from tournaments.events.results.ranking import standings_of
from tournaments.hall.decisions import decision_rows, penalty_rows
from tournaments.ledger.checking import check
from tournaments.models import Chair, Entry, Event, Round, Ruling, RulingKind, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


@pytest.fixture
def knockout() -> Event:
    event = an_event("ecarte-matches", here=4)
    event.stages.filter(number=2).delete()
    plan = StagePlan(format=Format.KNOCKOUT, third_place=False)
    event.stages.filter(number=1).update(plan=dumped(plan))
    return event


def make(event: Event, draft: RulingDraft, **more: Any) -> Any:
    ruling: dict[str, Any] = {
        "event": event,
        "draft": draft,
        "key": uuid.uuid4(),
        "reason": "so",
        "by": "Karl",
    }
    return rulings.make(**{**ruling, **more})


def ranks(event: Event) -> dict[int, int | None]:
    return {row.entrant: row.rank for row in standings_of(event).rows}


def total(event: Event, entrant: int) -> Any:
    return standings_of(event).row(entrant).values[0].exact


def problems(event: Event, draft: RulingDraft) -> list[str | None]:
    with pytest.raises(Unreadable) as refused:
        rulings.preview(event, draft)
    return [problem.field for problem in refused.value.problems]


def test_a_penalty_costs_points_and_the_preview_says_what_it_moves(event: Event, first: Round) -> None:
    leader = standings_of(event).rows[0].entrant
    had = total(event, leader)
    draft = RulingDraft(RulingKind.POINTS, entrant=leader, points=-500)
    seen = rulings.preview(event, draft)
    assert not Ruling.objects.exists()
    assert make(event, draft) == seen
    assert total(event, leader) == had - 500
    assert ranks(event)[leader] == 16
    assert seen.podium


def test_a_credit_of_one_round(event: Event, first: Round) -> None:
    last = standings_of(event).rows[-1].entrant
    make(event, RulingDraft(RulingKind.POINTS, entrant=last, points=500, round=1))
    assert ranks(event)[last] == 1


def test_what_is_wrong_with_a_penalty_is_said_at_once(event: Event, first: Round) -> None:
    assert problems(event, RulingDraft(RulingKind.POINTS)) == ["entrant", "points"]
    stranger = an_event(here=1, title="Other").entrants.get().pk
    assert problems(event, RulingDraft(RulingKind.POINTS, entrant=stranger, points=5)) == ["entrant"]
    entrant = event.entrants.first().pk
    assert problems(event, RulingDraft(RulingKind.POINTS, entrant=entrant, points=10**6)) == ["points"]
    assert problems(event, RulingDraft(RulingKind.POINTS, entrant=entrant, points=1, target="money")) == [
        "target"
    ]
    assert problems(event, RulingDraft(RulingKind.POINTS, entrant=entrant, points=1, round=7)) == ["round"]


def test_a_decision_needs_a_reason_and_is_made_once(event: Event, first: Round) -> None:
    draft = RulingDraft(RulingKind.POINTS, entrant=event.entrants.first().pk, points=-5)
    with pytest.raises(Unreadable):
        make(event, draft, reason=" ")
    key = uuid.uuid4()
    assert make(event, draft, key=key) is not None
    assert make(event, draft, key=key) is None
    assert Ruling.objects.count() == 1


def test_a_decision_is_withdrawn_and_stays_readable(event: Event, first: Round) -> None:
    before = ranks(event)
    who = standings_of(event).rows[0].entrant
    make(event, RulingDraft(RulingKind.POINTS, entrant=who, points=-500), reason="Karten gezeigt")
    ruling = Ruling.objects.get()
    seen = rulings.preview_withdrawal(ruling)
    with pytest.raises(Unreadable):
        rulings.withdraw(ruling=ruling, reason="", by="Karl")
    assert rulings.withdraw(ruling=ruling, reason="falsche Person", by="Karl") == seen
    assert rulings.withdraw(ruling=ruling, reason="falsche Person", by="Karl") is None
    assert ranks(event) == before
    with translation.override("de"):
        withdrawn, penalty = decision_rows(event)
    assert (penalty.what, penalty.reason) == ("Strafe", "Karten gezeigt")
    assert (withdrawn.what, withdrawn.reason) == ("Strafe: zurückgenommen", "falsche Person")
    (row,) = penalty_rows(event)
    assert (row.points, row.withdrawn) == ("−500", True)


def test_nothing_is_decided_once_the_results_are_official(event: Event, first: Round) -> None:
    Event.objects.update(finished_at=timezone.now())
    with pytest.raises(Unreadable):
        make(event, RulingDraft(RulingKind.POINTS, entrant=event.entrants.first().pk, points=-5))
    assert not Ruling.objects.exists()


# --- matches --------------------------------------------------------------------------------------


def test_a_walkover_decides_a_match_and_the_next_round_follows(knockout: Event) -> None:
    round_ = hall.begin(knockout)
    winners = [table[1] for table in round_.seating["tables"]]
    for number, winner in zip(round_.seating["numbers"], winners, strict=True):
        make(
            knockout,
            RulingDraft(RulingKind.WALKOVER, round=1, table=number, winner=winner),
            reason="nicht da",
        )
    hall.end(round_)
    (final,) = drawing.draw_next(knockout)
    assert sorted(final.seating["tables"][0]) == sorted(winners)


def test_a_match_is_decided_once(knockout: Event) -> None:
    round_ = hall.begin(knockout)
    entrant, rival = round_.seating["tables"][0]
    make(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=entrant))
    assert problems(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=rival)) == ["table"]
    rulings.withdraw(ruling=Ruling.objects.get(), reason="doch gekommen")
    make(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=rival))


def test_a_walkover_needs_a_match_and_one_of_its_sides(knockout: Event, event: Event) -> None:
    round_ = hall.begin(knockout)
    elsewhere = round_.seating["tables"][1][0]
    assert problems(knockout, RulingDraft(RulingKind.WALKOVER)) == ["table"]
    assert problems(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=9, winner=elsewhere)) == [
        "table"
    ]
    assert problems(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=elsewhere)) == [
        "winner"
    ]
    hall.begin(event)
    assert problems(event, RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=1)) == ["table"]


def test_an_extra_game_decides_a_level_match(knockout: Event) -> None:
    round_ = hall.begin(knockout)
    entrant, rival = round_.seating["tables"][0]
    make(knockout, RulingDraft(RulingKind.PLAY_OFF, round=1, table=1, winner=rival), reason="Stichspiel")
    stage = knockout.stages.get()
    assert [match.winner for match in bracket_of(stage).matches if rival in match.sides] == [rival, None]
    seen = rulings.preview_withdrawal(Ruling.objects.get())
    assert seen.turned == (TurnedMatch(1, 1, rival, None),)
    assert entrant != rival


def test_a_decision_that_turns_a_match_names_the_round_after_it(knockout: Event) -> None:
    round_ = hall.begin(knockout)
    for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True):
        make(knockout, RulingDraft(RulingKind.WALKOVER, round=1, table=number, winner=table[0]))
    hall.end(round_)
    hall.begin(knockout)
    ruling = Ruling.objects.get(table=1)
    seen = rulings.preview_withdrawal(ruling)
    assert seen.turned == (TurnedMatch(1, 1, round_.seating["tables"][0][0], None),)
    assert seen.rounds == (2,)


# --- among equals ---------------------------------------------------------------------------------


def equals(event: Event) -> list[int]:
    """The first two or more whom only the lot separates."""
    rows = standings_of(event).rows
    tied = [rows[0].entrant]
    for row in rows[1:]:
        if row.decided_by not in (By.LOT, None):
            break
        tied.append(row.entrant)
    return tied


@pytest.mark.parametrize("kind", [RulingKind.LOT, RulingKind.PLAY_OFF])
@pytest.mark.parametrize("by_lot", [True, False])
def test_an_order_among_equals_counts_before_the_computed_lot(
    event: Event, first: Round, kind: RulingKind, by_lot: bool
) -> None:
    criteria = [criterion for criterion in event.ranking["criteria"] if criterion != "lot"]
    event.ranking = {**event.ranking, "criteria": [*criteria, "lot"] if by_lot else criteria}
    event.save()
    tied = equals(event)
    assert len(tied) == 4
    order = [tied[3], tied[0], tied[2], tied[1]]
    seen = rulings.preview(event, RulingDraft(kind, order=order))
    assert make(event, RulingDraft(kind, order=order), reason="am Tisch gezogen") == seen
    assert [row.entrant for row in standings_of(event).rows[:4]] == order
    assert [row.rank for row in standings_of(event).rows[:4]] == [1, 2, 3, 4]
    with translation.override("de"):
        (row,) = decision_rows(event)
    assert row.after.startswith("1. ")


def test_an_order_says_a_place_for_each(event: Event, first: Round) -> None:
    entrant, other = event.entrants.all()[:2]
    assert problems(event, RulingDraft(RulingKind.LOT, order=[entrant.pk])) == ["order"]
    assert problems(event, RulingDraft(RulingKind.LOT, order=[entrant.pk, entrant.pk])) == ["order"]
    assert problems(event, RulingDraft(RulingKind.PLAY_OFF, order=[other.pk, 0])) == ["order"]


# --- wrong seats ----------------------------------------------------------------------------------


def seats(round_: Round) -> dict[int | None, tuple[int | None, int]]:
    """Where everybody sits: table and seat."""
    chairs = Chair.objects.filter(sitting__round=round_)
    return {
        chair.entrant_id: (chair.sitting.number, chair.seat) for chair in chairs.select_related("sitting")
    }


@pytest.mark.parametrize(("here", "there"), [((0, 0), (1, 2)), ((0, 0), (0, 3))])
def test_two_who_sat_wrong_exchange_and_the_hands_stay(
    event: Event, first: Round, here: tuple[int, int], there: tuple[int, int]
) -> None:
    tables = first.seating["tables"]
    entrant, other = tables[here[0]][here[1]], tables[there[0]][there[1]]
    before, places = seats(first), standings_of(event)
    seen = exchanges.preview(first, entrant, other)
    assert seats(first) == before
    done = exchanges.exchange(
        round_=first, first=entrant, second=other, entry_id=uuid.uuid4(), reason="falsch gesetzt", by="Karl"
    )
    assert done == seen
    after = seats(first)
    assert (after[entrant], after[other]) == (before[other], before[entrant])
    assert {who: at for who, at in after.items() if who not in (entrant, other)} == {
        who: at for who, at in before.items() if who not in (entrant, other)
    }
    assert total(event, entrant) == places.row(other).values[0].exact
    assert total(event, other) == places.row(entrant).values[0].exact
    first.refresh_from_db()
    assert [table.count(entrant) for table in first.seating["tables"]].index(1) == there[0]
    assert all(check(sitting).in_order for sitting in Sitting.objects.filter(round=first))
    with translation.override("de"):
        (row,) = decision_rows(event)
    assert row.what == "Falsche Plätze"


def test_the_same_exchange_twice_does_not_put_them_back(event: Event, first: Round) -> None:
    entrant, other = first.seating["tables"][0][0], first.seating["tables"][1][0]
    exchange: dict[str, Any] = {
        "round_": first,
        "first": entrant,
        "second": other,
        "reason": "falsch gesetzt",
    }
    exchange["entry_id"] = uuid.uuid4()
    assert exchanges.exchange(**exchange) is not None
    after, entries = seats(first), Entry.objects.count()
    assert exchanges.exchange(**exchange) is None
    assert (seats(first), Entry.objects.count()) == (after, entries)


def test_pairs_exchange_as_pairs() -> None:
    event = an_event("truco-swiss", here=4)
    round_ = hall.begin(event)
    pair, other = round_.seating["tables"][0][0], round_.seating["tables"][1][0]
    before: dict[int | None, set[tuple[int | None, int]]] = {pair: set(), other: set()}
    for chair in Chair.objects.filter(sitting__round=round_, entrant__in=before).select_related("sitting"):
        before[chair.entrant_id].add((chair.sitting.number, chair.seat))
    exchanges.exchange(
        round_=round_, first=pair, second=other, entry_id=uuid.uuid4(), reason="falscher Tisch"
    )
    for chair in Chair.objects.filter(sitting__round=round_, entrant__in=before).select_related("sitting"):
        origin = other if chair.entrant_id == pair else pair
        assert (chair.sitting.number, chair.seat) in before[origin]


def test_in_a_knockout_nobody_changes_his_opponent(knockout: Event) -> None:
    round_ = hall.begin(knockout)
    tables = round_.seating["tables"]
    with pytest.raises(Unreadable):
        exchanges.exchange(
            round_=round_, first=tables[0][0], second=tables[1][0], entry_id=uuid.uuid4(), reason="falsch"
        )
    assert not Entry.objects.exists()


def test_somebody_who_does_not_sit_there_is_not_exchanged(event: Event, first: Round) -> None:
    with pytest.raises(Unreadable):
        exchanges.preview(first, first.seating["tables"][0][0], 0)
    with pytest.raises(Unreadable):
        exchanges.exchange(
            round_=first,
            first=first.seating["tables"][0][0],
            second=first.seating["tables"][1][0],
            entry_id=uuid.uuid4(),
            reason="",
        )
