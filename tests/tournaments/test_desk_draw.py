"""The pages of a draw at the desk: before it, the draft, and how anybody checks it."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from django.test import Client

from tests.tournaments.event_builders import add_entrants, an_account, an_event
from tests.tournaments.pages import text
from tests.tournaments.test_event_rounds import win
from tournaments.engines.plans import EventSettings, Format, StagePlan, dumped
from tournaments.engines.plans.declared import StandingsShown
from tournaments.events.draw import drawing
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.models import Entrant, EntrantState, Event, Role, Round, RoundState, Wish
from tournaments.speech.draws import answer

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=42, expected=2)]


def planned(event: Event, **answers: object) -> Event:
    event.stages.filter(number=1).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]
    return event


@pytest.fixture
def event(event: Event) -> Event:
    return planned(event, rounds=2)


def path(event: Event, rest: str = "draw/") -> str:
    return f"/desk/e/{event.pk}/{rest}"


# --- before it ---------------------------------------------------------------------------------------------


def test_before_the_draw_it_says_what_will_be_and_who_is_missing(laptop: Client, event: Event) -> None:
    Event.objects.update(settings=dumped(EventSettings(fee=1200)))
    Entrant.objects.update(paid=True)
    Entrant.objects.filter(number=7).update(paid=False)
    entrant, other = event.entrants.filter(number__in=(1, 2))
    Wish.objects.create(event=event, entrant=entrant, other=other)
    page = text(laptop.get(path(event)))
    assert "42 da: 9 Vierertische und 2 Dreiertische." in page
    assert "2 noch nicht abgehakt" in page
    assert "Startgeld offen" in page
    assert "Nicht an einen Tisch" in page


def test_the_seed_is_there_before_the_draw_and_can_be_any_other(laptop: Client, event: Event) -> None:
    assert 'name="seed" value="' in text(laptop.get(path(event)))
    assert laptop.post(path(event, "draw/make/"), {"seed": "  Sommer  1974 "}).status_code == 302
    assert event.rounds.get().seed == "Sommer 1974"


def test_without_a_seed_the_house_takes_one(laptop: Client, event: Event) -> None:
    laptop.post(path(event, "draw/make/"), {"seed": ""})
    assert len(event.rounds.get().seed) == 6


def test_a_draw_that_cannot_be_says_why(laptop: Client) -> None:
    event = planned(an_event(here=2))
    answered = laptop.post(path(event, "draw/make/"), {"seed": "Mut"})
    assert answered.status_code == 422
    assert 'role="alert"' in text(answered)
    assert event.rounds.count() == 0


def test_missing_results_ask_for_a_reason(laptop: Client, event: Event) -> None:
    planned(event, format=Format.STANDING, rounds=2)
    running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    page = text(laptop.get(path(event)))
    assert "Runde 1 ist nicht fertig" in page
    assert 'name="reason"' in page
    assert laptop.post(path(event, "draw/make/"), {"seed": "x"}).status_code == 422
    assert laptop.post(path(event, "draw/make/"), {"seed": "x", "reason": "Feierabend"}).status_code == 302
    assert "Feierabend" in text(laptop.get(path(event)))


# --- the draft ---------------------------------------------------------------------------------------------


def test_the_draft_shows_every_table_and_what_it_has_achieved(laptop: Client, event: Event) -> None:
    laptop.post(path(event, "draw/make/"), {"seed": "Herbst"})
    page = text(laptop.get(path(event)))
    assert page.count('class="table-big"') == 11
    assert "Niemand trifft jemanden zweimal." in page
    assert "<b>Herbst</b>" in page
    names = text(laptop.get(path(event, "draw/?by=name")))
    assert names.count("<li><bdi>") == 42


def test_many_rounds_are_listed_by_number(laptop: Client) -> None:
    event = planned(an_event("caesar-partners", here=16), format=Format.PARTNERS, rounds=15)
    laptop.post(path(event, "draw/make/"), {"seed": "Herbst"})
    page = " ".join(text(laptop.get(path(event))).split())
    assert 'aria-label="Runde 15">15</a>' in page
    few = planned(an_event("caesar-partners", here=16), format=Format.PARTNERS, rounds=3)
    laptop.post(path(few, "draw/make/"), {"seed": "Herbst"})
    assert ">Runde 3</a>" in text(laptop.get(path(few)))


def test_what_is_wrong_stands_at_the_table(laptop: Client, event: Event) -> None:
    round_ = drawing.draw_next(event)[0]
    first, second = round_.seating["tables"][:2]
    Wish.objects.create(event=event, entrant_id=first[0], other_id=second[0])
    seating.exchange(round_, first[1], second[0])
    page = text(laptop.get(path(event)))
    assert "wollten nicht an einen Tisch" in page
    assert "1 Hinweis unten an den Tischen" in page
    assert "haben die Plätze getauscht" in page


def test_who_has_not_paid_is_marked(laptop: Client, event: Event) -> None:
    Event.objects.update(settings=dumped(EventSettings(fee=1200)))
    Entrant.objects.update(paid=True)
    Entrant.objects.filter(number=7).update(paid=False)
    drawing.draw_next(Event.objects.get())
    assert text(laptop.get(path(event))).count("nicht bezahlt") == 1


def test_every_draw_is_counted(laptop: Client, event: Event) -> None:
    for seed in ("eins", "zwei", "drei"):
        laptop.post(path(event, "draw/make/"), {"seed": seed})
    assert "2 frühere Auslosungen" in text(laptop.get(path(event)))
    proof = text(laptop.get(path(event, "rounds/1/draw/")))
    assert "eins" in proof
    assert "zwei" in proof


def test_a_draft_can_be_thrown_away(laptop: Client, event: Event) -> None:
    drawing.draw_next(event)
    laptop.post(path(event, "draw/discard/"))
    assert event.rounds.count() == 0


def test_all_rounds_drawn_at_once_have_their_tabs_and_are_published_together(
    laptop: Client, event: Event
) -> None:
    planned(event, rounds=3, at_once=True)
    drawing.draw_next(event)
    page = text(laptop.get(path(event, "draw/?round=2")))
    assert "?round=3" in page
    assert "Die Runden werden eine nach der anderen ausgehängt." in page
    laptop.post(path(event, "rounds/1/publish/"), {"all": "1"})
    assert set(event.rounds.values_list("state", flat=True)) == {RoundState.PUBLISHED}


def test_a_draft_of_a_knockout_is_a_tree(laptop: Client) -> None:
    event = planned(an_event("ecarte-matches", here=11), format=Format.KNOCKOUT)
    drawing.draw_next(event)
    page = text(laptop.get(path(event)))
    assert page.count('class="duel"') == 11  # ten matches, and one for third place
    assert "Sieger von Begegnung 4" in page
    assert 'name="who"' not in page  # the bracket says who meets whom


def test_partners_stand_at_their_table(laptop: Client) -> None:
    event = planned(an_event("caesar-partners", here=8), format=Format.PARTNERS, rounds=1, aces=True)
    drawing.draw_next(event)
    page = text(laptop.get(path(event)))
    assert page.count('class="sides"') == 2
    assert "Gezogene Karten eintragen" in page


def test_a_helper_sees_the_draft_and_changes_nothing(event: Event, settings: object) -> None:
    settings.DESK_IN_WIFI = True  # type: ignore[attr-defined]
    drawing.draw_next(event)
    browser = Client()
    browser.force_login(an_account("hilde", event, Role.HELPER))
    page = text(browser.get(path(event)))
    assert page.count('class="table-big"') == 11
    assert "draw/make/" not in page
    assert "publish/" not in page


def test_fourteen_hundred_are_drawn_and_shown(laptop: Client) -> None:
    event = planned(an_event("cabo-evening", here=1400), rounds=1)
    assert laptop.post(path(event, "draw/make/"), {"seed": "Halle 3"}).status_code == 302
    assert text(laptop.get(path(event))).count('class="table-big"') == 350


# --- how anybody checks it ---------------------------------------------------------------------------------


def published(event: Event) -> Round:
    return publishing.publish(drawing.draw_next(event, seed="Herbst")[0])


def test_everybody_can_take_the_file_and_draw_the_same_seats(client: Client, event: Event) -> None:
    round_ = published(event)
    proof = text(client.get(f"/e/{event.pk}/draw/1/"))
    file = client.get(f"/e/{event.pk}/draw/1/0.json")
    assert sha256(file.content).hexdigest() in proof
    number = dict(event.entrants.values_list("pk", "number"))
    assert answer(file.content)["rounds"][0] == [
        [number[who] for who in table] for table in round_.seating["tables"]
    ]
    assert round_.request["parts"][0]["sha256"] in proof


def test_a_draft_is_nobodys_business(client: Client, event: Event) -> None:
    drawing.draw_next(event)
    assert client.get(f"/e/{event.pk}/draw/1/").status_code == 404
    assert client.get(f"/e/{event.pk}/draw/1/0.json").status_code == 404


def test_who_does_not_want_to_meet_whom_stays_at_the_desk(
    laptop: Client, client: Client, event: Event
) -> None:
    entrant, other = event.entrants.filter(number__in=(1, 2))
    Wish.objects.create(event=event, entrant=entrant, other=other)
    published(event)
    assert client.get(f"/e/{event.pk}/draw/1/0.json").status_code == 404
    assert "0.json" not in text(client.get(f"/e/{event.pk}/draw/1/"))
    asked = laptop.get(path(event, "rounds/1/draw/0.json"))
    assert json.loads(asked.content)["apart"] == [[1, 2]]
    assert "round-1-1.json" in asked["Content-Disposition"]


def test_hidden_standings_do_not_leave_through_the_next_draw(client: Client, event: Event) -> None:
    planned(event, format=Format.STANDING, rounds=2)
    running.close_round(running.open_round(published(event)), reason="late")
    publishing.publish(drawing.draw_next(event)[0])
    assert client.get(f"/e/{event.pk}/draw/2/0.json").status_code == 200
    Event.objects.update(settings=dumped(EventSettings(standings=StandingsShown.FROZEN)))
    assert client.get(f"/e/{event.pk}/draw/2/0.json").status_code == 404


def test_the_public_page_calls_people_as_they_wish(client: Client, event: Event) -> None:
    member = event.entrants.get(number=1).members.get()
    member.player.shown_as, member.player.name = "initials", "Heidrun Geheim"
    member.player.save()
    published(event)
    assert "Geheim" not in text(client.get(f"/e/{event.pk}/draw/1/"))


def test_groups_have_a_file_each(laptop: Client) -> None:
    event = an_event("truco-groups", here=8)
    drawing.draw_next(event)
    page = text(laptop.get(path(event, "rounds/1/draw/")))
    assert page.count("python manage.py draw") == 5
    assert laptop.get(path(event, "rounds/1/draw/5.json")).status_code == 404


def test_a_bracket_that_goes_on_has_nothing_to_draw(laptop: Client) -> None:
    event = planned(an_event("ecarte-matches", here=4), format=Format.KNOCKOUT)
    round_ = running.open_round(published(event))
    for sitting in round_.sittings.all():
        win(round_, sitting, 1)
    running.close_round(round_)
    page = text(laptop.get(path(event)))
    assert "Der Turnierbaum geht weiter: 2 Begegnungen." in page  # the final, and the match for third place
    assert "gelost wird nichts" in page
    assert "Finale ansetzen" in page
    assert 'name="seed"' not in page
    answer = text(laptop.post(path(event, "draw/make/"), follow=True))
    assert "Finale: Die nächsten Begegnungen stehen fest." in answer
    assert "gelost wird nichts" in text(laptop.get(path(event, "rounds/2/draw/")))


def test_after_groups_the_best_of_each_go_on(laptop: Client) -> None:
    event = an_event("truco-groups", here=8)
    drawing.draw_next(event)
    for round_ in event.rounds.order_by("number"):
        running.close_round(running.open_round(publishing.publish(round_)), reason="late")
    assert "Weiter spielen die besten 2 jeder Gruppe." in text(laptop.get(path(event)))


def test_guests_who_come_after_the_draw_are_told_of(laptop: Client, event: Event) -> None:
    planned(event, rounds=1)
    published(event)
    add_entrants(event, 1, EntrantState.HERE, names=["Spät"])
    assert "Da, aber ohne Platz" in text(laptop.get(path(event, "rounds/1/")))
