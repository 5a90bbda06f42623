"""A game that is only declared gets everything: form, preview, paper, files, rules page, numbers, command.

The probe is registered and nothing else is touched; see `docs/design.md`, "How to add a game".
"""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client
from pypdf import PdfReader

import scoring.games
from tests.scoring.probe_game import PROBE
from tests.tournaments.visitors import answers, hand_form
from tournaments.models import Sitting
from tournaments.table import scoresheets

pytestmark = pytest.mark.django_db

HAND = {
    "points": [3, -2],
    "melds": [{"side": 2, "kind": "run", "length": 5, "trump": True}],
    "chain": {"calls": ["small", "rest"], "caller": 1},
    "remark": "the first one",
}
EXPECTED = [7, 3]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> tuple[Client, Sitting]:
    """A table of the probe, opened through its page."""
    monkeypatch.setitem(scoring.games._BY_KEY, PROBE.key, PROBE)
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
    assert "+7" in preview.text
    assert browser.post(page, hand_form(sitting, HAND)).status_code == 302
    shown = browser.get(page).text
    assert "Ben &amp; Dirk: Run for 5" in shown
    assert "Small and Rest by Anna &amp; Cleo" in shown
    refused = browser.post(page, hand_form(sitting, {**HAND, "dealer": 2, "losers": [2]}, 2))
    assert refused.status_code == 422
    assert "Ben dealt and cannot lose." in refused.text


def test_it_has_paper(table: tuple[Client, Sitting]) -> None:
    browser, sitting = table
    browser.post(f"/t/{sitting.pk}/", hand_form(sitting, HAND))
    for what, words in {
        "sheet": ["Ben & Dirk: Run for 5", "Anna & Cleo"],
        "blank": ["Probe", "Anna"],
        "rules": ["Target", "15", "Games to win"],
        "numbers": ["Anna", "Dirk"],
    }.items():
        answer = browser.get(f"/t/{sitting.pk}/paper/{what}.pdf")
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
        for word in words:
            assert word in text, (what, word)


def test_it_has_files_and_the_command_reads_them(table: tuple[Client, Sitting]) -> None:
    browser, sitting = table
    browser.post(f"/t/{sitting.pk}/", hand_form(sitting, HAND))
    text = browser.get(f"/t/{sitting.pk}/sheet.csv").content.decode("utf-8-sig")
    head, row = csv.reader(io.StringIO(text))
    assert dict(zip(head, row, strict=True))["chain_calls"] == "small+rest"
    line = browser.get(f"/t/{sitting.pk}/sheet.json").text
    answer = scoresheets.answer(line.encode())
    assert answer["ok"] is True
    assert [list(hand["points"]) for hand in answer["hands"]] == [EXPECTED]
    assert json.loads(line)["hands"][0]["remark"] == "the first one"


def test_it_has_a_rules_page_and_rule_sets(table: tuple[Client, Sitting]) -> None:
    browser, _sitting = table
    page = browser.get("/rules/probe/?set=short").text
    assert "A game that nobody plays." in page
    assert "usually: 15" in page
    assert "A run of five and a chain of two calls" in browser.get("/rules/probe/").text
    assert browser.get("/rules/probe/compare/?one=long&other=short").status_code == 200
