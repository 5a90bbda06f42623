"""The checker for everybody: one file without dependencies, and what it says of files that were changed."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tournaments import exchange
from tournaments.engines import eventchain
from tournaments.engines.checker.documents import document_of
from tournaments.engines.checker.draws import answer_mark
from tournaments.engines.checker.event import Verification, check_event
from tournaments.engines.draw import draw
from tournaments.engines.sheets.chain import digest_of, hash_of, start_of
from tournaments.engines.speaking import plain
from tournaments.events.draw.protocol import answer_to
from tournaments.events.ground.links import links_of
from tournaments.exchange.checkerfile import checker_file
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = an_event("truco-swiss", here=4)
    round_ = hall.begin(event)
    hall.a_hand_everywhere(round_)
    hall.end(round_)
    return Event.objects.get(pk=event.pk)


def found_in(raw: Any) -> list[str]:
    result = Verification()
    check_event(document_of(json.loads(json.dumps(raw))), result)
    return [plain(finding.sentence) for finding in result.findings]


def ran(tmp_path: Path, raw: Any, *options: str) -> tuple[int, str]:
    """The one file, by a Python that finds no library."""
    program, file = tmp_path / "stammtisch-pruefen.pyz", tmp_path / "event.json"
    program.write_bytes(checker_file())
    file.write_text(json.dumps(raw))
    command = [sys.executable, "-S", "-I", str(program), str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert not done.stderr
    plain_spaces = done.stdout.replace("\\u00a0", " ").replace("\N{NO-BREAK SPACE}", " ")
    return done.returncode, plain_spaces


def first_table(raw: Any) -> Any:
    return raw["tables"][0]


def other_points(raw: Any) -> None:
    first_table(raw)["entries"][0]["payload"] = {"truco": {"level": 0, "end": "played", "winner": 2}}


def chained_anew(raw: Any) -> None:
    """As somebody would who knows how the chain is made."""
    table = document_of(raw).tables[0]
    previous = start_of(table.sheet)
    for entry, stored in zip(table.entries, first_table(raw)["entries"], strict=True):
        stored |= {"mono_ns": entry.mono_ns + 1, "prev_hash": previous}
        stored["digest"] = digest_of(entry.kind, entry.hand_no, entry.payload)
        again = document_of(raw).tables[0].entries[entry.seq - 1]
        stored["hash"] = previous = hash_of(again)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (other_points, "round 1, table 1: entry 1: was changed after it was written"),
        (chained_anew, "is not the one the event was closed with"),
        (lambda raw: first_table(raw)["entries"].pop(0), "round 1, table 1: entry 2: follows entry 0"),
        (lambda raw: first_table(raw)["chairs"].reverse() or swap(first_table(raw)), "by the round, number"),
        (lambda raw: raw["standings"]["rows"][0].update(rank=3), "the standings have number"),
        (lambda raw: raw["log"][0].update(by="x"), "line 1 of the log was changed (created)"),
        (lambda raw: raw["rounds"][0].update(seed="luck"), "round 1 was changed"),
        (
            lambda raw: raw["rounds"][0]["request"]["parts"][0]["request"].update(seed="luck"),
            "round 1: another draw comes out",
        ),
        (lambda raw: first_table(raw)["entries"][0].pop("at"), "sheet 1 of the file cannot be read"),
        (lambda raw: raw["rounds"][0].pop("seating"), "cannot be computed"),
    ],
    ids=["points", "chain", "hole", "chairs", "rank", "log", "seed", "request", "broken", "seats"],
)
def test_every_change_of_a_file_is_found(
    event: Event, change: Callable[[Any], object], sentence: str
) -> None:
    raw = exchange.packed(event)
    assert found_in(raw) == []
    raw = json.loads(json.dumps(raw))
    change(raw)
    assert any(sentence in complaint for complaint in found_in(raw)), found_in(raw)


def swap(table: Any) -> None:
    first, second = table["chairs"][0], table["chairs"][1]
    first["seat"], second["seat"] = second["seat"], first["seat"]


def test_one_file_checks_on_any_computer(event: Event, tmp_path: Path) -> None:
    raw = exchange.packed(event)
    head = eventchain.shown(links_of(event)[-1].hash)
    status, output = ran(tmp_path, raw, "--language", "de", "--head", head)
    assert status == 0, output
    assert "Herbstturnier: alles in Ordnung." in output
    assert f"Prüfsumme des Turniers: {head}" in output
    assert "Die Prüfsumme passt" in output
    raw = json.loads(json.dumps(raw))
    other_points(raw)
    status, output = ran(tmp_path, raw, "--json", "--head", "AAAA BBBB CCCC", "--language", "en")
    facts = json.loads(output)
    assert (status, facts["in_order"], facts["head_known"]) == (1, False, False)
    assert (facts["findings"][0]["where"], facts["findings"][0]["entry"]) == ("round 1, table 1", 1)
    status, output = ran(tmp_path, ["no event"], "--language", "en")
    assert (status, output) == (2, "This file does not hold an event.\n")


def test_the_one_file_holds_nothing_but_pure_parts(tmp_path: Path) -> None:
    data = checker_file()
    assert data == checker_file()
    file = tmp_path / "checker.pyz"
    file.write_bytes(data)
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        assert not any(
            "import django" in archive.read(name).decode() for name in names if name.endswith(".py")
        )
    assert {name.split("/")[0] for name in names} == {"__main__.py", "scoring", "tournaments"}


def test_a_draw_has_the_mark_that_its_protocol_prints(event: Event) -> None:
    request = event.rounds.get(number=1).request["parts"][0]["request"]
    assert answer_mark(draw(request)) == answer_to(request).fingerprint  # type: ignore[arg-type]


def test_what_was_typed_from_paper_is_read_kindly() -> None:
    head = eventchain.shown("0123456789abcdef" * 4)
    assert eventchain.typed(f"  {head.lower().replace(' ', '-')} ") == head
    assert eventchain.typed("OIL0 0000 0000") == "0110 0000 0000"
    assert eventchain.typed("7K3D 9QXM") == eventchain.typed("7K3D 9QXM 2B4ß") == ""


def test_the_checksum_is_on_the_wall_on_paper_and_on_pages(event: Event, laptop: Client) -> None:
    head = eventchain.shown(next(link for link in reversed(links_of(event)) if link.facts.get("closed")).hash)
    screen = event.screens.create(name="A", shows="ranking")
    for address in (
        reverse("board", args=(event.pk, screen.pk)),
        reverse("event", args=(event.pk,)),
        reverse("event-standings", args=(event.pk,)),
        reverse("event-corrections", args=(event.pk,)),
        reverse("event-checksum", args=(event.pk,)),
        reverse("desk-files", args=(event.pk,)),
    ):
        assert head in laptop.get(address).text, address
    page = reverse("event-checksum", args=(event.pk,))
    assert "Passt." in laptop.get(page, {"head": head}).text
    assert "Passt nicht." in laptop.get(page, {"head": "0000 0000 0000"}).text
    event.entrants.update(ranked=False)
    assert "die Liste der Teilnehmer wurde geändert" in laptop.get(page, {"head": head}).text
    assert "zwölf Zeichen" in laptop.get(page, {"head": "hello"}).text
    answer = laptop.get(reverse("desk-checker", args=(event.pk,)))
    assert answer.content.startswith(b"#!/usr/bin/env python3\nPK")
