"""What the screens show: made from the ledger alone, and always what it says now."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone, translation
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring import GAMES, Game, parse
from tests.scoring.strategies import hands, plain_tables
from tests.tournaments.builders import (
    PEOPLE,
    a_sitting,
    called,
    close,
    correct,
    eine,
    record,
    reopen,
    totals,
    undo,
)
from tournaments.models import FIRST, Player, Sitting
from tournaments.table import reading
from tournaments.table.evenings import evenings
from tournaments.table.history import history
from tournaments.table.reading import sheet

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("in_english"),
    pytest.mark.sitting(first_dealer=4),
]

EVENING = datetime.datetime(2026, 11, 20, 20, 15, tzinfo=datetime.UTC)  # a quarter past nine in Baden
TABLES = [
    (game, seats) for game in GAMES for preset, seats in plain_tables(game) if preset == game.presets[0].key
]
few = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))


# --- a sheet ------------------------------


def test_an_empty_sheet(sitting: Sitting) -> None:
    view = sheet(sitting)
    assert (view.hands, view.last, view.next_number, view.next_label) == ((), None, 1, 1)
    assert [seat.total for seat in view.seats] == [0, 0, 0, 0]
    assert view.takes_hands
    assert view.people == view.accounts == PEOPLE[:4]


def test_totals_run_along_and_redeals_have_no_number(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    record(sitting, {"kind": "redeal"})
    record(sitting, eine(2, 35))
    view = sheet(sitting)
    assert [(hand.number, hand.label) for hand in view.hands] == [(1, "1"), (2, ""), (3, "2")]
    assert [hand.running for hand in view.hands] == [(6, 0, 0, 0), (6, 0, 0, 0), (6, -2, 0, 0)]
    assert (view.next_number, view.next_label) == (4, 3)
    assert view.hands[1].sentence
    assert view.hands[2].moves[1] == ("Łukasz", "−2", -2)
    assert view.running_totals.series[1] == (0, 0, -2)


def test_dealer_and_vorhand_go_round(sitting: Sitting) -> None:
    assert badges(sitting) == {"Ñandú": ["dealer"], "Anna": ["first"]}
    record(sitting, eine(1, 47) | {"dealer": 4})
    assert badges(sitting) == {"Anna": ["dealer"], "Łukasz": ["first"]}


def badges(sitting: Sitting) -> dict[str, list[str]]:
    seats = sheet(Sitting.objects.get(pk=sitting.pk)).seats
    return {seat.name: [code for code, _word in seat.badges] for seat in seats if seat.badges}


def test_a_closed_sheet_announces_nothing_and_takes_nothing(sitting: Sitting) -> None:
    record(sitting, eine(1))
    close(sitting)
    sitting.refresh_from_db()
    view = sheet(sitting)
    assert (view.closed, view.takes_hands, view.notes, badges(sitting)) == (True, False, (), {})
    reopen(sitting)
    sitting.refresh_from_db()
    assert sheet(sitting).takes_hands


def test_equal_totals_share_a_place_and_low_wins_where_it_does(sitting: Sitting) -> None:
    for declarer in (1, 2, 3):
        record(sitting, eine(declarer, {1: 47, 2: 47, 3: 35}[declarer]))
    assert sheet(sitting).places == (1, 1, 4, 3)
    cabo = a_sitting("cabo", seats=3)
    record(cabo, called(1, 3, 5, 8))
    assert sheet(cabo).places == (1, 2, 3)


def test_the_winner_is_marked_when_the_game_is_over() -> None:
    sitting = a_sitting("cabo", seats=3, rounds=1)
    record(sitting, called(1, 3, 5, 8))
    view = sheet(sitting)
    assert [seat.winner for seat in view.seats] == [True, False, False]
    assert view.winners == ("Anna",)
    assert "Anna" in (view.games[-1].outcome or "")
    assert not view.takes_hands


def test_a_correction_says_when_in_the_time_of_the_club(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    with time_machine.travel(EVENING, tick=False):
        correct(sitting, 1, eine(1, 36))
    sitting.refresh_from_db()
    assert "21:15" in sheet(sitting).hands[0].correction
    assert sheet(sitting).hands[0].running == (2, 0, 0, 0)


# --- always what the ledger says now ------------------------------


def test_whatever_changes_is_seen_at_once(sitting: Sitting) -> None:
    """A sheet is spoken once for each standing; no other one may ever be shown for it."""
    seen = []
    for change in (
        lambda: record(sitting, eine(1, 47)),
        lambda: correct(sitting, 1, eine(2, 47)),
        lambda: record(sitting, eine(3, 70)),
        lambda: undo(sitting, 2),
        lambda: close(sitting),
        lambda: reopen(sitting),
    ):
        change()
        sitting.refresh_from_db()
        view = sheet(Sitting.objects.get())
        seen.append((view.head_seq, view.closed, [seat.total for seat in view.seats]))
        assert [seat.total for seat in view.seats] == totals(sitting)
    assert seen == [
        (1, False, [6, 0, 0, 0]),
        (2, False, [0, 6, 0, 0]),
        (3, False, [0, 6, 16, 0]),
        (4, False, [0, 6, 0, 0]),
        (5, True, [0, 6, 0, 0]),
        (6, False, [0, 6, 0, 0]),
    ]


def test_the_same_sheet_speaks_the_language_of_each_reader(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    sentences: dict[str, set[str]] = {}
    for language in ("de", "en", "es", "de"):
        with translation.override(language):
            sentences.setdefault(language, set()).add(sheet(sitting).hands[0].sentence)
    assert [len(wordings) for wordings in sentences.values()] == [1, 1, 1]
    assert len(set.union(*sentences.values())) == 3


def test_a_person_who_is_renamed_is_called_by_the_new_name(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    assert "Anna" in sheet(sitting).hands[0].sentence
    Player.objects.filter(name="Anna").update(name="Hanna")
    assert "Hanna" in sheet(Sitting.objects.get()).hands[0].sentence


def test_two_tables_with_the_same_hands_are_not_mixed_up() -> None:
    first, second = a_sitting(names=PEOPLE[:4]), a_sitting(names=PEOPLE[4:8])
    for sitting in (first, second):
        record(sitting, eine(1, 47))
    assert sheet(first).hands[0].sentence.startswith(PEOPLE[0])
    assert sheet(second).hands[0].sentence.startswith(PEOPLE[4])


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.key}-{seats}" for game, seats in TABLES])
@few
@given(data=st.data())
def test_the_preview_says_what_the_sheet_will_say(
    game: Game[Any, Any], seats: int, data: st.DataObject
) -> None:
    sitting = a_sitting(game.key, seats=seats)
    view = sheet(sitting)
    raw = data.draw(hands(game, view.table, view.so_far))
    assume(raw is not None)
    assert raw is not None
    before = reading.preview(view, parse(game, view.table, view.so_far, raw))
    record(sitting, raw)
    sitting.refresh_from_db()
    after = sheet(sitting).hands[-1]
    assert [line.sentence for line in before.lines] == [line.sentence for line in after.lines]
    assert (before.moves, before.running) == (after.moves, after.running)


def test_the_preview_of_an_earlier_hand_counts_from_there(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    record(sitting, eine(1, 47))
    view = sheet(sitting)
    preview = reading.preview(view, parse(view.game, view.table, view.so_far, eine(2, 36)), 2)
    assert (preview.number, preview.running) == (2, (6, 2, 0, 0))


# --- the history ------------------------------


def test_the_history_tells_everything_the_latest_first(sitting: Sitting) -> None:
    record(sitting, eine(1, 47))
    record(sitting, eine(2, 35))
    correct(sitting, 2, eine(2, 36))
    record(sitting, eine(3, 70))
    undo(sitting, 3)
    close(sitting)
    sitting.refresh_from_db()
    events = history(sitting, sheet(sitting))
    assert [event.seq for event in events] == [6, 5, 4, 3, 2, 1]
    assert [event.superseded for event in events] == [False, False, True, False, True, False]
    gone = {event.seq: event.sentence for event in events if event.superseded}
    assert "35" in gone[2]
    assert "70" in gone[4]
    assert all(event.at <= timezone.now() for event in events)


# --- lists ------------------------------


def test_open_tables_come_before_closed_ones_and_the_latest_first() -> None:
    first, second, third = (a_sitting("cabo", seats=2) for _table in range(3))
    record(second, called(1, 3, 5))
    close(second)
    rows = evenings().tables()
    assert [row.id for row in rows] == [third.pk, first.pk, second.pk]
    assert [(row.counted, row.closed) for row in rows] == [
        ("0 rounds", False),
        ("0 rounds", False),
        ("1 round", True),
    ]
    assert rows[0].people == "Anna, Łukasz"
    assert len(evenings(limit=2).tables()) == 2


def test_names_of_earlier_evenings_come_with_the_most_frequent_first() -> None:
    a_sitting("cabo", seats=2, names=("Zoë", "Anna"))
    a_sitting("cabo", seats=2, names=("Zoë", "Ben"))
    assert reading.known_names(FIRST) == ["Zoë", "Anna", "Ben"]
    assert reading.known_names(FIRST, limit=1) == ["Zoë"]


def test_the_last_evening_of_a_game_is_the_one_to_begin_like() -> None:
    assert reading.latest_sitting(FIRST, "cego") is None
    a_sitting()
    latest = a_sitting()
    a_sitting("cabo", seats=2)
    assert reading.latest_sitting(FIRST, "cego") == latest
