"""Several people at the desk and in the hall at the same moment: nothing twice, nothing lost."""

from __future__ import annotations

import itertools
import sys
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from config.caches import Cache
from scoring import Unreadable
from tests import together
from tests.patience import PATIENCE
from tests.tournaments.builders import a_device, eine
from tests.tournaments.event_builders import a_round, add_entrants, an_event
from tests.tournaments.laws import broken_laws
from tournaments import exchange, ledger
from tournaments.engines.plans import StagePlan, dumped
from tournaments.events.decisions import corrections, exchanges, rulings
from tournaments.events.draw import drawing
from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.events.results import played
from tournaments.events.results.keeping import Results, results_of
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.exchange import NotAnEvent
from tournaments.hall import gathering
from tournaments.ledger import Recorded, checking
from tournaments.models import (
    FIRST,
    Chair,
    Entrant,
    EntrantState,
    Entry,
    EntryKind,
    Event,
    Member,
    Notice,
    Player,
    Round,
    RoundState,
    Ruling,
    RulingKind,
    Sitting,
)
from tournaments.people import entrants, presence, register

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_engines]

AT_ONCE = 4
AGAIN = 3
REFUSALS = (Unreadable, ledger.Refused, NotAnEvent)
"""What people are told; anything else would be a page that fails."""


def at_once(*writers: Callable[[], Any]) -> list[Any]:
    """What each of them is told, all starting together."""
    return together.at_once(*writers, but=REFUSALS)


def refused(answer: Any) -> bool:
    return isinstance(answer, REFUSALS)


def heard(answers: list[Any]) -> int:
    """How many were not refused."""
    return sum(not refused(answer) for answer in answers)


def play(sitting: Sitting, won: int = 1, **more: Any) -> Recorded:
    return ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(won), **more)


def table(round_: Round, number: int) -> Sitting:
    return Sitting.objects.get(round=round_, number=number)


def two_drafts(here: int = 8) -> tuple[Event, Round, Round]:
    """An event whose two rounds are drawn at once."""
    event = an_event(here=here)
    event.stages.filter(number=1).update(plan=dumped(StagePlan(rounds=2, at_once=True)))
    first, second = drawing.draw_next(event)
    return event, first, second


def notices(event: Event, what: str) -> int:
    return Notice.objects.filter(event=event, what=what).count()


def test_of_organisers_who_draw_at_once_the_last_draw_stays() -> None:
    event = an_event(here=16)
    answers = at_once(*[lambda: drawing.draw_next(event)] * AT_ONCE)
    assert heard(answers) == AT_ONCE
    assert event.rounds.count() == 1
    assert notices(event, "drawn") == AT_ONCE


def test_publishing_drawing_and_throwing_away_at_once_leave_one_of_them() -> None:
    for _time in range(AGAIN):
        event = an_event(here=8, title=f"Turnier {_time}")
        draft = drawing.draw_next(event)[0]
        at_once(
            lambda: publishing.publish(draft),  # noqa: B023
            lambda: publishing.publish(draft),  # noqa: B023
            lambda: drawing.draw_next(event),  # noqa: B023
            lambda: drawing.discard_drafts(event),  # noqa: B023
        )
        assert notices(event, "published") <= 1
        assert broken_laws(event) == []


def test_two_rounds_that_are_opened_at_once_are_not_both_open() -> None:
    for _time in range(AGAIN):
        event, first, second = two_drafts()
        publishing.publish(first)
        publishing.publish(second)
        answers = at_once(lambda: running.open_round(first), lambda: running.open_round(second))  # noqa: B023
        assert heard(answers) == 1
        assert event.rounds.filter(state=RoundState.OPEN).count() == 1


def test_opening_closing_and_opening_again_at_once_leave_a_round_in_order() -> None:
    event = an_event(here=8)
    round_ = a_round(event)
    for _time in range(AGAIN):
        at_once(
            lambda: running.close_round(round_, reason="late"),
            lambda: running.reopen_round(round_, reason="a hand was missing"),
            lambda: running.open_round(round_),
            lambda: running.close_round(round_, reason="later"),
        )
        assert broken_laws(event) == []


def test_a_hand_at_the_moment_of_closing_is_there_or_refused() -> None:
    event = an_event(here=16)
    round_ = a_round(event)
    sittings = list(Sitting.objects.filter(round=round_))
    devices = {sitting.pk: a_device(sitting) for sitting in sittings}
    ledger.close_sheet(sitting=sittings[0], entry_id=uuid.uuid4(), credential=devices[sittings[0].pk])
    saved: list[uuid.UUID] = []
    begun = threading.Event()

    def phone(sitting: Sitting) -> Any:
        for _hand in range(200):
            try:
                saved.append(play(sitting, credential=devices[sitting.pk]).entry.pk)
            except (ledger.SheetClosed, ledger.RoundNotOpen) as answer:
                if Round.objects.get(pk=round_.pk).state == RoundState.CLOSED:
                    return answer
            begun.set()
        return "played all"

    def opens_again() -> Any:
        """A table that had handed in its sheet finds another hand."""
        assert begun.wait(PATIENCE)
        for turn in itertools.count():
            change = ledger.close_sheet if turn % 2 else ledger.reopen_sheet
            try:
                change(sitting=sittings[0], entry_id=uuid.uuid4(), credential=devices[sittings[0].pk])
            except ledger.RoundNotOpen as answer:
                return answer

    def closes() -> Any:
        assert begun.wait(PATIENCE)
        return running.close_round(round_, reason="time is up")

    at_once(closes, opens_again, *[lambda sitting=sitting: phone(sitting) for sitting in sittings[1:]])
    there = Entry.objects.filter(sitting__in=sittings, kind=EntryKind.HAND)
    assert set(saved) == set(there.values_list("pk", flat=True))
    assert broken_laws(event) == []
    for sitting in sittings:
        last = Entry.objects.filter(sitting=sitting).order_by("-seq")[0]
        assert last.kind == EntryKind.CLOSE


def test_a_first_hand_and_other_seats_at_once_are_both_kept_or_one_is_refused() -> None:
    for turn in range(AGAIN):
        event = an_event(here=9, title=f"Turnier {turn}")
        round_ = a_round(event, heads=3)
        add_entrants(event, 1, names=[f"Gast {turn}"])
        guest = event.entrants.order_by("-number")[0]
        sitting, device = table(round_, 1), a_device(table(round_, 1))
        answers = at_once(
            lambda: play(sitting, credential=device),  # noqa: B023
            lambda: seating.add_late(round_, guest.pk),  # noqa: B023
        )
        assert heard(answers[1:]) == 1
        assert Entry.objects.filter(sitting__event=event).count() == heard(answers[:1])
        assert broken_laws(event) == []


def test_a_late_guest_while_the_seats_are_published_sits_once() -> None:
    for turn in range(AGAIN):
        event = an_event(here=15, title=f"Turnier {turn}")
        draft = drawing.draw_next(event)[0]
        guest = add_entrants(event, 1, EntrantState.EXPECTED, names=[f"Gast {turn}"])[0]
        presence.tick(event=event, entrant=guest.pk, here=True)
        at_once(
            lambda: publishing.publish(draft),  # noqa: B023
            lambda: presence.seat_now(event=event, entrant=guest.pk),  # noqa: B023
            lambda: presence.seat_now(event=event, entrant=guest.pk),  # noqa: B023
            lambda: presence.tick(event=event, entrant=guest.pk, here=True, paid=True),  # noqa: B023
        )
        assert Chair.objects.filter(entrant=guest).count() == 1
        assert broken_laws(event) == []


@pytest.mark.parametrize("written", [False, True])
def test_wrong_seats_that_two_put_right_at_once_are_right(written: bool) -> None:
    event = an_event(here=8)
    round_ = a_round(event)
    if written:
        for sitting in Sitting.objects.filter(round=round_):
            play(sitting)
    round_.refresh_from_db()
    before = round_.seating["tables"]
    here, there = before[0][0], before[1][0]

    def put_right() -> Any:
        if written:
            request: dict[str, Any] = {
                "round_": round_,
                "first": here,
                "second": there,
                "reason": "wrong table",
                "seen": 0,
            }
            return exchanges.exchange(entry_id=uuid.uuid4(), **request)
        return seating.exchange(round_, here, there, seen=0)

    assert heard(at_once(*[put_right] * AT_ONCE)) == AT_ONCE
    after = Round.objects.get(pk=round_.pk).seating["tables"]
    assert (after[0][0], after[1][0]) == (there, here)
    assert broken_laws(event) == []


def test_of_decisions_about_one_match_one_stands() -> None:
    event = an_event("ecarte-matches", here=4)
    round_ = running.open_round(publishing.publish(drawing.draw_next(event)[0]))
    first, second = round_.seating["tables"][0]

    def decides(winner: int) -> Callable[[], Any]:
        draft = rulings.RulingDraft(RulingKind.WALKOVER, round=1, table=1, winner=winner)
        return lambda: rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="not here")

    assert heard(at_once(decides(first), decides(second), decides(first))) == 1
    assert Ruling.objects.filter(event=event).count() == 1


def test_different_changes_of_one_event_at_once_wait_for_each_other() -> None:
    event = an_event(here=16, expected=2)
    round_ = a_round(event)
    for sitting in Sitting.objects.filter(round=round_):
        play(sitting)
    first, second = round_.seating["tables"][:2]
    waiting = list(event.entrants.filter(state=EntrantState.EXPECTED))
    draft = rulings.RulingDraft(RulingKind.POINTS, entrant=first[0], points=-5)
    revision = Event.objects.get(pk=event.pk).revision
    notices_before = Notice.objects.filter(event=event).count()
    hand = FirstHand(round_)
    answers = at_once(
        lambda: rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="late"),
        lambda: exchanges.exchange(
            round_=round_, first=first[1], second=second[1], entry_id=uuid.uuid4(), reason="wrong table"
        ),
        lambda: presence.tick(event=event, entrant=waiting[0].pk, here=True),
        lambda: entrants.change(
            entrant=waiting[1], name="", club="SC", category="", team="", number=18, rating=None, ranked=True
        ),
        lambda: running.close_round(round_, reason="time"),
        lambda: hand.correct(),
        lambda: register.change_person(
            player=Player.objects.get(memberships__entrant=first[0]),
            name="Somebody Else",
            club="",
            category="",
            contact="",
            pseudonym="",
            shown_as="full",
        ),
    )
    assert heard(answers) == len(answers)
    news = Notice.objects.filter(event=event).count() - notices_before
    assert Event.objects.get(pk=event.pk).revision == revision + news + 1  # the name is told to no log
    assert broken_laws(event) == []


class FirstHand:
    """The first hand of a table, put right at the desk."""

    def __init__(self, round_: Round) -> None:
        self.sitting = table(round_, 3)

    def correct(self) -> Any:
        return corrections.correct(
            sitting=Sitting.objects.get(pk=self.sitting.pk),
            hand_no=1,
            entry_id=uuid.uuid4(),
            raw=eine(3),
            base_seq=1,
            reason="misread",
        )


def test_somebody_who_comes_in_by_two_doors_is_here_once_and_has_paid() -> None:
    event = an_event(here=8, expected=1)
    guest = event.entrants.get(state=EntrantState.EXPECTED)
    at_once(
        *[lambda: presence.tick(event=event, entrant=guest.pk, here=True)] * 2,
        *[lambda: presence.tick(event=event, entrant=guest.pk, paid=True)] * 2,
    )
    guest.refresh_from_db()
    assert (guest.state, guest.paid) == (EntrantState.HERE, True)
    assert notices(event, presence.TICKED) == 2


def test_start_numbers_are_given_once() -> None:
    event = an_event(here=4)
    new = [Player.objects.create(name=f"New {number}") for number in range(AT_ONCE)]
    others = list(event.entrants.order_by("number"))
    same: dict[str, Any] = {
        "name": "",
        "club": "",
        "category": "",
        "team": "",
        "rating": None,
        "ranked": True,
    }
    answers = at_once(
        *[lambda player=player: entrants.enter(event=event, players=[player], number=5) for player in new],
        *[
            lambda entrant=entrant: entrants.change(entrant=entrant, number=77, **same)
            for entrant in others[:2]
        ],
    )
    assert heard(answers[:AT_ONCE]) == AT_ONCE
    assert heard(answers[AT_ONCE:]) == 1
    given = Counter(Entrant.objects.filter(event=event).values_list("number", flat=True))
    assert len(given) == 4 + AT_ONCE


def test_somebody_who_is_entered_at_two_doors_takes_part_once() -> None:
    event = an_event(here=4)
    new = Player.objects.create(name="New")
    answers = at_once(*[lambda: entrants.enter(event=event, players=[new])] * AT_ONCE)
    assert heard(answers) == 1
    assert Member.objects.filter(player=new).count() == 1


def test_a_new_name_that_is_added_at_two_doors_is_one_person() -> None:
    answers = at_once(*[lambda: register.add_person(tenant=FIRST, name="Hans Müller")] * AT_ONCE)
    assert heard(answers) == 1
    assert Player.objects.filter(name="Hans Müller").count() == 1


def test_the_file_of_an_event_that_is_taken_in_twice_at_once_is_one_event() -> None:
    event = an_event(here=8)
    data = exchange.as_file(event)
    event.entrants.all().delete()
    event.delete()
    answers = at_once(*[lambda: exchange.take_in(data, FIRST)] * 2)
    assert heard(answers) == 1
    assert Event.objects.count() == 1


def test_two_exchanges_and_a_closing_at_once_keep_every_sheet_in_order() -> None:
    event = an_event(here=8)
    round_ = a_round(event)
    for sitting in Sitting.objects.filter(round=round_):
        play(sitting)
    first, second = round_.seating["tables"]
    swaps = [(first[0], second[0]), (second[0], first[1]), (first[0], first[2])]
    at_once(
        *[
            lambda left=left, right=right: exchanges.exchange(
                round_=round_, first=left, second=right, entry_id=uuid.uuid4(), reason="wrong"
            )
            for left, right in swaps
        ],
        lambda: running.close_round(round_, reason="time"),
    )
    assert broken_laws(event) == []
    assert all(checking.check(sitting).in_order for sitting in Sitting.objects.filter(event=event))


def test_a_picture_of_the_hall_is_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones ask while somebody comes in, is seated, and the round begins."""
    event = an_event(here=8)
    round_ = publishing.publish(drawing.draw_next(event)[0])
    original, changed = results_of, list[int]()

    def meanwhile(stamp: Stamp) -> Results:
        if not changed:
            guest = add_entrants(event, 1, names=["Gast"])[0]
            changed.append(guest.pk)
            presence.tick(event=event, entrant=guest.pk, paid=True)
            running.open_round(round_)
        return original(stamp)

    monkeypatch.setattr(gathering, "results_of", meanwhile)
    before = stamp_of(event.pk)
    assert before is not None
    picture = gathering.hall(before)
    assert picture.standings is not None
    assert {row.entrant for row in picture.standings.rows} == picture.people.keys()
    assert {round_.state for round_ in picture.rounds} == {RoundState.OPEN}
    after = stamp_of(event.pk)
    assert after not in (None, before)
    assert gathering.hall(after).people.keys() == picture.people.keys() | set(changed)


@pytest.fixture
def _in_turns_of_a_moment() -> Iterator[None]:
    """Threads take turns a thousand times as often: what can happen between two lines does."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 1000)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("_in_turns_of_a_moment")
def test_results_that_many_ask_for_at_once_are_whole_while_sheets_are_forgotten(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The hands of two sheets are remembered, the event has four: who asks crowds out what others need."""
    settings.CACHE_ROOM = 1
    monkeypatch.setattr(played, "_hands", Cache(2))
    event = an_event(here=16)
    round_ = a_round(event)
    for sitting in Sitting.objects.filter(round=round_):
        play(sitting, won=1 + (sitting.number or 0) % 4)
    whole = played.competition(event)

    def asks() -> int:
        for _turn in range(25):
            assert played.competition(event) == whole
        return len(played._hands)

    assert max(at_once(*[asks] * AT_ONCE)) <= 2
