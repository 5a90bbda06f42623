"""A game that is only declared gets everything: form, preview, paper, files, rules page, numbers, command.

The probe is registered and nothing else is touched; see `CONTRIBUTING.md`, "A game".
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

import scoring.games
from tests.scoring.probe_game import PROBE
from tests.tournaments.filling import EntryForm
from tests.tournaments.visitors import answers, hand_form
from tournaments.engines.plans import StagePlan
from tournaments.engines.plans.declared import Leftover
from tournaments.engines.plans.stages import StageDraft
from tournaments.events.plan.creating import create_event
from tournaments.models import FIRST, Sitting
from tournaments.rehearsal import running
from tournaments.rehearsal.phones import HEADERS, Phone
from tournaments.table import gamelines

pytestmark = pytest.mark.django_db

HAND = {
    "points": [3, -2],
    "melds": [{"side": 2, "kind": "run", "length": 5, "trump": True}],
    "chain": {"calls": ["small", "rest"], "caller": 1},
    "stake": 2,
    "raised_by": 2,
    "callers": [1, 4],
    "witness": 3,
    "remark": "the first one",
}
EXPECTED = [9, 5]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one thing a new game has to do."""
    monkeypatch.setitem(scoring.games._BY_KEY, PROBE.key, PROBE)


@pytest.fixture
def table(registered: None) -> tuple[Client, Sitting]:
    """A table of the probe, opened through its page."""
    browser = Client(headers={"accept-language": "en"})
    cells = browser.get("/new/probe/").context["rules"].cells
    names = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Ben", "Cleo", "Dirk"), start=1)}
    switches = {f"rule-{key}": cell for key, cell in cells.items()}
    answer = browser.post("/new/probe/", {**names, **switches, "preset": "long"})
    assert answer.status_code == 302
    return browser, Sitting.objects.get()


def test_it_is_previewed_saved_and_explained(table: tuple[Client, Sitting]) -> None:
    browser, sitting = table
    page = f"/t/{sitting.pk}/"
    preview = browser.get(page, {"part": "preview", **answers(sitting, HAND)}, headers={"hx-request": "true"})
    assert "Anna &amp; Cleo <" in preview.text.replace("</bdi>", " <")
    assert "+9" in preview.text
    assert browser.post(page, hand_form(sitting, HAND)).status_code == 302
    shown = browser.get(page).text
    assert "Ben &amp; Dirk: Run for 5" in shown
    assert "Small and Rest by Anna &amp; Cleo" in shown
    assert "Anna &amp; Dirk against Ben &amp; Cleo, for 2 each" in shown
    refused = browser.post(page, hand_form(sitting, {**HAND, "dealer": 2, "losers": [2]}, 2))
    assert refused.status_code == 422
    assert "Ben dealt and cannot lose." in refused.text


def test_it_has_paper(table: tuple[Client, Sitting]) -> None:
    browser, sitting = table
    browser.post(f"/t/{sitting.pk}/", hand_form(sitting, HAND))
    for what, words in {
        "sheet": ["Ben & Dirk: Run for 5", "Anna & Cleo", "Anna & Dirk against Ben & Cleo"],
        "blank": ["Probe", "Anna", "Callers against Defenders", "only with St from 2 on"],
        "rules": ["Target", "15", "Games to win"],
        "numbers": ["Anna", "Dirk"],
    }.items():
        answer = browser.get(f"/t/{sitting.pk}/paper/{what}.pdf")
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages]
        text = " ".join(" ".join(pages).split())
        for word in words:
            assert word in text, (what, word)


def test_it_has_files_and_the_command_reads_them(table: tuple[Client, Sitting]) -> None:
    browser, sitting = table
    browser.post(f"/t/{sitting.pk}/", hand_form(sitting, HAND))
    text = browser.get(f"/t/{sitting.pk}/sheet.csv").content.decode("utf-8-sig")
    head, row = csv.reader(io.StringIO(text))
    cells = dict(zip(head, row, strict=True))
    assert (cells["chain_calls"], cells["callers"]) == ("small+rest", "1+4")
    line = browser.get(f"/t/{sitting.pk}/sheet.json").text
    answer = gamelines.answer(line.encode())
    assert answer["ok"] is True
    assert [list(hand["points"]) for hand in answer["hands"]] == [EXPECTED]
    written = json.loads(line)["hands"][0]
    assert (written["remark"], written["callers"]) == ("the first one", [1, 4])


def test_it_has_a_rules_page_and_rule_sets(table: tuple[Client, Sitting]) -> None:
    browser, _sitting = table
    page = browser.get("/rules/probe/?set=short").text
    assert "A game that nobody plays." in page
    assert "usually: 15" in page
    assert "A run of five and a chain of two calls" in browser.get("/rules/probe/").text
    assert browser.get("/rules/probe/compare/?one=long&other=short").status_code == 200


def test_its_page_asks_by_what_is_quickest_to_tap(table: tuple[Client, Sitting]) -> None:
    """Few values are tiles, a small range has buttons and can be typed, a party is one tap for each seat."""
    browser, sitting = table
    page = browser.get(f"/t/{sitting.pk}/").text
    form = EntryForm(page)

    def controls(name: str) -> list[tuple[str, str]]:
        return [(control.kind, control.value) for control in form.controls[name]]

    assert controls("stake") == [("radio", str(value)) for value in range(5)]
    assert controls("callers") == [("checkbox", seat) for seat in "1234"]
    assert page.count('<small class="these">Callers</small>') == 4
    assert page.count('<small class="those">Defenders</small>') == 4
    assert controls("points_1") == [("text", "")]
    assert 'aria-label="one more: Anna &amp; Cleo"' in page
    assert [kind for kind, _value in controls("chain_calls")] == ["select"] * 5
    assert form.standing()["kind"] == ["played"]  # what goes without saying is chosen
    assert "tricks" not in form.standing() or form.standing()["tricks"] == [""]


def test_an_event_of_it_is_rehearsed_from_the_draw_to_the_certificates(
    registered: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Robots scan the cards of their tables and play; every paper of the event is made."""
    monkeypatch.setattr(running, "Phone", PhoneWithoutServer)
    monkeypatch.setattr(running, "ThreadPoolExecutor", OneAfterTheOther)
    plan = StagePlan(size=4, rounds=2, hands=3, rest=Leftover.SIT_OUT)
    event = create_event(
        title="Sixth", day=date(2026, 10, 3), game=PROBE.key, preset="short", stages=[StageDraft(plan=plan)]
    )
    report = running.rehearse(tenant=FIRST, url="http://club.test", like=event, people=9, seed="six")
    assert (report.problems, report.rounds, report.tables) == ([], 2, 4)
    assert report.hands >= 4
    assert report.paper > 10_000


class OneAfterTheOther:
    """Tables that play in the test's own thread, which is the only one that sees its database."""

    def __init__(self, crew: int) -> None:
        self.crew = crew

    def __enter__(self) -> OneAfterTheOther:
        return self

    def __exit__(self, *ending: object) -> None:
        """Nothing waits."""

    def map(self, play: Callable[[Any], Any], seats: Iterable[Any]) -> list[Any]:
        return [play(seat) for seat in seats]


class PhoneWithoutServer(Phone):
    """A robot's phone that asks the program itself, from the laptop and by its name."""

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        browser = Client(headers={"host": "localhost", **HEADERS})
        browser.cookies.load(self.cookies)
        answer = browser.generic(method, path, body, "application/x-www-form-urlencoded")
        self.cookies |= {name: morsel.value for name, morsel in browser.cookies.items()}
        return answer.status_code, answer.headers.get("Location", ""), answer.content.decode()
