"""Caesar on a phone, in German: a Durchgang of sixteen hands with every Meldung, then new seats by a seed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import NewPage, Watch
from tests.journeys.club import device_of
from tests.journeys.match import (
    SheetInWords,
    agrees,
    history,
    no_place,
    numbers,
    opens,
    refuses,
    shows_preview,
)
from tests.journeys.thumb import Thumb
from tests.server import RealServer
from tournaments.engines.seatdraw import draw_seats

PEOPLE = ("Gisela", "Horst", "Irmgard", "Jochen")


def run(side: int, length: int, top: str = "", trump: bool | None = None) -> dict[str, Any]:
    declared = {"side": side, "kind": "run", "length": length}
    return declared | ({"top": top} if top else {}) | ({} if trump is None else {"trump": trump})


def four(side: int, top: str) -> dict[str, Any]:
    return {"side": side, "kind": "four", "top": top}


HANDS: list[tuple[str, int, int, dict[str, Any]]] = [
    ("points typed", 3, 3, {"maker": 1, "points": 97}),
    ("a result tapped", 2, 2, {"maker": 2, "tens": 12}),
    ("lost", 2, 2, {"maker": 1, "tens": 0}),
    (
        "Fünfzig and Bella against 3 Blatt",
        6,
        6,
        {"maker": 1, "points": 97, "melds": [run(1, 4), run(2, 3)], "bella": 1},
    ),
    ("81 : 81", 3, 3, {"maker": 2, "points": 81}),
    ("redeal", 1, 1, {"kind": "redeal"}),
    ("Durch", 2, 2, {"kind": "durch", "side": 2}),
    ("Hundert", 3, 3, {"maker": 1, "tens": 12, "melds": [run(1, 5)]}),
    ("four kings", 3, 4, {"maker": 1, "tens": 9, "melds": [four(1, "K")]}),
    ("four jacks", 3, 3, {"maker": 2, "tens": 16, "melds": [four(2, "J")]}),
    ("wrong card", 2, 2, {"kind": "revoke", "side": 1}),
    ("equal runs", 6, 6, {"maker": 1, "tens": 8, "melds": [run(1, 3, "9"), run(2, 3, "K")]}),
    ("equal tops", 7, 7, {"maker": 2, "tens": 11, "melds": [run(1, 4, "Q"), run(2, 4, "Q", trump=True)]}),
    (
        "equal in height",
        6,
        7,
        {"maker": 1, "tens": 13, "melds": [run(1, 3, "J", False), run(2, 3, "J", False)]},
    ),
    ("misdeal", 2, 2, {"kind": "misdeal", "side": 1}),
    ("162, but a trick was taken", 5, 5, {"maker": 1, "points": 162, "trick_taken": True}),
    ("0 without a trick", 3, 3, {"maker": 2, "points": 0, "trick_taken": False}),
    ("twice 3 Blatt", 4, 4, {"maker": 1, "tens": 14, "melds": [run(1, 3), run(1, 3)]}),
]
"""What happens, taps without saving as the rules of the house ask for, as they are, and what was entered."""
AGAIN = {"redeal", "misdeal"}


def dealt(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With the dealer the page knows: Jochen begins, a hand dealt again has the same one."""
    hands, dealer = [], 4
    for record in records:
        hands.append({**record, "dealer": dealer})
        dealer += 0 if record.get("kind") in AGAIN else 1
        dealer = (dealer - 1) % 4 + 1
    return hands


RECORDS = dealt([record for *_rest, record in HANDS])
PUT_RIGHT = {**RECORDS[4], "points": 82}
TALLIES = [("Contract", 14, 11)]
PEOPLE_IN_NUMBERS = {"Gisela": (1, 173, 9, 8, "+25"), "Horst": (2, 159, 5, 3, "+36")}
ONE_TOO_MANY = {"maker": 2, "tens": 9}  # instead of the redeal


class Caesar(Thumb):
    """Two pairs, results, chips for Meldungen."""

    def pair(self, name: str, side: int) -> Locator:
        return self.page.locator(f'.pair:has(input[name="{name}"][value="{side}"])')

    def enters(self, hand: dict[str, Any]) -> None:
        """One hand in the order in which the table tells it."""
        if "kind" in hand:
            self.tap(self.tile("kind", hand["kind"]))
        if "side" in hand:
            self.tap(self.tile("side", str(hand["side"])))
        if "maker" in hand:
            self.tap(self.pair("maker", hand["maker"]))
        if "tens" in hand:
            self.tap(self.tile("tens", str(hand["tens"])))
        if "points" in hand:
            self.digits(hand["points"])
        if "trick_taken" in hand:
            self.tap(self.tile("trick_taken", str(int(hand["trick_taken"]))))
        melds = hand.get("melds", [])
        for meld in melds:
            self.tap(self.chip(**meld))
        self.says_more(melds)
        if "bella" in hand:
            self.tap(self.tile("bella", str(hand["bella"])))

    def chip(
        self, side: int, kind: str, length: int = 0, top: str = "", trump: bool | None = None
    ) -> Locator:
        jacks = '[data-top="J"]' if top == "J" else ":not([data-top])"
        what = f'[data-add="four"]{jacks}' if kind == "four" else f'[data-length="{length}"]'
        return self.page.locator(f'.chips[data-side="{side}"] button{what}')

    def says_more(self, melds: list[dict[str, Any]]) -> None:
        """Top cards and trumps, where the page asks for them."""
        for number, meld in enumerate(melds, start=1):
            if "top" in meld and meld != four(meld["side"], "J"):
                self.tap(self.asked(number, "top", meld["top"]))
        for number, meld in enumerate(melds, start=1):
            if meld.get("trump"):
                self.tap(self.asked(number, "trump", "1"))
        if any(meld.get("trump") is False for meld in melds):
            self.tap(self.page.locator(".told-melds button[data-none]"))

    def asked(self, number: int, name: str, value: str) -> Locator:
        held = f'[data-number="{number}"][data-name="{name}"][data-value="{value}"]'
        return self.page.locator(f".told-melds button{held}")

    def totals(self, totals: list[int]) -> None:
        for side, total in enumerate(totals, start=1):
            expect(self.pair("maker", side).locator(".seat-total")).to_have_text(str(total))


@pytest.mark.long
def test_a_durchgang_of_caesar_in_german(real_server: RealServer, new_page: NewPage, watch: Watch) -> None:
    sheet = SheetInWords("caesar", PEOPLE, "de", RECORDS, dealer=4)
    thumb = Caesar(new_page("phone")).hastes()
    page = thumb.page
    pk = opens(thumb, real_server, "caesar", PEOPLE, dealer=4)
    address = page.url
    watch.expect("status of 422")

    for number, (what, target, taps, hand) in enumerate(HANDS, start=1):
        before = sheet.steps[number - 1]
        if number == 3:
            refuses_161(thumb)
        thumb.start()
        thumb.in_sight(thumb.save, thumb.preview, thumb.pair("maker", 1), thumb.pair("maker", 2))
        thumb.enters(hand)
        if not sheet.lines[number - 1]:
            expect(thumb.preview.locator(".sentence")).to_have_text(sheet.words("Redeal: nothing counts"))
        else:
            shows_preview(thumb, sheet.sentences[number - 1])
        expect(thumb.save).to_be_in_viewport(ratio=1)
        expect(thumb.preview).to_be_in_viewport(ratio=1)
        print(f"caesar, {what}: {thumb.taps} taps and one to save, target {target}")
        assert thumb.taps <= taps
        if number == len(HANDS):
            break
        thumb.saves()
        thumb.totals(list(sheet.steps[number].totals))
        if number == 4:
            assert re.search(r"10 \+ 5 \+ 2 = 17:6", sheet.sentences[3]), "the sum stands before saving"
            thumb.start()
            thumb.tap(thumb.undo)
            thumb.totals(list(before.totals))
            assert thumb.taps == 1
            thumb.enters(hand)
            shows_preview(thumb, sheet.sentences[3])
            thumb.saves()
    # The sixteenth hand fills the sheet: it is said before it is saved.
    expect(thumb.preview).to_contain_text(sheet.outcomes[0])
    thumb.tap(thumb.save)
    expect(page.locator(".outcome")).to_have_text(sheet.outcomes)
    expect(thumb.save).to_have_count(0)

    desk = device_of(page.context, real_server)
    answer = agrees(real_server, desk, pk, sheet)
    assert answer["finished"]
    numbers(page, address, sheet, TALLIES, PEOPLE_IN_NUMBERS)

    # The redeal was a hand: then the sheet was full before its last hand. Refused, and that hand is named.
    page.goto(f"{address}hand/6/")
    thumb.tap(thumb.tile("kind", "redeal"))
    thumb.enters(ONE_TOO_MANY)
    expect(thumb.preview.locator(".sentence")).to_be_visible()
    thumb.is_refused()
    expect(thumb.preview.get_by_role("alert")).to_have_text(no_place(sheet, len(RECORDS)))
    expect(thumb.preview).to_be_in_viewport(ratio=1)
    assert json.loads(desk.get(f"/t/{pk}/sheet.json"))["hands"] == RECORDS

    # 82, not 81: won instead of lost, and the round as well goes to the others.
    page.goto(f"{address}hand/5/")
    expect(page.locator("[name=points]")).to_have_value("81")
    thumb.tap(thumb.key("back"))
    thumb.digits(2)
    right = SheetInWords("caesar", PEOPLE, "de", [*RECORDS[:4], PUT_RIGHT, *RECORDS[5:]], dealer=4)
    assert right.now.winners != sheet.now.winners
    shows_preview(thumb, right.sentences[4])
    thumb.tap(thumb.save)
    expect(page.locator(".outcome")).to_have_text(right.outcomes)
    assert page.url == address
    agrees(real_server, desk, pk, right)
    history(page, address, right, taken_back=1, corrected=1)

    # The same people go on; their new seats are drawn, and the seed is shown before and after.
    page.goto(f"{address}ending/")
    page.locator(f'a[href="/new/caesar/?like={pk}"]').tap()
    assert [page.locator(f"[name=name_{seat}]").input_value() for seat in range(1, 5)] == list(PEOPLE)
    page.locator("button[name=draw]").tap()
    expect(page.locator(".card .notice")).to_be_visible()
    seed = page.locator("[name=seed]").input_value()
    seated, dealer = draw_seats(PEOPLE, seed)
    assert [page.locator(f"[name=name_{seat}]").input_value() for seat in range(1, 5)] == list(seated)
    expect(page.locator(f"[name=dealer][value='{dealer}']")).to_be_checked()
    expect(page.locator(".card .notice")).to_contain_text(seed)
    expect(page.locator(".card .notice b")).to_have_text(
        [f"{seated[0]} & {seated[2]}", f"{seated[1]} & {seated[3]}"]
    )
    page.locator(".sticky .primary").tap()
    expect(thumb.save).to_be_visible()
    assert page.url != address
    expect(page.locator(".rules-line")).to_contain_text(
        sheet.words("seats drawn with the draw number %(seed)s") % {"seed": seed}
    )
    shown = thumb.pair("maker", 1).locator("bdi"), thumb.pair("maker", 2).locator("bdi")
    expect(shown[0]).to_have_text([seated[0], seated[2]])
    expect(shown[1]).to_have_text([seated[1], seated[3]])
    dealing = page.locator(".pair:has([name=maker]) .pair-one:has(.badge.dealer) bdi")
    expect(dealing).to_have_text([seated[dealer - 1]])


def refuses_161(thumb: Caesar) -> None:
    """No cards make 161 points: said in German, taken away with one tap."""
    impossible = {"maker": 1, "points": 161}
    reasons = SheetInWords("caesar", PEOPLE, "de").reasons(impossible)
    assert len(reasons) == 1
    assert reasons != SheetInWords("caesar", PEOPLE, "en").reasons(impossible)
    thumb.enters(impossible)
    refuses(thumb, reasons)
    thumb.tap(thumb.page.locator("#preview [data-clear]"))
    expect(thumb.page.locator("[name=points]")).to_have_value("")
    expect(thumb.page.locator("[name=maker]:checked")).to_have_count(0)
