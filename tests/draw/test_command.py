"""`manage.py draw`: the contract other programs rely on."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.draw import checker
from tournaments.drawing import LONGEST_REQUEST, answer

ROOT = Path(__file__).resolve().parents[2]


def command(request: Any, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as other programs call it."""
    raw = request if isinstance(request, bytes) else json.dumps(request).encode()
    run = [sys.executable, "manage.py", "draw", *arguments]
    around = os.environ | environment
    return subprocess.run(run, cwd=ROOT, env=around, input=raw, capture_output=True, check=False)


def test_the_example_of_the_contract() -> None:
    request = {
        "format": "tables",
        "players": 42,
        "rounds": 3,
        "sizes": [4, 3],
        "seed": "Sommerfest 2026",
        "apart": [[1, 2]],
        "clubs": {"1": "Hüfingen", "7": "Hüfingen"},
        "played": [[list(range(at, min(at + 4, 43))) for at in range(1, 43, 4)]],
        "leave": [17],
        "join": [43],
    }
    run = command(request)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.isascii()
    assert run.stdout.count(b"\n") == 1
    facts = json.loads(run.stdout)
    assert facts["ok"] is True
    assert facts["seed"] == "Sommerfest 2026"
    assert facts["algorithm"] >= 1
    assert len(facts["rounds"]) == 3
    here = [person for person in range(1, 44) if person != 17]
    assert checker.everyone_once(facts["rounds"], facts["sitting_out"], here)
    assert facts["played"] == request["played"]
    assert facts["repeats"] == checker.repeats([*request["played"], *facts["rounds"]]) == 0
    assert facts["bound"] == 0
    assert facts["text"] == (
        "Nobody meets anybody twice. All who wished to sit apart sit apart. "
        "In the first round nobody meets somebody of the same club."
    )
    assert command(request, PYTHONHASHSEED="7").stdout == run.stdout


def test_what_is_impossible_is_refused() -> None:
    run = command({"format": "tables", "players": 5, "sizes": [4, 3]})
    assert run.returncode == 1
    (problem,) = json.loads(run.stdout)["problems"]
    assert problem["code"] == "no_seating"
    assert problem["text"] == "5 people cannot all sit at tables of 4, 3; 4 or 6 people can."


def test_the_language_of_the_sentences_can_be_chosen() -> None:
    assert command({"players": 8}, "--language", "de").returncode == 0
    assert command({"players": 8}, "--language", "xx").returncode == 2


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "not_json"),
        (b"[]", "not_json"),
        (b"\xff", "not_json"),
        (b'{"players": NaN}', "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"players": 8, "players": 9}', "duplicate_key"),
        (b'{"players": 1' + b"0" * 10_000 + b"}", "not_json"),
        (b'{"players": 1000000}', "too_many"),
        (b" " * (LONGEST_REQUEST + 1), "too_long"),
    ],
)
def test_nonsense_has_a_code_and_a_sentence(raw: bytes, code: str) -> None:
    started = time.perf_counter()
    found = answer(raw)
    assert time.perf_counter() - started < 1
    assert found["ok"] is False
    assert [problem["code"] for problem in found["problems"]] == [code]
    assert all(problem["text"] for problem in found["problems"])


def test_the_largest_draw_stays_small_in_memory() -> None:
    started = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run = command({"players": 5000, "rounds": 3, "sizes": [4, 3], "clubs": {"1": "A", "2": "A"}})
    assert run.returncode == 0
    assert json.loads(run.stdout)["repeats"] == 0
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(before, 400 * 1024)
    assert time.perf_counter() - started < 20


def test_progress_is_shown_on_request() -> None:
    run = command({"players": 20, "rounds": 7}, "--progress")
    assert run.returncode == 0
    assert b"%" in run.stderr
    assert command({"players": 20, "rounds": 7}).stderr == b""
