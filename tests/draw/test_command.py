"""`manage.py draw`: the contract other programs rely on."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

from config.typography import NO_BREAK
from scoring.strictjson import LONGEST
from tests.draw import checker
from tests.processes import Done, run
from tournaments.speech.draws import answer


def command(request: Any, *arguments: str, **environment: str) -> Done:
    """The command as other programs call it."""
    raw = request if isinstance(request, bytes) else json.dumps(request).encode()
    return run([sys.executable, "manage.py", "draw", *arguments], data=raw, env=environment)


def test_the_example_of_the_contract() -> None:
    request: dict[str, Any] = {
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
    done = command(request)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert done.stdout.count("\n") == 1
    facts: dict[str, Any] = json.loads(done.stdout)
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
    assert command(request, PYTHONHASHSEED="7").stdout == done.stdout


def test_what_is_impossible_is_refused() -> None:
    done = command({"format": "tables", "players": 5, "sizes": [4, 3]})
    assert done.returncode == 1
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["code"] == "no_seating"
    assert (
        problem["text"].replace(NO_BREAK, " ")
        == "5 people cannot all sit at tables of 4, 3; 4 or 6 people can."
    )


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
        (b" " * (LONGEST + 1), "too_long"),
    ],
)
def test_nonsense_has_a_code_and_a_sentence(raw: bytes, code: str) -> None:
    reply = answer(raw)
    assert reply["ok"] is False
    assert [problem["code"] for problem in reply["problems"]] == [code]
    assert all(problem["text"] for problem in reply["problems"])


# What the system counts for a child begins with the size of the process it was split off, which is the whole
# suite's. The peak of its own address space begins when the program does.
WITH_ITS_PEAK = """
import pathlib, re, runpy, sys
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    status = pathlib.Path("/proc/self/status").read_text()
    print("peak", re.search(r"VmHWM:\\s+(\\d+) kB", status)[1], file=sys.stderr)
"""


def test_the_largest_draw_stays_small_in_memory() -> None:
    request: dict[str, Any] = {"players": 5000, "rounds": 3, "sizes": [4, 3], "clubs": {"1": "A", "2": "A"}}
    done = run([sys.executable, "-c", WITH_ITS_PEAK, "draw"], data=json.dumps(request).encode())
    assert done.returncode == 0
    assert json.loads(done.stdout)["repeats"] == 0
    peak = re.search(r"peak (\d+)", done.stderr)
    assert peak
    assert int(peak[1]) <= 400 * 1024


def test_progress_is_shown_on_request() -> None:
    done = command({"players": 20, "rounds": 6, "effort": 2}, "--progress")
    assert done.returncode == 0
    assert "%" in done.stderr
    assert command({"players": 20, "rounds": 6, "effort": 2}).stderr == ""
