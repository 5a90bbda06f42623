"""What is kept from hand to hand shows what a server that has just been started would show, byte for byte."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.database import writing
from scoring import Unreadable
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import an_event
from tests.tournaments.forgetting import nothing_kept
from tests.tournaments.hall import begin, end, hall_of, play, play_all, table
from tournaments import ledger
from tournaments.engines.results.finals import places
from tournaments.events.decisions import corrections, rulings
from tournaments.events.ground.log import touch
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.plan.screens import create_screen
from tournaments.events.results.finals import layout_of
from tournaments.events.results.keeping import Results, results_of
from tournaments.events.results.played import competition
from tournaments.events.rounds import running
from tournaments.hall import pages
from tournaments.hall.boards import board_view
from tournaments.models import Event, LiveHand, Round, Ruling, RulingKind, Screen, SheetHead
from tournaments.people import presence

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ("hand", "hand", "hand", "correct", "take out", "undo", "penalty", "pardon", "home", "round")
        ),
        st.integers(0, 99),
        st.integers(1, 4),
    ),
    min_size=4,
    max_size=9,
)


def now(event: Event) -> Results:
    stamp = stamp_of(event.pk)
    assert stamp is not None
    return results_of(stamp)


def shown(event: Event, screens: list[Screen]) -> list[str]:
    """The pages of the standings and of the event, and screens, as they are sent."""
    here = hall_of(event, desk=False)
    standings = {"event": here.event, "page": pages.standings_page(here), "checksum": ""}
    first = {"event": here.event, "page": pages.event_page(here), "checksum": ""}
    return [
        render_to_string("hall/_standings.html", standings),
        render_to_string("hall/_event.html", first),
        *(
            render_to_string(
                "hall/_board.html",
                {"event": here.event, "view": board_view(screen, here, lambda: here, 0), "page": 0},
            )
            for screen in screens
        ),
    ]


def act(event: Event, what: str, pick: int, who: int) -> None:
    """What a table or an organiser does; refused is fine."""
    round_ = event.rounds.order_by("-number").first()
    assert round_ is not None
    tables = list(round_.sittings.order_by("number"))
    at = tables[pick % len(tables)]
    hands = list(LiveHand.objects.filter(sitting__event=event).order_by("pk"))
    any_hand = hands[pick % len(hands)] if hands else None
    key = uuid.uuid4()
    about: dict[str, Any] = {"entry_id": key, "base_seq": None, "reason": "misread"}
    penalties = list(Ruling.objects.filter(event=event, withdrawn_at=None))
    match what:
        case "hand" if round_.state == "open":
            play(at, who)
        case "undo" if round_.state == "open":
            last = LiveHand.objects.filter(sitting=at).order_by("-hand_no").first()
            if last:
                ledger.undo_last(sitting=at, entry_id=key, hand_no=last.hand_no)
        case "correct" | "take out" if any_hand:
            raw = eine(who, 20 + pick) if what == "correct" else None
            corrections.correct(sitting=any_hand.sitting, hand_no=any_hand.hand_no, raw=raw, **about)
        case "penalty":
            entrant = event.entrants.order_by("pk")[pick % 12]
            draft = rulings.RulingDraft(RulingKind.POINTS, entrant=entrant.pk, points=-who)
            rulings.make(event=event, draft=draft, key=key, reason="late")
        case "pardon" if penalties:
            rulings.withdraw(ruling=penalties[-1], reason="was there")
        case "home":
            presence.withdraw(event=event, entrant=event.entrants.order_by("pk")[pick % 12].pk)
        case "round" if round_.state == "open" and round_.number < 3:
            running.close_round(round_, reason="late")
            begin(event)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_a_server_that_has_kept_everything_shows_what_a_new_one_shows(
    acts: list[tuple[str, int, int]],
) -> None:
    event = an_event(here=12)
    play_all(begin(event), 1, 3)
    screens = [create_screen(event=event, name=shows, shows=shows) for shows in ("live", "ranking")]
    for what, pick, who in acts:
        try:
            act(event, what, pick, who)
        except (Unreadable, ledger.Refused):
            continue
        before, results = shown(event, screens), now(event)
        with nothing_kept():
            assert before == shown(event, screens), what
            known = competition(Event.objects.get(pk=event.pk))
            layout = layout_of(event)
        assert results.competition == known
        assert results.still.layout == layout
        for last in (None, 1, 2):
            assert results.after(last) == places(layout, known, last)


@pytest.fixture
def round_(event: Event) -> Round:
    round_ = begin(event)
    play_all(round_, 1, 2)
    return round_


@pytest.mark.event(here=16)
def test_after_a_hand_the_other_sheets_are_not_read_again(event: Event, round_: Round) -> None:
    before = now(event)
    play(table(round_, 2), 3)
    with CaptureQueriesContext(connection) as queries:
        after = now(event)
    sheets = [query["sql"] for query in queries if "head_hash" in query["sql"] or "livehand" in query["sql"]]
    assert len(queries) <= 4  # stamp, hashes, the head, its hands
    assert sum("games" in sql or "points" in sql for sql in sheets) == 2
    same = [
        was is now_ for was, now_ in zip(before.competition.played, after.competition.played, strict=True)
    ]
    assert same.count(False) == 1


@pytest.mark.event(here=16)
def test_what_another_process_has_written_is_seen_at_once(event: Event, round_: Round) -> None:
    now(event)
    sitting = table(round_, 1)
    with writing():  # as by somebody whose caches are not these
        LiveHand.objects.filter(sitting=sitting, hand_no=1).update(points=[900, -300, -300, -300])
        games = [{**game, "totals": [900, 0, 0, 0]} for game in sitting.sheethead.games]
        SheetHead.objects.filter(pk=sitting.pk).update(games=games, head_hash="f" * 64)
    assert now(event).competition == competition(event)
    points = [account.points for played in now(event).competition.played for account in played.accounts]
    assert 900 in points


@pytest.mark.event(here=16)
def test_nothing_is_kept_of_what_a_transaction_sees_that_has_not_ended(event: Event, round_: Round) -> None:
    before = now(event)

    def fail() -> None:
        with writing():
            touch(event)
            event.entrants.update(left_after=1)
            assert any(entrant.withdrawn_after for entrant in now(event).competition.entrants)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    touch(event)  # the same revision once more, and another event
    assert now(event).competition == before.competition


@pytest.mark.event(here=16)
def test_a_correction_reads_its_own_sheet_and_leaves_the_others(event: Event, round_: Round) -> None:
    end(round_)
    before = now(event)
    about: dict[str, Any] = {"entry_id": uuid.uuid4(), "base_seq": None, "reason": "misread"}
    corrections.correct(sitting=table(round_, 3), hand_no=1, raw=eine(4), **about)
    after = now(event)
    same = [
        was is now_ for was, now_ in zip(before.competition.played, after.competition.played, strict=True)
    ]
    assert same.count(False) == 1


@pytest.mark.event(here=40)
def test_rows_that_show_the_same_are_the_same_whatever_their_rank(event: Event) -> None:
    def rows() -> dict[int, Any]:
        page = pages.standings_page(hall_of(event, desk=False))
        assert page.ranking is not None
        return {row.person.entrant: row for row in page.ranking.rows}

    round_ = begin(event)
    for number in range(1, 11):
        raw = eine(1, 20 + 2 * number)
        ledger.record_hand(sitting=table(round_, number), entry_id=uuid.uuid4(), raw=raw)
    before = rows()
    ledger.record_hand(sitting=table(round_, 1), entry_id=uuid.uuid4(), raw=eine(1, 70))
    after = rows()
    winner = table(round_, 1).chairs.get(seat=1).entrant_id
    fresh = {who for who in after if after[who].pieces is not before[who].pieces}
    overtaken = {who for who in after if after[who].rank != before[who].rank} - {winner}
    assert winner in fresh
    assert len(overtaken) > 30
    assert len(fresh) <= 5  # himself, whom he stood and stands beside
