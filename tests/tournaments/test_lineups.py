"""Somebody comes, goes or sits out during an evening: ledger, pages, papers and files tell it right."""

from __future__ import annotations

import csv
import io
import json
import uuid
from typing import Any

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments import hall
from tests.tournaments.builders import a_device, a_sitting, called, close, correct, paper, record, undo
from tests.tournaments.event_builders import an_event
from tests.tournaments.paper import text_of
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.engines.sheets.checking import examine
from tournaments.ledger import checking
from tournaments.models import Chair, Entry, EntryKind, LiveHand, Player, SheetHead, ShownAs, Sitting
from tournaments.people import privacy
from tournaments.table import exports, gamelines, history, reading
from tournaments.table.statistics import statistics

pytestmark = [pytest.mark.django_db, pytest.mark.sitting("cabo", seats=3, names=("Anna", "Ben", "Cem"))]

NAMES = ("Anna", "Ben", "Cem")


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    """Three people after two rounds: 0, 5, 7 and then 4, 5, 14."""
    record(sitting, called(1, 3, 5, 7))
    record(sitting, called(2, 4, 1, 7))
    return sitting


def seat(sitting: Sitting, *names: str, dealer: int | None = None, **more: Any) -> ledger.Recorded:
    change = {"entry_id": uuid.uuid4(), "hand_no": len(ledger.live_entries(sitting)) + 1, **more}
    return ledger.change_line_up(sitting=sitting, names=names, dealer=dealer, **change)


def view(sitting: Sitting) -> Any:
    return reading.sheet(Sitting.objects.select_related("sheethead").get(pk=sitting.pk))


def totals(sitting: Sitting) -> dict[str, int]:
    shown = view(sitting)
    return dict(zip(shown.everybody, shown.games[-1].totals, strict=True))


def in_order(sitting: Sitting) -> bool:
    return checking.check(Sitting.objects.get(pk=sitting.pk)).in_order


# --- the ledger ------------------------------


def test_who_sits_out_keeps_his_points_and_who_comes_gets_an_account(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 23, "Dora": 0}
    shown = view(sitting)
    assert (shown.people, shown.resting) == (("Cem", "Dora"), (("Anna", 4), ("Ben", 5)))
    seat(sitting, "Anna", "Ben", "Cem", "Dora")
    record(sitting, called(1, 1, 2, 3, 4))
    assert totals(sitting) == {"Anna": 4, "Ben": 7, "Cem": 26, "Dora": 4}
    assert in_order(sitting)
    assert SheetHead.objects.get(pk=sitting.pk).hands == 4
    assert list(LiveHand.objects.get(sitting=sitting, hand_no=3).points) == [0, 0, 9, 0]


def test_an_earlier_hand_is_put_right_by_those_who_played_it(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    correct(sitting, 1, called(1, 3, 8, 7))
    assert totals(sitting) == {"Anna": 4, "Ben": 8, "Cem": 23, "Dora": 0}
    with pytest.raises(Unreadable):
        correct(sitting, 1, called(1, 3, 8))
    with pytest.raises(Unreadable):
        correct(sitting, 3, called(1, 3, 8, 7))
    assert in_order(sitting)


def test_totals_from_paper_are_those_of_who_plays(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    paper(sitting, 2, 10, 20)
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 24, "Dora": 20}
    assert in_order(sitting)


def test_hands_that_are_taken_back_lead_back_to_those_who_played_before(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    undo(sitting, 3)
    assert view(sitting).people == ("Cem", "Dora")
    undo(sitting, 2)
    assert view(sitting).people == NAMES
    seat(sitting, "Anna", "Ben")  # what was said about later hands is over
    record(sitting, called(1, 1, 2))
    record(sitting, called(1, 1, 2))
    assert view(sitting).people == ("Anna", "Ben")
    assert totals(sitting) == {"Anna": 0, "Ben": 9, "Cem": 7}
    assert in_order(sitting)


def test_the_same_request_again_changes_nothing(sitting: Sitting) -> None:
    entry_id = uuid.uuid4()
    first = seat(sitting, "Cem", "Dora", entry_id=entry_id)
    again = seat(sitting, "Cem", "Dora", entry_id=entry_id)
    assert (first.replay, again.replay) == (False, True)
    assert Chair.objects.filter(sitting=sitting).count() == 4
    with pytest.raises(ledger.IdReused):
        seat(sitting, "Cem", "Anna", entry_id=entry_id)


def test_who_has_not_seen_the_last_hand_changes_nobody(sitting: Sitting) -> None:
    with pytest.raises(ledger.OutOfOrder):
        seat(sitting, "Cem", "Dora", hand_no=2)
    seat(sitting, "Cem", "Dora")
    with pytest.raises(ledger.OutOfOrder):
        seat(sitting, "Cem", "Anna", base_seq=2)
    assert not Player.objects.filter(name="Eva").exists()


@pytest.mark.parametrize(
    "names",
    [("Anna",), ("Anna", "anna"), NAMES, ("Anna", "x" * 61), tuple(f"P{number}" for number in range(13))],
)
def test_who_cannot_play_leaves_nothing_behind(sitting: Sitting, names: tuple[str, ...]) -> None:
    before = (Entry.objects.count(), Chair.objects.count(), Player.objects.count())
    with pytest.raises(Unreadable):
        seat(sitting, *names)
    assert (Entry.objects.count(), Chair.objects.count(), Player.objects.count()) == before


def test_a_closed_sheet_a_hall_and_a_stranger_s_phone_take_nobody(sitting: Sitting) -> None:
    other = a_device(a_sitting("cabo", seats=2))
    with pytest.raises(ledger.NotThisDevice):
        seat(sitting, "Cem", "Dora", credential=other)
    close(sitting)
    with pytest.raises(ledger.SheetClosed):
        seat(sitting, "Cem", "Dora")
    in_hall = hall.table(hall.begin(an_event(here=4)))
    assert hall.laptop().get(f"/t/{in_hall.pk}/people/").status_code == 404


def test_a_changed_line_up_is_found(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    entry = Entry.objects.get(kind=EntryKind.LINE_UP)
    entry.payload = {**entry.payload, "places": [1, 2]}
    assert any(
        fault.text.message == "was changed after it was written"
        for fault in examine(sitting, [*Entry.objects.filter(seq__lt=3), entry]).ledger
    )


# --- pages, papers and files ------------------------------


def form(*names: str, seen: int = 2, hand: int = 3, **more: str) -> dict[str, str]:
    people = {f"name_{number}": name for number, name in enumerate(names, start=1)}
    return {**people, "entry": str(uuid.uuid4()), "seen": str(seen), "hand": str(hand), **more}


def test_the_table_changes_its_people_on_a_page(sitting: Sitting) -> None:
    phone = a_writer(sitting, headers={"Accept-Language": "en"})
    here = f"/t/{sitting.pk}/people/"
    assert here in phone.get(f"/t/{sitting.pk}/").text
    assert all(f'value="{name}"' in phone.get(here).text for name in NAMES)
    looked = phone.post(here, form("Cem", "Dora", look="1"))
    assert looked.status_code == 200
    assert all(word in looked.text for word in ("New, with 0:", "Dora", "Sitting out:"))
    assert not Entry.objects.filter(kind=EntryKind.LINE_UP).exists()
    assert phone.post(here, form("Cem", "Dora"))["Location"] == f"/t/{sitting.pk}/"
    shown = phone.get(f"/t/{sitting.pk}/").text
    assert "Sitting out:" in shown
    assert shown.count('name="values_') == 2
    saved = phone.post(
        f"/t/{sitting.pk}/", {"caller": "2", "values_1": "9", "values_2": "2", **hand_control(3, 3)}
    )
    assert saved.status_code == 302
    assert totals(sitting)["Cem"] == 23


def hand_control(hand: int, seen: int) -> dict[str, str]:
    return {"entry": str(uuid.uuid4()), "hand": str(hand), "seen": str(seen)}


def test_a_hand_is_put_right_on_the_page_with_the_seats_of_then(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    phone = a_writer(sitting)
    page = phone.get(f"/t/{sitting.pk}/hand/1/").text
    assert page.count('name="values_') == 3
    corrected = {**hand_form(sitting, called(1, 3, 8, 7), 1, seen=3)}
    assert phone.post(f"/t/{sitting.pk}/hand/1/", corrected).status_code == 302
    assert totals(sitting)["Ben"] == 8


def test_refusals_are_sentences_on_the_page(sitting: Sitting) -> None:
    phone = a_writer(sitting, headers={"Accept-Language": "en"})
    here = f"/t/{sitting.pk}/people/"
    looks: tuple[dict[str, Any], ...] = ({}, {"look": "1"})
    for look in looks:
        answer = phone.post(here, form("Anna", **look))
        assert (answer.status_code, "played by 2 to 12" in answer.text) == (422, True)
        assert "playing already" in phone.post(here, form(*NAMES, **look)).text
    assert phone.post(here, form("Cem", "Dora", hand=2)).status_code == 409
    fixed = a_sitting("truco", seats=4)
    assert (
        "play to the end"
        in a_writer(fixed, headers={"Accept-Language": "en"}).get(f"/t/{fixed.pk}/people/").text
    )
    assert a_stranger().get(here).status_code == 403
    assert here not in a_stranger().get(f"/t/{sitting.pk}/").text


def test_history_numbers_and_papers_tell_who_played(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    undo(sitting, 3)
    record(sitting, called(2, 8, 3))
    shown = view(sitting)
    rows = history.history(sitting, shown)
    assert any(
        "Cem" in row.sentence and "Dora" in row.sentence and "Anna" not in row.sentence for row in rows
    )
    assert shown.hands[2].opens
    assert [row[0] for row in shown.hands[2].moves] == ["Cem", "Dora"]
    numbers = {person.name: person for person in statistics(shown).people}
    assert numbers["Anna"].total == 4
    assert numbers["Dora"].worst == "0"
    browser = Client()
    for what in ("sheet", "blank", "numbers"):
        text = text_of(browser.get(f"/t/{sitting.pk}/paper/{what}.pdf").content)
        assert "Cem" in text
        assert ("Anna" in text) is (what != "blank")


def test_files_tell_who_played_and_are_scored_the_same(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora", dealer=2)
    record(sitting, called(2, 9, 2))
    seat(sitting, "Dora", "Anna", "Ben")
    record(sitting, called(1, 1, 2, 3))
    shown = view(sitting)
    rows = list(csv.DictReader(io.StringIO(exports.csv_of(shown).lstrip("\ufeff"))))
    at_table = list(rows[0])[1]
    assert [row[at_table] for row in rows] == ["Anna, Ben, Cem"] * 2 + ["Cem, Dora", "Dora, Anna, Ben"]
    assert [(row["Anna"], row["Cem"]) for row in rows] == [("0", "7"), ("4", "7"), ("", "9"), ("2", "")]
    sheet = exports.json_of(shown)
    assert json.loads(sheet)["hands"][2] == {"line_up": {"places": [3, 4], "dealer": 2}}
    answer = gamelines.answer(sheet.encode())
    assert answer["ok"], answer
    assert tuple(answer["games"][-1]["totals"]) == tuple(shown.games[-1].totals)
    assert [tuple(hand["points"]) for hand in answer["hands"]][-1] == (2, 3, 0, 0)


@pytest.mark.parametrize(
    "line_up",
    [None, {}, {"places": [0, 1]}, {"places": [1, "2"]}, {"places": [1, 9]}, {"places": [1, 2], "x": 1}],
)
def test_a_file_with_people_that_cannot_be_is_refused_in_words(line_up: Any) -> None:
    sheet = {"game": "cabo", "seats": 3, "hands": [{"line_up": line_up}]}
    answer = gamelines.answer(json.dumps(sheet).encode())
    assert not answer["ok"]
    assert answer["problems"][0]["hand"] == 1


def test_people_who_left_can_be_shown_with_less_and_forgotten(sitting: Sitting) -> None:
    Player.objects.filter(name="Ben").update(shown_as=ShownAs.INITIALS)
    seat(sitting, "Cem", "Dora")
    seat(sitting, "Cem", "B.", "Dora")  # as he is called on this sheet
    assert Chair.objects.filter(sitting=sitting).count() == 4
    assert privacy.everything_about(player=Player.objects.get(name="Dora"))
    privacy.anonymise(player=Player.objects.get(name="Dora"))
    assert "Dora" not in Client().get(f"/t/{sitting.pk}/hands/").text
    assert in_order(sitting)


def test_the_next_evening_begins_with_those_who_were_there_at_the_end(sitting: Sitting) -> None:
    seat(sitting, "Dora", "Cem")
    shown = hall.laptop().get("/new/cabo/").text
    assert 'value="Dora"' in shown
    assert 'name="name_2" value="Cem"' in shown
    assert 'value="Ben" maxlength' not in shown


def test_whose_phone_it_is_can_be_said_by_everybody_on_the_sheet(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    phone = a_writer(sitting)
    page = phone.get(f"/t/{sitting.pk}/whose/").text
    assert all(name in page for name in (*NAMES, "Dora"))
    phone.post(f"/t/{sitting.pk}/whose/", {"seat": "4"})
    assert "Dora" in phone.get(f"/t/{sitting.pk}/").text.split("<main")[0]
