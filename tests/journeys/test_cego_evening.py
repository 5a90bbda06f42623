"""An evening of Cego on a phone, through the pages only; a second phone watches, the paper tells it all."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from typing import Any

from playwright.sync_api import expect

from tests.browser import NewPage, Watch
from tests.journeys.club import PEOPLE, device_of, reasons, sentences_of
from tests.journeys.thumb import Thumb, seat_people
from tests.server import ROOT, RealServer
from tests.tournaments.paper import glued, text_of

HANDS = [
    {"dealer": 4, "declarer": 1, "contract": "zwei_gleiche", "points": 47},
    {"dealer": 1, "declarer": 2, "contract": "eine", "points": 35},
    {"dealer": 2, "declarer": 3, "contract": "solo", "points": 70},
    {"dealer": 3, "declarer": 4, "contract": "raeuber", "losers": [3]},
    {"dealer": 4, "declarer": 4, "contract": "kleiner_mann", "against_solo": True, "points": 70},
]
MOVES = [("Anna", "+12"), ("Bernd", "−2"), ("Conny", "+16"), ("Conny", "−5"), ("Dieter", "+56")]
PUT_RIGHT = {**HANDS[1], "points": 36}
IMPOSSIBLE = {"declarer": 1, "contract": "eine", "points": 71}


def enters(thumb: Thumb, hand: dict[str, Any]) -> None:
    """One hand as the table would tell it: who, what, how much."""
    thumb.declares(PEOPLE[hand["declarer"] - 1], hand["contract"])
    if hand.get("against_solo"):
        thumb.tap(thumb.tile("against_solo", "1"))
    for loser in hand.get("losers", ()):
        thumb.tap(thumb.tile("losers", str(loser)))
    if "points" in hand:
        thumb.digits(hand["points"])


def test_an_evening_of_cego(real_server: RealServer, new_page: NewPage, watch: Watch) -> None:
    thumb = Thumb(new_page("phone")).hastes()
    page = thumb.page
    german, english = (sentences_of("cego", PEOPLE, HANDS, language) for language in ("de", "en"))
    assert all(line != translated for line, translated in zip(german, english, strict=True))

    # A new table: who sits where, who deals; the rules are the usual ones.
    page.goto(real_server.url)
    thumb.tap(page.locator('a[href="/new/cego/"]'))
    seat_people(page, PEOPLE)
    thumb.tap(page.locator(".chair", has=page.locator("[name=name_4]")).locator(".deals"))
    thumb.tap(page.locator(".sticky .primary"))
    expect(thumb.save).to_be_visible()
    address = page.url
    pk = int(address.rstrip("/").rpartition("/")[2])

    watcher = Thumb(new_page("phone"))
    watcher.page.goto(address)
    expect(watcher.page.locator("#entry")).to_have_count(0)

    # Five hands; nobody scrolls, and the page says what each would be worth before it is saved.
    for number, (hand, (name, moved)) in enumerate(zip(HANDS, MOVES, strict=True), start=1):
        thumb.start()
        enters(thumb, hand)
        expect(thumb.preview.locator(".sentence")).to_have_text(" · ".join(german[number - 1]))
        expect(thumb.preview.locator(".moves span", has_text=name)).to_contain_text(moved)
        thumb.in_sight(thumb.save, thumb.preview, thumb.seat(name))
        thumb.saves()
        print(f"hand {number}, {hand['contract']}: {thumb.taps} taps")
        usual = "points" in hand and not hand.get("against_solo")
        assert thumb.taps <= (5 if usual else 6)
        expect(thumb.preview).to_contain_text(" · ".join(german[number - 1]))
    thumb.shows_totals({"Anna": 12, "Bernd": -2, "Conny": 11, "Dieter": 56})

    # 71 points are not possible: the reason is there, in German, and nothing is saved.
    enters(thumb, IMPOSSIBLE)
    (reason,) = reasons("cego", PEOPLE, IMPOSSIBLE, "de")
    assert [reason] != reasons("cego", PEOPLE, IMPOSSIBLE, "en")
    expect(thumb.preview.get_by_role("alert")).to_have_text(reason)
    watch.expect("status of 422")
    thumb.is_refused()
    expect(thumb.preview.get_by_role("alert")).to_have_text(reason)
    thumb.in_sight(thumb.preview)
    desk = device_of(page.context, real_server)
    assert len(json.loads(desk.get(f"/t/{pk}/sheet.json"))["hands"]) == len(HANDS)
    expect(page.locator("[name=points]")).to_have_value("71")

    # What was typed wrongly is cleared; then the last hand is taken back with one tap, and entered again.
    thumb.tap(page.locator("#preview [data-clear]"))
    expect(page.locator("[name=points]")).to_have_value("")
    expect(page.locator("#entry input[type=radio]:checked:visible")).to_have_count(0)
    thumb.start()
    thumb.tap(thumb.undo)
    thumb.shows_totals({"Anna": 12, "Bernd": -2, "Conny": 11, "Dieter": 0})
    assert thumb.taps == 1
    enters(thumb, HANDS[4])
    thumb.saves()

    # The second hand was 36, not 35.
    page.locator("a.edit[href$='/hand/2/']").click()
    expect(page.locator("[name=points]")).to_have_value("35")
    for _digit in range(2):
        thumb.tap(thumb.key("back"))
    thumb.digits(36)
    expect(thumb.preview.locator(".sentence")).to_contain_text("36")
    assert page.url == f"{address}hand/2/"
    thumb.tap(thumb.save)
    right = {"Anna": 12, "Bernd": 2, "Conny": 11, "Dieter": 56}
    thumb.shows_totals(right)
    assert page.url == address, "after a correction people are at the table again, also after a reload"

    # The other phone has seen it all without a reload.
    watcher.shows_totals(right)

    # Everything that leaves the house says the same.
    played = [HANDS[0], PUT_RIGHT, *HANDS[2:]]
    sentences = sentences_of("cego", PEOPLE, played, "de")
    page.goto(f"{address}hands/")
    for lines in sentences:
        expect(page.locator(".hands .sentence", has_text=lines[0])).to_have_count(1)
    expect(page.locator(".history .gone", has_text="35")).to_have_count(1)

    heads, *rows = csv.reader(io.StringIO(desk.get(f"/t/{pk}/sheet.csv")[1:]))
    assert [int(cell) for cell in rows[-1][-5:-1]] == [right[name] for name in PEOPLE]
    assert heads[-9:-5] == list(PEOPLE)
    assert [row[-1].partition(" (")[0] for row in rows] == [" · ".join(lines) for lines in sentences]

    sheet = desk.get(f"/t/{pk}/sheet.json")
    scored = subprocess.run(
        [sys.executable, "manage.py", "score", "--language", "de"],
        cwd=ROOT,
        env=real_server.environment,
        input=sheet,
        text=True,
        capture_output=True,
        check=False,
    )
    assert scored.returncode == 0, scored.stdout + scored.stderr
    answer = json.loads(scored.stdout)
    assert answer["games"][0]["totals"] == [right[name] for name in PEOPLE]
    assert json.loads(sheet)["hands"] == played

    paper = glued(text_of(desk.data(f"/t/{pk}/paper/sheet.pdf")))
    for lines in sentences:
        for sentence in lines:
            assert glued(sentence) in paper, sentence
