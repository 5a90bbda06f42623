"""The director's pages: a table, a hand put right after a look, decisions, wrong seats, phones."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import hall
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.pages import Answer
from tests.tournaments.visitors import answers
from tournaments import ledger
from tournaments.access import credentials
from tournaments.events.decisions import rulings
from tournaments.events.plan.shelving import finish_event
from tournaments.events.results.ranking import standings_of
from tournaments.hall.decisions import decision_rows
from tournaments.ledger.checking import check
from tournaments.models import Chair, Credential, Entry, Event, Round, Ruling, RulingKind, Sitting, Via

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=16)]


@pytest.fixture
def desk() -> Client:
    return hall.laptop()


def address(sitting: Sitting, more: str = "") -> str:
    return f"/desk/e/{sitting.event_id}/tables/{sitting.round.number}/{sitting.number}/{more}"


def hidden(page: Answer, name: str) -> str:
    """What the page has put into its form."""
    value = re.search(rf'name="{name}" value="([^"]*)"', page.text)
    return value[1] if value else ""


def form(page: Answer, sitting: Sitting, raw: Any, **more: Any) -> dict[str, Any]:
    """The form of a hand as the page would send it."""
    hidden_fields = {name: hidden(page, name) for name in ("entry", "seen", "desk-shown")}
    return {**answers(sitting, raw), **hidden_fields, "desk-reason": "verwechselt", **more}


def looked_at(desk: Client, sitting: Sitting, raw: Any, hand: int = 1) -> Answer:
    """The page with these answers and what they move."""
    return desk.get(address(sitting, f"hand/{hand}/"), answers(sitting, raw))


def test_the_page_of_a_table_shows_its_hands_history_and_phones(event: Event, desk: Client) -> None:
    round_ = hall.begin(event)
    sitting = hall.table(round_, 2)
    hall.play(sitting)
    hall.scan(event, 2, headers={"User-Agent": "Mozilla/5.0 (Linux; Android 14)"})
    Credential.objects.update(seat=3)
    text = desk.get(address(sitting)).text
    assert "Tisch 2" in text
    assert "hand/1/" in text
    assert "Android" in text
    assert sitting.chairs.get(seat=3).player.name in text
    assert f"/t/{sitting.pk}/" in text


def test_a_table_of_a_draft_has_no_page(event: Event, desk: Client) -> None:
    hall.draw(event)
    assert desk.get(f"/desk/e/{event.pk}/tables/1/1/").status_code == 404
    assert desk.get(f"/desk/e/{event.pk}/tables/9/1/").status_code == 404


def test_the_desk_hands_a_sheet_in_and_opens_it_again_with_a_reason(event: Event, desk: Client) -> None:
    sitting = hall.table(hall.begin(event))
    hall.play(sitting)
    assert desk.post(address(sitting, "close/"), {"entry": uuid.uuid4(), "sure": "1"}).status_code == 302
    assert Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert desk.post(address(sitting, "again/"), {"entry": uuid.uuid4()}).status_code == 422
    fields = {"entry": uuid.uuid4(), "desk-reason": "zu früh"}
    assert desk.post(address(sitting, "again/"), fields).status_code == 302
    assert not Sitting.objects.get(pk=sitting.pk).sheethead.closed
    assert {entry.via for entry in Entry.objects.exclude(kind="hand")} == {Via.DESK}


# --- a hand put right -----------------------------------------------------


def test_the_page_shows_what_a_correction_moves_and_saves_what_it_showed(
    event: Event, first: Round, desk: Client
) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(2))
    assert "Was sich ändert" in page.text
    assert "<s>60</s>" in page.text
    assert hidden(page, "desk-shown")
    answer = desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(2)))
    assert answer["Location"] == address(sitting)
    (row,) = decision_rows(event)
    assert (row.reason, row.table, row.hand) == ("verwechselt", 3, 1)


def test_what_was_not_looked_at_is_shown_first(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(2))
    entries = Entry.objects.count()
    other = desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(4)))
    assert (other.status_code, "Was sich ändert" in other.text) == (200, True)
    without = desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(2), **{"desk-shown": ""}))
    assert (without.status_code, Entry.objects.count()) == (200, entries)
    assert desk.post(address(sitting, "hand/1/"), form(other, sitting, eine(4))).status_code == 302


def test_the_reason_is_asked_for_again_and_the_answers_stay(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(2))
    refused = desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(2), **{"desk-reason": " "}))
    assert refused.status_code == 422
    assert "Bitte den Grund angeben" in refused.text
    assert hidden(refused, "desk-shown")
    assert not decision_rows(event)
    assert desk.post(address(sitting, "hand/1/"), form(refused, sitting, eine(2))).status_code == 302


def test_sending_twice_saves_once(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    fields = form(looked_at(desk, sitting, eine(2)), sitting, eine(2))
    for _time in range(2):
        assert desk.post(address(sitting, "hand/1/"), fields).status_code == 302
    assert len(decision_rows(event)) == 1


def test_of_two_directors_the_second_looks_again(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    answer, other = (
        looked_at(desk, sitting, eine(2)),
        looked_at(hall.laptop(), sitting, eine(3)),
    )
    desk.post(address(sitting, "hand/1/"), form(answer, sitting, eine(2)))
    late = desk.post(address(sitting, "hand/1/"), form(other, sitting, eine(3)))
    assert (late.status_code, "gerade geändert" in late.text) == (409, True)
    assert [entry.payload["declarer"] for entry in ledger.live_entries(sitting)] == [2, 1]
    assert desk.post(address(sitting, "hand/1/"), form(late, sitting, eine(3))).status_code == 302


def test_the_second_is_told_also_if_only_the_preview_has_come_again(
    event: Event, first: Round, desk: Client
) -> None:
    """Whoever types a reason looks at a new preview, below a page that is older than what the first saved."""
    sitting = hall.table(first, 3)
    answer, other = (
        looked_at(desk, sitting, eine(2)),
        looked_at(hall.laptop(), sitting, eine(3)),
    )
    desk.post(address(sitting, "hand/1/"), form(answer, sitting, eine(2)))
    shown = hidden(looked_at(hall.laptop(), sitting, eine(3)), "desk-shown")
    late = desk.post(address(sitting, "hand/1/"), form(other, sitting, eine(3), **{"desk-shown": shown}))
    assert (late.status_code, "gerade geändert" in late.text) == (409, True)


def test_what_the_rules_refuse_is_said_and_not_saved(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(2, 99))
    assert 'class="wrong"' in page.text
    assert not hidden(page, "desk-shown")
    assert desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(2, 99))).status_code == 200
    assert not decision_rows(event)


def test_the_preview_alone_comes_as_a_piece(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    piece = desk.get(
        address(sitting, "hand/1/"),
        {**answers(sitting, eine(2)), "part": "preview"},
        headers={"HX-Request": "true", "Host": hall.LAPTOP},
    )
    assert "<html" not in piece.text
    assert 'name="desk-shown"' in piece.text


def test_a_hand_is_taken_out_after_a_look(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = desk.get(address(sitting, "hand/1/"), {"desk-out": "1"})
    assert "Streichen" in page.text
    hidden_fields = {name: hidden(page, name) for name in ("entry", "seen", "desk-shown", "desk-out")}
    answer = desk.post(address(sitting, "hand/1/"), {**hidden_fields, "desk-reason": "doppelt"})
    assert answer.status_code == 302
    assert Sitting.objects.get(pk=sitting.pk).sheethead.hands == 1
    assert decision_rows(event)[0].after == ""


def test_an_unchanged_hand_is_not_saved(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(1))
    assert "Das steht schon so auf dem Zettel." in page.text
    assert not hidden(page, "desk-shown")


def test_a_hand_that_is_not_there_leads_back_to_its_table(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    assert desk.get(address(sitting, "hand/77/"))["Location"] == address(sitting)


@pytest.mark.parametrize("what", ["hand", "paper"])
def test_what_comes_in_late_is_added(event: Event, first: Round, desk: Client, what: str) -> None:
    sitting = hall.table(first, 3)
    fields: dict[str, Any] = answers(sitting, eine(3))
    if what == "paper":
        fields = {"hands": "2", "totals_1": "60", "totals_2": "10", "totals_3": "0", "totals_4": "-5"}
    page = desk.get(address(sitting, f"add/{what}/"), fields)
    hidden_fields = {name: hidden(page, name) for name in ("entry", "seen", "desk-shown")}
    assert hidden_fields["desk-shown"], page.text
    saved = desk.post(
        address(sitting, f"add/{what}/"), {**fields, **hidden_fields, "desk-reason": "nachgereicht"}
    )
    assert saved.status_code == 302
    now = Sitting.objects.get(pk=sitting.pk)
    assert now.sheethead.closed
    assert decision_rows(event)[0].what == "Nachgetragen"


def test_while_the_round_is_open_nothing_is_added_at_the_desk(event: Event, desk: Client) -> None:
    sitting = hall.table(hall.begin(event))
    assert desk.get(address(sitting, "add/hand/"))["Location"] == address(sitting)
    assert desk.get(address(sitting, "add/other/")).status_code == 404


def test_official_results_are_not_corrected(event: Event, first: Round, desk: Client) -> None:
    sitting = hall.table(first, 3)
    page = looked_at(desk, sitting, eine(2))
    Event.objects.update(finished_at=timezone.now())
    refused = desk.post(address(sitting, "hand/1/"), form(page, sitting, eine(2)))
    assert (refused.status_code, "amtlich" in refused.text) == (422, True)
    assert "hand/1/" not in desk.get(address(sitting)).text


# --- decisions -----------------------------------------------------


def test_a_penalty_is_looked_at_then_made(event: Event, first: Round, desk: Client) -> None:
    who = event.entrants.get(number=3)
    asked: dict[str, Any] = {"entrant": who.pk, "sign": "penalty", "points": "50", "round": ""}
    page = desk.get(f"/desk/e/{event.pk}/rulings/new/points/", asked)
    assert "−50" in page.text
    assert not Ruling.objects.exists()
    fields = {**asked, "entry": hidden(page, "entry"), "desk-reason": "Karten gezeigt"}
    for _time in range(2):
        assert desk.post(f"/desk/e/{event.pk}/rulings/new/points/", fields).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.data["points"], ruling.reason) == (-50, "Karten gezeigt")
    assert "Karten gezeigt" in desk.get(f"/desk/e/{event.pk}/rulings/").text


def test_a_penalty_without_a_reason_is_asked_for_again(event: Event, first: Round, desk: Client) -> None:
    asked = {"entrant": event.entrants.first().pk, "sign": "credit", "points": "5"}
    answer = desk.post(f"/desk/e/{event.pk}/rulings/new/points/", {**asked, "entry": uuid.uuid4()})
    assert (answer.status_code, "Bitte den Grund angeben" in answer.text) == (422, True)
    assert "So entscheiden" in answer.text
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "asked", [{"points": "x"}, {"entrant": "0", "points": "5"}, {"entrant": "", "points": ""}]
)
def test_a_broken_decision_is_refused_in_words(
    event: Event, first: Round, desk: Client, asked: dict[str, str]
) -> None:
    answer = desk.get(f"/desk/e/{event.pk}/rulings/new/points/", asked)
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)


def test_a_match_is_decided_with_two_taps(desk: Client) -> None:
    event = an_event("ecarte-matches", here=8)
    round_ = hall.begin(event)
    page = desk.get(f"/desk/e/{event.pk}/rulings/new/walkover/").text
    links = re.findall(r'href="(\?round=[^"]+)"', page)
    assert len(links) == 8
    looked = desk.get(f"/desk/e/{event.pk}/rulings/new/walkover/{links[0].replace('&amp;', '&')}")
    winner = round_.seating["tables"][0][0]
    fields = {"round": "1", "table": "1", "winner": winner, "entry": hidden(looked, "entry")}
    desk.post(f"/desk/e/{event.pk}/rulings/new/walkover/", {**fields, "desk-reason": "nicht da"})
    assert Ruling.objects.get().data["winner"] == winner
    assert len(re.findall(r"\?round=", desk.get(f"/desk/e/{event.pk}/rulings/new/walkover/").text)) == 6


def test_a_lot_by_hand_keeps_what_was_typed(event: Event, first: Round, desk: Client) -> None:
    path = f"/desk/e/{event.pk}/rulings/new/lot/"
    names = re.findall(r'name="(place-\d+)"', desk.get(path).text)[:4]
    typed = dict(zip(names, ("2", "1", "4", "3"), strict=True))
    page = desk.get(path, typed)
    assert all(f'name="{name}" value="{place}"' in page.text for name, place in typed.items())
    fields = {**typed, "entry": hidden(page, "entry"), "desk-reason": "am Tisch gezogen"}
    assert desk.post(path, fields).status_code == 302
    leader = int(names[1].removeprefix("place-"))
    assert Ruling.objects.get(kind=RulingKind.LOT).data["order"][0] == leader
    twice = desk.get(path, dict.fromkeys(names, "1"))
    assert twice.status_code == 422


def test_a_decision_is_withdrawn_with_a_reason(event: Event, first: Round, desk: Client) -> None:
    who = event.entrants.first()
    asked: dict[str, Any] = {"entrant": who.pk, "sign": "penalty", "points": "50"}
    desk.post(
        f"/desk/e/{event.pk}/rulings/new/points/",
        {**asked, "entry": uuid.uuid4(), "desk-reason": "so"},
    )
    path = f"/desk/e/{event.pk}/rulings/{Ruling.objects.get().pk}/withdraw/"
    assert "Was sich ändert" in desk.get(path).text
    assert desk.post(path, {"desk-reason": ""}).status_code == 422
    assert desk.post(path, {"desk-reason": "falsche Person"}).status_code == 302
    assert desk.get(path).status_code == 302
    assert Ruling.objects.get().withdrawn_at is not None


def test_there_are_four_kinds_of_decisions(event: Event, first: Round, desk: Client) -> None:
    for kind in RulingKind:
        assert desk.get(f"/desk/e/{event.pk}/rulings/new/{kind.value}/").status_code == 200
    assert desk.get(f"/desk/e/{event.pk}/rulings/new/bribe/").status_code == 404


# --- wrong seats, phones -----------------------------------------------------


def test_wrong_seats_are_looked_at_then_exchanged(event: Event, first: Round, desk: Client) -> None:
    entrant, other = first.seating["tables"][0][0], first.seating["tables"][1][1]
    path = f"/desk/e/{event.pk}/tables/1/seats/"
    page = desk.get(path, {"who": [entrant, other]})
    assert "Was sich ändert" in page.text
    fields = {"who": [entrant, other], "entry": hidden(page, "entry"), "desk-reason": "falsch gesetzt"}
    assert desk.post(path, {**fields, "desk-reason": ""}).status_code == 422
    for _time in range(2):
        assert desk.post(path, fields).status_code == 302
    assert Chair.objects.get(sitting__round=first, entrant=entrant).sitting.number == 2
    assert len(decision_rows(event)) == 1
    assert desk.get(path, {"who": [entrant, entrant]}).status_code == 422
    assert desk.get(path, {"who": [entrant]}).status_code == 422


def test_an_exchange_made_by_mistake_is_taken_back(event: Event, first: Round, desk: Client) -> None:
    entrant, other = first.seating["tables"][0][0], first.seating["tables"][1][1]
    path, seats = f"/desk/e/{event.pk}/tables/1/seats/", first.seating
    places = [(row.entrant, row.rank) for row in standings_of(event).rows]

    def exchange(reason: str) -> str:
        page = desk.get(path, {"who": [entrant, other]})
        asked = {"who": [entrant, other], "entry": hidden(page, "entry"), "seen": hidden(page, "seen")}
        return desk.post(path, {**asked, "desk-reason": reason}, follow=True).text

    assert "an ihrem Platz geblieben." in exchange("falsch gesetzt")
    assert f"{path}?who={entrant}&amp;who={other}" in desk.get(f"/desk/e/{event.pk}/rounds/1/").text
    assert "Tausch zurücknehmen" in desk.get(path, {"who": [entrant, other]}).text
    assert "Zurückgenommen: Beide sitzen wieder" in exchange("war doch richtig")
    assert event.rounds.get(number=1).seating == seats
    assert [(row.entrant, row.rank) for row in standings_of(event).rows] == places
    assert [row.what for row in decision_rows(event)] == ["Falsche Plätze: zurückgenommen", "Falsche Plätze"]
    assert "Zurücknehmen" not in desk.get(path).text
    assert all(check(sitting).in_order for sitting in Sitting.objects.filter(round=first))


OFFICIAL = "Um etwas zu ändern, das Turnier wieder öffnen."


def test_what_will_be_refused_is_not_asked_a_reason_for(event: Event, first: Round, desk: Client) -> None:
    who = event.entrants.first()
    points = rulings.RulingDraft(RulingKind.POINTS, entrant=who.pk, points=-5)
    rulings.make(event=event, draft=points, key=uuid.uuid4(), reason="zu spät")
    ruling = Ruling.objects.get()
    finish_event(event=event)
    paths = ["tables/1/seats/", "rulings/new/points/", f"rulings/{ruling.pk}/withdraw/", "tables/1/1/hand/1/"]
    for path in paths:
        page = desk.get(f"/desk/e/{event.pk}/{path}")
        assert (page.status_code, OFFICIAL in page.text) == (200, True), path
        assert "desk-reason" not in page.text
    assert "rounds/1/again/" not in desk.get(f"/desk/e/{event.pk}/rounds/1/").text
    refused = desk.post(f"/desk/e/{event.pk}/people/{who.number}/withdraw/")
    assert (refused.status_code, "sind amtlich" in refused.text) == (422, True)


def test_a_round_whose_successor_is_played_is_not_asked_why_it_should_open(
    event: Event, desk: Client
) -> None:
    first = hall.end(hall.begin(event))
    path = f"/desk/e/{event.pk}/rounds/{first.number}/"
    assert "again/" in desk.get(path).text
    hall.begin(event)
    page = desk.get(path).text
    assert "again/" not in page
    assert "Eine spätere Runde hat begonnen" in page
    assert "Eine Runde läuft noch" in desk.get(f"/desk/e/{event.pk}/finish/").text


def test_a_stage_with_rounds_says_that_it_stays_instead_of_asking(
    event: Event, first: Round, desk: Client
) -> None:
    page = desk.get(reverse("desk-stage-remove", args=(event.pk, 1)))
    assert page.status_code == 200
    assert 'name="reason"' not in page.text


def test_a_phone_is_put_out_and_the_log_says_so(event: Event, desk: Client) -> None:
    round_ = hall.begin(event)
    phone = hall.scan(event, 2)
    device = Credential.objects.get()
    assert "Aussperren" in desk.get(f"/desk/e/{event.pk}/devices/").text
    for _time in range(2):
        desk.post(f"/desk/e/{event.pk}/devices/{device.pk}/out/")
    assert 'id="entry"' not in phone.get(f"/t/{hall.table(round_, 2).pk}/").text
    assert event.notices.filter(what="device_put_out").count() == 1
    other = an_event(here=4, title="Other")
    assert desk.post(f"/desk/e/{other.pk}/devices/{device.pk}/out/").status_code == 404


@pytest.mark.parametrize("out", [True, False])
def test_new_keys_are_made_and_phones_go_on_or_come_in_anew(event: Event, desk: Client, out: bool) -> None:
    round_ = hall.begin(event)
    phone, key = hall.scan(event, 2), credentials.event_table_key(event, 2)
    desk.post(f"/desk/e/{event.pk}/devices/keys/", {"desk-out": "1"} if out else {})
    event.refresh_from_db()
    assert credentials.event_table_key(event, 2) != key
    assert Client().post("/j", {"table": f"e{event.pk}.2", "key": key}).status_code == 403
    assert ('id="entry"' in phone.get(f"/t/{hall.table(round_, 2).pk}/").text) == (not out)
