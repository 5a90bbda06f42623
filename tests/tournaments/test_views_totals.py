"""The page for totals from paper: typed, looked at, saved, put right; and rounds of so many hands."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.builders import a_sitting, close, eine, paper, record, totals
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.models import Entry, Sitting
from tournaments.table import reading

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sitting(first_dealer=4),
    pytest.mark.usefixtures("in_english"),
]

HTMX = {"HX-Request": "true"}
ENGLISH = {"accept-language": "en"}


def page(sitting: Sitting, more: str = "paper-totals/") -> str:
    return f"/t/{sitting.pk}/{more}"


def typed(sitting: Sitting, hands: Any, *totals: Any, number: int | None = None) -> dict[str, Any]:
    """What the page sends."""
    sitting.refresh_from_db()
    return {
        "entry": str(uuid.uuid4()),
        "hand": number or reading.sheet(sitting).next_number,
        "seen": sitting.sheethead.head_seq,
        "hands": hands,
        **{f"totals_{side}": total for side, total in enumerate(totals, start=1)},
    }


def visible(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_totals_are_typed_and_stand_on_the_sheet(sitting: Sitting, writer: Client) -> None:
    assert f'href="{page(sitting)}"' in writer.get(page(sitting, "")).text
    answer = writer.post(page(sitting), typed(sitting, 16, 12, -4, 0, 7))
    assert (answer.status_code, answer["Location"]) == (302, page(sitting, ""))
    assert totals(sitting) == [12, -4, 0, 7]
    shown = visible(writer.get(page(sitting, "")).text)
    assert "1–16 From paper Anna +12" in shown
    assert "Save Hand 17" in shown


def test_running_totals_are_typed_also_after_hands(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    shown = visible(writer.get(page(sitting)).text)
    assert "From Hand 2 on: how many are on the paper" in shown
    writer.post(page(sitting), typed(sitting, 3, 20, "\N{MINUS SIGN}4", "0", " 7 "))
    assert totals(sitting) == [20, -4, 0, 7]
    assert Entry.objects.get(kind="paper").payload == {"hands": 3, "points": [14, -4, 0, 7]}


def test_the_preview_says_what_the_totals_come_to_and_saves_nothing(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    asked = {**typed(sitting, 3, 20, -4, 0, 7), "part": "preview"}
    shown = writer.get(page(sitting), asked, headers=HTMX)
    assert next(template.name for template in shown.templates) == "tournaments/_paper_preview.html"
    assert "Hand 2–4 from paper Anna +14 (20)" in visible(shown.text)
    assert Entry.objects.count() == 1
    without_script = writer.get(page(sitting), asked).text
    assert "Hand 2–4 from paper" in visible(without_script)
    assert 'name="totals_1" value="20"' in without_script


def test_what_is_not_typed_yet_is_not_called_wrong(sitting: Sitting, writer: Client) -> None:
    shown = writer.get(page(sitting), {"hands": "3", "part": "preview"}, headers=HTMX)
    assert "alert" not in shown.text
    assert "Type how many there are and every total." in shown.text


def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
    sitting: Sitting, writer: Client
) -> None:
    answer = writer.post(page(sitting), typed(sitting, "many", 12, "x", "", 7))
    assert answer.status_code == 422
    assert 'id="wrong-hands"' in answer.text
    assert 'id="wrong-totals_2"' in answer.text
    assert 'id="wrong-totals_3"' in answer.text
    assert 'id="wrong-totals_1"' not in answer.text
    assert 'aria-describedby="wrong-totals_2"' in answer.text
    for name, value in (("hands", "many"), ("totals_1", "12"), ("totals_2", "x"), ("totals_4", "7")):
        assert f'name="{name}" value="{value}"' in answer.text
    assert not Entry.objects.exists()


def test_totals_the_game_cannot_have_are_refused_beside_their_field() -> None:
    sitting = a_sitting("ecarte", seats=2)
    answer = a_writer(sitting, headers=ENGLISH).post(page(sitting), typed(sitting, 4, 3, 6))
    assert answer.status_code == 422
    assert "Łukasz cannot have 6: a game goes to 5." in visible(answer.text)
    assert 'id="wrong-totals_2"' in answer.text


def test_totals_that_do_not_cancel_out_are_refused() -> None:
    sitting = a_sitting(preset="braeunlingen")
    answer = a_writer(sitting, headers=ENGLISH).post(page(sitting), typed(sitting, 4, 10, -4, -4, -4))
    assert answer.status_code == 422
    assert "The totals add up to −2" in visible(answer.text)


def test_a_form_sent_twice_is_one_entry(sitting: Sitting, writer: Client) -> None:
    form = typed(sitting, 16, 12, -4, 0, 7)
    for _again in range(2):
        assert writer.post(page(sitting), form).status_code == 302
    assert Entry.objects.count() == 1


def test_somebody_who_has_written_a_hand_meanwhile_is_not_overwritten(
    sitting: Sitting, writer: Client
) -> None:
    form = typed(sitting, 16, 12, -4, 0, 7)
    record(sitting, eine(1))
    answer = writer.post(page(sitting), form)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    (parked,) = ledger.undecided(sitting)
    assert (parked.kind, parked.raw["points_1"]) == ("paper", "12")
    assert totals(sitting) == [6, 0, 0, 0]


def test_totals_are_put_right_where_the_list_of_hands_says_so(sitting: Sitting, writer: Client) -> None:
    paper(sitting, 16, 12, -4, 0, 7)
    record(sitting, eine(1))
    right = page(sitting, "paper-totals/1/")
    assert f'href="{right}"' in writer.get(page(sitting, "")).text
    assert writer.get(page(sitting, "hand/1/"))["Location"] == right
    shown = writer.get(right).text
    for name, value in (("hands", "16"), ("totals_1", "12"), ("totals_2", "-4"), ("totals_4", "7")):
        assert f'name="{name}" value="{value}"' in shown
    answer = writer.post(right, typed(sitting, 15, 12, -4, 0, 8, number=1))
    assert answer["Location"] == page(sitting, "")
    assert totals(sitting) == [18, -4, 0, 8]
    assert "corrected at" in writer.get(page(sitting, "")).text


def test_a_hand_is_not_put_right_as_totals(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    assert writer.get(page(sitting, "paper-totals/1/"))["Location"] == page(sitting, "")
    assert writer.post(page(sitting, "paper-totals/1/"), typed(sitting, 2, 1, 1, 1, 1)).status_code == 302
    assert totals(sitting) == [6, 0, 0, 0]


def test_totals_are_taken_back_like_a_hand(sitting: Sitting, writer: Client) -> None:
    paper(sitting, 16, 12, -4, 0, 7)
    assert 'form="undo"' in writer.get(page(sitting, "")).text
    writer.post(page(sitting, "undo/"), {"entry": str(uuid.uuid4()), "hand": "1", "seen": "1"})
    assert totals(sitting) == [0, 0, 0, 0]


def test_a_closed_sheet_takes_no_totals(sitting: Sitting, writer: Client) -> None:
    form = typed(sitting, 16, 12, -4, 0, 7)
    close(sitting)
    assert writer.get(page(sitting))["Location"] == page(sitting, "")
    assert writer.post(page(sitting), form).status_code == 409
    assert page(sitting) not in writer.get(page(sitting, "")).text


def test_a_chico_finished_on_paper_is_followed_by_the_next_one() -> None:
    sitting = a_sitting("truco", seats=2, games_to_win=2)
    writer = a_writer(sitting, headers=ENGLISH)
    assert "Only Chico 1; what was played after it comes on the next page." in visible(
        writer.get(page(sitting)).text
    )
    asked = {**typed(sitting, 9, 30, 18), "part": "preview"}
    assert "The chico goes to Anna, 30:18." in visible(writer.get(page(sitting), asked, headers=HTMX).text)
    assert writer.post(page(sitting), typed(sitting, 9, 30, 18))["Location"] == page(sitting)
    assert "Only Chico 2;" in visible(writer.get(page(sitting)).text)
    assert writer.post(page(sitting), typed(sitting, 8, 12, 30))["Location"] == page(sitting)
    assert writer.post(page(sitting), typed(sitting, 8, 30, 4))["Location"] == page(sitting, "")
    assert writer.get(page(sitting))["Location"] == page(sitting, ""), "the match is over"


def test_onlookers_type_nothing(sitting: Sitting) -> None:
    onlooker = a_stranger()
    paper(sitting, 16, 12, -4, 0, 7)
    for more in ("paper-totals/", "paper-totals/1/"):
        assert onlooker.get(page(sitting, more)).status_code == 403
        assert onlooker.post(page(sitting, more), typed(sitting, 2, 1, 1, 1, 1)).status_code == 403
    assert totals(sitting) == [12, -4, 0, 7]


# --- Rounds of so many hands


@pytest.fixture
def short(sitting: Sitting) -> Sitting:
    sitting.hands_limit = 3
    sitting.save()
    return sitting


def test_the_table_is_told_which_hand_of_how_many_it_is(short: Sitting, writer: Client) -> None:
    record(short, eine(1))
    assert "Save Hand 2 of 3" in visible(writer.get(page(short, "")).text)


def test_a_full_round_takes_no_hand_and_is_handed_in(short: Sitting, writer: Client) -> None:
    record(short, eine(1))
    paper(short, 2, 1, 1, 1, 1)
    shown = writer.get(page(short, "")).text
    assert "All 3 hands of this round are played." in visible(shown)
    assert 'id="entry"' not in shown
    assert 'form="closing"' in shown
    refused = writer.post(page(short, ""), {**hand_form(short, eine(2)), "hand": "3"})
    assert refused.status_code == 422
    writer.post(page(short, "close/"), {"entry": str(uuid.uuid4())})
    short.refresh_from_db()
    assert short.sheethead.closed


def test_hands_of_a_full_round_can_still_be_put_right(short: Sitting, writer: Client) -> None:
    for seat in (1, 2, 3):
        record(short, eine(seat))
    assert 'id="entry"' in writer.get(page(short, "hand/2/")).text
    answer = writer.post(page(short, "hand/2/"), {**hand_form(short, eine(4)), "hand": "2", "seen": "3"})
    assert answer.status_code == 302
    assert totals(short) == [6, 0, 6, 6]


def test_paper_cannot_say_more_hands_than_the_round_has(short: Sitting, writer: Client) -> None:
    record(short, eine(1))
    answer = writer.post(page(short), typed(short, 3, 6, 0, 0, 0))
    assert answer.status_code == 422
    assert "Hands left to play: 2, not 3." in visible(answer.text)


def test_a_round_that_is_made_longer_goes_on(short: Sitting, writer: Client) -> None:
    paper(short, 3, 1, 1, 1, 1)
    assert 'id="entry"' not in writer.get(page(short, "")).text
    Sitting.objects.filter(pk=short.pk).update(hands_limit=4)
    assert "Save Hand 4 of 4" in visible(writer.get(page(short, "")).text)
