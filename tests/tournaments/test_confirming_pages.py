"""Confirming and disputing on the pages: at the table, at the desk, in the hall, on paper and in files."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, close, correct, eine, record
from tests.tournaments.pages import text
from tests.tournaments.paper import text_of
from tests.tournaments.test_confirming import confirm, confirm_hand, dispute, head
from tests.tournaments.visitors import a_writer, named
from tournaments.engines.plans import Confirming
from tournaments.events.plan import shelving
from tournaments.events.rounds import running
from tournaments.exchange import results
from tournaments.models import Credential, Entry, Event, Round, RoundState, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=8)]
GERMAN: dict[str, Any] = {"headers": {"accept-language": "de"}}


@pytest.fixture
def opened(event: Event) -> Round:
    return hall.begin(event)


@pytest.fixture
def sitting(opened: Round) -> Sitting:
    return hall.table(opened, 1)


def phone(event: Event, seat: int | None, number: int = 1) -> Client:
    """A phone at a table, and whose it is."""
    browser = hall.scan(event, number, **GERMAN)
    path = browser.get(f"/j/{event.pk}/{number}/")["Location"]
    browser.post(f"{path}whose/", {"seat": str(seat or "")})
    return browser


def plan(event: Event, confirming: Confirming) -> None:
    event.settings["confirming"] = confirming.value
    event.save()


def handed_in(sitting: Sitting, writer: Client) -> None:
    """Two hands by this phone."""
    device = Credential.objects.filter(sitting=sitting).order_by("created_at").last()
    for seat in (1, 2):
        record(sitting, eine(seat), credential=device)
    writer.post(f"/t/{sitting.pk}/close/", {"sure": "2"})


def says(sitting: Sitting, browser: Client, **form: Any) -> Any:
    """What comes of a form of the page, as it is at this moment."""
    given = {"say": "right", "seen": str(head(sitting).head_seq), "entry": str(uuid.uuid4()), **form}
    return browser.post(f"/t/{sitting.pk}/confirm/", given)


ALL = ["0", "1", "2", "3"]


# --- At the table


def test_handing_in_leads_to_reading_back(event: Event, sitting: Sitting) -> None:
    writer = phone(event, 1)
    device = Credential.objects.get(sitting=sitting)
    record(sitting, eine(1), credential=device)
    answer = writer.post(f"/t/{sitting.pk}/close/", {"sure": "1"})
    assert answer["Location"] == f"/t/{sitting.pk}/confirm/"
    page = text(writer.get(answer["Location"]))
    assert "Liste vorlesen" in page
    assert "?seat=2" in page
    assert "?seat=1" not in page  # he has written it all


def test_where_nobody_confirms_handing_in_leads_back(event: Event, sitting: Sitting) -> None:
    plan(event, Confirming.NOBODY)
    writer = phone(event, 1)
    record(sitting, eine(1))
    answer = writer.post(f"/t/{sitting.pk}/close/", {"sure": "1"})
    assert answer["Location"] == f"/t/{sitting.pk}/"
    assert "Nicht bestätigt" not in text(writer.get(answer["Location"]))


def test_every_total_has_to_be_tapped(event: Event, sitting: Sitting) -> None:
    writer = phone(event, 1)
    handed_in(sitting, writer)
    for ticked in ([], ["0"], ["0", "1", "2"], ["0", "1", "2", "7"]):
        refused = says(sitting, writer, seat="2", ok=ticked)
        assert (refused.status_code, "jede Summe antippen" in text(refused)) == (422, True)
    assert says(sitting, writer, seat="", ok=ALL).status_code == 422
    assert says(sitting, writer, seat="1", ok=ALL).status_code == 409
    assert says(sitting, writer, seat="2", ok=ALL, seen="1").status_code == 409
    assert head(sitting).agreed == ""
    assert says(sitting, writer, seat="2", ok=ALL).status_code == 302
    assert head(sitting).confirmed_by == [2]
    page = text(writer.get(f"/t/{sitting.pk}/"))
    assert "Bestätigt von" in page
    assert "Platz 2" in page


def test_the_other_phone_is_asked_by_itself(event: Event, sitting: Sitting) -> None:
    writer, other = phone(event, 1), phone(event, 3)
    before = other.get(f"/t/{sitting.pk}/?part=live")
    assert "Liste bestätigen" not in text(before)
    device = Credential.objects.filter(sitting=sitting, seat=1).get()
    record(sitting, eine(1), credential=device)
    writer.post(f"/t/{sitting.pk}/close/", {"sure": "1"})
    now = other.get(f"/t/{sitting.pk}/?part=live", headers={"If-None-Match": before["ETag"]})
    assert f"/t/{sitting.pk}/confirm/?seat=3" in text(now)
    assert says(sitting, other, seat="3", ok=ALL).status_code == 302
    assert Entry.objects.get(sitting=sitting, kind="confirm").payload["phone"] == "own"


def test_turned_round_it_is_drawn_upside_down(event: Event, sitting: Sitting) -> None:
    writer = phone(event, 1)
    handed_in(sitting, writer)
    page = text(writer.get(f"/t/{sitting.pk}/confirm/?seat=2&turned=1"))
    assert 'class="reading-back turned"' in page
    assert "Zurückdrehen" in page


def test_strangers_and_neighbours_say_nothing(event: Event, sitting: Sitting) -> None:
    handed_in(sitting, phone(event, 1))
    for nobody in (Client(**GERMAN), phone(event, 2, number=2)):
        for saying in ("right", "wrong", "settled", "nonsense"):
            assert says(sitting, nobody, say=saying, seat="2", ok=ALL, note="x").status_code == 403
    assert head(sitting).agreed == ""


def test_a_dispute_needs_words_or_numbers(event: Event, sitting: Sitting) -> None:
    writer = phone(event, 1)
    handed_in(sitting, writer)
    assert says(sitting, writer, say="wrong", seat="2").status_code == 422
    assert says(sitting, writer, say="wrong", seat="2", total_0="5").status_code == 422
    assert says(sitting, writer, say="wrong", seat="2", total_0="5", total_1="x").status_code == 422
    totals = {f"total_{account}": value for account, value in enumerate(("−6", "6", "0", "0"))}
    assert says(sitting, writer, say="wrong", seat="2", note="Meins", hand="1", **totals).status_code == 302
    entry = Entry.objects.get(sitting=sitting, kind="dispute")
    assert (entry.hand_no, entry.reason, entry.payload["should"]) == (1, "Meins", [-6, 6, 0, 0])
    page = text(writer.get(f"/t/{sitting.pk}/"))
    assert "Strittig" in page
    assert "Meins" in page
    assert "Richtig wäre" in page


def test_every_hand_is_confirmed_with_one_tap_where_the_plan_says_so(event: Event, sitting: Sitting) -> None:
    writer, other = phone(event, 1), phone(event, 2)
    device = Credential.objects.get(sitting=sitting, seat=1)
    record(sitting, eine(1), credential=device)
    assert 'id="vouch"' not in other.get(f"/t/{sitting.pk}/").text
    plan(event, Confirming.HANDS)
    assert 'id="vouch"' in other.get(f"/t/{sitting.pk}/").text
    assert 'id="vouch"' not in writer.get(f"/t/{sitting.pk}/").text
    assert 'form="undo"' in writer.get(f"/t/{sitting.pk}/").text
    assert says(sitting, other, seat="2", hand="1").status_code == 302
    page = writer.get(f"/t/{sitting.pk}/").text
    assert "✓✓" in page
    assert 'form="undo"' not in page
    assert f"/t/{sitting.pk}/hand/1/" not in page
    refused = writer.post(f"/t/{sitting.pk}/undo/", {"hand": "1", "seen": str(head(sitting).head_seq)})
    assert (refused.status_code, "ist bestätigt" in text(refused)) == (409, True)
    assert writer.get(f"/t/{sitting.pk}/hand/1/").status_code == 403


def test_what_organisers_change_is_told_once_on_each_phone(event: Event, sitting: Sitting) -> None:
    writer = phone(event, 1)
    handed_in(sitting, writer)
    confirm(sitting, 2)
    assert "geändert" not in text(writer.get(f"/t/{sitting.pk}/"))
    correct(sitting, 1, eine(3), via="desk", by="Erika", reason="verwechselt")
    late = phone(event, 4)
    for browser, knows in ((writer, True), (late, False)):
        page = text(browser.get(f"/t/{sitting.pk}/"))
        assert ("Die Turnierleitung hat diesen Zettel geändert." in page) is knows
        assert ("verwechselt" in page.partition("Spiel für Spiel")[0]) is knows
    assert "Was vorher bestätigt wurde, gilt nicht mehr" in text(writer.get(f"/t/{sitting.pk}/"))
    assert says(sitting, writer, say="seen").status_code == 302
    assert "Die Turnierleitung hat diesen Zettel" not in text(writer.get(f"/t/{sitting.pk}/"))


def test_a_quick_evening_confirms_with_one_tap_and_settles_by_itself() -> None:
    sitting = a_sitting()
    browser = a_writer(sitting, **GERMAN)
    record(sitting, eine(1))
    assert browser.post(f"/t/{sitting.pk}/close/")["Location"] == f"/t/{sitting.pk}/ending/"
    page = browser.get(f"/t/{sitting.pk}/").text
    assert page.count('name="seat"') == 4
    assert says(sitting, browser, say="wrong", seat="3", note="Nein").status_code == 302
    assert says(sitting, browser, say="settled", note="").status_code == 422
    assert says(sitting, browser, say="settled", note="Doch").status_code == 302
    assert says(sitting, browser, seat="2").status_code == 302
    assert head(sitting).confirmed_by == [2]
    assert "Liste bestätigt von Łukasz, Platz 2" in text(browser.get(f"/t/{sitting.pk}/hands/"))


def test_a_quick_evening_where_every_hand_is_confirmed() -> None:
    opening = Client(**GERMAN)
    assert opening.post("/new/cego/", named(confirming="twice")).status_code == 422
    opening.post("/new/cego/", named(confirming="hands"))
    sitting = Sitting.objects.get()
    assert 'value="hands" selected' in opening.get(f"/new/cego/?like={sitting.pk}").text
    first, second = (a_writer(sitting, **GERMAN) for _phone in range(2))
    first.post(f"/t/{sitting.pk}/whose/", {"seat": "1"})
    second.post(f"/t/{sitting.pk}/whose/", {"seat": "2"})
    record(sitting, eine(1), credential=Credential.objects.get(sitting=sitting, seat=1))
    assert 'id="vouch"' in second.get(f"/t/{sitting.pk}/").text
    says(sitting, second, seat="2", hand="1")
    assert head(sitting).confirmed_hands == [1]
    assert 'form="undo"' in first.get(f"/t/{sitting.pk}/").text  # nobody else could put it right


# --- At the desk


def test_the_desk_lists_what_is_disputed_and_what_nobody_has_confirmed(event: Event, opened: Round) -> None:
    for number in (1, 2):
        record(hall.table(opened, number), eine(1))
        close(hall.table(opened, number))
    dispute(hall.table(opened, 1), 2)
    laptop = hall.laptop()
    for path in ("", "rounds/1/"):
        page = text(laptop.get(f"/desk/e/{event.pk}/{path}"))
        assert "Strittig:" in page
        assert "nicht bestätigt: Tisch 2." in page
    assert "Hand 1 was mine" in text(laptop.get(f"/desk/e/{event.pk}/cases/"))


def test_organisers_confirm_and_settle_with_a_reason(event: Event, sitting: Sitting) -> None:
    record(sitting, eine(1))
    close(sitting)
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/tables/1/1/agree/"

    def say(saying: str, reason: str) -> int:
        form = {"say": saying, "agree-reason": reason, "seen": str(head(sitting).head_seq)}
        return int(laptop.post(path, form).status_code)

    assert (say("right", ""), head(sitting).agreed) == (422, "")
    assert (say("right", "Alle gegangen"), head(sitting).confirmed_by) == (302, [0])
    assert say("settled", "Nichts") == 422
    dispute(sitting, 2)
    assert (say("settled", ""), head(sitting).agreed) == (422, "disputed")
    assert (say("settled", "Beide gefragt"), head(sitting).agreed) == (302, "confirmed")
    page = text(laptop.get(f"/desk/e/{event.pk}/tables/1/1/"))
    assert "Einspruch geklärt" in page
    assert "Bestätigt von Turnierleitung" in page


def test_closing_a_round_asks_about_disputes(event: Event, opened: Round) -> None:
    for number in (1, 2):
        record(hall.table(opened, number), eine(1))
        close(hall.table(opened, number))
    Sitting.objects.filter(round=opened).update(hands_limit=1)
    dispute(hall.table(opened, 2), 2)
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/rounds/1/close/"
    assert 'name="knows" value="2"' in text(laptop.get(f"/desk/e/{event.pk}/rounds/1/"))
    for answers in ({}, {"knows": "2"}, {"reason": "Zeit um", "knows": "1"}):
        refused = laptop.post(path, answers)
        assert (refused.status_code, "Strittige Tische: 2." in text(refused)) == (422, True)
    assert laptop.post(path, {"reason": "Zeit um", "knows": "2"}).status_code == 302
    assert event.notices.get(what="round_closed").data["disputed"] == [2]
    assert event.rounds.get().state == RoundState.CLOSED


def test_the_official_result_asks_about_disputes(event: Event, opened: Round) -> None:
    dispute_at = hall.table(opened, 2)
    record(dispute_at, eine(1))
    dispute(dispute_at, 2)
    running.close_round(opened, reason="x")
    with pytest.raises(Unreadable, match="disputed"):
        shelving.finish_event(event=event)
    laptop, path = hall.laptop(), f"/desk/e/{event.pk}/finish/"
    page = text(laptop.get(path))
    assert 'name="knows" value="1.2"' in page
    assert laptop.post(path, {"knows": "1.2"}).status_code == 422
    assert laptop.post(path, {"knows": ["1.1", "..", "x"], "reason": "Bleibt so"}).status_code == 422
    assert laptop.post(path, {"knows": "1.2", "reason": "Bleibt so"}).status_code == 302
    notice = event.notices.get(what=shelving.FINISHED)
    assert (notice.reason, notice.data["disputed"]) == ("Bleibt so", [[1, 2]])


# --- In the hall, on paper, in files


def test_the_hall_says_whose_result_is_provisional(event: Event, opened: Round) -> None:
    hall.play_all(opened, 1)
    dispute(hall.table(opened, 1), 2)
    everybody = Client(**GERMAN)
    page = text(everybody.get(f"/e/{event.pk}/standings/"))
    assert page.count("vorläufig, strittig: Tisch 1") == 4
    assert "strittig" in text(everybody.get(reverse("event-round", args=(event.pk, 1))))
    rows = results.sheets_table(hall.hall_of(event)).rows
    assert {(row[1], row[7] is None) for row in rows} == {(1, True), (2, True)}
    assert {row[8] for row in rows if row[1] == 1} == {"strittig"}
    tables = results.as_json(hall.hall_of(event))["rounds"][0]["tables"]
    assert [table["agreed"] for table in tables] == ["disputed", None]


def test_paper_says_who_has_confirmed_the_list(event: Event, sitting: Sitting) -> None:
    record(sitting, eine(1))
    close(sitting)
    browser = Client(**GERMAN)
    path = f"/t/{sitting.pk}/paper/sheet.pdf"
    assert "Nicht bestätigt." in text_of(browser.get(path).content)
    confirm(sitting, 2)
    assert "Platz 2" in text_of(browser.get(path).content)
    dispute(sitting, 3)
    assert "Einspruch von" in text_of(browser.get(path).content)


def test_files_carry_what_is_said(event: Event, sitting: Sitting) -> None:
    record(sitting, eine(1))
    record(sitting, eine(2))
    confirm_hand(sitting, 1, 2)
    dispute(sitting, 3, hand_no=2, totals=[0, 12, 0, 0])
    browser = Client(**GERMAN)
    rows = browser.get(f"/t/{sitting.pk}/sheet.csv").content.decode().splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows] == ["Bestätigt", "ja", "strittig"]
    there = json.loads(browser.get(f"/t/{sitting.pk}/sheet.json").content)["agreed"]
    assert there == {
        "state": "disputed",
        "confirmed_by": [],
        "hands": [1],
        "disputes": [{"seat": 3, "hand": 2, "totals": [30, 30, 0, 0], "should": [0, 12, 0, 0]}],
    }
