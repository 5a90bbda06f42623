from __future__ import annotations

import datetime
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from scoring import Side, game_for, opening, parse, play, set_up
from tests.tournaments.paper import NAMES, fonts_of, glued, reader, text_of, watched, wordy
from tournaments.paper.sheet import PrintedAccount, PrintedHand, PrintedSheet, printed_sheet, printed_sheets
from tournaments.speech.wording import Wording

pytestmark = pytest.mark.usefixtures("in_english")

CEGO: tuple[dict[str, Any], ...] = (
    {"declarer": 1, "contract": "zwei_gleiche", "points": 47},
    {"declarer": 2, "contract": "kleiner_mann", "against_solo": True, "points": 29},
    {"declarer": 3, "contract": "ultimo", "made": True},
    {"kind": "redeal"},
    {"declarer": 2, "contract": "raeuber", "losers": [3]},
    {"declarer": 1, "contract": "eine", "points": 35},
    {"declarer": 3, "contract": "bettel", "made": False},
)


def an_evening(
    key: str = "cego", seats: int = 4, hands: int = 7, names: Sequence[str] = NAMES, **switches: Any
) -> PrintedSheet:
    """An evening as the views hand it over, scored by the real rules."""
    game = game_for(key)
    table = set_up(game, seats, switches=switches)
    speak = Wording(table.seating, names[:seats])
    so_far, rows = opening(table), list[PrintedHand]()
    for turn in range(hands):
        raw = CEGO[turn % len(CEGO)] | ({"sitting": 5} if seats == 5 else {})
        if key == "cabo":
            raw = {
                "caller": turn % seats + 1,
                "values": [(7 * turn + 5 * seat) % 40 for seat in range(seats)],
            }
        before = so_far.totals
        so_far = play(game, table, so_far, parse(game, table, so_far, raw))
        hand = (list(so_far.hands) or list(so_far.earlier[-1].hands))[-1]
        counted = game.counts(hand.record, table)
        rows.append(
            PrintedHand(
                number=1 + sum(row.number is not None for row in rows) if counted else None,
                sentences=tuple(speak.say(line.text) for line in hand.lines),
                points=hand.points,
                totals=tuple(map(int.__add__, before, hand.points)),
            )
        )
    totals = rows[-1].totals if rows else (0,) * seats
    results = tuple(
        PrintedAccount(
            name=speak.side(Side(side)),
            total=total,
            place=1 + sum((other < total) if game.low_wins else (other > total) for other in totals),
        )
        for side, total in enumerate(totals)
    )
    return PrintedSheet(
        club="Cego-Freunde Łódź e. V.",
        title="Friday, round 2, table 3",
        date=datetime.date(2026, 11, 20),
        game=game.name,
        rule_set="Baden 2006",
        rules_line="Baden 2006 · Cents per point: 1",
        results=results,
        people=tuple(names[:seats]),
        hands=tuple(rows),
        closing=speak.say(so_far.earlier[-1].outcome.text) if so_far.earlier else "",
        low_wins=game.low_wins,
    )


def test_the_sheet_says_every_sentence_and_every_name() -> None:
    view = an_evening()
    printed = glued(text_of(printed_sheet(view)))
    for hand in view.hands:
        for sentence in hand.sentences:
            assert glued(sentence) in printed
    for name in NAMES[:4]:
        assert glued(name) in printed
    for heading in (view.club, view.title, view.game, view.rules_line):
        assert glued(heading) in printed


def test_points_are_signed_with_a_real_minus_and_totals_run_on() -> None:
    printed = text_of(printed_sheet(an_evening(hands=2)))
    assert "+12" in printed
    assert "−14" in printed
    assert "-14" not in printed


def test_totals_and_places_stand_in_the_result_box() -> None:
    printed = text_of(printed_sheet(an_evening(hands=1)))
    assert "Łukasz Żółć 121. Đorđe Šarić 02." in printed, "12 points and place 1, 0 points and place 2"


def test_a_finished_round_ends_with_its_sentence() -> None:
    view = an_evening(hands=8, hands_per_round=7)
    assert "All hands are played (7)" in view.closing
    assert glued(view.closing) in glued(text_of(printed_sheet(view)))


def test_a_round_in_progress_says_so() -> None:
    assert "Still being played." in text_of(printed_sheet(an_evening(hands=3)))


def test_a_corrected_hand_says_who_changed_what() -> None:
    view = an_evening(hands=3)
    corrected = replace(view.hands[1], correction="Anna, 21:14: 29 instead of 34 points")
    view = replace(view, hands=(view.hands[0], corrected, view.hands[2]))
    assert "Corrected: Anna, 21:14: 29 instead of 34 points" in text_of(printed_sheet(view))


def test_a_redeal_has_no_number_and_counts_nothing() -> None:
    view = an_evening(hands=4)
    assert view.hands[-1].number is None
    assert "Nothing counts" in text_of(printed_sheet(view))


def test_few_points_win_at_cabo_and_the_sheet_says_so() -> None:
    assert "Few points win" in text_of(printed_sheet(an_evening("cabo", hands=3)))
    assert "Few points win" not in text_of(printed_sheet(an_evening(hands=3)))


def test_players_may_call_a_hand_a_round() -> None:
    view = an_evening("cabo", hands=3)
    assert "Hand" in text_of(printed_sheet(view))
    assert "Round" in text_of(printed_sheet(replace(view, hand_name="Round")))


def test_a_rule_set_that_the_rules_line_does_not_name_is_added() -> None:
    view = replace(an_evening(hands=1), rule_set="Wirtshaus", rules_line="Settlement: each pays")
    assert "Wirtshaus · Settlement: each pays" in text_of(printed_sheet(view))


def test_24_hands_of_four_people_take_one_page() -> None:
    assert len(reader(printed_sheet(an_evening(hands=24))).pages) == 1


def test_60_hands_take_several_pages_that_are_numbered_and_have_heads() -> None:
    pages = [page.extract_text() for page in reader(printed_sheet(an_evening(hands=60))).pages]
    assert len(pages) == 2
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of 2" in page
        assert "Gökçe Yıldız" in page
        assert "Total" in page


def test_people_sign_once_below_the_last_hand() -> None:
    short, long = an_evening(hands=3), an_evening(hands=60)
    for view in (short, long):
        pages = [page.extract_text() for page in reader(printed_sheet(view)).pages]
        assert pages[-1].count("Gökçe Yıldız") >= 2, "in the head of the table and under a line"


def test_a_sheet_without_a_hand_can_be_printed() -> None:
    assert len(reader(printed_sheet(an_evening(hands=0))).pages) == 1


def test_more_than_six_accounts_lie_across() -> None:
    for seats, wide in ((6, False), (7, True), (12, True)):
        page = reader(printed_sheet(an_evening("cabo", seats, hands=5))).pages[0]
        assert (page.mediabox.width > page.mediabox.height) is wide


def test_a_further_game_of_a_sheet_gets_a_heading() -> None:
    view = an_evening(hands=2)
    again = replace(view.hands[0], number=3, opens="Chico 2")
    assert "Chico 2" in text_of(printed_sheet(replace(view, hands=(*view.hands, again))))


def test_a_hand_with_very_many_sentences_goes_on_over_pages() -> None:
    hand = PrintedHand(
        number=1, sentences=("A sentence of some length, " * 400,), points=(1, 0), totals=(1, 0)
    )
    results = (PrintedAccount(name="Anna", total=1, place=1), PrintedAccount(name="Ben", total=0, place=2))
    view = replace(an_evening(hands=0), hands=(hand,), results=results, people=("Anna", "Ben"))
    data = printed_sheet(view)
    assert len(reader(data).pages) > 1
    assert text_of(data).count("sentence") == 400


def test_the_sheets_of_an_evening_are_one_file_each_with_its_own_pages() -> None:
    views = [replace(an_evening(hands=40), title=f"Table {number}") for number in (1, 2)]
    data = printed_sheets(views)
    assert text_of(data).count("Page 1 of 2") == 2
    assert [str(item.title) for item in reader(data).outline] == [
        "Cego · Table 1",
        "Cego · Table 2",
    ]


@pytest.mark.parametrize("longer", [False, True], ids=["as it is", "longer words"])
@pytest.mark.parametrize(
    ("key", "seats", "hands"),
    [
        ("cego", 3, 3),
        ("cego", 4, 0),
        ("cego", 4, 1),
        ("cego", 4, 60),
        ("cego", 5, 5),
        ("cabo", 2, 60),
        ("cabo", 6, 5),
        ("cabo", 7, 12),
        ("cabo", 12, 25),
    ],
)
def test_nothing_leaves_the_page_or_stands_on_something_else(
    key: str, seats: int, hands: int, longer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    switches = {"rounds": 60} if key == "cabo" else {"sitting_dealer_pays": True}
    for names in (NAMES, ["W" * 60] * 12):
        view = an_evening(key, seats, hands, names, **switches)
        view = replace(
            view,
            club="Cego-Freunde Sankt Georgen im Schwarzwald e. V. " * 3,
            title="Freundschaftsturnier gegen die Gäste aus Łódź, Runde 12, Tisch 103 " * 2,
            rules_line="Settlement: only the declarer's account moves · " * 20,
            remarks=("A remark of the referee. " * 10, "And another one."),
            results=tuple(
                replace(result, total=-98765, remark="3 games, 12 malas") for result in view.results
            ),
            hands=tuple(replace(hand, correction="Anna, 21:14: 29 instead of 34") for hand in view.hands),
        )
        with wordy(monkeypatch) if longer else nullcontext(), watched(monkeypatch) as written:
            printed_sheet(view)
        assert written.overlapping() == []
        assert written.outside() == []


def test_only_embedded_fonts_are_used_and_the_bytes_are_the_same_again() -> None:
    data = printed_sheet(an_evening())
    assert all(fonts_of(data).values())
    assert b"Helvetica" not in data
    assert data == printed_sheet(an_evening())
    assert reader(data).metadata.author == "Cego-Freunde Łódź e. V."
