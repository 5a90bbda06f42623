"""A quick evening in money: the line under the totals, who pays whom, what the table agrees on, paper."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client

from scoring import game_for
from tests.tournaments.builders import a_sitting, called, close, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin, table
from tests.tournaments.paper import text_of
from tests.tournaments.visitors import a_stranger, a_writer, hand_form, named
from tournaments import ledger
from tournaments.exchange.exporting import packed_evening
from tournaments.models import Sitting
from tournaments.table import reading
from tournaments.table.cash import cash_of, settled_of
from tournaments.table.stakes import Paying, Stakes, agree, stakes_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

CARO, ELSE = {"declarer": 3, "contract": "solo", "points": 40}, {"headers": {"Accept-Language": "en"}}


def words(page: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


def view_of(sitting: Sitting) -> Any:
    return reading.sheet(Sitting.objects.select_related("sheethead", "event", "round").get(pk=sitting.pk))


def played_for_money(*names: str, **stakes: Any) -> Sitting:
    """A table of Cego, at a cent a point."""
    sitting = a_sitting(names=names or ("Anna", "Bert", "Cara", "Dora"))
    agree(sitting, Stakes(on=True, **stakes))
    return sitting


def nets(sitting: Sitting, rate: int = 1, stakes: Stakes = Stakes()) -> tuple[int, ...]:  # noqa: B008
    return settled_of(view_of(sitting), rate, stakes).nets


def test_the_page_says_live_what_everybody_gets_and_at_the_end_who_pays_whom() -> None:
    sitting = played_for_money()
    record(sitting, eine(1))
    phone = a_writer(sitting, **ELSE)
    page = words(phone.get(f"/t/{sitting.pk}/"))
    assert "Anna +€0.18 Bert −€0.06 Cara −€0.06 Dora −€0.06" in page
    assert "pays Anna" not in page
    close(sitting)
    page = words(phone.get(f"/t/{sitting.pk}/"))
    assert "Bert pays Anna €0.06." in page


def test_the_sheet_on_paper_says_it_too() -> None:
    sitting = played_for_money(unit=10)
    record(sitting, eine(1))
    close(sitting)
    printed = text_of(a_stranger().get(f"/t/{sitting.pk}/paper/sheet.pdf?lang=en").content)
    for line in ("0,18", "0,06"):
        assert line in printed


@pytest.mark.parametrize("rules", [{"rate_cent": 0}])
def test_without_a_rate_nothing_is_said_of_money(rules: dict[str, Any]) -> None:
    sitting = a_sitting(**rules)
    record(sitting, eine(1))
    assert cash_of(view_of(sitting)) is None
    phone = a_writer(sitting, **ELSE)
    assert "cash-line" not in phone.get(f"/t/{sitting.pk}/").text
    assert "not played for money" in words(phone.get(f"/t/{sitting.pk}/cash/"))


def test_a_cent_a_point_is_nobodys_wish_until_somebody_says_so() -> None:
    sitting = a_sitting(names=("Anna", "Bert", "Cara", "Dora"))
    record(sitting, eine(1))
    phone, address = a_writer(sitting, **ELSE), f"/t/{sitting.pk}/cash/"
    assert "cash-line" not in phone.get(f"/t/{sitting.pk}/").text
    assert "€" not in text_of(phone.get(f"/t/{sitting.pk}/paper/sheet.pdf?lang=en").content)
    page = words(phone.get(address))
    assert "not played for money" in page
    assert "Do you play for money?" in page
    assert phone.post(address, {"on": "1"}).status_code == 302
    assert "Anna +€0.18" in words(phone.get(f"/t/{sitting.pk}/"))
    assert '<option value="1" selected>' in phone.get(address).text
    assert phone.post(address, {"on": "0"}).status_code == 302
    assert "cash-line" not in phone.get(f"/t/{sitting.pk}/").text


def test_a_club_that_has_put_a_rate_into_its_rules_plays_for_it() -> None:
    sitting = a_sitting(rate_cent=5)
    record(sitting, eine(1))
    phone = a_writer(sitting, **ELSE)
    assert "cash-line" in phone.get(f"/t/{sitting.pk}/").text
    assert phone.post(f"/t/{sitting.pk}/cash/", {"on": "0"}).status_code == 302
    assert "cash-line" not in phone.get(f"/t/{sitting.pk}/").text


def test_the_next_table_of_those_who_play_for_money_plays_for_it_too() -> None:
    browser = Client(headers={"host": "localhost", "Accept-Language": "en"})
    form = {**named(("Anna", "Bert", "Cara", "Dora")), "preset": "baden2006", "currency": "EUR"}
    assert browser.post("/new/cego/", {**form, "on": ""}).status_code == 302
    assert stakes_of(Sitting.objects.latest("pk")).on is None
    assert '<option value="1" selected>' not in browser.get("/new/cego/").text
    assert browser.post("/new/cego/", {**form, "on": "1"}).status_code == 302
    assert stakes_of(Sitting.objects.latest("pk")).on is True
    assert '<option value="1" selected>' in browser.get("/new/cego/").text


@pytest.mark.both_engines
def test_the_table_says_how_it_is_paid() -> None:
    sitting = a_sitting(names=("Anna", "Bert", "Cara", "Dora"))
    record(sitting, eine(1))
    record(sitting, CARO)
    phone = a_writer(sitting, **ELSE)
    form = {"on": "1", "currency": "ars", "paying": "everybody", "unit": "5"}
    assert phone.post(f"/t/{sitting.pk}/cash/", form).status_code == 302
    sitting.refresh_from_db()
    assert stakes_of(sitting) == Stakes(currency="ARS", unit=5, paying=Paying.EVERYBODY, on=True)
    page = words(phone.get(f"/t/{sitting.pk}/cash/"))
    assert "Rounded" in page
    assert "ARS" in page


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"currency": "EURO"}, "“EURO” is no currency: three letters, such as EUR or ARS."),
        ({"unit": "7"}, "Payments are not rounded to that."),
        ({"paying": "nobody"}, "There is no such way to pay."),
        ({"rate": "much"}, "“much” is no amount up to €10,000.00 for a point."),
        ({"rate": "10001"}, "“10001” is no amount up to €10,000.00 for a point."),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_and_nothing_is_kept(form: dict[str, str], sentence: str) -> None:
    sitting = a_sitting("caesar")
    answer = a_writer(sitting, **ELSE).post(f"/t/{sitting.pk}/cash/", form)
    assert answer.status_code == 422
    assert sentence in words(answer)
    sitting.refresh_from_db()
    assert sitting.stakes is None


def test_whoever_only_watches_agrees_on_nothing_and_tables_of_events_have_no_such_page() -> None:
    sitting = a_sitting()
    assert a_stranger().post(f"/t/{sitting.pk}/cash/", {"unit": "5"}).status_code in (403, 404)
    in_hall = table(begin(an_event(here=4)), 1)
    record(in_hall, eine(1))
    assert cash_of(view_of(in_hall)) is None
    assert a_writer(in_hall).get(f"/t/{in_hall.pk}/cash/").status_code == 404


def test_where_points_cancel_out_they_are_the_debts() -> None:
    sitting = a_sitting(settlement="each_pays")
    record(sitting, eine(1))
    assert nets(sitting) == (18, -6, -6, -6)
    assert nets(sitting, 1, Stakes(paying=Paying.EVERYBODY)) == (18, -6, -6, -6)


def test_few_points_are_worth_more_where_they_are_bad() -> None:
    sitting = a_sitting("cabo", seats=3)
    record(sitting, called(1, 3, 10, 7))
    assert nets(sitting, 10) == (170, -130, -40)


def test_each_person_of_a_pair_settles_with_one_of_the_other() -> None:
    sitting = a_sitting("caesar", names=("Anna", "Bert", "Cara", "Dora"))
    record(sitting, {"maker": 1, "points": 100})
    agree(sitting, Stakes(rate=10))
    cash = cash_of(view_of(sitting))
    assert cash is not None
    assert [(line.payer, line.payee) for line in cash.payments] == [("Bert", "Anna"), ("Dora", "Cara")]
    assert len({line.amount for line in cash.payments}) == 1


def test_of_a_match_the_games_count() -> None:
    sitting = a_sitting("truco", seats=2, names=("Anna", "Bert"), games_to_win=2)
    for side in (1, 2, 1):
        record(sitting, {"kind": "quick", "quick": {"side": side, "points": 30}})
    assert nets(sitting, 50000) == (50000, -50000)


@pytest.mark.both_engines
def test_whoever_did_not_play_a_hand_has_nothing_to_do_with_it() -> None:
    sitting = a_sitting(names=("Anna", "Bert", "Cara", "Dora"))
    record(sitting, eine(1))
    ledger.change_line_up(
        sitting=sitting, entry_id=uuid.uuid4(), names=["Anna", "Bert", "Cara", "Emil"], dealer=1, hand_no=2
    )
    record(sitting, eine(4))
    assert nets(sitting) == (12, -12, -12, -6, 18)


def test_a_new_table_is_asked_and_the_next_one_is_filled_in_like_it() -> None:
    browser = Client(headers={"host": "localhost", "Accept-Language": "en"})
    page = browser.get("/new/caesar/")
    assert 'name="rate"' in page.text
    assert 'name="rate"' not in browser.get("/new/cego/").text
    form = {**named(("Anna", "Bert", "Cara", "Dora")), "rate": "0,05", "currency": "CHF"}
    form["preset"] = game_for("caesar").presets[0].key
    answer = browser.post("/new/caesar/", form)
    assert answer.status_code == 302, words(answer)[:400]
    sitting = Sitting.objects.get()
    assert stakes_of(sitting) == Stakes(rate=5, currency="CHF")
    again = browser.get("/new/caesar/").text
    assert 'value="CHF"' in again
    assert 'value="0.05"' in again
    refused = browser.post("/new/caesar/", {**form, "rate": "x"})
    assert refused.status_code == 422
    assert "Money for a point" in words(refused)
    assert Sitting.objects.count() == 1


def test_a_hand_that_is_entered_moves_the_line() -> None:
    sitting = played_for_money()
    phone = a_writer(sitting, **ELSE)
    answer = phone.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(2)), follow=True)
    assert "Bert +€0.18" in words(answer)


def test_what_was_played_for_leaves_with_the_club() -> None:
    sitting = a_sitting("caesar")
    agree(sitting, Stakes(rate=5, currency="CHF"))
    sitting.refresh_from_db()
    assert packed_evening(sitting)["table"]["stakes"]["currency"] == "CHF"
