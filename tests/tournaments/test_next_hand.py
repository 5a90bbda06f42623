"""The next hand of a sheet costs the same however long the sheet is, and what is kept of it in memory never
lies: another process may have written meanwhile."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.caches import Cache
from scoring import GAMES, Unreadable, game_for
from tests.tournaments.builders import a_sitting, correct, eine, record, totals, undo
from tests.tournaments.visitors import hand_form
from tournaments import ledger
from tournaments.ledger import checking, remembering
from tournaments.models import Sitting
from tournaments.rehearsal import robots

Elsewhere = Callable[[], AbstractContextManager[None]]

pytestmark = pytest.mark.django_db
OF_A_TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


@pytest.fixture(autouse=True)
def nothing_is_remembered_yet() -> Iterator[None]:
    """The numbers of sheets begin anew with every test."""
    remembering.forget()
    yield
    remembering.forget()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """What happens in another process, whose memory is another one."""

    @contextmanager
    def other_memory() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(remembering, "_sheets", Cache(remembering.MOST))
            yield

    return other_memory


def a_hand(sitting: Sitting, chance: random.Random) -> dict[str, object]:
    """A hand that this sheet takes next."""
    sheet = ledger.sheet_of(sitting)
    return robots.made_up(sitting.game_value(), sheet.stretch.table, sheet.so_far, chance)


def statements(browser: Client, sitting: Sitting, hand_no: int) -> list[str]:
    """What a phone's hand asks of the database."""
    form = hand_form(sitting, eine(), hand=hand_no)
    with CaptureQueriesContext(connection) as captured:
        assert browser.post(f"/t/{sitting.pk}/", form).status_code == 302
    return [query["sql"] for query in captured if not query["sql"].startswith(OF_A_TRANSACTION)]


def test_a_hand_is_five_statements_however_long_the_sheet_is(sitting: Sitting, writer: Client) -> None:
    # Who asks, the sheet inside the lock, the entry, its row and the head. PostgreSQL is asked to lock, and
    # told all three rows at once.
    counts = [len(statements(writer, sitting, number)) for number in range(1, 31)]
    assert set(counts) == {5 if connection.vendor == "sqlite" else 4}


def test_a_hand_that_is_sent_again_writes_nothing(sitting: Sitting, writer: Client) -> None:
    form = hand_form(sitting, eine(), hand=1)
    writer.post(f"/t/{sitting.pk}/", form)
    with CaptureQueriesContext(connection) as captured:
        assert writer.post(f"/t/{sitting.pk}/", form).status_code == 302
    assert not [query["sql"] for query in captured if query["sql"].startswith(("INSERT", "UPDATE", "WITH"))]


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_what_is_remembered_is_what_the_entries_say(game: str) -> None:
    seats = min(game_for(game).seats)
    sitting, chance = a_sitting(game, seats=seats, first_dealer=1), random.Random(game)
    for number in range(1, 9):
        if ledger.sheet_of(sitting).whole.over:
            break
        head = record(sitting, a_hand(sitting, chance), number).entry
        remembered = remembering.recall(sitting, head.hash)
        assert remembered is not None
        assert remembered.sheet == ledger.sheet_of(sitting)
        assert remembered.last_no == number
        report = checking.check(sitting)
        assert report.in_order, report


def test_hands_of_another_process_are_seen(sitting: Sitting, elsewhere: Elsewhere) -> None:
    record(sitting, eine(1), 1)
    with elsewhere():
        record(sitting, eine(2), 2)
    with pytest.raises(ledger.HandTaken):
        record(sitting, eine(3), 2)
    record(sitting, eine(3), 3)
    assert totals(sitting) == [6, 6, 6, 0]
    assert checking.check(sitting).in_order


@pytest.mark.parametrize("what", ["correct", "undo", "close", "line-up"])
def test_whatever_another_process_says_of_the_sheet_is_seen(
    sitting: Sitting, elsewhere: Elsewhere, what: str
) -> None:
    record(sitting, eine(1), 1)
    with elsewhere():
        match what:
            case "correct":
                correct(sitting, 1, eine(2))
            case "undo":
                undo(sitting, 1)
            case "close":
                ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
            case _:
                people = ["Łukasz", "Gökçe", "Ñandú", "Zoë"]
                ledger.change_line_up(
                    sitting=sitting, entry_id=uuid.uuid4(), names=people, dealer=1, hand_no=2
                )
    match what:
        case "close":
            with pytest.raises(ledger.SheetClosed):
                record(sitting, eine(3), 2)
        case "undo":
            with pytest.raises(ledger.OutOfOrder):
                record(sitting, eine(3), 2)
        case "correct":
            record(sitting, eine(3), 2)
            assert totals(sitting) == [0, 6, 6, 0]
        case _:
            record(sitting, eine(4), 2)
            assert totals(sitting) == [6, 0, 0, 0, 6]
    assert checking.check(sitting).in_order


def test_a_limit_that_is_set_meanwhile_holds(sitting: Sitting) -> None:
    record(sitting, eine(1), 1)
    Sitting.objects.filter(pk=sitting.pk).update(hands_limit=1)
    with pytest.raises(Unreadable):
        record(sitting, eine(2), 2)


def test_a_confirmed_hand_stays_confirmed_and_a_dispute_open(sitting: Sitting) -> None:
    for number in (1, 2):
        record(sitting, eine(1), number)
    ledger.dispute(sitting=sitting, entry_id=uuid.uuid4(), hand_no=1, seat=2, base_seq=2)
    for number in (3, 4):
        record(sitting, eine(1), number)
        assert checking.check(sitting).in_order
