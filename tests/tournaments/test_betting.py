"""Bets of spectators in an event: on any phone and at the desk, changed in time, settled by the result."""

from __future__ import annotations

import html
import re
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import correct, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin, end, laptop, publish, scan, table
from tournaments import ledger
from tournaments.events.decisions import exchanges
from tournaments.events.rounds.running import open_round
from tournaments.models import Entry, EntryKind, Event, Sitting
from tournaments.table import betting, reading

pytestmark = [pytest.mark.django_db, pytest.mark.event("ecarte-matches", here=4)]

MADE = {"declarer": 1, "result": "made"}
LOST = {"declarer": 2, "result": "made"}


@pytest.fixture
def sitting(event: Event) -> Sitting:
    return table(begin(event), 1)


def phone(**options: Any) -> Client:
    return Client(headers={"Accept-Language": "en"}, **options)


def bet(client: Client, sitting: Sitting, name: str, on: object, amount: object, **more: str) -> Any:
    form = {"do": "place", "entry": str(uuid.uuid4()), "name": name, "on": str(on), "amount": str(amount)}
    return client.post(f"/t/{sitting.pk}/extra/", {**form, **more})


def withdraw(client: Client, sitting: Sitting, name: str) -> Any:
    return client.post(f"/t/{sitting.pk}/extra/", {"do": "withdraw", "name": name})


def bets_now(sitting: Sitting) -> betting.Bets:
    current = Sitting.objects.select_related("sheethead", "round", "event").get(pk=sitting.pk)
    return betting.bets_of(reading.sheet(current))


def lines(sitting: Sitting) -> list[tuple[str, int, int]]:
    return [(line.name, line.on, line.amount) for line in bets_now(sitting).lines]


def words(page: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


def test_spectators_bet_on_their_phones_and_the_desk_bets_for_others(event: Event, sitting: Sitting) -> None:
    pia, desk, client = phone(), laptop(), scan(event, 1)
    assert bet(pia, sitting, "Pia", 1, 10).status_code == 302
    assert bet(desk, sitting, "Quim", 2, 4).status_code == 302
    assert bet(client, sitting, "Rosa", 2, 8).status_code == 302
    assert lines(sitting) == [("Pia", 1, 10), ("Quim", 2, 4), ("Rosa", 2, 8)]
    answer = pia.get(f"/t/{sitting.pk}/extra/")
    assert "Played for, on each side 10" in words(answer)
    page = answer.text
    assert "Withdraw the bet of Pia" in page
    assert "Withdraw the bet of Quim" not in page


def test_a_phone_changes_and_withdraws_its_own_bet_and_nobody_else_s(sitting: Sitting) -> None:
    pia, stranger = phone(), phone()
    bet(pia, sitting, "Pia", 1, 10)
    assert bet(stranger, sitting, "pia", 2, 99).status_code == 422
    assert withdraw(stranger, sitting, "Pia").status_code == 422
    assert lines(sitting) == [("Pia", 1, 10)]
    assert bet(pia, sitting, "Pia", 2, 6).status_code == 302
    assert lines(sitting) == [("Pia", 2, 6)]
    assert withdraw(pia, sitting, "Pia").status_code == 302
    assert lines(sitting) == []
    bet(stranger, sitting, "Pia", 1, 5)
    assert withdraw(laptop(), sitting, "Pia").status_code == 302
    assert lines(sitting) == []


def test_who_changes_his_bet_has_bet_later(sitting: Sitting) -> None:
    pia = phone()
    bet(pia, sitting, "Pia", 1, 10)
    bet(phone(), sitting, "Rosa", 1, 6)
    bet(pia, sitting, "Pia", 1, 11)
    assert lines(sitting) == [("Rosa", 1, 6), ("Pia", 1, 11)]


@pytest.mark.parametrize(
    ("name", "on", "amount"),
    [
        ("", 1, 5),
        ("Pia", "", 5),
        ("Pia", 3, 5),
        ("Pia", 1, 0),
        ("Pia", 1, -5),
        ("Pia", 1, "viel"),
        ("Pia", 1, "2,5"),
        ("Pia", 1, 10_000_000),
        ("x" * 300, "nobody", "1e9"),
    ],
)
def test_a_bet_that_cannot_be_is_refused_with_a_sentence(
    sitting: Sitting, name: str, on: Any, amount: Any
) -> None:
    answer = bet(phone(), sitting, name, on, amount)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert lines(sitting) == []


def test_whoever_plays_does_not_bet_on_the_own_game(event: Event, sitting: Sitting) -> None:
    player = sitting.chairs.get(seat=1).player.name
    for who in (phone(), laptop()):
        answer = bet(who, sitting, player.upper(), 2, 5)
        assert (answer.status_code, "does not bet" in answer.text or "wettet nicht" in answer.text) == (
            422,
            True,
        )
    whole = {"bets_1_name": player, "bets_1_on": "2", "bets_1_amount": "5"}
    assert scan(event, 1).post(f"/t/{sitting.pk}/extra/", whole).status_code == 422
    assert lines(sitting) == []


def test_bets_open_with_the_round_and_close_with_the_first_hand(event: Event) -> None:
    round_ = publish(event)
    sitting = table(round_, 1)
    early = bet(phone(), sitting, "Pia", 1, 5)
    assert (early.status_code, "has not begun" in early.text) == (409, True)
    open_round(round_)
    assert bet(phone(), sitting, "Pia", 1, 5).status_code == 302
    record(sitting, MADE)
    late = bet(phone(), sitting, "Rosa", 2, 5)
    assert (late.status_code, "until the first hand" in late.text) == (409, True)
    assert "The bets are closed" in words(phone().get(f"/t/{sitting.pk}/extra/"))
    assert lines(sitting) == [("Pia", 1, 5)]


def test_a_form_that_is_sent_twice_bets_once(sitting: Sitting) -> None:
    entry, pia = str(uuid.uuid4()), phone()
    for _again in range(2):
        assert bet(pia, sitting, "Pia", 1, 5, entry=entry).status_code == 302
    assert lines(sitting) == [("Pia", 1, 5)]
    assert Entry.objects.filter(kind=EntryKind.EXTRA).count() == 1


def decided(sitting: Sitting, hand: dict[str, Any]) -> None:
    """Hands until the first game has a winner."""
    for _deal in range(6):
        if reading.sheet(Sitting.objects.get(pk=sitting.pk)).so_far.earlier:
            return
        record(sitting, hand)


def test_the_result_settles_the_bets_and_a_correction_settles_them_anew(
    event: Event, sitting: Sitting
) -> None:
    bet(phone(), sitting, "Pia", 1, 10)
    bet(phone(), sitting, "Quim", 2, 4)
    decided(sitting, MADE)
    bets = bets_now(sitting)
    assert bets.state == "settled"
    assert [(line.net, line.returned) for line in bets.lines] == [("+4", "6"), ("−4", "")]
    assert (bets.paid_in, bets.paid_out) == (14, Decimal(14))
    numbers = [entry.hand_no for entry in ledger.live_entries(sitting)]
    for number in numbers:
        if number is not None:
            correct(sitting, number, LOST)
    assert [line.net for line in bets_now(sitting).lines] == ["−4", "+4"]
    page = words(laptop().get(f"/desk/e/{event.pk}/bets/"))
    assert "14" in page
    assert "Pia" in page


def test_a_game_that_is_not_decided_gives_every_stake_back(event: Event, sitting: Sitting) -> None:
    bet(phone(), sitting, "Pia", 1, 10)
    record(sitting, MADE)
    end(event.rounds.get(number=1))
    bets = bets_now(sitting)
    assert (bets.state, bets.lines[0].returned, bets.paid_out) == ("returned", "10", Decimal(10))


def test_the_desk_sees_all_tables_people_and_the_box(event: Event, sitting: Sitting) -> None:
    other = table(event.rounds.get(number=1), 2)
    bet(phone(), sitting, "Pia", 1, 10)
    bet(phone(), sitting, "Quim", 2, 10)
    bet(phone(), other, "Pia", 1, 3)
    decided(sitting, MADE)
    tables = betting.bets_of_event(Sitting.objects.filter(event=event).select_related("round", "sheethead"))
    money = betting.cash(tables)
    assert (money.paid_in, money.paid_out, money.waiting, money.house) == ("23", "20", "3", "0")
    pia, quim = betting.accounts(tables)
    assert (pia.name, pia.bets, pia.amount, pia.net, pia.open) == ("Pia", 2, 13, "+10", 1)
    assert (quim.name, quim.net) == ("Quim", "−10")
    for language in ("de", "en", "es"):
        desk = laptop()
        desk.cookies["django_language"] = language
        assert "Pia" in desk.get(f"/desk/e/{event.pk}/bets/").text
    assert f"/desk/e/{event.pk}/bets/" in laptop().get(f"/desk/e/{event.pk}/rounds/").text


def test_people_who_exchange_their_places_give_every_stake_back(event: Event, sitting: Sitting) -> None:
    round_ = event.rounds.get(number=1)
    bet(phone(), sitting, "Pia", 1, 10)
    first, second = round_.seating["tables"][0]
    record(sitting, MADE)
    exchanges.exchange(round_=round_, first=first, second=second, entry_id=uuid.uuid4(), reason="wrong table")
    assert lines(sitting) == []


def test_in_a_federation_only_table_and_desk_bet(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.table.views import bets

    monkeypatch.setattr(bets, "open_to_spectators", lambda: False)
    assert bet(phone(), sitting, "Pia", 1, 5).status_code == 403
    assert bet(laptop(), sitting, "Pia", 1, 5).status_code == 302


def test_a_game_without_bets_takes_none() -> None:
    sitting = table(begin(an_event(here=8)), 1)
    assert bet(laptop(), sitting, "Pia", 1, 5).status_code == 404
