"""Écarté on a phone, in English: a match with bets, then the worked example in both scorings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from scoring import game_for, opening, read
from scoring.fields import fields_of
from tests.browser import NewPage, Watch
from tests.journeys.club import Device, device_of
from tests.journeys.match import (
    SheetInWords,
    agrees,
    history,
    no_place,
    numbers,
    opens,
    refuses,
    shows_match,
    shows_preview,
)
from tests.journeys.thumb import Thumb
from tests.server import RealServer

TWO = ("Alice", "Bruno")
BETS = [
    {"name": "Petra", "on": 1, "amount": 10},
    {"name": "Quentin", "on": 1, "amount": 5},
    {"name": "Rosa", "on": 2, "amount": 8},
    {"name": "Sven", "on": 2, "amount": 20},
]
NETS = [("Petra", 10, 0), ("Quentin", 5, 0), ("Rosa", -8, 0), ("Sven", -7, 13)]
HANDS: list[tuple[str, int, int, dict[str, Any]]] = [
    ("made", 2, 2, {"declarer": 1, "result": "made"}),
    ("failed", 2, 2, {"declarer": 2, "result": "failed"}),
    ("all five with the king", 3, 3, {"declarer": 1, "result": "all", "king": 1}),
    ("made, the game is won", 2, 2, {"declarer": 1, "result": "made"}),
    ("all five with the king", 3, 3, {"declarer": 1, "result": "all", "king": 1}),
    ("all five with the king", 3, 3, {"declarer": 2, "result": "all", "king": 2}),
    ("made", 2, 2, {"declarer": 1, "result": "made"}),
    ("made", 2, 2, {"declarer": 2, "result": "made"}),
    (
        "both at 4, the king claimed late",
        4,
        5,
        {"declarer": 1, "result": "made", "king": 2, "king_claim": "after_trick", "first": "1"},
    ),
]
"""What happens, taps without saving as the rules of the house ask for, as they are, and what was entered."""
IMPOSSIBLE = {"declarer": 1, "result": "all", "king": 2}
EXAMPLE = {"declarer": 1, "tricks": [2, 1], "king": 1}


def dealt(records: Sequence[dict[str, Any]], **about: Any) -> list[dict[str, Any]]:
    """With the dealer the page knows."""
    sheet = SheetInWords("ecarte", TWO, "en", dealer=2, **about)
    so_far, hands = opening(sheet.table), []
    for record in records:
        hands.append({**game_for("ecarte").prefill(so_far, sheet.table), **record})
        so_far = sheet.after(so_far, hands[-1])
    return hands


RECORDS = dealt([record for *_rest, record in HANDS], switches={"games_to_win": 2})
PUT_RIGHT = {**RECORDS[1], "result": "made"}  # then Bruno had a point, and the stake is single


class Ecarte(Thumb):
    """Two columns, a crown each, the result below."""

    def column(self, player: int, what: str) -> Locator:
        return self.page.locator(f'.player[data-player="{player}"] {what}')

    def enters(self, hand: dict[str, Any]) -> None:
        """One deal as the table tells it: who plays, how it went, who has the king."""
        self.tap(self.column(hand["declarer"], ".playing"))
        if "result" in hand:
            self.tap(self.tile("result", hand["result"]))
        for player, tricks in enumerate(hand.get("tricks", ()), start=1):
            for _trick in range(tricks):
                self.tap(self.column(player, ".one-trick"))
        if "king" in hand:
            self.tap(self.column(hand["king"], ".crown"))
        for name in ("king_claim", "first"):
            if name in hand:
                self.tap(self.tile(name, hand[name]))

    def totals(self, totals: Sequence[int]) -> None:
        self.shows_totals(dict(zip(TWO, totals, strict=True)))


def test_a_match_of_ecarte_with_bets_in_english(
    real_server: RealServer, new_page: NewPage, watch: Watch
) -> None:
    rules: dict[str, Any] = {"games_to_win": 2}
    sheet = SheetInWords("ecarte", TWO, "en", RECORDS, dealer=2, extra=extra(BETS)[0], switches=rules)
    assert sheet.totals == [[5, -2], [5, 4]]
    thumb = Ecarte(new_page("phone", locale="en-GB")).hastes()
    page = thumb.page
    pk = opens(thumb, real_server, "ecarte", TWO, dealer=2, games_to_win="2")
    address = page.url
    desk = device_of(page.context, real_server, "en")
    watch.expect("status of 422")
    bets(thumb, address)

    for number, (what, target, taps, hand) in enumerate(HANDS, start=1):
        before = sheet.steps[number - 1]
        if number == 2:
            too_late(thumb, desk, pk)
            page.goto(address)
            refuses_a_king_without_a_trick(thumb)
        doubled = [note for note in game_for("ecarte").notes(before, sheet.table) if note.code == "double"]
        expect(page.locator(".badge.double")).to_have_count(len(doubled))
        thumb.start()
        thumb.in_sight(thumb.save, thumb.preview, thumb.column(1, ".playing"), thumb.column(2, ".playing"))
        thumb.enters(hand)
        shows_preview(thumb, sheet.sentences[number - 1])
        thumb.in_sight(thumb.save, thumb.preview)
        print(f"écarté, {what}: {thumb.taps} taps and one to save, target {target}")
        assert thumb.taps <= taps
        over = sheet.steps[number].earlier
        if len(over) > len(before.earlier):
            expect(thumb.preview).to_contain_text(sheet.say(over[-1].outcome.text))
        thumb.saves()
        thumb.totals(sheet.won if number == len(HANDS) else list(sheet.steps[number].totals))
        if number == 3:
            thumb.start()
            thumb.tap(thumb.undo)
            thumb.totals(list(before.totals))
            assert thumb.taps == 1
            thumb.enters(hand)
            shows_preview(thumb, sheet.sentences[number - 1])
            thumb.saves()
        if number == 4:
            # Nobody of the loser's side had a point: the stake is double. The bets on this game are settled.
            assert "in chips: 10." in sheet.outcomes[0]
            shows_asides(page, replace(sheet, records=RECORDS[:4]))

    shows_match(page, sheet)
    expect(page.locator(".seat.winner .seat-name")).to_have_text(["Alice"])
    expect(thumb.save).to_have_count(0)
    shows_asides(page, sheet)
    expect(page.locator(".told")).to_be_in_viewport(ratio=1)
    answer = agrees(real_server, desk, pk, sheet, bets=BETS)
    assert answer["chips"] == [15, -15]
    assert [(bet["name"], bet["net"], bet["returned"]) for bet in answer["bets"]] == NETS
    numbers(
        page, address, sheet, [("Contract", 9, 8)], {"Alice": (1, 2, 6, 6, "+3"), "Bruno": (2, 0, 3, 2, "+3")}
    )

    # A correction that would end the match two deals earlier is refused, and both are named.
    page.goto(f"{address}hand/7/")
    thumb.tap(thumb.tile("result", "all"))
    thumb.tap(thumb.column(1, ".crown"))
    expect(thumb.preview).to_contain_text("wins 5 to")
    thumb.is_refused()
    expect(thumb.preview.get_by_role("alert")).to_have_text(no_place(sheet, 8, 9))
    expect(thumb.preview).to_be_in_viewport(ratio=1)
    assert json.loads(desk.get(f"/t/{pk}/sheet.json"))["hands"] == RECORDS

    # Bruno had made his game in the second deal: then he has won a point, and pays a single stake.
    page.goto(f"{address}hand/2/")
    thumb.tap(thumb.tile("result", "made"))
    right = replace(sheet, records=[RECORDS[0], PUT_RIGHT, *RECORDS[2:]])
    assert "in chips: 5." in right.outcomes[0]
    shows_preview(thumb, right.sentences[1])
    thumb.tap(thumb.save)
    shows_match(page, right)
    assert page.url == address
    assert agrees(real_server, desk, pk, right, bets=BETS)["chips"] == [10, -10]
    history(page, address, right, taken_back=1, corrected=1)


def extra(raw: Sequence[dict[str, Any]], language: str = "en") -> tuple[Any, list[str]]:
    """Bets as the rules read them, and why they do not."""
    sheet = SheetInWords("ecarte", TWO, language)
    declared = game_for("ecarte").extra
    reading = read(fields_of(declared), {"bets": list(raw)}, sheet.table.seating)
    reasons = [sheet.say(problem.text) for problem in reading.problems]
    return None if reasons else declared(**reading.values), reasons


def bets(thumb: Ecarte, address: str) -> None:
    """Four spectators bet before the first deal; nobody bets without an amount."""
    page = thumb.page
    thumb.tap(
        page.locator(".side a.button", has_text=SheetInWords("ecarte", TWO, "en").words("Spectators’ bets"))
    )
    thumb.start()
    for row, bet in enumerate(BETS, start=1):
        expect(page.locator("[name^=bets_][name$=_name]:visible")).to_have_count(row)  # a free one, no more
        page.locator(f"[name=bets_{row}_name]").fill(str(bet["name"]))
        thumb.tap(thumb.tile(f"bets_{row}_on", str(bet["on"])))
        if row < len(BETS):
            page.locator(f"[name=bets_{row}_amount]").fill(str(bet["amount"]))
    print(f"écarté, four bets: {thumb.taps} taps, names and amounts typed, and one to save; target the same")
    incomplete = [*BETS[:3], {"name": "Sven", "on": 2}]
    _none, reasons = extra(incomplete)
    assert reasons != extra(incomplete, "de")[1]
    thumb.tap(page.locator(".sticky .primary"))
    expect(page.get_by_role("alert").locator("li")).to_have_text(reasons)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    page.locator("[name=bets_4_amount]").fill("20")
    thumb.tap(page.locator(".sticky .primary"))
    sheet = SheetInWords("ecarte", TWO, "en", extra=extra(BETS)[0], switches={"games_to_win": 2})
    shows_asides(page, sheet)
    thumb.tap(page.locator(f'main a[href="{urlsplit(address).path}"]'))
    shows_asides(page, sheet)


def too_late(thumb: Ecarte, desk: Device, pk: int) -> None:
    """After the first deal nobody bets any more: the page does not ask, and the server refuses."""
    page = thumb.page
    thumb.tap(page.locator(".menu summary"))
    thumb.tap(page.locator(f'.menu a[href="/t/{pk}/extra/"]'))
    expect(page.locator(".told li")).not_to_have_count(0)
    expect(page.locator("main form")).to_have_count(0)
    late = {"bets_1_name": "Tilda", "bets_1_on": "1", "bets_1_amount": "5"}
    answer = desk.post(f"/t/{pk}/extra/", late, expected=409)
    assert (
        SheetInWords("ecarte", TWO, "en").words("This can be changed until the first hand is entered.")
        in answer
    )


def shows_asides(page: Page, sheet: SheetInWords) -> None:
    """Pot and bets, in sentences."""
    expect(page.locator(".told li")).to_have_text(sheet.asides)


def refuses_a_king_without_a_trick(thumb: Ecarte) -> None:
    """The trump king always takes a trick: said in English, taken away with one tap."""
    reasons = SheetInWords("ecarte", TWO, "en").reasons(IMPOSSIBLE)
    assert len(reasons) == 1
    assert reasons != SheetInWords("ecarte", TWO, "de").reasons(IMPOSSIBLE)
    thumb.enters(IMPOSSIBLE)
    refuses(thumb, reasons)
    thumb.tap(thumb.page.locator("#preview [data-clear]"))
    expect(thumb.page.locator("#entry [name=declarer]:checked, #entry [name=king]:checked")).to_have_count(0)


def test_the_worked_example_in_both_scorings(real_server: RealServer, new_page: NewPage) -> None:
    """By the rules its cards are worth 2; the article counts every trick, and stops at 3."""
    thumb = Ecarte(new_page("phone", locale="en-GB")).hastes()
    page = thumb.page
    by_rules: list[dict[str, Any]] = dealt([{"declarer": 1, "tricks": [4, 1], "king": 1}])
    sheet = SheetInWords("ecarte", TWO, "en", by_rules, dealer=2)
    assert sheet.totals == [[2, 0]]
    pk = opens(thumb, real_server, "ecarte", TWO, dealer=2)
    thumb.start()
    thumb.tap(thumb.column(1, ".playing"))
    thumb.tap(thumb.column(1, ".crown"))
    thumb.tap(page.locator("details.words summary"))
    more = page.locator(".stepper:has([name=tricks_1]) [data-step='1']")
    for _trick in range(4):
        thumb.tap(more)
    expect(page.locator("[name=tricks_2]")).to_have_value("1")
    shows_preview(thumb, sheet.sentences[0])
    print(f"écarté, the example by the rules, exact tricks: {thumb.taps} taps and one to save, target 3")
    assert thumb.taps <= 7
    thumb.saves()
    thumb.totals([2, 0])
    agrees(real_server, device_of(page.context, real_server, "en"), pk, sheet)

    # Every trick a point.
    about: dict[str, Any] = {"preset": "per_trick"}
    example = dealt([EXAMPLE, {"declarer": 1, "tricks": [2, 0]}], **about)
    sheet = SheetInWords("ecarte", TWO, "en", example, dealer=2, **about)
    pk = opens(thumb, real_server, "ecarte", TWO, dealer=2, **about)
    address = page.url
    shows_asides(page, SheetInWords("ecarte", TWO, "en", dealer=2, **about))
    for number, hand in enumerate([EXAMPLE, {"declarer": 1, "tricks": [2, 0]}], start=1):
        thumb.start()
        thumb.enters(hand)
        shows_preview(thumb, sheet.sentences[number - 1])
        thumb.in_sight(thumb.save, thumb.preview)
        tricks = sum(cast("list[int]", hand["tricks"]))
        target = 1 + tricks + ("king" in hand)
        print(
            f"écarté, every trick a point, {tricks} taken: {thumb.taps} taps and one to save, target {target}"
        )
        assert thumb.taps <= target
        thumb.saves()
        if number == 1:
            thumb.totals([3, 1])
            shows_asides(page, SheetInWords("ecarte", TWO, "en", example[:1], dealer=2, **about))
            expect(page.locator(".told li").first).to_contain_text("3")
    expect(page.locator(".outcome")).to_have_text(sheet.outcomes)
    assert "in chips: 3." in sheet.outcomes[0]
    answer = agrees(real_server, device_of(page.context, real_server, "en"), pk, sheet)
    assert answer["chips"] == [3, -3]
    numbers(
        page, address, sheet, [("Contract", 2, 2)], {"Alice": (1, 5, 2, 2, "+3"), "Bruno": (2, 1, 0, 0, "+1")}
    )
