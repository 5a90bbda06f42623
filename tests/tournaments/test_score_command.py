"""`manage.py score`: the contract other programs rely on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.strictjson import LONGEST
from tests.processes import ROOT, Done, run
from tests.scoring import cabo_vectors, cego_vectors
from tests.scoring.probe_game import PROBE
from tests.scoring.strategies import JUNK
from tournaments.table import gamelines

EINE = {"declarer": 1, "contract": "eine", "points": 47}


def command(*arguments: str, lines: bytes = b"", **environment: str) -> Done:
    """The command as other programs call it."""
    return run([sys.executable, "manage.py", "score", *arguments], data=lines, env=environment)


def json_lines(sheets: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(sheet).encode() + b"\n" for sheet in sheets)


def answers(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """The answers without a process of their own, as they look after JSON."""
    raw = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return [json.loads(json.dumps(answer)) for answer in gamelines.answers(io.BytesIO(raw + b"\n"))]


def sheet(*hands: Any, **more: Any) -> dict[str, Any]:
    return {"game": "cego", "seats": 4, "hands": list(hands), **more}


def problems(line: bytes | dict[str, Any]) -> list[tuple[int | None, str | None, str]]:
    (reply,) = answers(line)
    assert reply["ok"] is False
    assert all(problem["text"] for problem in reply["problems"])
    return [(problem["hand"], problem["field"], problem["code"]) for problem in reply["problems"]]


def test_every_worked_case_of_the_documents_comes_out_in_one_run() -> None:
    vectors = [*cego_vectors.VECTORS, *cabo_vectors.VECTORS]
    done = command(lines=json_lines(vector.sheet for vector in vectors))
    assert done.stderr == ""
    assert done.returncode == 1
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(vectors)
    for vector, answer in zip(vectors, replies, strict=True):
        if vector.code:
            assert vector.code in {problem["code"] for problem in answer["problems"]}, vector.id
            continue
        assert answer["ok"], (vector.id, answer)
        for hand in answer["hands"]:
            summed = [sum(points) for points in zip(*(line["points"] for line in hand["lines"]), strict=True)]
            assert hand["points"] == (summed or [0] * vector.sheet["seats"]), vector.id
        if vector.points is not None:
            assert answer["hands"][-1]["points"] == list(vector.points), vector.id
        if vector.totals is not None:
            assert answer["games"][-1]["totals"] == list(vector.totals), vector.id
        if vector.finished is not None:
            assert answer["finished"] == vector.finished, vector.id
        if vector.winner is not None:
            assert answer["winner"] == answer["games"][-1]["winner"] == list(vector.winner), vector.id


def test_an_accepted_sheet_looks_like_the_contract() -> None:
    done = command(lines=json_lines([sheet({"declarer": 1, "contract": "zwei_gleiche", "points": 47})]))
    assert done.returncode == 0
    assert json.loads(done.stdout.replace("\\u00a0", " ")) == {
        "ok": True,
        "hands": [
            {
                "points": [12, 0, 0, 0],
                "lines": [
                    {
                        "code": "contract",
                        "text": "Seat 1: Zwei gleiche Leere with 47: 4 × 3 = 12",
                        "points": [12, 0, 0, 0],
                    }
                ],
            }
        ],
        "games": [{"totals": [12, 0, 0, 0], "winner": None}],
        "finished": False,
        "winner": None,
    }


def test_no_database_is_needed_and_none_is_made(tmp_path: Path) -> None:
    done = command(lines=json_lines([sheet(EINE)]), STAMMTISCH_DATA=str(tmp_path))
    assert done.returncode == 0
    assert list(tmp_path.rglob("*.sqlite3")) == []


def test_nothing_to_read_is_fine_and_a_wrong_call_is_not() -> None:
    empty = command()
    assert (empty.returncode, empty.stdout) == (0, "")
    assert command("--language", "fr").returncode == 2
    assert command("sheets.jsonl").returncode == 2


@pytest.mark.parametrize("language", ["de", "es"])
def test_other_languages_change_sentences_and_nothing_else(language: str) -> None:
    lines = json_lines([sheet(EINE), sheet({"declarer": 9})])
    english, other = command(lines=lines), command("--language", language, lines=lines)
    assert other.returncode == 1

    def without_text(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_text(part) for key, part in value.items() if key != "text"}
        return [without_text(part) for part in value] if isinstance(value, list) else value

    pairs = zip(english.stdout.splitlines(), other.stdout.splitlines(), strict=True)
    assert all(without_text(json.loads(left)) == without_text(json.loads(right)) for left, right in pairs)


def test_each_answer_comes_before_the_next_sheet_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "score"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for points in (47, 36):
            running.stdin.write(json_lines([sheet({**EINE, "points": points})]))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"]
        running.stdin.close()
        assert running.wait() == 0


def test_a_reader_that_goes_away_is_no_error_to_talk_about() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "score"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdout.close()
        running.stdin.write(json_lines([sheet(EINE)]))
        running.stdin.close()
        assert running.stderr is not None
        assert running.stderr.read() == b""
        assert running.wait() == 1


def test_a_line_that_is_no_sheet_gets_an_answer_and_the_run_goes_on() -> None:
    junk = [
        b"",
        b"null",
        b"[]",
        b'"cego"',
        b"{",
        b"\xff\xfe{}",
        b'{"game": NaN}',
        b'{"game": "cego", "seats": -Infinity}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"seats": ' + b"9" * 5000 + b"}",
    ]
    replies = answers(*junk, sheet(EINE))
    assert [reply["ok"] for reply in replies] == [False] * len(junk) + [True]
    codes = [problem["code"] for reply in replies[:-1] for problem in reply["problems"]]
    assert codes == ["not_json"] * len(junk)


def test_a_key_written_twice_is_refused_wherever_it_stands() -> None:
    twice = b'{"game": "cego", "seats": 4, "hands": [{"declarer": 1, "points": 36, "points": 63}]}'
    assert problems(twice) == [(None, "points", "duplicate_key")]


def test_a_line_of_many_megabytes_is_skipped_and_the_next_is_read() -> None:
    long = b'{"game": "' + b"x" * LONGEST + b'"}'
    replies = answers(long, sheet(EINE))
    assert [problem["code"] for problem in replies[0]["problems"]] == ["line_too_long"]
    assert replies[1]["ok"]
    assert len(answers(long * 2)) == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "skat"}, [(None, "game", "unknown_game")]),
        ({"game": None}, [(None, "game", "unknown_game")]),
        ({"game": ["cego"]}, [(None, "game", "unknown_game")]),
        ({"seats": 7}, [(None, "seats", "table_size")]),
        ({"seats": "4"}, [(None, "seats", "table_size")]),
        ({"preset": "baden"}, [(None, "preset", "unknown_preset")]),
        ({"preset": [[[]]]}, [(None, "preset", "unknown_preset")]),
        ({"rules": []}, [(None, None, "not_an_object")]),
        ({"rules": {"halbe": 1}}, [(None, "halbe", "range")]),
        ({"rules": {"kontra": True}}, [(None, "kontra", "unknown_rule")]),
        ({"hands": {}}, [(None, "hands", "not_a_list")]),
        ({"hands": None}, [(None, "hands", "not_a_list")]),
        ({"bets": []}, [(None, "bets", "unknown_key")]),
        ({"hands": ["eine"]}, [(1, None, "not_an_object")]),
    ],
)
def test_what_is_wrong_around_the_hands(
    changes: dict[str, Any], expected: list[tuple[int | None, str | None, str]]
) -> None:
    assert problems({**sheet(EINE), **changes}) == expected


def test_all_that_is_wrong_with_a_sheet_is_said_at_once() -> None:
    wrong = {"game": "cego", "seats": 9, "preset": "baden", "rules": {"kontra": 1}, "bets": []}
    codes = {code for _hand, _field, code in problems(wrong)}
    assert codes == {"table_size", "unknown_preset", "unknown_rule", "unknown_key", "missing"}


def test_every_bad_hand_is_found_and_good_ones_between_them_are_not_blamed() -> None:
    hands = [
        {**EINE, "dealer": 1},
        {**EINE, "dealer": 2, "points": 71},
        {**EINE, "dealer": 3},
        {**EINE, "dealer": 4, "contract": "pascha"},
        {**EINE, "dealer": 2, "made": True},
    ]
    assert problems(sheet(*hands)) == [
        (2, "points", "points_range"),
        (4, "contract", "unknown_option"),
        (5, "made", "made_not_allowed"),
    ]


def test_hands_after_the_end_are_refused_one_by_one() -> None:
    full = sheet(*[EINE] * 4, rules={"hands_per_round": 2})
    assert problems(full) == [(3, None, "round_full"), (4, None, "round_full")]


def test_a_place_inside_an_answer_is_named() -> None:
    (reply,) = answers({"game": "cabo", "seats": 2, "hands": [{"caller": 1, "cards": [[1], [14]]}]})
    assert reply["problems"][0]["at"] == [2, 1]
    assert reply["problems"][0]["code"] == "card_range"


def test_a_finished_sheet_names_its_winners() -> None:
    (reply,) = answers(sheet(EINE, rules={"hands_per_round": 1}))
    assert (reply["finished"], reply["winner"], reply["games"][0]["winner"]) == (True, [1], [1])


def test_a_redeal_has_no_lines() -> None:
    (reply,) = answers(sheet({"kind": "redeal"}))
    assert reply["hands"] == [{"points": [0, 0, 0, 0], "lines": []}]


def test_what_strangers_write_is_escaped_and_shortened() -> None:
    key = "\ud800\u2028" + "x" * 5000
    done = command(lines=json_lines([sheet({**EINE, key: 1})]))
    assert done.stdout.isascii()
    assert done.stdout.count("\n") == 1
    assert len(done.stdout) < 500


def test_what_else_a_game_carries_and_answers_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamelines, "game_for", {"probe": PROBE}.__getitem__)
    bets = [{"name": "P", "on": 1, "amount": 10}]
    line = {"game": "probe", "seats": 2, "preset": "short", "bets": bets, "hands": [{"points": [9, 1]}]}
    (reply,) = answers(line)
    assert reply["hands"][0]["lines"][0] == {
        "code": "points",
        "text": "Card points – gezählt: 5:1, damit sind 5 erreicht",
        "points": [5, 1],
        "claimed": [9, 1],
    }
    assert reply["bets"] == [{"name": "P", "net": 10}]
    assert reply["marks"] == ["0 of 5", "0 of 5"]
    assert problems({**line, "bets": [{"name": "P", "on": 3, "amount": 0}]}) == [
        (None, "bets", "range"),
        (None, "bets", "bet_amount"),
    ]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=40) | JUNK.map(lambda value: json.dumps(value).encode()))
def test_no_line_breaks_the_run(line: bytes) -> None:
    for answer in gamelines.answers(io.BytesIO(line)):
        json.dumps(answer)


@settings(max_examples=200, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from(["cego", "cabo"]) | JUNK,
            "seats": st.sampled_from([2, 3, 4, 5]) | JUNK,
            "preset": JUNK,
            "rules": JUNK,
            "hands": st.lists(JUNK | st.just(EINE), max_size=4) | JUNK,
            "bets": JUNK,
        },
    )
)
def test_no_sheet_breaks_the_run(line: dict[str, Any]) -> None:
    (reply,) = gamelines.answers(io.BytesIO(json.dumps(line).encode()))
    assert reply["ok"] or reply["problems"]


def test_no_sheet_is_read_before_the_one_before_it_is_answered() -> None:
    """So memory does not grow with the number of sheets; `python -m bench` measures it."""
    sent = 0

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            nonlocal sent
            sent += 1
            return json_lines([sheet(EINE)])

    for number, answer in enumerate(islice(gamelines.answers(Endless()), 5), start=1):
        assert answer["ok"]
        assert sent == number
