"""The page for money and prizes, the form of the prizes; and what can be entered is awarded everywhere."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event_builders import DAY, add_entrants, an_event
from tests.tournaments.hall import hall_of
from tests.tournaments.paper import text_of
from tests.tournaments.test_event_rounds import finish, play_all, start
from tests.tournaments.test_views_event_setup import words
from tournaments.desk.prizetemplates import TEMPLATES
from tournaments.events.plan.creating import event_like
from tournaments.events.plan.shelving import finish_event
from tournaments.hall.reveal import reveal_steps
from tournaments.models import Event
from tournaments.prizes.plans import prize_plan_of

pytestmark = pytest.mark.django_db


def save(laptop: Client, event: Event, *rows: dict[str, str], **more: Any) -> Any:
    form = {"prize-rows": str(len(rows)), "ties": "shared", "per_person": "all", **more}
    for at, row in enumerate(rows):
        form |= {f"prize-{at}-{name}": value for name, value in {"who": "places", **row}.items()}
    return laptop.post(f"/desk/e/{event.pk}/prizes/plan/", form)


def page_of(laptop: Client, event: Event, what: str = "settings/money/") -> str:
    answer = laptop.get(f"/desk/e/{event.pk}/{what}")
    assert answer.status_code == 200
    return words(answer.text)


def prizes_of(event: Event) -> list[tuple[str, int, str, int]]:
    plan = prize_plan_of(Event.objects.get(pk=event.pk))
    return [(row.who.value, row.first, row.goods, row.amount) for row in plan.prizes]


# --- where one looks ------------------------------


def test_money_and_prizes_are_found_on_the_event_and_in_its_settings(laptop: Client) -> None:
    event = an_event()
    for what in ("", "settings/"):
        page = laptop.get(f"/desk/e/{event.pk}/{what}").text
        assert f'href="/desk/e/{event.pk}/settings/money/"' in page
        assert "kein Startgeld · noch keine Preise" in words(page)


def test_what_has_been_paid_and_what_is_missing(laptop: Client) -> None:
    event = an_event()
    event.settings = {**event.settings, "fee": 1250}
    event.save()
    assert "Noch ist niemand" in page_of(laptop, event)
    first, *_others = add_entrants(event, 4)
    first.paid = True
    first.save()
    page = page_of(laptop, event)
    assert "12,50 € je Teilnehmer" in page
    assert "12,50 € , 1 von 4 Teilnehmern" in page
    assert "Noch offen: 37,50 €" in page


def test_every_way_on_leads_somewhere(laptop: Client) -> None:
    event = an_event(here=4)
    page = laptop.get(f"/desk/e/{event.pk}/settings/money/").text.split("<main")[1]
    for address in re.findall(r'href="([^"#]+)', page):
        assert laptop.get(unescape(address)).status_code == 200, address


# --- writing them down ------------------------------


def test_prizes_are_written_down(laptop: Client) -> None:
    event = an_event()
    rows: tuple[dict[str, str], ...] = (
        {"first": "1", "money": "100"},
        {},
        {"first": "2", "last": "3", "goods": "ein Korb"},
    )
    assert save(laptop, event, *rows).status_code == 302
    assert prizes_of(event) == [("places", 1, "", 10000), ("places", 2, "ein Korb", 0)]
    assert "2–3 ein Korb" in page_of(laptop, event)


def test_half_a_row_stays_on_the_screen_and_the_message_says_what_is_missing(laptop: Client) -> None:
    event = an_event()
    answer = save(laptop, event, {"first": "1", "money": "viel"}, {"first": "2"}, {"goods": "Korb"})
    assert answer.status_code == 422
    page = words(answer.text)
    assert "„viel“ ist kein Betrag." in page
    assert 'value="viel"' in answer.text
    assert "Gespeichert" not in page
    assert prizes_of(event) == []
    page = words(save(laptop, event, {"first": "2"}, {"goods": "Korb"}).text)
    assert "Was gibt es zu gewinnen? Geld, einen Sachpreis oder eine Gabe vom Tisch." in page
    assert "Es fehlt eine Zahl von 1 bis 2000." in page


def test_more_than_the_pot_is_refused(laptop: Client) -> None:
    event = an_event()
    answer = save(laptop, event, {"first": "1", "last": "3", "money": "40 %"})
    assert answer.status_code == 422
    assert "zusammen 120 %" in words(answer.text)


def test_every_template_is_one_press_and_can_be_taken_back(laptop: Client) -> None:
    event = an_event(here=8)
    save(laptop, event, {"first": "1", "goods": "Korb"})
    for key, _label, _maker in TEMPLATES:
        assert laptop.post(f"/desk/e/{event.pk}/prizes/template/", {"template": key}).status_code == 302
        assert prizes_of(event), key
        assert laptop.get(f"/desk/e/{event.pk}/prizes/").status_code == 200, key
        assert laptop.get(f"/desk/e/{event.pk}/prizes/plan/").status_code == 200, key
        laptop.post(f"/desk/e/{event.pk}/prizes/plan/", {"undo": "1"})
        assert prizes_of(event) == [("places", 1, "Korb", 0)], key
    assert laptop.post(f"/desk/e/{event.pk}/prizes/template/", {"template": "x"}).status_code == 404


def test_removing_all_of_them_can_be_undone(laptop: Client) -> None:
    event = an_event()
    save(laptop, event, {"first": "1", "money": "100"}, {"first": "2", "goods": "Korb"})
    assert "Zurückholen" not in page_of(laptop, event, "prizes/plan/")
    save(laptop, event)
    page = page_of(laptop, event, "prizes/plan/")
    assert "2 Preise sind weg" in page
    assert "1 – 100,00 €, 2 – Korb" in page
    laptop.post(f"/desk/e/{event.pk}/prizes/plan/", {"undo": "1"})
    assert [row[1] for row in prizes_of(event)] == [1, 2]


def test_a_program_of_before_changes_the_lines_and_they_count(laptop: Client) -> None:
    event = an_event()
    save(laptop, event, {"first": "1", "money": "100"}, {"who": "last", "goods": "Speck"})
    Event.objects.filter(pk=event.pk).update(prizes=[{"for": "letzter", "prize": "Wurst"}])
    assert prizes_of(event) == [("last", 0, "Wurst", 0)]


def test_an_event_like_an_earlier_one_has_its_prizes_and_certificates() -> None:
    event = an_event()
    event.prizes, event.certificate = [{"for": "1", "prize": "Speck"}], {"design": "cards"}
    event.save()
    new = event_like(event=event, title="Neu", day=DAY, people=False)
    assert (new.prizes, new.certificate) == (event.prizes, event.certificate)


# --- awarded everywhere ------------------------------

EVERY_KIND = {
    "1": "Kaffeemaschine",
    "2-3": "Weinkiste",
    "letzter": "Wurstsalat",
    "vorletzter": "Gurkenglas",
    "Mitte": "Kuckucksuhr",
    "Damen": "Blumenstrauß",
    "2. Damen": "Pralinen",
    "beste Mannschaft": "Wanderpokal",
    "Mannschaft 2": "Bierkasten",
}


def with_every_kind() -> Event:
    event = an_event(here=12)
    for number, entrant in enumerate(event.entrants.all()):
        entrant.team = "Adler" if number % 2 else "Bären"
        entrant.category = "Damen" if number % 3 == 0 else ""
        entrant.save()
    event.prizes = [{"for": label, "prize": prize} for label, prize in EVERY_KIND.items()]
    event.save()
    round_ = start(event)
    play_all(round_)
    finish(round_)
    return event


def test_every_kind_of_prize_is_awarded_on_paper_pages_and_in_the_reveal(laptop: Client) -> None:
    event = with_every_kind()
    paper = " ".join(text_of(laptop.get(f"/desk/e/{event.pk}/paper/prizes.pdf").content).split())
    steps = reveal_steps(hall_of(event, desk=True), 3)
    awards = {prize: step for step in steps for prize in step.prizes}
    assert "Preise" not in words(laptop.get(f"/e/{event.pk}/").text)  # not before it is official
    finish_event(event=event)
    public = words(laptop.get(f"/e/{event.pk}/").text)
    desk = page_of(laptop, event)
    for prize in EVERY_KIND.values():
        assert prize in paper, prize
        assert prize in public, prize
        assert prize in desk, prize
        assert awards[prize].people, prize
    assert "–" not in [line.strip() for line in paper.split("  ")]
    assert {awards["Wanderpokal"].people[0].name, awards["Bierkasten"].people[0].name} == {"Adler", "Bären"}
    assert awards["Wanderpokal"].besides
    assert not awards["Kaffeemaschine"].besides
    assert [step.place for step in steps][-1] == "1"


def test_what_nobody_gets_says_why(laptop: Client) -> None:
    event = with_every_kind()
    event.prizes = [
        {"for": "40", "prize": "x"},
        {"for": "Klasse Senioren", "prize": "y"},
        {"for": "team 9", "prize": "z"},
    ]
    event.save()
    paper = " ".join(text_of(laptop.get(f"/desk/e/{event.pk}/paper/prizes.pdf").content).split())
    for why in ("niemand hat diesen Rang", "niemand in der Klasse Senioren", "keine solche Mannschaft"):
        assert why in paper
        assert why in page_of(laptop, event)
