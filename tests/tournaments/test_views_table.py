"""The table's page: enter, preview, refuse, correct, take back, close, and what two phones say at once."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.tournaments.asking import ask, news, poll_on
from tests.tournaments.builders import PEOPLE, a_sitting, called, close, correct, eine, record, totals, undo
from tests.tournaments.visitors import a_stranger, a_writer, answers, hand_form, reasons
from tournaments import ledger
from tournaments.access import credentials
from tournaments.models import Entry, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.sitting(first_dealer=4)]

HTMX = {"HX-Request": "true"}


def page(sitting: Sitting, more: str = "") -> str:
    return f"/t/{sitting.pk}/{more}"


def kinds(sitting: Sitting) -> list[str]:
    return list(Entry.objects.filter(sitting=sitting).values_list("kind", flat=True))


def visible(html: str) -> str:
    """The page's text, without tags and doubled spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


# --- the ordinary evening ------------------------------


def test_a_hand_is_saved_and_shown(sitting: Sitting, writer: Client) -> None:
    answer = writer.post(page(sitting), hand_form(sitting, eine(1, 47)))
    assert (answer.status_code, answer["Location"]) == (302, page(sitting))
    assert totals(sitting) == [6, 0, 0, 0]
    shown = writer.get(page(sitting)).text
    assert "Anna" in shown
    assert 'name="hand" value="2"' in shown


def test_the_preview_says_what_the_hand_would_be_worth_and_saves_nothing(
    sitting: Sitting, writer: Client
) -> None:
    shown = writer.get(page(sitting), {**answers(sitting, eine(1, 47)), "part": "preview"}, headers=HTMX)
    assert next(template.name for template in shown.templates) == "tournaments/_preview.html"
    assert "+6" in shown.text
    assert (totals(sitting), kinds(sitting)) == ([0, 0, 0, 0], [])


def test_what_several_people_still_owe_is_said_once_with_their_names() -> None:
    cabo = a_sitting("cabo")
    given = answers(cabo, called(1, 3, 5, 8, 9)) | {"values_2": "", "values_4": "", "part": "preview"}
    shown = a_writer(cabo).get(page(cabo), given, headers=HTMX)
    assert f"({PEOPLE[1]}, {PEOPLE[3]})" in visible(shown.text)
    assert visible(shown.text).count("“") == 1


def test_without_script_the_preview_is_a_page_with_the_answers_in_it(
    sitting: Sitting, writer: Client
) -> None:
    shown = writer.get(page(sitting), {**answers(sitting, eine(2, 47)), "part": "preview"}).text
    assert "+6" in shown
    assert re.search(r'name="declarer" value="2" checked', shown)
    assert re.search(r'name="points"\s+value="47"', shown)


def test_what_is_not_answered_yet_is_asked_for_and_not_called_wrong(sitting: Sitting, writer: Client) -> None:
    shown = writer.get(page(sitting), {"declarer": "1", "part": "preview"}, headers=HTMX)
    assert 'class="hint"' in shown.text
    assert "alert" not in shown.text


def test_a_wrong_answer_is_called_wrong_already_in_the_preview(sitting: Sitting, writer: Client) -> None:
    wrong = {**answers(sitting, eine(1, 71)), "part": "preview"}
    assert 'role="alert"' in writer.get(page(sitting), wrong, headers=HTMX).text


def test_a_refused_hand_is_shown_again_with_its_answers_and_the_reason(
    sitting: Sitting, writer: Client
) -> None:
    answer = writer.post(page(sitting), hand_form(sitting, eine(3, 71)))
    assert answer.status_code == 422
    (reason,) = reasons(sitting, eine(3, 71))
    assert reason in visible(answer.text)
    assert 'class="wrong"' in answer.text
    assert re.search(r'name="declarer" value="3" checked', answer.text)
    assert re.search(r'name="points"\s+value="71"', answer.text)
    assert kinds(sitting) == []


def test_a_form_that_was_not_filled_in_is_refused(sitting: Sitting, writer: Client) -> None:
    assert writer.post(page(sitting), {"hand": "1"}).status_code == 422
    assert kinds(sitting) == []


def test_the_last_hand_is_taken_back(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    assert writer.post(page(sitting, "undo/"), {"hand": "1"})["Location"] == page(sitting)
    assert (totals(sitting), kinds(sitting)) == ([0, 0, 0, 0], ["hand", "void"])


def test_an_earlier_hand_is_put_right_and_the_old_entry_stays_readable(
    sitting: Sitting, writer: Client
) -> None:
    record(sitting, eine(2, 35), 1)
    record(sitting, eine(1, 47), 2)
    shown = writer.get(page(sitting, "hand/1/")).text
    assert re.search(r'name="points"\s+value="35"', shown)
    answer = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(2, 36), seen=2))
    assert answer["Location"] == page(sitting)
    assert totals(sitting) == [6, 2, 0, 0]
    with translation.override("en"):
        history = a_stranger().get(page(sitting, "hands/"), headers={"Accept-Language": "en"}).text
    assert "The declarer’s points: 35" in history.replace("&#x27;", "'")
    assert re.search(r'class="gone"', history)


def test_leaving_a_correction_as_it_is_changes_nothing(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(2, 35), 1)
    writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(2, 35), seen=1))
    assert kinds(sitting) == ["hand"]


def test_a_refused_correction_is_shown_again_and_changes_nothing(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(2, 35), 1)
    answer = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(2, 71), seen=1))
    assert answer.status_code == 422
    assert re.search(r'name="points"\s+value="71"', answer.text)
    assert totals(sitting) == [0, -2, 0, 0]


def test_the_preview_of_a_correction_counts_from_the_hands_before_it(
    sitting: Sitting, writer: Client
) -> None:
    record(sitting, eine(1, 47), 1)
    record(sitting, eine(1, 47), 2)
    asked = {**answers(sitting, eine(1, 36)), "part": "preview"}
    shown = visible(writer.get(page(sitting, "hand/2/"), asked, headers=HTMX).text)
    assert "+2" in shown


def test_a_sheet_is_closed_and_opened_again(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    assert writer.post(page(sitting, "close/"), {}).status_code == 302
    closed = writer.get(page(sitting)).text
    assert 'id="entry"' not in closed
    assert writer.post(page(sitting), hand_form(sitting, eine(1), hand=2)).status_code == 409
    writer.post(page(sitting, "close/"), {"again": "1"})
    assert 'id="entry"' in writer.get(page(sitting)).text
    assert kinds(sitting) == ["hand", "close", "reopen"]


def test_after_the_end_of_a_game_the_winner_is_marked_and_nothing_more_is_taken() -> None:
    sitting = a_sitting("cabo", seats=3, rounds=1)
    writer = a_writer(sitting)
    writer.post(page(sitting), hand_form(sitting, called(1, 3, 5, 8)))
    shown = writer.get(page(sitting)).text
    assert 'class="outcome"' in shown
    assert shown.count("seat winner") == 1
    assert 'id="entry"' not in shown
    answer = writer.post(page(sitting), hand_form(sitting, called(1, 1, 5, 8), hand=2))
    assert answer.status_code == 422
    assert len(kinds(sitting)) == 1


def test_a_finished_game_can_still_be_put_right(sitting: Sitting) -> None:
    sitting = a_sitting("cabo", seats=3, rounds=1)
    record(sitting, called(1, 3, 5, 8))
    writer = a_writer(sitting)
    assert 'id="entry"' in writer.get(page(sitting, "hand/1/")).text
    writer.post(page(sitting, "hand/1/"), hand_form(sitting, called(1, 3, 5, 9), seen=1))
    assert totals(sitting) == [0, 5, 9]


# --- without a right to write ------------------------------


def test_everybody_may_watch_but_gets_no_form(sitting: Sitting) -> None:
    record(sitting, eine(1))
    shown = a_stranger().get(page(sitting))
    assert shown.status_code == 200
    assert 'id="entry"' not in shown.text
    assert 'id="undo"' not in shown.text
    assert "/hand/1/" not in shown.text


def test_a_watcher_cannot_preview_either(sitting: Sitting) -> None:
    shown = a_stranger().get(page(sitting), {**answers(sitting, eine(1)), "part": "preview"}, headers=HTMX)
    assert shown.status_code == 200
    assert "+6" not in shown.text


@pytest.mark.parametrize("where", ["", "undo/", "close/", "hand/1/"])
def test_a_watcher_writes_nothing(sitting: Sitting, where: str) -> None:
    record(sitting, eine(1))
    for visitor in (a_stranger(), a_writer(a_sitting())):
        answer = visitor.post(page(sitting, where), hand_form(sitting, eine(2), hand=2))
        assert answer.status_code == 403
        assert 'id="table"' in answer.text
    assert kinds(sitting) == ["hand"]


def test_a_device_that_was_put_out_may_only_watch_from_then_on(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    credentials.revoke(sitting.credential_set.get())
    assert 'id="entry"' not in writer.get(page(sitting)).text
    assert writer.post(page(sitting), hand_form(sitting, eine(2), hand=2)).status_code == 403
    assert kinds(sitting) == ["hand"]


# --- wrong input ------------------------------


@pytest.mark.parametrize("entry", ["", "nonsense", "1" * 300, "{}", "00000000-0000-0000-0000-00000000000g"])
def test_a_broken_id_is_replaced_and_the_hand_is_saved(sitting: Sitting, writer: Client, entry: str) -> None:
    writer.post(page(sitting), hand_form(sitting, eine(1), entry=entry))
    assert totals(sitting) == [6, 0, 0, 0]


@pytest.mark.parametrize(
    "number", ["", "0", "2", "-1", "1.5", "one", "٣", "999999999", "9" * 400, "1 OR 1=1", "\0"]
)
def test_a_nonsense_hand_number_is_refused_or_ignored_but_never_breaks(
    sitting: Sitting, writer: Client, number: str
) -> None:
    answer = writer.post(page(sitting), hand_form(sitting, eine(1), hand=number))
    assert answer.status_code in (302, 409)
    assert totals(sitting) in ([0, 0, 0, 0], [6, 0, 0, 0])
    assert (answer.status_code == 302) == (kinds(sitting) == ["hand"])


@pytest.mark.parametrize("number", [0, 2, 999_999_999, 2**63 - 1, 2**63, 10**30])
def test_there_is_nothing_to_correct_where_no_hand_is(sitting: Sitting, writer: Client, number: int) -> None:
    record(sitting, eine(1))
    assert writer.get(page(sitting, f"hand/{number}/")).status_code in (302, 404)
    for form in (hand_form(sitting, eine(2), hand=1, seen=1), answers(sitting, eine(2))):
        assert writer.post(page(sitting, f"hand/{number}/"), form).status_code in (404, 409)
    assert kinds(sitting) == ["hand"]


@pytest.mark.parametrize("where", ["", "undo/", "close/", "hands/", "hand/1/", "invite/", "sheet.csv"])
@pytest.mark.parametrize("pk", [0, 999_999, 2**63, 10**30])
def test_a_table_that_does_not_exist_is_not_found(client: Client, pk: int, where: str) -> None:
    method = client.post if where in ("undo/", "close/") else client.get
    assert method(f"/t/{pk}/{where}").status_code == 404


@pytest.mark.parametrize("hand", ["", "0", "2", "-1", "nonsense"])
def test_only_a_hand_that_is_named_and_last_is_taken_back(
    sitting: Sitting, writer: Client, hand: str
) -> None:
    record(sitting, eine(1))
    answer = writer.post(page(sitting, "undo/"), {"hand": hand})
    assert (answer.status_code, kinds(sitting)) == (409, ["hand"])


def test_an_answer_to_a_question_nobody_asked_is_refused(sitting: Sitting, writer: Client) -> None:
    form = hand_form(sitting, eine(1))
    for name in ("total", "seat", "credential", "points_1", "__proto__"):
        answer = writer.post(page(sitting), {**form, name: "1"})
        assert answer.status_code == 422
        assert name in visible(answer.text)
    assert kinds(sitting) == []


def test_an_answer_that_does_not_fit_the_others_is_refused(sitting: Sitting, writer: Client) -> None:
    answer = writer.post(page(sitting), {**hand_form(sitting, eine(1)), "losers": "2"})
    assert (answer.status_code, kinds(sitting)) == (422, [])


@pytest.mark.parametrize(
    "points", ["4 7", "47.0", "٤٧", "0x2f", "4e1", "-47", "−47", "1" * 5000, "\0", "47\n", "\u202e47", "NaN"]
)
def test_a_number_is_a_number_or_refused(sitting: Sitting, writer: Client, points: str) -> None:
    answer = writer.post(page(sitting), {**hand_form(sitting, eine(1)), "points": points})
    assert answer.status_code in (302, 422)
    assert totals(sitting) == ([6, 0, 0, 0] if answer.status_code == 302 else [0, 0, 0, 0])


def test_the_same_question_answered_twice_is_refused(sitting: Sitting, writer: Client) -> None:
    form = {**hand_form(sitting, eine(1)), "declarer": ["1", "2"]}
    assert writer.post(page(sitting), form).status_code == 422
    assert kinds(sitting) == []


def test_a_form_with_too_many_or_too_large_answers_is_refused_unread(
    sitting: Sitting, writer: Client
) -> None:
    many = {f"x{number}": "1" for number in range(4100)}
    assert writer.post(page(sitting), many).status_code == 413
    assert writer.post(f"{page(sitting)}rules/", many).status_code == 400
    assert writer.post(page(sitting), {"declarer": "1" * 300_000}).status_code in (400, 413)
    assert writer.post(page(sitting), {"declarer": "1" * 2_000_000}).status_code == 413
    assert kinds(sitting) == []


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/xml", ""])
def test_a_body_that_is_no_form_is_no_hand(sitting: Sitting, writer: Client, kind: str) -> None:
    answer = writer.generic("POST", page(sitting), b'{"declarer": 1}', content_type=kind)
    assert (answer.status_code, kinds(sitting)) == (422, [])


# --- two phones, two taps ------------------------------


def test_the_same_form_sent_twice_is_one_hand(sitting: Sitting, writer: Client) -> None:
    form = hand_form(sitting, eine(1))
    assert [writer.post(page(sitting), form).status_code for _try in range(3)] == [302] * 3
    assert (totals(sitting), len(kinds(sitting))) == ([6, 0, 0, 0], 1)


def test_the_same_id_with_other_answers_is_refused(sitting: Sitting, writer: Client) -> None:
    entry = uuid.uuid4()
    writer.post(page(sitting), hand_form(sitting, eine(1), entry=entry))
    answer = writer.post(page(sitting), hand_form(sitting, eine(2), entry=entry))
    assert (answer.status_code, len(kinds(sitting))) == (422, 1)


def test_two_phones_that_say_the_same_have_entered_one_hand(sitting: Sitting, writer: Client) -> None:
    writer.post(page(sitting), hand_form(sitting, eine(1)))
    answer = a_writer(sitting).post(page(sitting), hand_form(sitting, eine(1)))
    assert (answer.status_code, len(kinds(sitting))) == (302, 1)


def test_two_phones_that_differ_are_told_what_is_on_the_sheet(sitting: Sitting, writer: Client) -> None:
    writer.post(page(sitting), hand_form(sitting, eine(1, 47)))
    answer = a_writer(sitting).post(page(sitting), hand_form(sitting, eine(2, 52)))
    assert (answer.status_code, totals(sitting)) == (409, [6, 0, 0, 0])
    shown = answer.text
    assert 'role="alert"' in shown
    assert "Anna" in visible(shown).partition("47")[0]
    (parked,) = ledger.undecided(sitting)
    assert f'action="{page(sitting, f"aside/{parked.pk}/")}"' in shown
    assert parked.raw == answers(sitting, eine(2, 52))


@pytest.mark.parametrize("game", ["cego", "cabo"])
def test_saving_again_after_a_conflict_does_not_make_it_the_next_hand(game: str) -> None:
    """The form still speaks of the hand two people disagree about; counted twice would be worse."""
    sitting = a_sitting(game, seats=3, rounds=5) if game == "cabo" else a_sitting()
    first, other = (called(1, 3, 5, 8), called(2, 3, 1, 8)) if game == "cabo" else (eine(1), eine(2, 52))
    record(sitting, first)
    writer = a_writer(sitting)
    sent = hand_form(sitting, other)
    for _tap in range(3):
        answer = writer.post(page(sitting), sent)
        assert answer.status_code == 409
        sent = {**sent, **hidden(answer.text)}
    assert kinds(sitting) == ["hand"]


def hidden(html: str) -> dict[str, str]:
    """What the form sends without being asked, after the script has given it a new id."""
    form = html.partition('<form id="entry"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {**fields, "entry": str(uuid.uuid4())}


def test_nobody_takes_back_what_he_has_not_seen(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    correct(sitting, 1, eine(2))
    answer = writer.post(page(sitting, "undo/"), {"hand": "1", "seen": "1"})
    assert (answer.status_code, kinds(sitting)) == (409, ["hand", "correct"])


def test_nobody_corrects_what_he_has_not_seen(sitting: Sitting, writer: Client) -> None:
    record(sitting, eine(1))
    correct(sitting, 1, eine(2))
    answer = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(3), seen=1))
    assert (answer.status_code, totals(sitting)) == (409, [0, 6, 0, 0])


def test_a_correction_of_a_hand_that_was_taken_back_meanwhile_is_refused(
    sitting: Sitting, writer: Client
) -> None:
    record(sitting, eine(1))
    undo(sitting, 1)
    answer = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(3), seen=1))
    assert (answer.status_code, totals(sitting)) == (409, [0, 0, 0, 0])


@pytest.mark.parametrize("where", ["undo/", "close/"])
def test_after_a_refusal_the_form_still_belongs_to_the_table(
    sitting: Sitting, writer: Client, where: str
) -> None:
    """The refusal is shown at the address of what was refused; the next hand must not be sent there."""
    record(sitting, eine(1))
    form = {"hand": "7", "again": "1"}
    for headers in ({}, HTMX):
        shown = writer.post(page(sitting, where), form, headers=headers)
        assert shown.status_code == 409
        assert re.search(rf'<form id="entry"[^>]* action="{page(sitting)}"', shown.text)
        assert f'hx-get="{page(sitting)}?part=preview"' in shown.text


def test_after_an_undo_that_came_too_late_the_form_is_for_the_next_hand(
    sitting: Sitting, writer: Client
) -> None:
    record(sitting, eine(1))
    correct(sitting, 1, eine(2))
    shown = writer.post(page(sitting, "undo/"), {"hand": "1", "seen": "1"}, headers=HTMX)
    assert shown.status_code == 409
    form = shown.text[shown.text.index('id="entry"') :]
    assert re.search(r'name="hand"\s+value="(\d+)"', form)[1] == "2"  # type: ignore[index]


def test_after_a_refused_correction_the_form_belongs_to_what_it_says(
    sitting: Sitting, writer: Client
) -> None:
    record(sitting, eine(1))
    undo(sitting, 1)
    shown = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(3), seen=1)).text
    assert re.search(rf'<form id="entry"[^>]* action="{page(sitting)}"', shown)
    record(sitting, eine(1))
    correct(sitting, 1, eine(2))
    shown = writer.post(page(sitting, "hand/1/"), hand_form(sitting, eine(3), seen=3)).text
    (parked,) = ledger.undecided(sitting)
    assert (parked.kind, parked.raw) == ("correct", answers(sitting, eine(3)))
    assert 'id="entry"' not in shown


# --- news for watchers, and the size of it ------------------------------


def test_a_watcher_who_has_seen_everything_gets_no_news(sitting: Sitting) -> None:
    watcher = a_stranger()
    shown = watcher.get(page(sitting)).text
    quiet = news(watcher, shown)
    assert (quiet.status_code, quiet.content) == (304, b"")
    record(sitting, eine(1))
    answer = news(watcher, shown)
    assert answer.status_code == 200
    assert next(template.name for template in answer.templates) == "tournaments/_table.html"
    assert "<html" not in answer.text
    assert poll_on(answer.text) == (f"{page(sitting)}?part=live", answer["ETag"])
    assert news(watcher, answer.text).status_code == 304
    assert ask(watcher, page(sitting), answer["ETag"]).status_code == 200  # the page itself is always whole


def test_news_of_a_table_depend_on_language_right_and_program(
    sitting: Sitting, writer: Client, settings: Any
) -> None:
    live = f"{page(sitting)}?part=live"
    tag = ask(writer, live)["ETag"]
    assert ask(writer, live, tag).status_code == 304
    assert ask(a_writer(sitting, headers={"Accept-Language": "es"}), live, tag).status_code == 200
    assert ask(a_stranger(), live, tag).status_code == 200
    settings.VERSION = "another"
    assert ask(writer, live, tag).status_code == 200


@pytest.mark.parametrize("what", ["undo", "correct", "close"])
def test_everything_that_changes_a_sheet_is_news(sitting: Sitting, what: str) -> None:
    record(sitting, eine(1))
    changes = {
        "undo": lambda: undo(sitting, 1),
        "correct": lambda: correct(sitting, 1, eine(2)),
        "close": lambda: close(sitting),
    }
    watcher = a_stranger()
    shown = watcher.get(page(sitting)).text
    changes[what]()
    assert news(watcher, shown).status_code == 200


def queries(browser: Client, address: str, **options: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(address, options).status_code == 200
    return len(captured)


@pytest.mark.parametrize("address", ["", "hands/", "hand/1/", "sheet.csv", "sheet.json", "paper/sheet.pdf"])
def test_the_number_of_queries_does_not_grow_with_the_hands(
    sitting: Sitting, writer: Client, address: str
) -> None:
    record(sitting, eine(1))
    few = queries(writer, page(sitting, address))
    for _hand in range(12):
        record(sitting, eine(2))
    assert queries(writer, page(sitting, address)) == few
    assert few <= 10


def test_a_look_for_news_costs_next_to_nothing(sitting: Sitting) -> None:
    record(sitting, eine(1))
    watcher = a_stranger()
    address, tag = poll_on(watcher.get(page(sitting)).text)
    with CaptureQueriesContext(connection) as captured:
        assert ask(watcher, address, tag).status_code == 304
    assert len(captured) == 1
