"""What is put right, taken back or put back when people come and go, and two phones over it."""

from __future__ import annotations

import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.builders import a_sitting, called, correct, paper, record, undo, void
from tests.tournaments.paper import text_of
from tests.tournaments.visitors import a_writer
from tournaments import ledger
from tournaments.ledger import checking
from tournaments.models import Entry, Player, Sitting
from tournaments.people import privacy
from tournaments.table import exports, gamelines, history, reading
from tournaments.table.statistics import statistics

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sitting("cabo", seats=3, names=("Anna", "Ben", "Cem")),
    pytest.mark.usefixtures("in_english"),
]

ENGLISH = {"accept-language": "en"}
NAMES = ("Anna", "Ben", "Cem")


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    """Three people after two rounds: 0, 5, 7 and then 4, 5, 14."""
    record(sitting, called(1, 3, 5, 7))
    record(sitting, called(2, 4, 1, 7))
    return sitting


def seat(sitting: Sitting, *names: str, **more: Any) -> ledger.Recorded:
    last = max((entry.hand_no or 0 for entry in ledger.live_entries(sitting)), default=0)
    change = {"entry_id": uuid.uuid4(), "hand_no": last + 1, "dealer": None, **more}
    return ledger.change_line_up(sitting=sitting, names=names, **change)


def view(sitting: Sitting) -> Any:
    return reading.sheet(Sitting.objects.select_related("sheethead").get(pk=sitting.pk))


def totals(sitting: Sitting) -> dict[str, int]:
    shown = view(sitting)
    return dict(zip(shown.everybody, shown.games[-1].totals, strict=True))


def page(writer: Client, sitting: Sitting) -> str:
    answer = writer.get(f"/t/{sitting.pk}/")
    assert answer.status_code == 200
    return answer.text


def last_done(html: str) -> str:
    """What the page says was done last."""
    part = html.split('<div id="preview"')[1].split('<button type="button" class="unfold"')[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part.partition(">")[2])).split())


def press(writer: Client, sitting: Sitting) -> Any:
    """The page's undo button."""
    form = page(writer, sitting).split('<form id="undo"')[1].split("</form>")[0]
    return writer.post(f"/t/{sitting.pk}/undo/", dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))


def form(caller: int, *values: int, hand: int, seen: int) -> dict[str, str]:
    cells = {f"values_{place}": str(value) for place, value in enumerate(values, start=1)}
    control = {"entry": str(uuid.uuid4()), "hand": str(hand), "seen": str(seen)}
    return {"caller": str(caller), **cells, **control}


def rows(html: str) -> dict[str, list[str]]:
    """The table of both versions."""
    cells_of = {}
    for row in html.split('class="preview versions"')[1].split("</table>")[0].split("<tr")[2:]:
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        name, *rest = (" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in cells)
        cells_of[name] = rest
    return cells_of


def faults(sitting: Sitting) -> tuple[str, ...]:
    report = checking.check(Sitting.objects.get(pk=sitting.pk))
    return (*report.ledger, *report.derived)


# --- what was done last ------------------------------


def test_the_hand_before_a_line_up_is_taken_back_and_put_back(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    assert last_done(page(writer, sitting)).startswith("✓ Round 2 saved")
    assert press(writer, sitting).status_code == 302
    line = last_done(page(writer, sitting))
    assert line.startswith("Round 2 taken back")
    assert "Anna 4 → 0" in line
    assert "Dora" not in line
    assert view(sitting).people == NAMES
    assert press(writer, sitting).status_code == 302
    assert view(sitting).people == ("Cem", "Dora")
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 14, "Dora": 0}
    assert "Round 2" in last_done(page(writer, sitting))
    assert faults(sitting) == ()


def test_the_first_hand_of_a_line_up_is_taken_back_and_put_back(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    assert press(writer, sitting).status_code == 302
    line = last_done(page(writer, sitting))
    assert "Cem 23 → 14" in line
    assert "Anna" not in line.split("was")[1]
    assert press(writer, sitting).status_code == 302
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 23, "Dora": 0}


def test_a_correction_of_an_earlier_hand_names_those_who_played_it(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    correct(sitting, 2, called(2, 4, 6, 7))
    line = last_done(page(writer, sitting))
    assert "Ben 5 → 16" in line
    assert "Dora" not in line
    assert press(writer, sitting).status_code == 302
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 14, "Dora": 0}


def test_a_hand_comes_not_back_for_others_than_those_who_played_it(sitting: Sitting, writer: Client) -> None:
    undo(sitting, 2)
    stale = page(writer, sitting)
    there = dict(
        re.findall(r'name="(\w+)" value="([^"]*)"', stale.split('<form id="undo"')[1].split("</form>")[0])
    )
    seat(sitting, "Anna", "Dora", "Cem")
    answer = writer.post(f"/t/{sitting.pk}/undo/", there)
    assert answer.status_code == 409
    assert "other people" in answer.text.lower()
    assert totals(sitting) == {"Anna": 0, "Ben": 5, "Cem": 7, "Dora": 0}
    hand = Entry.objects.get(sitting=sitting, seq=2)
    with pytest.raises(ledger.OthersPlay):
        ledger.restore(sitting=sitting, entry_id=uuid.uuid4(), to=hand.pk)


def test_pairs_are_called_as_pairs_after_a_correction() -> None:
    sitting = a_sitting("caesar", seats=4, names=("Anna", "Ben", "Cem", "Dora"))
    shown = view(sitting)
    paper(sitting, 1, 10, 0)
    undo(sitting, 1)
    latest = reading.latest(view(sitting))
    assert latest is not None
    assert latest.moved == ((shown.accounts[0], 10, 0),)
    assert len(shown.accounts) == 2


# --- two phones ------------------------------


def test_both_versions_are_told_with_everybody_s_totals(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    answer = writer.post(f"/t/{sitting.pk}/", form(1, 1, 8, hand=3, seen=3))
    assert answer.status_code == 409
    shown = rows(answer.text)
    assert shown["Cem"] == ["+9 → 23", "0 → 14"]
    assert shown["Dora"] == ["0 → 0", "+8 → 8"]
    assert "Anna" not in shown
    assert "Dora" in shown[""][0]
    assert "Cem" in shown[""][1]
    assert "Anna" not in shown[""][1]


def test_a_version_of_a_hand_that_others_played_than_play_now(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    answer = writer.post(f"/t/{sitting.pk}/", form(2, 4, 2, 8, hand=2, seen=1))
    assert answer.status_code == 409
    shown = rows(answer.text)
    assert shown["Cem"] == ["+7 → 14", "+8 → 15"]
    assert "Dora" not in shown
    assert "Ben" in shown[""][1]


def test_what_was_typed_for_others_is_no_hand_of_those_who_play_now(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Anna", "Dora", "Cem")
    answer = writer.post(f"/t/{sitting.pk}/", form(2, 4, 2, 8, hand=3, seen=2))
    assert answer.status_code == 409
    assert "other people" in answer.text.lower()
    assert 'value="8"' not in answer.text.split('<form id="entry"')[1].split("</form>")[0]
    assert len(ledger.live_entries(sitting)) == 2
    record(sitting, called(2, 4, 2, 8))
    for values in ((4, 2, 8), (4, 2, 9)):  # not even what looks the same is the same hand
        answer = writer.post(f"/t/{sitting.pk}/", form(2, *values, hand=3, seen=2))
        assert answer.status_code == 409
        assert "Use mine" not in answer.text
        assert "other people" in answer.text.lower()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_what_was_typed_for_others_has_no_preview(
    sitting: Sitting, writer: Client, headers: dict[str, str]
) -> None:
    seat(sitting, "Anna", "Dora", "Cem")
    answered = form(2, 4, 2, 8, hand=3, seen=2)
    shown = writer.get(f"/t/{sitting.pk}/", {**answered, "part": "preview"}, headers=headers).text
    assert "other people" in shown.lower()
    assert "+2" not in shown
    shown = writer.get(
        f"/t/{sitting.pk}/", {**answered, "part": "preview", "seen": "3"}, headers=headers
    ).text
    assert "other people" not in shown.lower()
    assert "+4" in shown


def test_totals_typed_for_others_are_asked_for_again(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Anna", "Dora", "Cem")
    typed = {"hands": "2", "totals_1": "10", "totals_2": "11", "totals_3": "20", "hand": "3", "seen": "2"}
    answer = writer.post(f"/t/{sitting.pk}/paper-totals/", {**typed, "entry": str(uuid.uuid4())})
    assert answer.status_code == 409
    assert "other people" in answer.text.lower()
    assert 'value="11"' not in answer.text


def test_what_is_kept_about_somebody_who_came_by_a_line_up_that_ended(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    undo(sitting, 2)
    (table,) = privacy.everything_about(player=Player.objects.get(name="Dora"))["tables"]
    assert table["totals"] == []
    assert a_writer(sitting).get(f"/t/{sitting.pk}/hands/").status_code == 200


def test_a_paper_for_others_is_refused(sitting: Sitting) -> None:
    seat(sitting, "Anna", "Dora", "Cem")
    raw = {"hands": 2, "points": [1, 2, 3]}
    with pytest.raises(ledger.OthersPlay):
        ledger.record_paper(sitting=sitting, entry_id=uuid.uuid4(), raw=raw, hand_no=3, base_seq=2)


def test_a_request_sent_again_is_known_whoever_plays_meanwhile(sitting: Sitting) -> None:
    entry_id, raw = uuid.uuid4(), called(1, 1, 2, 3)
    record(sitting, raw, 3, entry_id=entry_id)
    undo(sitting, 3)
    seat(sitting, "Cem", "Dora")
    assert record(sitting, raw, 3, entry_id=entry_id, base_seq=2).replay


# --- history, numbers, files ------------------------------


def test_the_history_names_those_who_played_what_was_taken_back(sitting: Sitting) -> None:
    undo(sitting, 2)
    seat(sitting, "Anna", "Dora", "Cem")
    with translation.override("en"):
        sentences = {row.seq: row.sentence for row in history.history(sitting, view(sitting))}
    assert "Ben" in sentences[2]
    assert "Dora" not in sentences[2]


def test_a_sheet_that_is_decided_has_its_hands(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dora")
    while not view(sitting).sheet.whole.over:
        record(sitting, called(2, 40, 1))
    shown = view(sitting)
    count = len(shown.hands)
    assert statistics(shown).hands == count
    assert exports.csv_of(shown).count("\n") == count + 1
    assert a_writer(sitting).get(f"/t/{sitting.pk}/numbers/").status_code == 200
    last = shown.hands[-1].number
    undo(sitting, last)
    latest = reading.latest(view(sitting))
    assert latest is not None
    assert latest.is_next


def test_a_name_that_was_put_right_at_once_neither_rests_nor_wins(sitting: Sitting) -> None:
    seat(sitting, "Cem", "Dorra")
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 3))
    record(sitting, called(1, 1, 4))
    shown = view(sitting)
    assert shown.resting == (("Anna", 4), ("Ben", 5))
    assert "Dorra" not in {person.name for person in statistics(shown).people}
    assert dict(zip(shown.accounts, shown.places, strict=True)) == {
        "Anna": 1,
        "Dora": 1,
        "Ben": 3,
        "Cem": 4,
        "Dorra": 5,
    }
    while not view(sitting).sheet.whole.over:
        record(sitting, called(1, 1, 40))
    assert view(sitting).winners == ("Anna",)
    shown = view(sitting)
    assert "Anna" in shown.games[-1].outcome
    answer = gamelines.answer(exports.json_of(shown).encode())
    assert answer["ok"], answer
    assert answer["games"][-1]["winner"] == [1]
    assert tuple(answer["games"][-1]["totals"]) == tuple(shown.games[-1].totals)
    for what in ("sheet", "numbers"):
        text = text_of(a_writer(sitting).get(f"/t/{sitting.pk}/paper/{what}.pdf").content)
        assert "Anna" in text
    assert faults(sitting) == ()


def test_hands_of_an_earlier_line_up_are_taken_out_and_put_back(sitting: Sitting, writer: Client) -> None:
    seat(sitting, "Cem", "Dora")
    record(sitting, called(2, 9, 2))
    void(sitting, 2)
    assert totals(sitting) == {"Anna": 0, "Ben": 5, "Cem": 16, "Dora": 0}
    assert "Round 2 taken back" in last_done(page(writer, sitting))
    assert press(writer, sitting).status_code == 302
    assert totals(sitting) == {"Anna": 4, "Ben": 5, "Cem": 23, "Dora": 0}
    void(sitting, 2)
    undo(sitting, 3)
    html = page(writer, sitting)
    if "Enter it again" in html:
        assert press(writer, sitting).status_code == 302
        assert totals(sitting)["Cem"] == 16
    assert faults(sitting) == ()
