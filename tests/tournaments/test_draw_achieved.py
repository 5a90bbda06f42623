"""What a draw says it has achieved is true of the seats in force, over all rounds it speaks of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import plan
from tournaments.desk.papers.protocols import wished_of
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.plans.declared import Leftover
from tournaments.events.plan.staging import add_stage
from tournaments.events.seats import seating
from tournaments.events.words.achieved import achieved
from tournaments.models import Event, Round, Wish

pytestmark = pytest.mark.django_db
NOBODY = "Niemand trifft jemanden zweimal."


@pytest.fixture(autouse=True)
def in_german(settings: Any) -> None:
    settings.LANGUAGE_CODE = "de"


def played(event: Event) -> Round:
    round_ = hall.begin(event)
    hall.a_hand_everywhere(round_)
    return hall.end(round_)


def test_it_names_the_rounds_it_speaks_of() -> None:
    event = an_event(here=16)
    plan(event, rounds=3)
    assert achieved(played(event)) == [f"Runde 1: {NOBODY}"]
    played(event)
    assert achieved(hall.draw(event)) == [f"Runden 1 bis 3: {NOBODY}"]


def test_earlier_stages_count() -> None:
    event = an_event(here=8)
    plan(event, rounds=1)
    add_stage(event=event, stage=StagePlan(rounds=1, rest=Leftover.SIT_OUT), reason="more time")
    played(event)
    (sentence,) = achieved(hall.draw(event))
    assert sentence.startswith(
        "Runden 1 und 2: Wiederholte Begegnungen: 4;"
    )  # two tables of four know each other


def test_a_final_in_which_all_meet_again_boasts_of_nothing_and_warns_of_nothing() -> None:
    event = an_event("cabo-evening", here=4)
    while (final := hall.draw(event)).stage.number == 1:
        hall.publish(event)
        played_round = event.rounds.get(number=final.number)
        hall.running.open_round(played_round)
        hall.a_hand_everywhere(played_round)
        hall.end(played_round)
    sentences = " ".join(achieved(final))
    assert NOBODY not in sentences
    assert "entscheidet die Rangliste" in sentences
    assert seating.warnings(final) == []
    assert list(wished_of(final)) == []
    page = text(hall.laptop().get(f"/desk/e/{event.pk}/draw/"))
    assert NOBODY not in page
    assert "Hinweis" not in page


def test_an_exchange_by_hand_is_counted() -> None:
    event = an_event(here=8)
    plan(event, rounds=2)
    first = played(event)
    draft = hall.draw(event)
    before = achieved(draft)[-1]
    tables = draft.seating["tables"]
    met = {frozenset((left, right)) for table in first.seating["tables"] for left in table for right in table}
    left, right = next(
        (a, b)
        for a in tables[0]
        for b in tables[1]
        if sum(frozenset((a, mate)) in met for mate in tables[1] if mate != b)
        + sum(frozenset((b, mate)) in met for mate in tables[0] if mate != a)
        != sum(frozenset((a, mate)) in met for mate in tables[0] if mate != a)
        + sum(frozenset((b, mate)) in met for mate in tables[1] if mate != b)
    )
    after = achieved(seating.exchange(draft, left, right))[-1]
    assert after != before
    assert after.startswith("Runden 1 und 2: Wiederholte Begegnungen: ")


def test_matches_of_a_stage_speak_of_that_stage_only() -> None:
    event = an_event("ecarte-matches", here=8)
    plan(event, format=Format.ROUND_ROBIN)
    event.stages.filter(number=2).delete()
    for _number in range(7):
        played(event)
    add_stage(event=event, stage=StagePlan(format=Format.SWISS, rounds=2), reason="more time")
    draft = hall.draw(event)
    assert draft.stage.number == 2
    assert f"Runde 8: {NOBODY}" in achieved(draft)
    assert seating.warnings(draft) == []


def test_friends_who_sit_together_are_no_repeat_on_page_and_paper() -> None:
    event = an_event(here=24)
    plan(event, rounds=3, at_once=True)
    entrant, other = event.entrants.filter(number__in=(1, 2))
    Wish.objects.create(event=event, entrant=entrant, other=other, together=True)
    first = hall.draw(event)
    assert first.answer["facts"]["repeats"] == 0
    assert achieved(first)[0] == "Runden 1 bis 3: Nur wer zusammensitzen wollte, trifft sich mehrmals."
    assert "1 Paar sitzt zusammen, weil darum gebeten wurde." in wished_of(first)


def test_what_nobody_can_avoid_is_said_without_alarm() -> None:
    event = an_event("cabo-evening", here=8)
    plan(event, rounds=2, at_once=True)
    first = hall.draw(event)
    page = text(hall.laptop().get(f"/desk/e/{event.pk}/draw/?round=2"))
    assert "weniger geht nicht" in page
    assert "sind sich schon begegnet" in page
    assert "warned" not in page
    assert "Hinweis" not in page
    tables = first.seating["tables"]
    seating.exchange(first, tables[0][0], tables[1][0])
    page = text(hall.laptop().get(f"/desk/e/{event.pk}/draw/?round=2"))
    assert "warned" in page
    assert "Hinweise unten an den Tischen" in page


def test_the_protocol_says_once_that_nobody_should_meet_twice() -> None:
    event = an_event(here=16)
    plan(event, rounds=2)
    assert [wish for wish in wished_of(hall.draw(event)) if "zweimal" in wish] == []


def clubmates_at_one_table(round_: Round) -> list[str]:
    """What is remarked on once two of a club have been put at one table."""
    first, second = round_.event.entrants.filter(club="Hüfingen").values_list("pk", flat=True)[:2]
    place = next(table for table in round_.seating["tables"] if second in table)
    if first not in place:
        round_ = seating.exchange(round_, first, next(who for who in place if who != second))
    return [concern.kind for concern in seating.warnings(round_)]


def test_clubs_are_remarked_on_only_in_the_round_that_was_to_keep_them_apart() -> None:
    event = an_event(here=16)
    event.entrants.filter(number__lte=4).update(club="Hüfingen")
    plan(event, rounds=3, at_once=True, clubs_apart=True)
    first = hall.draw(event)
    assert "In der ersten Runde trifft niemand auf den eigenen Verein." in achieved(first)
    assert "club" in clubmates_at_one_table(first)
    assert "club" not in clubmates_at_one_table(event.rounds.get(number=2))


def test_a_round_drawn_alone_does_not_speak_of_a_first_round() -> None:
    event = an_event(here=16)
    event.entrants.filter(number__lte=4).update(club="Hüfingen")
    plan(event, rounds=2, clubs_apart=True)
    played(event)
    sentences = achieved(hall.draw(event))
    assert "Niemand trifft auf den eigenen Verein." in sentences
