"""Truco on a phone: a match of pairs in Spanish, a match of six with pica-pica in German."""

from __future__ import annotations

import json
from typing import Any

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
    shows_match,
    shows_preview,
)
from tests.journeys.thumb import Thumb
from tests.server import RealServer
from tournaments.speech.wording import signed

PAIRS = ("Inés", "Ramón", "Zulma", "Óscar")
HALF = 15

PLAIN = {"truco": {"winner": 1}}
HANDS: list[dict[str, Any]] = [
    PLAIN,
    {"truco": {"level": 1, "caller": 2, "winner": 2}},
    {
        "envido": {"calls": ["envido", "real"], "caller": 1, "answer": "quiero", "winner": 1},
        "truco": {"winner": 2},
    },
    {
        "flor": {"course": "alone", "winner": 2, "loser_flores": 0},
        "truco": {"level": 1, "caller": 1, "end": "refused", "winner": 1},
    },
    {
        "envido": {"calls": ["falta"], "caller": 1, "answer": "quiero", "winner": 2},
        "truco": {"level": 3, "caller": 1, "end": "refused", "winner": 1},
    },
    {"truco": {"winner": 2}},
    # The second chico.
    {
        "flor": {"course": "contraflor_quiero", "winner": 1, "loser_flores": 1},
        "truco": {"winner": 1},
    },
    {"envido": {"calls": ["falta"], "caller": 2, "answer": "quiero", "winner": 1}},
    # The third one.
    {
        "flor": {"course": "compared", "winner": 2, "loser_flores": 1},
        "truco": {"winner": 1},
    },
    {"flor": {"course": "contraflor_resto_quiero", "winner": 1, "loser_flores": 1}},
]
HANDS = [{"mano": number % 4 + 1, **hand} for number, hand in enumerate(HANDS)]  # Óscar deals first
RUNNING = [[1, 0], [1, 2], [6, 3], [7, 6], [10, 29], [10, 30], [7, 0], [30, 0], [1, 6], [30, 6]]
TARGETS = [
    ("plain hand", 1, 1),
    ("truco played", 2, 2),
    ("envido, real envido accepted, plain hand", 4, 4),
    ("flor, truco refused", 4, 3),
    ("falta envido, vale cuatro refused", 4, 6),
    ("plain hand", 1, 1),
    ("contraflor, plain hand", 4, 5),
    ("falta envido that ends the chico", 2, 2),
    ("flor against flor, plain hand", 4, 4),
    ("contraflor al resto that ends the match", 3, 4),
]
"""What happens, taps without saving as the rules of the house ask for, and as they are: one for each call."""
PUT_RIGHT = {**HANDS[4], "truco": {"level": 3, "caller": 1, "winner": 2}}  # the vale cuatro was accepted
TALLIES = [("Envido", 3, 1), ("Truco", 2, 2), ("Vale cuatro", 1, 1)]
PEOPLE_IN_NUMBERS = {"Inés": (1, 2, 4, 3, "+29"), "Ramón": (2, 1, 2, 1, "+23")}


class Truco(Thumb):
    """The two halves of the table."""

    def half(self, side: int) -> Locator:
        return self.page.locator(f'.half[data-side="{side}"]')

    def says(self, side: int, word: str) -> None:
        self.tap(self.half(side).locator(f"[data-say={word}]"))

    def calls(self, side: int, call: str) -> None:
        self.tap(self.half(side).locator(f"[data-call={call}]"))

    def wins(self, side: int) -> None:
        self.tap(self.half(side).locator(".win"))

    def enters(self, hand: dict[str, Any]) -> None:
        """One hand as the table hears it: flor, envido, truco."""
        if "flor" in hand:
            self.flor(**hand["flor"])
        if "envido" in hand:
            self.envido(**hand["envido"])
        if "truco" in hand:
            self.truco(**hand["truco"])

    def flor(self, course: str, winner: int, loser_flores: int = 0) -> None:
        self.says(winner, "flor")
        if loser_flores:
            self.says(3 - winner, "flor")
            if course != "compared":
                self.tap(self.tile("flor_course", course))
            self.tap(self.tile("flor_winner", str(winner)))

    def envido(self, calls: list[str], caller: int, answer: str, winner: int = 0) -> None:
        for number, call in enumerate(calls):
            self.calls(caller if number % 2 == 0 else 3 - caller, call)
        if answer == "quiero":
            self.says(winner, "won")
        else:
            self.says(caller if len(calls) % 2 == 0 else 3 - caller, "refuse")

    def truco(self, winner: int, level: int = 0, caller: int = 0, end: str = "played") -> None:
        for number in range(level):
            self.says(caller if number % 2 == 0 else 3 - caller, "raise")
        if end == "refused":
            self.says(3 - winner, "no")
        else:
            self.wins(winner)

    def penalty(self, kind: str, by: int, against: int) -> None:
        self.tap(self.page.locator("details[data-all] > summary"))
        self.tap(self.tile("penalties_1_kind", kind))
        self.tap(self.tile("penalties_1_by", str(by)))
        self.tap(self.tile("penalties_1_against", str(against)))

    def lie(self, sheet: SheetInWords, totals: list[int]) -> None:
        """Matches, malas and buenas of both sides."""
        for side, total in enumerate(totals, start=1):
            half = self.half(side)
            first, last = half.locator(".tally svg").all()
            expect(half.locator(".mark b")).to_have_text(str(total))
            expect(first.locator(".stick")).to_have_count(min(total, HALF))
            expect(last.locator(".stick")).to_have_count(max(total - HALF, 0))
            buenas = sheet.words_of_the_game("{points} buenas").format(points=total - HALF)
            expect(half.locator(".mark span")).to_have_text(sheet.words("malas") if total < HALF else buenas)


def test_a_match_of_truco_in_spanish(real_server: RealServer, new_page: NewPage, watch: Watch) -> None:
    sheet = SheetInWords("truco", PAIRS, "es", HANDS, dealer=4)
    assert sheet.totals == [[10, 30], [30, 0], [30, 6]]
    thumb = Truco(new_page("phone", locale="es-AR")).hastes()
    page = thumb.page
    pk = opens(thumb, real_server, "truco", PAIRS, dealer=4)
    address = page.url
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(thumb.preview).to_contain_text(sheet.notes(0)[-1])

    # A flor alone, but the other side has one too: the reason stands there in Spanish, nothing is saved.
    impossible = {"flor": {"course": "alone", "winner": 1, "loser_flores": 1}, **PLAIN}
    reasons = SheetInWords("truco", PAIRS, "es").reasons(impossible)
    assert reasons
    assert reasons != SheetInWords("truco", PAIRS, "en").reasons(impossible)
    thumb.says(1, "flor")
    thumb.tap(page.locator("details[data-flor] summary"))
    thumb.tap(page.locator(".stepper:has([name=flor_loser_flores]) [data-step='1']"))
    thumb.wins(1)
    watch.expect("status of 422")
    refuses(thumb, reasons)
    desk = device_of(page.context, real_server, "es-AR")
    assert json.loads(desk.get(f"/t/{pk}/sheet.json"))["hands"] == []
    thumb.tap(page.locator("#preview [data-clear]"))
    expect(page.locator("[name=flor_course]:checked:not([value=''])")).to_have_count(0)
    expect(page.locator(".win input:checked")).to_have_count(0)

    for number, (hand, (what, target, taps), totals) in enumerate(
        zip(HANDS, TARGETS, RUNNING, strict=True), start=1
    ):
        thumb.start()
        thumb.in_sight(thumb.save, thumb.preview, thumb.half(1), thumb.half(2))
        thumb.enters(hand)
        shows_preview(thumb, sheet.sentences[number - 1])
        over = sheet.steps[number].earlier  # the chicos that are decided
        ended = len(over) > len(sheet.steps[number - 1].earlier)
        if ended:
            expect(thumb.preview).to_contain_text(sheet.say(over[-1].outcome.text))
        print(f"truco, hand {number}, {what}: {thumb.taps} taps and one to save, target {target}")
        assert thumb.taps <= taps
        thumb.saves()
        if number == len(HANDS):
            break
        thumb.lie(sheet, [0, 0] if ended else totals)
        if ended:
            expect(page.locator(".chico-over")).to_have_text(sheet.outcomes[len(over) - 1])
            expect(page.locator(".badge.won")).to_have_count(len(over))
        else:
            expect(page.locator(".chico-over")).to_have_count(0)
        if number == 3:
            # Taken back with one tap, and entered again.
            thumb.start()
            thumb.tap(thumb.undo)
            thumb.lie(sheet, RUNNING[1])
            assert thumb.taps == 1
            thumb.enters(hand)
            shows_preview(thumb, sheet.sentences[number - 1])
            thumb.saves()

    # The match is decided: three sentences, the winners marked, no further hand.
    shows_match(page, sheet)
    expect(page.locator(".seat.winner .seat-name")).to_have_text(["Inés", "Zulma"])
    expect(thumb.save).to_have_count(0)
    answer = agrees(real_server, desk, pk, sheet)
    assert answer["finished"]
    assert answer["winner"] == [1]
    assert answer["marks"] == ["15 buenas", "6 malas"]

    numbers(page, address, sheet, TALLIES, PEOPLE_IN_NUMBERS)

    # A correction that would end the match before its last hand is refused, and that hand is named.
    page.goto(address)
    page.locator("a.edit[href$='/hand/9/']").click()
    expect(page.locator("[name=flor_course][value=compared]")).to_be_checked()
    thumb.tap(thumb.tile("flor_course", "contraflor_resto_quiero"))
    thumb.tap(thumb.tile("flor_winner", "1"))
    expect(thumb.preview).to_contain_text(sheet.outcomes[2][:20])
    thumb.is_refused()
    expect(thumb.preview.get_by_role("alert")).to_have_text(no_place(sheet, 10))
    expect(thumb.preview).to_be_in_viewport(ratio=1)
    assert json.loads(desk.get(f"/t/{pk}/sheet.json"))["hands"] == HANDS

    # One that ends the first chico a hand earlier is taken: the sixth hand opens the second chico.
    page.goto(f"{address}hand/5/")
    expect(thumb.tile("truco_end", "refused").locator("input")).to_be_checked()
    thumb.start()
    thumb.wins(2)
    assert thumb.taps == 1
    right = SheetInWords("truco", PAIRS, "es", [*HANDS[:4], PUT_RIGHT, *HANDS[5:]], dealer=4)
    assert right.totals == [[7, 30], [30, 1], [30, 6]]
    shows_preview(thumb, right.sentences[4])
    expect(thumb.preview).to_contain_text(right.outcomes[0])
    thumb.tap(thumb.save)
    shows_match(page, right)
    assert page.url == address
    agrees(real_server, desk, pk, right)
    history(page, address, right, taken_back=1, corrected=1)


SIX = ("Anke", "Bodo", "Cilly", "Detlef", "Edda", "Falk")
ROUNDS: list[dict[str, Any]] = [
    {"mano": 1, "truco": {"level": 1, "caller": 1, "winner": 1}},
    {
        "mano": 2,
        "round": "pica",
        "duel": 1,
        "envido": {"calls": ["envido", "falta"], "caller": 1, "answer": "quiero", "winner": 2},
        "truco": {"winner": 1},
    },
    {
        "mano": 2,
        "round": "pica",
        "duel": 2,
        "truco": {"level": 1, "caller": 2, "winner": 2},
        "penalties": [{"kind": "interference", "by": 1, "against": 2}],
    },
    {
        "mano": 2,
        "round": "pica",
        "duel": 3,
        "truco": {"level": 2, "caller": 1, "end": "refused", "winner": 2},
    },
    {"mano": 3, "truco": {"winner": 2}},
    {
        "mano": 4,
        "round": "pica",
        "duel": 1,
        "flor": {"course": "alone", "winner": 1, "loser_flores": 0},
        **PLAIN,
    },
]
OF_SIX = [[2, 0], [3, 6], [7, 6], [7, 8], [7, 9], [11, 9]]
TARGETS_OF_SIX = [
    ("truco played", 2, 2),
    ("duel with envido, falta envido", 4, 4),
    ("duel with truco and a penalty", 5, 6),
    ("duel with retruco refused", 2, 3),
    ("plain redonda", 1, 1),
    ("duel with a flor", 3, 2),
]


def test_six_with_pica_pica_in_german(real_server: RealServer, new_page: NewPage, watch: Watch) -> None:
    sheet = SheetInWords("truco", SIX, "de", ROUNDS, dealer=6)
    thumb = Truco(new_page("phone")).hastes()
    page = thumb.page
    pk = opens(thumb, real_server, "truco", SIX, dealer=6)
    due = page.locator(".due > p")

    for number, (hand, (what, target, taps), totals) in enumerate(
        zip(ROUNDS, TARGETS_OF_SIX, OF_SIX, strict=True), start=1
    ):
        # The round that is due is said, and the duels lie there in their order: three who face each other.
        expect(due).to_have_text(sheet.notes(number - 1)[0])
        duel = hand.get("duel", 0)
        expect(page.locator(".duels li")).to_have_count(3 if duel else 0)
        expect(page.locator(".duels .done")).to_have_count(max(duel - 1, 0))
        if duel:
            expect(page.locator(".duels [aria-current]")).to_have_text(str(duel))
            done = sheet.steps[number - 1].hands[number - duel : number - 1]
            gained = [signed(points) for hand in done for points in hand.points]
            expect(page.locator(".duels .done span")).to_have_text(gained)
        if number == 2:
            refuses_two_flores(thumb, watch)
        thumb.start()
        thumb.in_sight(thumb.save, thumb.preview, *page.locator(".win").all())
        thumb.enters(hand)
        if "penalties" in hand:
            thumb.penalty(**hand["penalties"][0])
        shows_preview(thumb, sheet.sentences[number - 1])
        print(f"truco for six, hand {number}, {what}: {thumb.taps} taps and one to save, target {target}")
        assert thumb.taps <= taps
        thumb.saves()
        thumb.lie(sheet, totals)
    expect(due).to_have_text(sheet.notes()[0])

    # The last duel is taken back: it is due again.
    thumb.start()
    thumb.tap(thumb.undo)
    expect(due).to_have_text(sheet.notes(5)[0])
    assert thumb.taps == 1
    thumb.lie(sheet, OF_SIX[4])

    # The falta envido of the first duel was not accepted: the other side had called it, for 2.
    page.locator("a.edit[href$='/hand/2/']").click()
    expect(page.locator("[name=envido_calls]")).to_have_value("envido+falta")
    expect(page.locator("input[name=duel]")).to_have_value("1")
    thumb.says(1, "refuse")
    put_right = {**ROUNDS[1], "envido": {"calls": ["envido", "falta"], "caller": 1, "answer": "no_quiero"}}
    right = SheetInWords("truco", SIX, "de", [ROUNDS[0], put_right, *ROUNDS[2:5]], dealer=6)
    shows_preview(thumb, right.sentences[1])
    thumb.tap(thumb.save)
    expect(due).to_have_text(right.notes()[0])
    thumb.lie(right, [7, 5])
    desk = device_of(page.context, real_server)
    answer = agrees(real_server, desk, pk, right)
    assert answer["marks"] == ["7 malas", "5 malas"]
    history(page, page.url, right, taken_back=1, corrected=1)


def refuses_two_flores(thumb: Truco, watch: Watch) -> None:
    """In a duel nobody has two flores: said in German, and cleared with one tap."""
    page = thumb.page
    impossible = {
        "round": "pica",
        "duel": 1,
        "flor": {"course": "compared", "winner": 1, "winner_flores": 2, "loser_flores": 1},
        **PLAIN,
    }
    reasons = SheetInWords("truco", SIX, "de", ROUNDS[:1], dealer=6).reasons(impossible)
    assert len(reasons) == 1
    assert reasons != SheetInWords("truco", SIX, "en", ROUNDS[:1], dealer=6).reasons(impossible)
    thumb.says(1, "flor")
    thumb.says(2, "flor")
    thumb.tap(thumb.tile("flor_winner", "1"))
    thumb.tap(page.locator(".stepper:has([name=flor_winner_flores]) [data-step='1']"))
    thumb.wins(1)
    watch.expect("status of 422")
    refuses(thumb, reasons)
    thumb.tap(page.locator("#preview [data-clear]"))
    expect(page.locator(".win input:checked")).to_have_count(0)
    expect(page.locator("#preview .hint, #preview .last").first).to_be_visible()
