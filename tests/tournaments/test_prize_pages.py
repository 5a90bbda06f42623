"""The pages of prizes: what they show, and that they ask for news cheaply."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import captured
from tests.tournaments.test_event_rounds import start
from tests.tournaments.test_prize_giving import EUR, place, set_plan
from tests.tournaments.test_views_event_setup import words
from tournaments import ledger
from tournaments.desk.cashpages import helper_words
from tournaments.engines.cashdesk.tariffs import single_fee
from tournaments.engines.plans.prizeplan import Gift
from tournaments.hall.prizes import PrizeWon
from tournaments.models import Event, PrizeRecord, Sitting
from tournaments.prizes.state import prize_state

pytestmark = pytest.mark.django_db


def an_event_played() -> Event:
    """Four people, one hand."""
    event = an_event(here=4)
    sitting = Sitting.objects.get(round=start(event))
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    return Event.objects.get(pk=event.pk)


def test_the_pages_show_and_do_it(laptop: Client) -> None:
    event = set_plan(an_event_played(), place(1, amount=100 * EUR), place(2, goods="Korb"))
    base = f"/desk/e/{event.pk}/prizes/"
    page = laptop.get(base)
    assert page.status_code == 200
    assert "100,00 €" in words(page.text)
    assert laptop.get(f"{base}plan/").status_code == 200
    page = laptop.get(f"{base}giving/")
    assert page.status_code == 200
    for part in ("", "giving/"):
        live = laptop.get(f"{base}{part}?part=live")
        assert live.status_code == 200
        assert (
            laptop.get(f"{base}{part}?part=live", headers={"if-none-match": live["ETag"]}).status_code == 304
        )


def test_a_tap_on_the_page_pays_and_a_stale_one_is_refused(laptop: Client) -> None:
    event = set_plan(an_event_played(), place(1, amount=100 * EUR))
    due = next(iter(prize_state(event).dues.values()))
    base = f"/desk/e/{event.pk}/prizes/giving/"
    form = {"entrant": due.entrant, "seen": due.seen, "entry": str(uuid.uuid4())}
    assert laptop.post(f"{base}hand/", form | {"seen": "old"}).status_code == 302
    assert "hat sich inzwischen geändert" in words(laptop.get(base).text)
    assert not PrizeRecord.objects.exists()
    laptop.post(f"{base}hand/", form)
    page = words(laptop.get(base).text)
    assert "Alles, was ausgegeben werden konnte, ist ausgegeben." in page
    record = PrizeRecord.objects.get()
    laptop.post(f"{base}undo/", {"record": str(record.pk), "desk-reason": "falsche Person"})
    assert "Rückgängig gemacht" in words(laptop.get(base).text)


@pytest.mark.parametrize("entrant", ["", "0", "999999"])
def test_nothing_is_kept_for_whoever_gets_nothing(laptop: Client, entrant: str) -> None:
    event = set_plan(an_event_played(), place(1, amount=100 * EUR))
    base = f"/desk/e/{event.pk}/prizes/giving/"
    answer = laptop.post(f"{base}later/", {"entrant": entrant, "entry": str(uuid.uuid4())})
    assert answer.status_code == 302
    assert "Bitte die Seite neu laden" in words(laptop.get(base).text)
    assert not PrizeRecord.objects.exists()


def test_a_lot_drawn_at_the_prize_giving_leads_back_there_in_the_same_order(laptop: Client) -> None:
    event = set_plan(an_event_played(), place(2, goods="Korb"))
    base = f"/desk/e/{event.pk}/prizes/"
    for page, back in (("giving/?from=last", f"{base}giving/?from=last"), ("", base)):
        form = captured(r'(?s)(<form[^>]*class="lot-form".*?</form>)', laptop.get(f"{base}{page}").text)
        fields = re.findall(r'name="(\w[\w-]*)"\s+value="([^"]+)"', form)
        sent = {name: [value for other, value in fields if other == name] for name, _value in fields}
        answer = laptop.post(f"{base}lot/", sent | {"how": ["drawn"]})
        assert (answer.status_code, answer["Location"]) == (302, back)
        if not page:
            return
        assert laptop.get(f"{base}giving/?from=last").status_code == 200
        record = PrizeRecord.objects.get()
        again = {"record": str(record.pk), "desk-reason": "noch einmal", "from": "last"}
        assert laptop.post(f"{base}giving/undo/", again)["Location"] == f"{base}giving/?from=last"


@pytest.mark.usefixtures("in_german")
def test_on_the_wall_everybody_is_told_what_is_his() -> None:
    shares = ((1, "15,33 €"), (2, "15,33 €"), (3, "15,33 €"))
    won = PrizeWon("2–3", "15,33 € je", (1, 2, 3), (), True, "geteilt", "", shares=shares)
    assert won.price_for({2}) == "15,33 € (geteilt)"
    assert won.price_for({1, 2, 3}) == "je 15,33 €"
    open_lot = PrizeWon("Damen", "Blumen", (1, 2), (), False, "durch Los", "", (), True, ((1, "Blumen"),))
    assert open_lot.price_for({1}) == "Blumen (durch Los)"
    team = PrizeWon("Mannschaft", "Pokal", (1, 2), ("Adler",), False, "", "")
    assert team.price_for({1, 2}) == "Pokal"


@pytest.mark.usefixtures("in_german")
def test_who_has_only_given_has_taken_nothing() -> None:
    plan = single_fee(1000)
    assert words(helper_words(plan, 0, 4600)) == "−46,00 €"
    assert words(helper_words(plan, 9200, 4600)) == "92,00 € − 46,00 €"
    assert words(helper_words(plan, 9200, 0)) == "92,00 €"


def test_the_best_so_many_of_a_class_are_a_row(laptop: Client) -> None:
    """From a place to a place, as in the ranking; what is lacking there is said with both numbers."""
    event = an_event_played()
    event.entrants.filter(number__in=(2, 3)).update(category="Damen")
    form = {"prize-rows": "2", "prize-0-who": "class", "prize-0-name": "Damen", "prize-0-last": "3"}
    form |= {"prize-0-money": "10", "prize-1-who": "guests", "prize-1-first": "2", "prize-1-last": "3"}
    base = f"/desk/e/{event.pk}/prizes/"
    assert laptop.post(f"{base}plan/", form | {"prize-1-goods": "Wein"}).status_code == 302
    page = words(laptop.get(base).text)
    assert "Damen, Rang 1" in page
    assert "„Damen“: gefragt ist Rang 3; Leute dort: 2" in page
    assert "Bester Gast, Rang 2" in page
    wrong = words(laptop.post(f"{base}plan/", form | {"prize-0-first": "4"}).text)
    assert "Ränge gehen vom besseren zum schlechteren" in wrong
    wrong = words(laptop.post(f"{base}plan/", form | {"prize-0-last": "-1"}).text)
    assert "Ränge gehen vom besseren zum schlechteren" in wrong


def test_more_who_choose_than_gifts_is_a_warning(laptop: Client) -> None:
    gifts = (Gift(id="ham", what="Schinken"),)
    event = set_plan(an_event_played(), place(1, picks=True), gifts=gifts)
    page = f"/desk/e/{event.pk}/prizes/"
    assert "Gabentisch liegt" not in words(laptop.get(page).text)
    set_plan(event, place(1, 2, picks=True), gifts=gifts)
    assert "2 dürfen wählen, und auf dem Gabentisch liegt 1 Gabe." in words(laptop.get(page).text)
