"""Drafts and published seats: named everywhere, taken back while nothing is written, not lost by one tap."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import plan, win
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.plans.declared import Leftover
from tournaments.events.draw import drawing
from tournaments.events.plan import staging
from tournaments.events.rounds import clock, publishing, running
from tournaments.events.seats import seating
from tournaments.events.words.rounds import coming, round_title
from tournaments.models import Event, Round, RoundState, Sitting
from tournaments.people import entrants

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8)]


@pytest.fixture
def event(event: Event) -> Event:
    plan(event, rounds=3, hands=2)
    return event


def desk(event: Event, rest: str = "") -> str:
    return f"/desk/e/{event.pk}/{rest}"


def swap(draft: Round) -> Round:
    """Two of the first two tables change places."""
    entrant, other = (table[0] for table in draft.seating["tables"][:2])
    return seating.exchange(draft, entrant, other)


# --- the round has a name everywhere -----------------------------------------------------------------------


def test_every_step_names_its_round(laptop: Client, event: Event) -> None:
    assert "Runde 1 auslosen" in text(laptop.get(desk(event)))
    assert "Runde 1 auslosen" in text(laptop.get(desk(event, "draw/")))
    drawn = text(laptop.post(desk(event, "draw/make/"), {"seed": "Herbst"}, follow=True))
    assert "Runde 1: ausgelost mit der Losnummer Herbst." in drawn
    assert "Runde 1 aushängen" in drawn
    hung = text(laptop.post(desk(event, "rounds/1/publish/"), follow=True))
    assert "Runde 1 ist ausgehängt: Alle sehen die Plätze." in hung
    assert "Runde 1 eröffnen" in hung


def test_after_publishing_the_draw_page_offers_what_comes_next_and_not_the_same_again(
    laptop: Client, event: Event
) -> None:
    hall.publish(event)
    page = text(laptop.get(desk(event, "draw/")))
    assert "Runde 1 ist ausgehängt; noch trägt niemand ein." in page
    assert "Danach: Runde 2" in page
    assert page.index("Runde 1 eröffnen") < page.index("Jetzt schon: Runde 2 auslosen")
    assert page.count('class="primary"') == 1


def test_a_knockout_says_of_whom_even_where_some_begin_later() -> None:
    event = an_event("ecarte-matches", here=6)
    plan(event, format=Format.KNOCKOUT)
    stage = event.stages.get(number=1)
    assert coming(stage).label == "Viertelfinale auslosen"
    titles = []
    while drawing.stage_to_draw(event) == stage:
        assert coming(stage).title not in titles
        titles.append(coming(stage).title)
        round_ = hall.begin(event)
        assert round_title(round_) == titles[-1]
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, 1)
        running.close_round(round_)
    assert titles == ["Viertelfinale", "Halbfinale", "Finale"]
    page = text(hall.laptop().get(desk(event)))
    assert all(title in page for title in titles)


def test_the_overview_sets_up_the_semi_finals_where_nothing_is_drawn(laptop: Client) -> None:
    event = an_event("ecarte-matches", here=8)
    plan(event, format=Format.KNOCKOUT)
    round_ = hall.begin(event)
    for sitting in Sitting.objects.filter(round=round_):
        win(round_, sitting, 1)
    running.close_round(round_)
    page = text(laptop.get(desk(event)))
    assert "Viertelfinale ist abgeschlossen." in page
    assert "Halbfinale ansetzen" in page


# --- published seats are taken back ------------------------------------------------------------------------


def test_published_seats_are_taken_back_and_hang_again(laptop: Client, event: Event) -> None:
    round_, watching = hall.publish(event), Client()
    seats = round_.seating
    assert watching.get(f"/e/{event.pk}/round/1/").status_code == 200
    assert "wirklich" not in text(laptop.get(desk(event, "rounds/1/")))
    asked = text(laptop.get(desk(event, "rounds/1/take-back/")))
    assert "Runde 1: Aushang zurücknehmen?" in asked
    assert event.rounds.get().state == RoundState.PUBLISHED
    draft = text(laptop.post(desk(event, "rounds/1/take-back/"), {"reason": "Anna fehlt"}, follow=True))
    assert "Die Runde ist wieder ein Entwurf" in draft
    assert "Anna fehlt" in draft
    assert watching.get(f"/e/{event.pk}/round/1/").status_code == 404
    assert Sitting.objects.filter(event=event).count() == 0
    again = event.rounds.get()
    assert (again.state, again.seating, again.published_at) == (RoundState.DRAWN, seats, None)
    laptop.post(desk(event, "rounds/1/publish/"))
    assert Sitting.objects.filter(event=event).count() == 2
    assert "Anna fehlt" in text(laptop.get(desk(event, "rounds/1/")))


def test_a_round_that_was_opened_by_mistake_is_taken_back_with_its_clock(event: Event) -> None:
    round_ = hall.begin(event)
    clock.set_minutes(event=event, minutes=30)
    clock.start(event=event)
    back = publishing.take_back(round_)
    assert (back.state, back.opened_at) == (RoundState.DRAWN, None)
    assert clock.clock_of(event) is None or not clock.clock_of(event).running
    assert running.open_round(publishing.publish(back)).state == RoundState.OPEN


def test_from_the_first_hand_on_the_seats_stay(laptop: Client, event: Event) -> None:
    round_ = hall.begin(event)
    hall.play(hall.table(round_, 2), 1)
    page = text(laptop.get(desk(event, "rounds/1/take-back/")))
    assert "An Tisch 2 ist schon etwas eingetragen" in page
    assert 'name="reason"' not in page  # what is refused is not asked for a reason
    assert "take-back" not in text(laptop.get(desk(event, "rounds/1/")))
    assert laptop.post(desk(event, "rounds/1/take-back/")).status_code == 422
    assert event.rounds.get().state == RoundState.OPEN


def test_a_later_round_that_hangs_is_taken_back_first(event: Event) -> None:
    first, second = hall.publish(event), hall.publish(event)
    with pytest.raises(Unreadable):
        publishing.take_back(first)
    publishing.take_back(second)
    assert publishing.take_back(first).state == RoundState.DRAWN


def test_a_decision_keeps_the_seats() -> None:
    event = an_event("ecarte-matches", here=4)
    round_ = hall.begin(event)
    win(round_, hall.table(round_, 1), 1)
    with pytest.raises(Unreadable):
        publishing.take_back(round_)


# --- a draft that somebody changed -------------------------------------------------------------------------


def test_a_draft_that_was_changed_meanwhile_is_shown_and_not_published(laptop: Client, event: Event) -> None:
    draft = hall.draw(event)
    seen = publishing.mark_of([draft])
    assert f'name="seen" value="{seen}"' in text(laptop.get(desk(event, "draw/")))
    swap(draft)
    refused = laptop.post(desk(event, "rounds/1/publish/"), {"seen": seen})
    assert refused.status_code == 422
    assert "Der Entwurf wurde inzwischen geändert" in text(refused)
    assert "haben die Plätze getauscht" in text(refused)
    assert event.rounds.get().state == RoundState.DRAWN
    now = publishing.mark_of([event.rounds.get()])
    assert laptop.post(desk(event, "rounds/1/publish/"), {"seen": now}).status_code == 302


def test_a_draft_that_was_drawn_again_meanwhile_is_not_published(laptop: Client, event: Event) -> None:
    seen = publishing.mark_of([hall.draw(event)])
    drawing.draw_next(event, seed="anders")
    assert laptop.post(desk(event, "rounds/1/publish/"), {"seen": seen}).status_code == 422


def test_all_drafts_are_published_as_they_were_seen(laptop: Client, event: Event) -> None:
    plan(event, rounds=3, hands=2, at_once=True)
    seen = publishing.mark_of(drawing.draw_next(event))
    swap(event.rounds.get(number=3))
    answers = {"all": "1", "seen-all": seen}
    assert laptop.post(desk(event, "rounds/1/publish/"), answers).status_code == 422
    answers["seen-all"] = publishing.mark_of(publishing.drafts_in(event))
    page = text(laptop.post(desk(event, "rounds/1/publish/"), answers, follow=True))
    assert "Runde 1, Runde 2 und Runde 3 sind ausgehängt" in page


@pytest.mark.parametrize(("what", "answers"), [("discard", {}), ("make", {"seed": "neu"})])
def test_what_was_exchanged_is_not_lost_by_one_tap(
    laptop: Client, event: Event, what: str, answers: dict[str, str]
) -> None:
    draft = swap(hall.draw(event))
    asked = laptop.post(desk(event, f"draw/{what}/"), answers)
    assert "Das ginge verloren:" in text(asked)
    assert "haben die Plätze getauscht" in text(asked)
    assert all(f'value="{value}"' in text(asked) for value in answers.values())
    assert event.rounds.get().pk == draft.pk
    mark = publishing.mark_of([draft])
    laptop.post(desk(event, f"draw/{what}/"), {**answers, "sure": "1", "seen": mark})
    assert not event.rounds.filter(pk=draft.pk).exists()


def test_a_second_window_does_not_throw_away_what_it_has_not_seen(laptop: Client, event: Event) -> None:
    draft = hall.draw(event)
    seen = publishing.mark_of([draft])
    swap(draft)
    for answers in ({"seen": seen}, {"seen": seen, "sure": "1"}):
        assert laptop.post(desk(event, "draw/discard/"), answers).status_code == 422
    assert event.rounds.count() == 1


def test_a_draft_nobody_has_touched_is_drawn_again_at_once(laptop: Client, event: Event) -> None:
    hall.draw(event)
    page = text(laptop.post(desk(event, "draw/discard/"), follow=True))
    assert "Runde 1: Der Entwurf ist verworfen. Seine Losnummer war fest." in page


def test_nothing_else_throws_a_draft_away_that_was_changed_by_hand(laptop: Client, event: Event) -> None:
    draft = swap(hall.draw(event))
    who = event.entrants.all()[0]
    with pytest.raises(Unreadable):
        entrants.remove(entrant=who)
    with pytest.raises(Unreadable):
        add_and_move(event)
    assert event.rounds.filter(pk=draft.pk).exists()


def add_and_move(event: Event) -> None:
    """The plan of the rounds changes: what was drawn by the old one goes."""
    staging.add_stage(event=event, stage=StagePlan(rounds=1, rest=Leftover.SIT_OUT))
    staging.move_stage(event=event, number=2, up=True)
