"""Draws of an event: what they wait for, what belongs together, and that anybody can repeat them."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from scoring import Unreadable
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tournaments import ledger
from tournaments.engines.plans import Format, StagePlan, dumped
from tournaments.events.draw import drawing, protocol
from tournaments.events.rounds import publishing, running
from tournaments.models import Entrant, Event, Round, RoundState, Sitting, Wish
from tournaments.speech.draws import answer, printed

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def planned(event: Event, number: int = 1, **answers: object) -> Event:
    event.stages.filter(number=number).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]
    return event


def started(event: Event) -> Round:
    round_ = event.rounds.filter(state=RoundState.DRAWN).first() or drawing.draw_next(event)[0]
    return running.open_round(publishing.publish(round_))


# --- what a draw waits for -------------------------------------------------------------------------------


def test_by_standing_nothing_is_drawn_while_tables_play() -> None:
    event = planned(an_event(here=8), format=Format.STANDING, rounds=2)
    started(event)
    with pytest.raises(Unreadable):
        drawing.draw_next(event)


def test_with_a_reason_it_is_drawn_all_the_same_and_the_reason_is_kept() -> None:
    event = planned(an_event(here=8), format=Format.STANDING, rounds=2)
    started(event)
    (second,) = drawing.draw_next(event, by="Uli", reason="Table 2 plays on after the break")
    change = second.changes[0]
    assert (change["what"], change["by"], change["rounds"]) == ("drawn_early", "Uli", [1])
    noted = event.notices.filter(what="drawn").latest("pk")
    assert (noted.reason, noted.data["early"]) == ("Table 2 plays on after the break", [1])


def test_a_reason_nobody_needed_is_not_written_down() -> None:
    event = an_event(here=8)
    started(event)
    (second,) = drawing.draw_next(event, reason="just so")
    assert second.changes == []
    assert event.notices.filter(what="drawn").latest("pk").reason == ""


def test_the_final_table_waits_for_the_stage_before_it() -> None:
    event = planned(an_event("cabo-evening", here=8), format=Format.TABLES, rounds=1)
    started(event)
    with pytest.raises(Unreadable):
        drawing.draw_next(event)


def test_a_level_match_is_not_drawn_over_by_a_reason() -> None:
    event = planned(an_event("ecarte-matches", here=4), format=Format.KNOCKOUT)
    running.close_round(started(event), reason="late")
    with pytest.raises(Unreadable) as refused:
        drawing.draw_next(event, reason="we go on")
    assert "Tied" in refused.value.problems[0].text.message


# --- what belongs together -------------------------------------------------------------------------------


def test_the_rest_of_a_round_robin_is_neither_thrown_away_nor_drawn_over() -> None:
    event = an_event("ecarte-matches", here=6)
    running.close_round(started(event), reason="late")
    with pytest.raises(Unreadable):
        drawing.discard_drafts(event)
    with pytest.raises(Unreadable):
        drawing.draw_next(event)
    assert event.rounds.count() == 5


def test_of_rounds_drawn_at_once_the_rest_can_be_drawn_again() -> None:
    event = planned(an_event(here=16), rounds=3, at_once=True)
    first = started(event)
    again = drawing.draw_next(event, seed="noch einmal")
    assert [round_.number for round_ in again] == [2, 3]
    assert Round.objects.get(pk=first.pk).seed != "noch einmal"
    drawing.discard_drafts(event)
    assert event.rounds.count() == 1


def test_groups_that_are_thrown_away_leave_nobody_in_one() -> None:
    event = an_event("truco-groups", here=8)
    drawing.draw_next(event)
    assert event.entrants.exclude(group="").count() == 8
    drawing.discard_drafts(event)
    assert event.entrants.exclude(group="").count() == 0


def test_a_refused_draw_leaves_the_earlier_draft() -> None:
    event = planned(an_event(here=8), rounds=2)
    (draft,) = drawing.draw_next(event)
    Entrant.objects.filter(event=event, number__gt=2).update(state="expected")
    with pytest.raises(Unreadable):
        drawing.draw_next(event)
    assert event.rounds.get().pk == draft.pk


def test_a_hand_that_comes_in_during_the_draw_is_drawn_with(monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned(an_event(here=8), format=Format.STANDING, rounds=2)
    round_ = started(event)
    scores: list[dict[str, int]] = []
    of = drawing.drafts_of

    def while_they_play(*asked: Any) -> Any:
        drafts = of(*asked)
        scores.append(drafts[0].request["parts"][0]["request"]["scores"])
        if len(scores) == 1:
            table = Sitting.objects.filter(round=round_).first()
            assert table is not None
            ledger.record_hand(sitting=table, entry_id=uuid.uuid4(), raw=eine(1))
        return drafts

    monkeypatch.setattr(drawing, "drafts_of", while_they_play)
    (second,) = drawing.draw_next(event, reason="soon")
    assert len(scores) == 2
    assert second.request["parts"][0]["request"]["scores"] == scores[1] != scores[0]


# --- anybody can repeat it -------------------------------------------------------------------------------


def seats(round_: Round) -> list[list[int]]:
    number = dict(round_.event.entrants.values_list("pk", "number"))
    return [[number[who] for who in table] for table in round_.seating["tables"]]


@pytest.mark.parametrize(
    ("preset", "people"),
    [("cego-schwarzwald", 42), ("caesar-partners", 20), ("truco-swiss", 9), ("ecarte-matches", 7)],
)
def test_the_file_of_a_draw_gives_the_same_seats(preset: str, people: int) -> None:
    event = an_event(preset, here=people)
    entrant, other = event.entrants.filter(number__in=(1, 2))
    Wish.objects.create(event=event, entrant=entrant, other=other)
    for drafted in drawing.draw_next(event, seed="Sommerfest"):
        (part,) = Round.objects.get(pk=drafted.pk).request["parts"]
        with override("en"):  # the command's own language
            drawn = answer(protocol.request_file(part["request"]))
        assert drawn["rounds"][part["round"]] == seats(drafted)
        assert sha256(printed(drawn)).hexdigest() == part["sha256"]


def test_groups_come_from_a_draw_for_each_and_one_for_who_is_in_which() -> None:
    event = an_event("truco-groups", here=16)
    drafted = drawing.draw_next(event)[0]
    names = [part["name"] for part in drafted.request["parts"]]
    assert names == ["lots", "A", "B", "C", "D"]
    tables = [
        table
        for part in drafted.request["parts"][1:]
        for table in answer(protocol.request_file(part["request"]))["rounds"][part["round"]]
    ]
    assert tables == seats(drafted)


def test_the_command_prints_what_the_fingerprint_is_of() -> None:
    event = an_event(here=42)
    (drafted,) = drawing.draw_next(event, seed="Herbst")
    part = drafted.request["parts"][0]
    run = subprocess.run(
        [sys.executable, "manage.py", "draw"],
        cwd=ROOT,
        input=protocol.request_file(part["request"]),
        capture_output=True,
        check=True,
    )
    assert json.loads(run.stdout)["rounds"][0] == seats(drafted)
    assert sha256(run.stdout).hexdigest() == part["sha256"]
