"""The page of a table is made once for all to whom it shows the same, and to nobody else."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from config import rendering
from scoring import game_for, set_up
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine
from tests.tournaments.pages import captured, text
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.access import credentials
from tournaments.models import Chair, Credential, Event, Player, Sitting, Via
from tournaments.table import playing, reading
from tournaments.table.entering import EntryScreen
from tournaments.table.views import table as table_views

pytestmark = pytest.mark.django_db

SCRIPT = {"HX-Request": "true", "Stammtisch-Outbox": "1"}
OWN = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17}'
)


def address(sitting: Sitting) -> str:
    return f"/t/{sitting.pk}/"


def live(browser: Client, sitting: Sitting) -> str:
    answer = browser.get(address(sitting), {"part": "live"})
    assert answer.status_code == 200
    return text(answer)


def write(sitting: Sitting, hand: int, declarer: int = 1, points: int = 47, **origin: Any) -> None:
    """A hand that another process has written: nothing of it is known to the pages of this one."""
    form = {"sitting": Sitting.objects.get(pk=sitting.pk), "entry_id": uuid.uuid4(), **origin}
    ledger.record_hand(raw=eine(declarer, points), hand_no=hand, **form)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The templates that are rendered from now on, and not taken from memory."""
    names: list[str] = []
    render = rendering.rendered

    def noted(template: str | list[str], values: dict[str, Any]) -> Any:
        names.append(template if isinstance(template, str) else template[0])
        return render(template, values)

    monkeypatch.setattr(rendering, "rendered", noted)
    rendering.forget()
    yield names
    rendering.forget()


# --- what is made once --------------------------------------------------------------------------------------


def test_who_asks_again_gets_the_same_page_with_tokens_of_his_own(
    sitting: Sitting, rendered: list[str]
) -> None:
    write(sitting, 1)
    browser = a_writer(sitting)
    first = browser.get(address(sitting)).text
    rendered.clear()
    again = browser.get(address(sitting)).text
    assert rendered == []
    assert OWN.sub("", first) == OWN.sub("", again)
    for name in ("csrfmiddlewaretoken", "entry"):
        mine, other = (captured(f'name="{name}" value="([^"]+)"', page) for page in (first, again))
        assert mine != other
    undo = [
        captured(r'id="undo".*?name="entry" value="([^"]+)"', page.replace("\n", ""))
        for page in (first, again)
    ]
    assert undo[0] != undo[1]


def test_all_tokens_of_a_page_are_one_and_let_in(sitting: Sitting) -> None:
    write(sitting, 1)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[credentials.cookie_name(sitting)] = credentials.claim(sitting)
    strict.get(address(sitting))
    page = strict.get(address(sitting)).text
    tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))
    assert len(tokens) == 1
    form = hand_form(sitting, eine(2), 2, csrfmiddlewaretoken=tokens.pop())
    assert strict.post(address(sitting), form).status_code == 302


def test_after_a_hand_only_what_it_changes_is_rendered(sitting: Sitting, rendered: list[str]) -> None:
    browser = a_writer(sitting)
    for number in (1, 2, 3, 4):
        assert (
            browser.post(address(sitting), hand_form(sitting, eine(1), number), headers=SCRIPT).status_code
            == 200
        )
    rendered.clear()
    answer = browser.post(address(sitting), hand_form(sitting, eine(2), 5), headers=SCRIPT)
    assert answer.status_code == 200
    seats = rendered.count("tournaments/_seat.html")
    assert seats <= 4
    # Above all not the form, nor the frame around all this.
    assert sorted(rendered) == sorted(
        [
            "tournaments/_chart.html",
            "tournaments/_hand_row.html",
            "tournaments/_hands.html",
            "tournaments/_match.html",
            "tournaments/_preview.html",
            *["tournaments/_seat.html"] * seats,
        ]
    )


def test_other_phones_share_the_pieces(sitting: Sitting, rendered: list[str]) -> None:
    write(sitting, 1)
    live(a_writer(sitting), sitting)
    rendered.clear()
    live(a_writer(sitting), sitting)
    assert rendered == []
    live(a_stranger(), sitting)
    assert "tournaments/_chart.html" not in rendered


def test_a_page_asks_for_the_table_and_the_names_alone(sitting: Sitting, writer: Client) -> None:
    write(sitting, 1)
    writer.get(address(sitting))
    for question in ({}, {"part": "live"}, {"part": "preview", "declarer": "1"}):
        with CaptureQueriesContext(connection) as queries:
            writer.get(address(sitting), question, headers={"HX-Request": "true"})
        assert len(queries) == 2, [query["sql"][:80] for query in queries]


def test_a_hand_of_another_process_costs_one_statement_more(sitting: Sitting, writer: Client) -> None:
    write(sitting, 1)
    writer.get(address(sitting))
    write(sitting, 2)
    write(sitting, 3)
    with CaptureQueriesContext(connection) as queries:
        page = text(writer.get(address(sitting)))
    assert len(queries) == 3
    assert page.count('class="hand"') == 3


# --- and what makes another page ----------------------------------------------------------------------------


def test_another_language_is_another_page(sitting: Sitting) -> None:
    write(sitting, 1)
    browser = a_writer(sitting)
    pages = [
        browser.get(address(sitting), headers={"accept-language": code}).text for code in ("de", "en", "es")
    ]
    assert "rückgängig" in pages[0].lower()
    assert "Undo" in pages[1]
    assert "Undo" not in pages[2]
    assert len({captured('<html lang="(..)"', page) for page in pages}) == 3


def test_who_only_watches_sees_no_form_of_those_who_write(sitting: Sitting) -> None:
    write(sitting, 1)
    assert 'id="entry"' in live(a_writer(sitting), sitting)
    watching = live(a_stranger(), sitting)
    assert 'id="entry"' not in watching
    assert 'class="edit"' not in watching
    assert 'id="entry"' in live(a_writer(sitting), sitting)


def test_whose_phone_it_is_stands_on_no_other(sitting: Sitting) -> None:
    phones = [a_writer(sitting) for _phone in range(3)]
    for seat, device in enumerate(Credential.objects.filter(sitting=sitting).order_by("created_at"), start=1):
        if seat < 3:
            Credential.objects.filter(pk=device.pk).update(seat=seat)
    pages = [text(phone.get(address(sitting))) for phone in phones]
    assert sorted("Handy von Anna" in page for page in pages) == [False, False, True]
    assert sorted("Handy von Łukasz" in page for page in pages) == [False, False, True]


def test_a_phone_whose_seat_was_taken_over_is_told_so(sitting: Sitting) -> None:
    phone, other = a_writer(sitting), a_writer(sitting)
    mine, theirs = Credential.objects.filter(sitting=sitting).order_by("created_at")
    before = live(phone, sitting)
    Credential.objects.filter(pk=mine.pk).update(replaced_by=theirs)
    after = live(phone, sitting)
    assert "data-replaced" not in before
    assert "data-replaced" in after
    assert 'id="entry"' not in after
    assert "data-replaced" not in live(other, sitting)


def test_another_name_is_seen_at_once_everywhere(sitting: Sitting) -> None:
    write(sitting, 1)
    phone = a_writer(sitting)
    assert "Anna" in live(phone, sitting)
    Player.objects.filter(chair__sitting=sitting, chair__seat=1).update(name="Berta")
    page = live(phone, sitting)
    assert "Anna" not in page
    assert page.count("Berta") >= 4  # on the form, beside the chart, in the row and in its reason


def test_other_people_of_a_sheet_are_no_older_state_of_it() -> None:
    """Two tables with the same hands, and a sheet whose number another one had before."""
    one_table, other_table = (
        a_sitting(names=("Anna", "Ben", "Cem", "Doro")),
        a_sitting(names=("Eva", "Fay", "Gil", "Hal")),
    )
    for sitting in (one_table, other_table):
        write(sitting, 1)
    assert "Eva" not in live(a_writer(one_table), one_table)
    assert "Anna" not in live(a_writer(other_table), other_table)


def test_what_is_said_beside_the_hands_is_seen(sitting: Sitting) -> None:
    write(sitting, 1)
    phone = a_writer(sitting)
    before = live(phone, sitting)
    Sitting.objects.filter(pk=sitting.pk).update(title="Stammtisch am Freitag", seat_seed="4711")
    after = text(phone.get(address(sitting)))
    assert "4711" not in before
    assert "Stammtisch am Freitag" in after
    assert "4711" in after


def test_a_confirmed_hand_is_ticked_and_a_corrected_one_says_so(sitting: Sitting) -> None:
    write(sitting, 1)
    write(sitting, 2)
    phone = a_writer(sitting)
    before = live(phone, sitting)
    ledger.correct_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(3), hand_no=1, base_seq=2)
    corrected = live(phone, sitting)
    head = Sitting.objects.get(pk=sitting.pk).sheethead
    head.confirmed_hands = [2]
    head.save()
    confirmed = live(phone, sitting)
    assert "korrigiert um" not in before
    assert "korrigiert um" in corrected
    assert "ticks" not in corrected
    assert confirmed.count('class="ticks"') == 1


def test_a_closed_sheet_lets_nobody_correct(sitting: Sitting) -> None:
    write(sitting, 1)
    phone = a_writer(sitting)
    assert 'class="edit"' in live(phone, sitting)
    ledger.close_sheet(sitting=Sitting.objects.get(pk=sitting.pk), entry_id=uuid.uuid4())
    assert 'class="edit"' not in live(phone, sitting)
    ledger.reopen_sheet(sitting=Sitting.objects.get(pk=sitting.pk), entry_id=uuid.uuid4())
    assert 'class="edit"' in live(phone, sitting)


@pytest.mark.event(here=8)
def test_at_an_event_the_last_hand_alone_may_be_put_right(event: Event) -> None:
    sitting = hall.table(hall.begin(event), 1)
    phone = a_writer(sitting)
    for number in (1, 2):
        write(sitting, number)
        page = live(phone, sitting)
        assert page.count('class="edit"') == 1
        assert f"/{number}/" in captured('class="edit"\\s+href="([^"]+)"', page)
    desk = Client(headers={"host": "localhost"})
    assert live(desk, sitting).count('class="edit"') == 2
    assert live(phone, sitting).count('class="edit"') == 1


@pytest.mark.event(here=8)
def test_what_organisers_have_changed_is_told_until_it_is_read(event: Event) -> None:
    sitting = hall.table(hall.begin(event), 1)
    phone = a_writer(sitting)
    write(sitting, 1)
    live(phone, sitting)
    now = Sitting.objects.get(pk=sitting.pk)
    origin: dict[str, Any] = {
        "via": Via.DESK,
        "by": "Desk",
        "reason": "verlesen",
        "base_seq": now.sheethead.head_seq,
    }
    ledger.correct_hand(sitting=now, entry_id=uuid.uuid4(), raw=eine(3), hand_no=1, **origin)
    assert "verlesen" in live(phone, sitting)
    device = Credential.objects.get(sitting=sitting)
    credentials.has_seen(device, Sitting.objects.get(pk=sitting.pk).sheethead.head_seq)
    assert "verlesen" not in live(phone, sitting)


@pytest.mark.event(here=8)
def test_the_round_that_has_ended_takes_no_hand(event: Event) -> None:
    round_ = hall.begin(event)
    sitting = hall.table(round_, 1)
    phone = a_writer(sitting)
    write(sitting, 1)
    assert 'id="entry"' in live(phone, sitting)
    hall.play_all(round_)
    hall.end(round_)
    assert 'id="entry"' not in live(phone, sitting)


def test_what_was_typed_stands_on_no_other_page(sitting: Sitting) -> None:
    phone, other = a_writer(sitting), a_writer(sitting)
    refused = phone.post(
        address(sitting), hand_form(sitting, {"declarer": 2, "contract": "eine"}, 1, points="999")
    )
    assert refused.status_code == 422
    assert 'value="999"' in refused.text
    for page in (live(phone, sitting), live(other, sitting)):
        assert "999" not in page
        assert "checked" not in captured('(?s)name="declarer"(.*?)</fieldset>', page)


def test_nobody_can_write_a_hole() -> None:
    sitting = a_sitting(names=("hole:csrf_token;", "Ben", "Cem", "Doro"))
    write(sitting, 1)
    phone = a_writer(sitting)
    page = text(phone.get(address(sitting)))
    assert "hole:csrf_token;" in page
    assert rendering._NONCE not in page
    for question in ({"part": "live"}, {"part": "preview", "declarer": "1"}):
        assert rendering._NONCE not in phone.get(address(sitting), question).text


def test_the_address_that_was_asked_for_is_not_kept(sitting: Sitting, writer: Client) -> None:
    addresses = (f"{address(sitting)}?a=%22%3Cb%3E", address(sitting))
    pages = [captured('name="next" value="([^"]*)"', writer.get(each).text) for each in addresses]
    assert pages == list(addresses)


# --- pieces -------------------------------------------------------------------------------------------------


def test_a_piece_depends_on_every_value_it_is_asked_for_with_and_on_nothing_else(sitting: Sitting) -> None:
    write(sitting, 1)
    words = reading.sheet(Sitting.objects.get(pk=sitting.pk)).hands[0].words
    usual: dict[str, Any] = {
        "hand": words,
        "confirmed": (),
        "edit": False,
        "table": sitting.pk,
        "unit": "Hand",
    }
    others: list[dict[str, Any]] = [
        {"hand": replace(words, label="77")},
        {"hand": replace(words, sentence="something else")},
        {"hand": replace(words, correction="19:30")},
        {"hand": replace(words, opens="others play")},
        {"hand": replace(words, moves=(("Nobody", "+1", 1),))},
        {"hand": replace(words, on_paper=True)},
        {"confirmed": (1,)},
        {"edit": True},
        {"edit": True, "table": sitting.pk + 1},
        {"edit": True, "unit": "Round"},
        {"edit": True, "hand": replace(words, number=9)},
    ]
    pieces = [rendering.piece("tournaments/_hand_row.html", **{**usual, **other}) for other in ({}, *others)]
    assert len(set(pieces)) == len(pieces)
    assert rendering.piece("tournaments/_hand_row.html", **usual) is pieces[0]
    with translation.override("es"):
        assert rendering.piece("tournaments/_hand_row.html", **usual) not in pieces


def test_an_entry_screen_depends_on_all_that_it_is_made_of() -> None:
    game = game_for("cego")
    tables = [set_up(game, seats=4, preset=preset.key) for preset in game.presets]
    usual = EntryScreen(
        "cego", tables[0], ("A", "B", "C", "D"), ("A", "B", "C", "D"), (("dealer", "1"),), (), False
    )
    others = [
        replace(usual, people=("A", "B", "C", "E"), accounts=("A", "B", "C", "E")),
        replace(usual, answers=(("dealer", "2"),)),
        replace(usual, answers=(("dealer", "1"), ("points", "47"))),
    ]
    rendering.forget()
    screens = [rendering.large_piece(each.templates, screen=each) for each in (usual, *others)]
    assert len(set(screens)) == len(screens) == len(rendering.LARGE)
    assert rendering.large_piece(usual.templates, screen=replace(usual)) == screens[0]
    assert len(rendering.LARGE) == len(screens)


# --- the sheet in memory ------------------------------------------------------------------------------------


def fresh(sitting: Sitting) -> playing.Played:
    """The sheet as somebody reads it who knows nothing of it."""
    playing.forget()
    return playing.played(Sitting.objects.get(pk=sitting.pk))


def known(sitting: Sitting) -> playing.Played:
    return playing.played(Sitting.objects.get(pk=sitting.pk))


def test_a_sheet_that_goes_on_in_memory_is_the_one_that_is_read_anew(sitting: Sitting) -> None:
    steps = [
        lambda: write(sitting, 1),
        lambda: write(sitting, 2, declarer=3, points=20),
        lambda: ledger.correct_hand(
            sitting=sitting, entry_id=uuid.uuid4(), raw=eine(4), hand_no=1, base_seq=2
        ),
        lambda: write(sitting, 3),
        lambda: ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=3),
        lambda: write(sitting, 3, declarer=2),
        lambda: ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4()),
        lambda: ledger.reopen_sheet(sitting=sitting, entry_id=uuid.uuid4()),
        lambda: write(sitting, 4),
    ]
    going_on = [known(sitting)]
    for step in steps:
        step()
        going_on.append(known(sitting))
        remembered = going_on[-1]
        assert remembered == fresh(sitting)
        playing._sheets.put(sitting.pk, remembered)


def test_hands_stay_as_they_were_said(sitting: Sitting) -> None:
    for number in (1, 2):
        write(sitting, number)
    before = reading.sheet(Sitting.objects.get(pk=sitting.pk))
    write(sitting, 3)
    after = reading.sheet(Sitting.objects.get(pk=sitting.pk))
    assert [mine is theirs for mine, theirs in zip(before.hands, after.hands, strict=False)] == [True, True]
    Chair.objects.filter(sitting=sitting, seat=1).first()
    Player.objects.filter(chair__sitting=sitting, chair__seat=1).update(name="Berta")
    renamed = reading.sheet(Sitting.objects.get(pk=sitting.pk))
    assert "Berta" in renamed.hands[0].sentence
    assert all(mine is not theirs for mine, theirs in zip(after.hands, renamed.hands, strict=True))


def test_a_stale_head_is_no_key_for_what_has_been_written_since(sitting: Sitting) -> None:
    stale = Sitting.objects.select_related("sheethead").get(pk=sitting.pk)
    write(sitting, 1)
    assert len(reading.sheet(stale).hands) == 1
    write(sitting, 2)
    assert len(reading.sheet(stale).hands) == 2


def test_the_answer_to_a_hand_shows_what_others_have_written_meanwhile(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between saving and answering another phone's hand is written."""
    phone = a_writer(sitting)
    now = table_views._now

    def later(*arguments: Any) -> Any:
        write(sitting, 2)
        return now(*arguments)

    monkeypatch.setattr(table_views, "_now", later)
    answer = phone.post(address(sitting), hand_form(sitting, eine(1), 1), headers=SCRIPT)
    assert answer.status_code == 200
    assert text(answer).count('class="state saved"') == 2


@pytest.mark.event(here=8)
def test_a_phone_that_may_no_longer_write_is_led_to_the_card_of_its_table(
    sitting: Sitting, event: Event
) -> None:
    at_event = hall.table(hall.begin(event), 1)
    for table, where in ((at_event, f"/j/{event.pk}/1/"), (sitting, f"/j?table={sitting.pk}")):
        page = a_writer(table).get(address(table)).text
        assert where in captured(r'(?s)data-trouble="403" hidden>(.*?)</p>', page)
