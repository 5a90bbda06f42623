"""From the door to going home: who is here, who has paid, who comes late, leaves early, sends somebody."""

from __future__ import annotations

import uuid

import pytest

from scoring import Unreadable
from tests.tournaments.builders import eine
from tests.tournaments.crawling import everything
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.refusals import codes
from tournaments import ledger
from tournaments.engines.plans import Format, Leftover, StagePlan, dumped
from tournaments.events.draw import drawing
from tournaments.events.rounds import publishing, running
from tournaments.models import Entrant, Event, Notice, Player, Round, Sitting, Wish
from tournaments.people import entrants, presence
from tournaments.people.forecast import forecast
from tournaments.people.listing import counts, counts_in_words, rows
from tournaments.people.substitutes import choices, substitute
from tournaments.speech.wording import tables_of
from tournaments.table import reading

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def entrant(event: Event, number: int = 1) -> Entrant:
    return Entrant.objects.get(event=event, number=number)


def tick(event: Event, number: int, **more: bool) -> Entrant:
    return presence.tick(event=event, entrant=entrant(event, number).pk, by="Door", **more)


def untick(event: Event, number: int) -> Entrant:
    return presence.untick(event=event, entrant=entrant(event, number).pk, by="Door")


def publish(event: Event) -> Round:
    drawing.draw_next(event, seed="x")
    return publishing.publish(event.rounds.order_by("-number")[0])


def close(round_: Round) -> Round:
    running.open_round(round_)
    for sitting in Sitting.objects.filter(round=round_):
        ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    return running.close_round(Round.objects.get(pk=round_.pk), reason="test")


def plan(event: Event, **answers: object) -> None:
    event.stages.filter(number=1).update(plan=dumped(StagePlan(**answers)))  # type: ignore[arg-type]


# --- The door -----------------------------------------------------------------------------------------------


def test_one_tap_says_here_and_paid_and_another_takes_it_back() -> None:
    event = an_event(expected=3)
    guest = tick(event, 1, here=True, paid=True)
    assert (guest.state, guest.paid) == ("here", True)
    guest = untick(event, 1)
    assert (guest.state, guest.paid) == ("expected", False)
    assert [notice.what for notice in Notice.objects.filter(event=event, by="Door")] == [
        "door",
        "door_undone",
    ]


def test_saying_it_twice_changes_nothing() -> None:
    event = an_event(expected=1)
    tick(event, 1, here=True, paid=True)
    before = everything()
    tick(event, 1, here=True, paid=True)
    tick(event, 1, here=True)
    assert everything() == before


def test_taking_back_leaves_what_was_paid_beforehand() -> None:
    event = an_event(expected=1)
    tick(event, 1, paid=True)
    tick(event, 1, here=True, paid=True)
    guest = untick(event, 1)
    assert (guest.state, guest.paid) == ("expected", True)
    assert untick(event, 1).paid  # only the last thing is taken back


def test_nothing_is_taken_back_that_somebody_else_has_changed_since() -> None:
    event = an_event(expected=1)
    tick(event, 1, here=True, paid=True)
    presence.withdraw(event=event, entrant=entrant(event).pk)
    assert untick(event, 1).state == "withdrawn"


def test_an_entry_of_another_event_is_not_touched() -> None:
    event, other = an_event(expected=1), an_event(expected=1, title="Other")
    with pytest.raises(Unreadable):
        presence.tick(event=other, entrant=entrant(event).pk, here=True)
    assert entrant(event).state == "expected"


def test_the_door_counts_who_is_here_and_who_has_paid() -> None:
    event = an_event(here=38, expected=4)
    event.entrants.filter(number__lte=37).update(paid=True)
    assert counts_in_words(counts(rows(event)), fee=500) == "38 of 42 here, 37 paid"
    assert counts_in_words(counts(rows(event)), fee=0) == "38 of 42 here"
    assert presence.mark_missing(event=event) == 4
    assert counts_in_words(counts(rows(event)), fee=0) == "38 of 38 here"
    assert presence.mark_missing(event=event) == 0


def test_who_comes_after_all_is_here() -> None:
    event = an_event(expected=1)
    presence.mark_missing(event=event)
    assert tick(event, 1, here=True).state == "here"


def test_who_has_a_published_seat_cannot_be_missing_again() -> None:
    event = an_event(here=8)
    publish(event)
    with pytest.raises(Unreadable) as refused:
        tick(event, 1, here=False)
    assert codes(refused) == ["has_seats"]


# --- Late ---------------------------------------------------------------------------------------------------


def test_late_guests_play_from_the_next_round_or_get_a_seat_at_once() -> None:
    event = an_event(here=7, expected=2)
    plan(event, rest=Leftover.SMALLER)
    publish(event)
    late = tick(event, 8, here=True)
    assert late.joined_round == 2
    assert [round_.number for round_ in presence.waiting_rounds(late)] == [1]
    assert presence.seat_now(event=event, entrant=late.pk) == [1]
    late.refresh_from_db()
    assert late.joined_round == 1
    assert presence.waiting_rounds(late) == []
    (round_,) = event.rounds.all()
    assert sorted(map(len, round_.seating["tables"])) == [4, 4]


def test_who_is_not_here_gets_no_seat() -> None:
    event = an_event(here=8, expected=1)
    publish(event)
    with pytest.raises(Unreadable) as refused:
        presence.seat_now(event=event, entrant=entrant(event, 9).pk)
    assert codes(refused) == ["not_here"]


def test_before_the_draw_nobody_waits() -> None:
    event = an_event(here=8)
    assert presence.waiting_rounds(entrant(event)) == []


# --- Going home ---------------------------------------------------------------------------------------------


def test_who_leaves_between_rounds_keeps_what_was_played() -> None:
    event = an_event(here=12)
    close(publish(event))
    gone = presence.withdraw(event=event, entrant=entrant(event, 3).pk, by="Desk", reason="ill")
    assert (gone.entrant.state, gone.entrant.left_after, gone.stuck) == ("withdrawn", 1, ())
    (second,) = drawing.draw_next(event, seed="y")
    assert gone.entrant.pk not in [who for table in second.seating["tables"] for who in table]
    notice = Notice.objects.get(what="withdrawn")
    assert (notice.by, notice.reason, notice.data["after"]) == ("Desk", "ill", 1)


def test_who_leaves_before_a_published_round_gives_the_seat_up() -> None:
    event = an_event(here=9)
    plan(event, rest=Leftover.SIT_OUT)
    round_ = publish(event)
    seated = round_.seating["tables"][0][0]
    gone = presence.withdraw(event=event, entrant=seated)
    assert (gone.entrant.left_after, gone.stuck) == (None, ())
    round_.refresh_from_db()
    assert sorted(map(len, round_.seating["tables"])) == [4, 4]
    assert seated not in [who for table in round_.seating["tables"] for who in table]


def test_a_seat_that_cannot_be_given_up_is_told() -> None:
    event = an_event(here=8)
    round_ = running.open_round(publish(event))
    sitting = Sitting.objects.get(round=round_, number=1)
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    gone = presence.withdraw(event=event, entrant=round_.seating["tables"][0][0])
    assert (gone.entrant.state, gone.entrant.left_after) == ("withdrawn", 1)
    ((number, why),) = gone.stuck
    assert (number, why.values["table"]) == (1, 1)


def test_who_comes_back_plays_again() -> None:
    event = an_event(here=12)
    close(publish(event))
    presence.withdraw(event=event, entrant=entrant(event, 3).pk)
    back = tick(event, 3, here=True)
    assert (back.state, back.left_after, back.joined_round) == ("here", None, 1)


# --- Substitutes --------------------------------------------------------------------------------------------


def test_a_substitute_takes_over_place_and_points_from_the_next_round() -> None:
    event = an_event(here=8)
    close(publish(event))
    leaver = entrant(event)
    old = leaver.members.get().player
    new = Player.objects.create(name="New Player")
    assert choices(leaver) == [2]
    substitute(entrant=leaver, place=1, player=new, from_round=2, by="Desk", reason="ill")
    second = publish(event)
    sits = Sitting.objects.filter(round=second, chairs__player=new)
    assert sits.count() == 1
    assert not Sitting.objects.filter(round=second, chairs__player=old).exists()
    assert [(member.player, member.until_round) for member in leaver.members.order_by("from_round")] == [
        (old, 1),
        (new, None),
    ]


def test_a_substitute_can_sit_down_in_the_middle_of_a_round() -> None:
    event = an_event(here=8)
    round_ = running.open_round(publish(event))
    sitting = Sitting.objects.get(round=round_, number=1)
    ledger.record_hand(sitting=sitting, entry_id=uuid.uuid4(), raw=eine(1))
    leaver = Entrant.objects.get(pk=round_.seating["tables"][0][0])
    new = Player.objects.create(name="New Player")
    substitute(entrant=leaver, place=1, player=new, from_round=1)
    view = reading.sheet(Sitting.objects.get(pk=sitting.pk))
    assert "New Player" in [seat.name for seat in view.seats]
    assert view.hands[0].scored.points[0] > 0


def test_a_closed_round_is_not_rewritten() -> None:
    event = an_event(here=8)
    close(publish(event))
    with pytest.raises(Unreadable) as refused:
        substitute(entrant=entrant(event), place=1, player=Player.objects.create(name="New"), from_round=1)
    assert codes(refused) == ["closed"]


def test_nobody_plays_for_two() -> None:
    event = an_event(here=8)
    other = entrant(event, 2).members.get().player
    with pytest.raises(Unreadable) as refused:
        substitute(entrant=entrant(event), place=1, player=other, from_round=1)
    assert codes(refused) == ["takes_part"]
    with pytest.raises(Unreadable) as refused:
        substitute(entrant=entrant(event), place=2, player=Player.objects.create(name="New"), from_round=1)
    assert codes(refused) == ["no_place"]


# --- Entries ------------------------------------------------------------------------------------------------


def changed(before: Entrant, **more: object) -> Entrant:
    known = ("name", "club", "category", "team", "number", "rating", "ranked")
    return entrants.change(entrant=before, **{key: more.get(key, getattr(before, key)) for key in known})  # type: ignore[arg-type]


def test_entries_can_be_put_right_until_seats_are_published() -> None:
    event = an_event(here=8)
    guest = changed(entrant(event), number=20, club="SC Köln", ranked=False)
    assert (guest.number, guest.club, guest.ranked) == (20, "SC Köln", False)
    assert Notice.objects.get(what="entrant_changed").data["fields"] == ["club", "number", "ranked"]
    with pytest.raises(Unreadable) as refused:
        changed(guest, number=2, club="x" * 61)
    assert codes(refused) == ["length", "number_taken"]
    publish(event)
    with pytest.raises(Unreadable) as refused:
        changed(guest, number=21)
    assert codes(refused) == ["number_fixed"]
    assert changed(guest, category="Damen").category == "Damen"


def test_an_entry_by_mistake_goes_as_long_as_nobody_has_seen_its_seat() -> None:
    event = an_event(here=9)
    drawing.draw_next(event, seed="x")
    entrants.remove(entrant=entrant(event, 9))
    assert event.entrants.count() == 8
    assert not event.rounds.exists()  # the draft had the entry in it
    publish(event)
    with pytest.raises(Unreadable) as refused:
        entrants.remove(entrant=entrant(event))
    assert codes(refused) == ["has_seats"]


def test_two_who_do_not_want_to_meet_are_kept_apart_once() -> None:
    event = an_event(here=4)
    first, second = entrant(event, 1).pk, entrant(event, 2).pk
    for pair in ((first, second), (second, first)):
        entrants.keep_apart(event=event, first=pair[0], second=pair[1])
    wish = Wish.objects.get()
    with pytest.raises(Unreadable):
        entrants.keep_apart(event=event, first=first, second=first)
    entrants.let_meet(event=an_event(title="Other"), wish=wish.pk)
    assert Wish.objects.exists()
    entrants.let_meet(event=event, wish=wish.pk)
    assert not Wish.objects.exists()


def test_the_log_holds_no_names() -> None:
    event = an_event(expected=8)
    guest = entrants.enter(event=event, players=[Player.objects.create(name="Secret Person")])
    tick(event, 1, here=True)
    changed(guest, category="x")
    entrants.keep_apart(event=event, first=guest.pk, second=entrant(event).pk)
    substitute(entrant=guest, place=1, player=Player.objects.create(name="Secret Other"), from_round=1)
    presence.withdraw(event=event, entrant=guest.pk)
    assert "Secret" not in str(list(Notice.objects.values()))


# --- What the draw will make of it --------------------------------------------------------------------------


def forecast_text(preset: str, here: int, **answers: object) -> str:
    event = an_event(preset, here=here)
    if answers:
        plan(event, **answers)
    return forecast(event).text


@pytest.mark.parametrize(
    ("here", "rest", "text"),
    [
        (41, Leftover.SMALLER, "41 here: 8 tables of four and 3 tables of three."),
        (40, Leftover.SMALLER, "40 here: 10 tables of four."),
        (41, Leftover.SIT_OUT, "41 here: 10 tables of four and 1 sits out."),
        (4, Leftover.SMALLER, "4 here: 1 table of four."),
        (0, Leftover.SMALLER, "Nobody is here yet."),
    ],
)
def test_tables_are_told_before_the_draw(here: int, rest: Leftover, text: str) -> None:
    assert forecast_text("cego-schwarzwald", here, rest=rest) == text


@pytest.mark.parametrize(
    ("format", "here", "text"),
    [
        (Format.PARTNERS, 18, "18 here: 4 tables of four and 2 sit out."),
        (Format.PARTNERS, 3, "More people are needed for a draw."),
        (Format.SWISS, 9, "9 here: 4 matches and 1 bye."),
        (Format.ROUND_ROBIN, 5, "5 here: 5 rounds, 2 matches and 1 sits out."),
        (Format.ROUND_ROBIN, 6, "6 here: 5 rounds and 3 matches."),
        (Format.GROUPS, 18, "18 here: 2 groups of 5 and 2 groups of 4."),
        (Format.GROUPS, 7, "More people are needed for a draw."),
        (Format.KNOCKOUT, 11, "11 here: a bracket of 16, 3 matches and 5 byes."),
        (Format.KNOCKOUT, 8, "8 here: a bracket of 8 and 4 matches."),
    ],
)
def test_matches_and_byes_are_told_before_the_draw(format: Format, here: int, text: str) -> None:
    assert forecast_text("ecarte-matches", here, format=format) == text


def test_pairs_are_called_pairs() -> None:
    assert forecast_text("truco-swiss", 5) == "5 pairs here: 2 matches and 1 bye."


def test_what_does_not_work_out_is_told_too() -> None:
    event = an_event(here=5)
    plan(event, rest=Leftover.SMALLER)
    outlook = forecast(event)
    assert not outlook.possible
    assert outlook.text.startswith("5 people cannot all sit at tables of")


@pytest.mark.parametrize("here", [8, 11, 17, 41])
@pytest.mark.parametrize("rest", list(Leftover))
def test_the_draw_keeps_what_was_told(here: int, rest: Leftover) -> None:
    event = an_event(here=here)
    plan(event, rest=rest)
    outlook = forecast(event)
    try:
        (round_,) = drawing.draw_next(event, seed="x")
    except Unreadable:
        assert not outlook.possible
        return
    sizes = [len(table) for table in round_.seating["tables"]]
    for size in set(sizes):
        assert tables_of(sizes.count(size), size) in outlook.text
    out = len(round_.seating["out"])
    assert (f"{out} sit" in outlook.text) == bool(out)


def test_everybody_new_counts_at_once() -> None:
    event = an_event(here=4, expected=4)
    assert forecast(event).text == "4 here: 1 table of four."
    for number in (5, 6, 7, 8):
        tick(event, number, here=True)
    assert forecast(event).text == "8 here: 2 tables of four."
    add_entrants(event, 1, names=["Walk In"])
    assert forecast(event).here == 9
