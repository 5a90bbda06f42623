"""Running a round at the desk: publish, open, watch, close; late guests and no-shows; the clock."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from tests.tournaments.asking import news
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import play_all
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import win
from tournaments import ledger
from tournaments.engines.plans import EventSettings, Format, StagePlan, dumped
from tournaments.engines.plans.declared import Leftover
from tournaments.events.draw import drawing
from tournaments.events.rounds import clock, publishing, running
from tournaments.models import Entrant, EntrantState, Event, Round, RoundState, Sitting, Wish

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=15, expected=1)]


def planned(event: Event, **answers: object) -> Event:
    event.stages.filter(number=1).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]
    return event


@pytest.fixture
def event(event: Event) -> Event:
    return planned(event, rounds=2, hands=2)


@pytest.fixture
def published(event: Event) -> Round:
    return publishing.publish(drawing.draw_next(event, seed="Herbst")[0])


@pytest.fixture
def opened(published: Round) -> Round:
    return running.open_round(published)


def path(event: Event, rest: str = "rounds/1/") -> str:
    return f"/desk/e/{event.pk}/{rest}"


def state(event: Event, number: int = 1) -> str:
    return event.rounds.get(number=number).state


def finish(table: Sitting) -> None:
    ledger.close_sheet(sitting=table, entry_id=uuid.uuid4())


# --- from published to closed ------------------------------------------------------------------------------


def test_a_round_goes_from_draft_to_closed_by_four_buttons(laptop: Client, event: Event) -> None:
    drawing.draw_next(event)
    for step in ("publish", "open"):
        assert laptop.post(path(event, f"rounds/1/{step}/")).status_code == 302
    for table in Sitting.objects.filter(event=event):
        finish(table)
    assert "Tisch 4 (0 von 2)" in text(laptop.get(path(event)))
    laptop.post(path(event, "rounds/1/close/"), {"reason": "Zeit um", "knows": ["1", "2", "3", "4"]})
    assert state(event) == RoundState.CLOSED
    assert "Runde 2 auslosen" in text(laptop.get(path(event)))


def test_a_draft_is_looked_at_where_it_was_drawn(laptop: Client, event: Event) -> None:
    drawing.draw_next(event)
    answer = laptop.get(path(event))
    assert (answer.status_code, answer["Location"]) == (302, path(event, "draw/?round=1"))


def test_the_page_says_how_far_the_tables_are_and_who_is_missing(
    laptop: Client, event: Event, opened: Round
) -> None:
    finish(Sitting.objects.get(round=opened, number=2))
    page = text(laptop.get(path(event)))
    assert "von 4 Tischen sind fertig" in page
    assert "Wir warten noch auf: Tische 1, 3 und 4." in page
    assert "3 Tische fehlen noch." in page


def test_closing_with_tables_missing_needs_a_reason(laptop: Client, event: Event, opened: Round) -> None:
    refused = laptop.post(path(event, "rounds/1/close/"))
    assert refused.status_code == 422
    assert "1, 2, 3, 4" in text(refused)
    answers = {"reason": "Die Halle schließt", "knows": ["1", "2", "3"]}
    assert laptop.post(path(event, "rounds/1/close/"), answers).status_code == 422  # table 4 was not named
    laptop.post(path(event, "rounds/1/close/"), {**answers, "knows": ["1", "2", "3", "4"]})
    assert state(event) == RoundState.CLOSED
    assert event.notices.latest("pk").reason == "Die Halle schließt"


def test_opening_again_needs_a_reason_too(laptop: Client, event: Event, opened: Round) -> None:
    running.close_round(opened, reason="late")
    assert laptop.post(path(event, "rounds/1/again/")).status_code == 422
    laptop.post(path(event, "rounds/1/again/"), {"reason": "Tisch 2 fehlt"})
    assert state(event) == RoundState.OPEN


def test_only_one_round_is_opened(laptop: Client, event: Event) -> None:
    planned(event, rounds=2, at_once=True)
    first, second = drawing.draw_next(event)
    running.open_round(publishing.publish(first))
    publishing.publish(second)
    assert laptop.post(path(event, "rounds/2/open/")).status_code == 422


def test_the_list_of_rounds_leads_to_each(laptop: Client, event: Event, opened: Round) -> None:
    page = text(laptop.get(path(event, "rounds/")))
    assert path(event) in page
    assert "0 von 4 Tischen" in page


def test_a_walkover_is_not_waited_for(laptop: Client) -> None:
    event = an_event("ecarte-matches", here=4)
    round_ = running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    win(round_, Sitting.objects.get(round=round_, number=1), 1)
    assert "Wir warten noch auf: Tisch 2." in text(laptop.get(path(event)))


def test_groups_show_their_tables(laptop: Client) -> None:
    event = an_event("truco-groups", here=8)
    running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    page = text(laptop.get(path(event)))
    assert page.count('class="cross"') == 4


# --- the list that keeps itself up to date -----------------------------------------------------------------


@pytest.mark.usefixtures("time_stands_still")
def test_nothing_new_is_a_word_without_a_page(laptop: Client, event: Event, opened: Round) -> None:
    page = laptop.get(path(event)).text
    assert news(laptop, page).status_code == 304
    finish(Sitting.objects.get(round=opened, number=2))
    fresh = news(laptop, page)
    assert news(laptop, fresh.text).status_code == 304
    assert fresh.status_code == 200
    assert 'id="live"' in text(fresh)
    assert "<html" not in text(fresh)


def test_a_round_that_somebody_else_has_closed_is_shown_anew(
    laptop: Client, event: Event, opened: Round
) -> None:
    stale = {"part": "live", "state": "open-0"}
    answer = laptop.get(path(event), stale)
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")


# --- guests, and who does not come -------------------------------------------------------------------------


def test_a_late_guest_is_told_of_before_he_is_seated(laptop: Client, event: Event, published: Round) -> None:
    guest = event.entrants.get(state=EntrantState.EXPECTED)
    small = next(at for at, table in enumerate(published.seating["tables"]) if len(table) == 3)
    number = published.seating["numbers"][small]
    page = text(laptop.get(path(event, "rounds/1/guest/"), {"entrant": guest.pk}))
    assert f"Tisch {number} wird ein 4er-Tisch." in page
    assert "Sonst ändert sich kein Platz." in page
    assert event.rounds.get().version == 1  # not yet
    laptop.post(path(event, "rounds/1/guest/"), {"entrant": guest.pk})
    round_ = event.rounds.get()
    assert round_.seating["tables"][small][-1] == guest.pk
    assert Entrant.objects.get(pk=guest.pk).state == EntrantState.HERE
    assert f"neue Plätze: Tisch {number}" in text(laptop.get(path(event)))


def test_a_no_show_changes_only_his_table(laptop: Client, event: Event, published: Round) -> None:
    big = next(at for at, table in enumerate(published.seating["tables"]) if len(table) == 4)
    gone = published.seating["tables"][big][1]
    number = published.seating["numbers"][big]
    page = text(laptop.get(path(event, "rounds/1/away/"), {"entrant": gone}))
    assert f"Tisch {number} wird ein 3er-Tisch." in page
    laptop.post(path(event, "rounds/1/away/"), {"entrant": gone, "gone": "1"})
    after = event.rounds.get().seating
    assert [table for at, table in enumerate(after["tables"]) if at != big] == [
        table for at, table in enumerate(published.seating["tables"]) if at != big
    ]
    assert Entrant.objects.get(pk=gone).state == EntrantState.WITHDRAWN


def test_somebody_can_miss_one_round_only(laptop: Client, event: Event, published: Round) -> None:
    big = next(table for table in published.seating["tables"] if len(table) == 4)
    laptop.post(path(event, "rounds/1/away/"), {"entrant": big[0]})
    assert Entrant.objects.get(pk=big[0]).state == EntrantState.HERE


def test_where_the_plan_has_no_answer_the_desk_chooses(laptop: Client) -> None:
    event = planned(an_event("cabo-evening", here=8), rounds=1, rest=Leftover.SIT_OUT)
    round_ = publishing.publish(drawing.draw_next(event)[0])
    gone = round_.seating["tables"][0][0]
    page = text(laptop.get(path(event, "rounds/1/away/"), {"entrant": gone}))
    assert 'value="smaller"' in page
    assert 'value="out"' in page
    assert laptop.post(path(event, "rounds/1/away/"), {"entrant": gone}).status_code == 422
    laptop.post(path(event, "rounds/1/away/"), {"entrant": gone, "rest": "out"})
    assert len(event.rounds.get().seating["tables"]) == 1


def test_in_a_knockout_it_says_what_to_do_instead(laptop: Client) -> None:
    event = planned(an_event("ecarte-matches", here=4), format=Format.KNOCKOUT)
    round_ = publishing.publish(drawing.draw_next(event)[0])
    gone = round_.seating["tables"][0][0]
    page = text(laptop.get(path(event, "rounds/1/away/"), {"entrant": gone}))
    assert "kampflos" in page
    assert "Vertretung eintragen" in page


def test_who_is_seated_and_not_here_is_named(laptop: Client, event: Event, published: Round) -> None:
    gone = published.seating["tables"][0][0]
    Entrant.objects.filter(pk=gone).update(state=EntrantState.NO_SHOW)
    assert "Hat einen Platz, ist aber nicht da:" in text(laptop.get(path(event)))


def test_strangers_are_not_seated(laptop: Client, event: Event, published: Round) -> None:
    other = add_entrants(an_event(title="Das andere"), 1)[0]
    for entrant in (str(other.pk), "", "x"):
        for page in ("guest", "away"):
            assert laptop.get(path(event, f"rounds/1/{page}/"), {"entrant": entrant}).status_code == 404


# --- exchanges ---------------------------------------------------------------------------------------------


def test_an_exchange_is_shown_with_its_warnings_and_then_done(
    laptop: Client, event: Event, published: Round
) -> None:
    tables = published.seating["tables"]
    first, second = tables[0][0], tables[1][0]
    Wish.objects.create(event=event, entrant_id=first, other_id=tables[1][1])
    page = text(laptop.get(path(event, "rounds/1/exchange/"), {"who": [first, second]}))
    assert "wechselt von Tisch 1 an Tisch 2" in page
    assert "wollten nicht an einen Tisch" in page
    assert "Trotzdem tauschen" in page
    laptop.post(path(event, "rounds/1/exchange/"), {"who": [first, second], "reason": "Wunsch"})
    round_ = event.rounds.get()
    assert second in round_.seating["tables"][0]
    assert round_.changes[-1]["reason"] == "Wunsch"


@pytest.mark.parametrize("who", [[], ["1"], ["1", "2", "3"], ["x", "1"]])
def test_an_exchange_takes_two(laptop: Client, event: Event, published: Round, who: list[str]) -> None:
    answer = laptop.get(path(event, "rounds/1/exchange/"), {"who": who})
    assert answer.status_code == 422
    assert "genau zwei" in text(answer)


def test_where_hands_are_written_nobody_is_exchanged(laptop: Client, event: Event) -> None:
    planned(event, rounds=2, hands=2)
    Entrant.objects.filter(number__gt=12).delete()
    round_ = running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    table = Sitting.objects.get(round=round_, number=1)
    ledger.record_hand(sitting=table, entry_id=uuid.uuid4(), raw=eine(1))
    tables = round_.seating["tables"]
    answer = laptop.get(path(event, "rounds/1/exchange/"), {"who": [tables[0][0], tables[1][0]]})
    assert answer.status_code == 422
    assert "An Tisch 1 sind schon Spiele geschrieben" in text(answer)


def test_partners_are_entered_as_the_cards_fell(laptop: Client) -> None:
    event = planned(an_event("caesar-partners", here=8), format=Format.PARTNERS, rounds=1, aces=True)
    round_ = publishing.publish(drawing.draw_next(event)[0])
    first, left, right, last = round_.seating["tables"][0]
    across = round_.seating["tables"][1][2]
    page = text(laptop.get(path(event, "rounds/1/cards/")))
    assert page.count("spielt mit") == 2
    laptop.post(path(event, "rounds/1/cards/"), {"table-1": last, "table-2": across})
    after = event.rounds.get()
    assert after.seating["tables"][0] == [first, left, last, right]
    assert [change["table"] for change in after.changes] == [1]  # table 2 stays as drawn


# --- the clock ---------------------------------------------------------------------------------------------


def test_the_round_is_opened_with_the_clock(laptop: Client, event: Event, published: Round) -> None:
    Event.objects.update(settings=dumped(EventSettings(minutes=45)))
    assert "Uhr starten: 45 Minuten" in text(laptop.get(path(event)))
    laptop.post(path(event, "rounds/1/open/"), {"clock": "1"})
    assert clock.clock_of(event).running


def test_the_desk_steers_the_clock(laptop: Client, event: Event) -> None:
    steer = path(event, "rounds/clock/")
    laptop.post(steer, {"do": "set", "minutes": "10"})
    laptop.post(steer, {"do": "start"})
    assert clock.clock_of(event).running
    laptop.post(steer, {"do": "more"})
    assert clock.clock_of(event).left > 600
    laptop.post(steer, {"do": "pause"})
    laptop.post(steer, {"do": "say", "text": "Suppe um acht"})
    page = text(laptop.get(path(event, "rounds/")))
    assert "Suppe um acht" in page
    assert "Die Uhr steht" in page


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_the_clock_leads_nobody_elsewhere(laptop: Client, event: Event, back: str) -> None:
    answer = laptop.post(path(event, "rounds/clock/"), {"do": "more", "back": back})
    assert answer["Location"] == path(event, "rounds/")


def test_a_clock_without_minutes_says_so(laptop: Client, event: Event) -> None:
    answer = laptop.post(path(event, "rounds/clock/"), {"do": "start"}, follow=True)
    assert "Wie viele Minuten?" in text(answer)


def test_a_hand_moves_the_page(laptop: Client, event: Event) -> None:
    Entrant.objects.filter(number__gt=12).delete()
    round_ = running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    play_all(round_)
    play_all(round_, 2)
    page = text(laptop.get(path(event)))
    assert "Alle Tische sind fertig." in page
    assert "2/2" in page


def test_somebody_who_comes_late_is_told_that_no_seat_was_free(laptop: Client) -> None:
    event = an_event("truco-swiss", here=4, expected=1)
    publishing.publish(drawing.draw_next(event)[0])
    guest = Entrant.objects.get(event=event, state=EntrantState.EXPECTED)
    answer = text(laptop.post(path(event, "rounds/1/guest/"), {"entrant": guest.pk}, follow=True))
    assert "Runde 1: kein Gegner frei, also ein Freilos." in answer
    assert "Platz gefunden" not in answer


def test_a_page_without_anything_leads_to_where_it_is_made(laptop: Client) -> None:
    event = an_event("ecarte-matches")
    desk = f"/desk/e/{event.pk}/"
    for page, way in (
        ("door/", f'class="button" href="{desk}people/"'),
        ("standings/", f'class="button" href="{desk}rounds/"'),
        ("numbers/", f'class="button" href="{desk}rounds/"'),
        ("bets/", f'class="button" href="{desk}rounds/"'),
        ("rounds/", f'href="{desk}draw/"'),
    ):
        content = laptop.get(desk + page).text
        assert way in content[content.index("<main") :], page
