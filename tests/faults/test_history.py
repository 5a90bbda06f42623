"""The checker of the fault bench: what it finds in a ledger, and what it lets pass."""

from __future__ import annotations

import uuid
from typing import Any

from faults.history import Hand, History, Row, verdicts


def sent(*numbers: int, **changed: Any) -> list[Hand]:
    return [Hand.new(1, number, {"points": number, **changed}) for number in numbers]


def as_rows(hands: list[Hand]) -> list[Row]:
    return [
        Row(hand.table, seq, hand.number, hand.entry, hand.content) for seq, hand in enumerate(hands, start=1)
    ]


def after(*events: tuple[str, list[Hand]], phone: str = "") -> History:
    history = History()
    for what, hands in events:
        for hand in hands:
            history.note("invoke", hand, phone)
            history.note(what, hand, phone)
    return history


def test_the_checker_is_content_with_an_honest_ledger() -> None:
    hands, unknown, unheard = sent(1, 2), sent(3), sent(4)
    history = after(("ok", hands), ("info", unknown), ("info", unheard), ("ok", hands))
    assert verdicts(history, as_rows([*hands, *unknown])) == []
    assert verdicts(history, as_rows(hands)) == []


def test_it_finds_what_is_lost_changed_and_refused() -> None:
    hands = sent(1, 2)
    other = sent(2, points=70)
    assert verdicts(after(("ok", hands)), as_rows(hands[:1])) == ["lost: hand 2 of table 1"]
    history = after(("ok", hands), ("info", other))
    assert verdicts(history, as_rows([hands[0], *other])) == ["changed: hand 2 of table 1"]
    refused = after(("ok", hands), ("fail", other))
    assert verdicts(refused, as_rows(hands)) == ["refused: hand 2 of table 1"]
    assert verdicts(refused, as_rows(hands), refusals=True) == []


def test_it_finds_what_was_put_aside_and_is_not_there() -> None:
    hands, other = sent(1), sent(1, points=70)
    history = after(("ok", hands), ("aside", other))
    assert verdicts(history, as_rows(hands), [other[0].entry]) == []
    assert verdicts(history, as_rows(hands)) == ["lost: hand 1 of table 1, which was put aside"]


def test_it_finds_doubled_hands_and_entries_nobody_sent() -> None:
    hands, twin = sent(1, 2), sent(2)
    assert verdicts(after(("ok", [*hands, *twin])), as_rows([*hands, *twin])) == [
        "doubled: hand 2 of table 1"
    ]
    assert verdicts(after(("ok", hands)), as_rows([*hands, *sent(3)])) == ["unexpected: entry 3 of table 1"]


def test_a_correction_is_no_second_hand_but_two_of_the_same_are_too_many() -> None:
    (hand,) = sent(1)
    corrections = [Row(1, seq, 1, uuid.uuid4(), '{"points": 9}', "correct", hand.entry) for seq in (2, 3)]
    assert verdicts(after(("ok", [hand])), [*as_rows([hand]), corrections[0]]) == []
    assert verdicts(after(("ok", [hand])), [*as_rows([hand]), *corrections]) == [
        f"doubled: 2 corrections of entry {hand.entry}"
    ]


def test_it_finds_gaps_and_a_wrong_order() -> None:
    hands = sent(1, 2, 3)
    rows = as_rows(hands)
    history = after(("info", hands))
    assert verdicts(history, [rows[0], rows[2]]) == ["gap: entries of table 1", "gap: hands of table 1"]
    assert verdicts(history, as_rows([hands[1], hands[0], hands[2]])) == ["reorder: hands of table 1"]


def test_it_finds_what_a_phone_sent_in_another_order() -> None:
    hands = sent(1, 2)
    history = after(("ok", [hands[1], hands[0]]), phone="7")
    assert verdicts(history, as_rows(hands)) == ["reorder: phone 7 at table 1"]


def test_it_finds_a_number_that_the_server_gave_twice() -> None:
    (hand,) = sent(1)
    history = after(("info", [hand]))
    history.note("ok", hand, seq=4)
    assert verdicts(history, as_rows([hand])) == ["renumbered: entry 4 of table 1 is 1"]
