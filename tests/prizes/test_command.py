"""`manage.py prizes`: the contract other programs rely on, and what strangers may send."""

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
from tests.prizes.builders import places, question
from tests.processes import ROOT, Done, run
from tests.scoring.strategies import JUNK
from tournaments.engines.prizes.reading import MOST_ENTRANTS
from tournaments.speech.prizes import prize_answers

TIE = question(places(10000, 8000, 5000, 3000), "A 9, B 8, C 8, D 8", rules={"unit": 50, "rest": "first"})


def command(*arguments: str, lines: bytes = b"", **environment: str) -> Done:
    """The command as other programs call it."""
    return run([sys.executable, "manage.py", "prizes", *arguments], data=lines, env=environment)


def json_lines(questions: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(asked).encode() + b"\n" for asked in questions)


def answers(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """The answers without a process of their own, as they look after JSON."""
    raw = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    return [json.loads(json.dumps(answer)) for answer in prize_answers(io.BytesIO(raw + b"\n"))]


def problems(line: bytes | dict[str, Any]) -> list[tuple[str | None, str, list[Any]]]:
    (reply,) = answers(line)
    assert reply["ok"] is False
    assert all(problem["text"] for problem in reply["problems"])
    return [(problem["field"], problem["code"], problem.get("at", [])) for problem in reply["problems"]]


def test_an_answer_looks_like_the_contract() -> None:
    done = command(lines=json_lines([question(places(100), "A 1")]))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.replace("\\u00a0", " ")) == {
        "ok": True,
        "awards": [
            {
                "prize": "1",
                "prizes": ["1"],
                "places": [1],
                "part": "",
                "entrant": "A",
                "team": False,
                "money": 100,
                "exact": "100",
                "heads": 1,
                "each": 100,
                "goods": [],
                "worth": 0,
                "shared_by": ["A"],
                "sharing": 1,
                "rules": ["whole"],
                "passed_over": [],
                "open": False,
                "text": "Prize for place 1: €1.00.",
            }
        ],
        "unused": [],
        "lots": [],
        "equal_without": [],
        "warnings": [],
        "paid": 100,
        "rest": 0,
        "rests": [],
        "balance": {
            "fees": 0,
            "fees_in": 0,
            "lost_games": 0,
            "lost_games_in": 0,
            "gifts": 100,
            "costs": 0,
            "added": 0,
            "pot": 100,
            "planned": "100",
            "paid": 100,
            "rest": 0,
            "goods_worth": 0,
        },
    }


def test_one_refused_line_makes_the_status_one_and_the_others_are_answered() -> None:
    done = command(lines=json_lines([TIE, {"currency": "XXX"}, TIE]))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert [award["money"] for award in replies[0]["awards"]] == [10000, 5350, 5350, 5300]


def test_no_database_is_needed_and_none_is_made(tmp_path: Path) -> None:
    done = command(lines=json_lines([TIE]), STAMMTISCH_DATA=str(tmp_path))
    assert done.returncode == 0
    assert list(tmp_path.rglob("*.sqlite3")) == []


def test_nothing_to_read_is_fine_and_a_wrong_call_is_not() -> None:
    empty = command()
    assert (empty.returncode, empty.stdout) == (0, "")
    assert command("--language", "fr").returncode == 2
    assert command("prizes.jsonl").returncode == 2


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Teilt die Preise für Rang 2 bis 4: (80,00 € + 50,00 € + 30,00 €) ÷ 3 ≈ 53,33 €."),
        ("es", "Comparte los premios de los puestos 2 a 4: (80,00 € + 50,00 € + 30,00 €) ÷ 3 ≈ 53,33 €."),
    ],
)
def test_other_languages_change_sentences_and_nothing_else(language: str, sentence: str) -> None:
    lines = json_lines([TIE, {"currency": 7}])
    english, other = command(lines=lines), command("--language", language, lines=lines)

    def without_text(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without_text(part) for key, part in value.items() if key != "text"}
        return [without_text(part) for part in value] if isinstance(value, list) else value

    pairs = zip(english.stdout.splitlines(), other.stdout.splitlines(), strict=True)
    assert all(without_text(json.loads(left)) == without_text(json.loads(right)) for left, right in pairs)
    sentence_there = json.loads(other.stdout.splitlines()[0])["awards"][1]["text"]
    assert sentence_there.replace("\N{NO-BREAK SPACE}", " ").startswith(sentence)


def test_each_answer_comes_before_the_next_question_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "prizes"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _turn in range(2):
            running.stdin.write(json_lines([TIE]))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"]
        running.stdin.close()
        assert running.wait() == 0


def test_no_question_is_read_before_the_one_before_it_is_answered() -> None:
    """So memory does not grow with the number of questions."""
    sent = 0

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            nonlocal sent
            sent += 1
            return json_lines([TIE])

    for number, answer in enumerate(islice(prize_answers(Endless()), 5), start=1):
        assert answer["ok"]
        assert sent == number


def test_a_line_that_is_no_question_gets_an_answer_and_the_run_goes_on() -> None:
    junk = [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe{}",
        b'{"currency": NaN}',
        b'{"tables": -Infinity}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"tables": ' + b"9" * 5000 + b"}",
    ]
    replies = answers(*junk, TIE)
    assert [reply["ok"] for reply in replies] == [False] * len(junk) + [True]
    assert {problem["code"] for reply in replies[:-1] for problem in reply["problems"]} == {"not_json"}


def test_a_key_written_twice_is_refused_wherever_it_stands() -> None:
    twice = b'{"currency": "EUR", "prizes": [{"id": "1", "for": 1, "money": 1, "money": 2}]}'
    assert problems(twice) == [("money", "duplicate_key", [])]


def test_a_line_of_many_megabytes_is_skipped_and_the_next_is_read() -> None:
    long = b'{"seed": "' + b"x" * LONGEST + b'"}'
    replies = answers(long, TIE)
    assert [problem["code"] for problem in replies[0]["problems"]] == ["line_too_long"]
    assert replies[1]["ok"]


PRIZE = {"id": "1", "for": 1, "money": 100}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"currency": None}, [("currency", "missing", [])]),
        ({"currency": "€"}, [("currency", "currency", [])]),
        ({"currency": []}, [("currency", "currency", [])]),
        ({"extra": 1}, [("extra", "unknown_key", [])]),
        ({"entrants": {}}, [("entrants", "not_a_list", [])]),
        ({"entrants": [7]}, [("entrants", "not_an_object", [1])]),
        ({"entrants": [{"rank": 1}]}, [("entrants", "missing", [1, "id"])]),
        ({"entrants": [{"id": 1.5}]}, [("entrants", "id", [1, "id"])]),
        ({"entrants": [{"id": 1}, {"id": "1"}]}, [("entrants", "twice", [2, "id"])]),
        ({"entrants": [{"id": 1, "rank": 0}]}, [("entrants", "out_of_range", [1, "rank"])]),
        ({"entrants": [{"id": 1, "rank": True}]}, [("entrants", "out_of_range", [1, "rank"])]),
        ({"entrants": [{"id": 1, "points": 1.5}]}, [("entrants", "out_of_range", [1, "points"])]),
        ({"entrants": [{"id": 1, "points": 10**30}]}, [("entrants", "out_of_range", [1, "points"])]),
        ({"entrants": [{"id": 1, "groups": "f"}]}, [("entrants", "not_a_list", [1, "groups"])]),
        ({"entrants": [{"id": 1, "groups": [[]]}]}, [("entrants", "text", [1, "groups"])]),
        ({"entrants": [{"id": 1, "member": 1}]}, [("entrants", "not_a_flag", [1, "member"])]),
        ({"entrants": [{"id": 1, "heads": 0}]}, [("entrants", "out_of_range", [1, "heads"])]),
        ({"entrants": [{"id": 1, "statistics": 5}]}, [("entrants", "not_an_object", [1, "statistics"])]),
        ({"entrants": [{"id": n} for n in range(MOST_ENTRANTS + 1)]}, [("entrants", "too_many", [])]),
        ({"teams": [{"id": "T", "members": [1, 1]}]}, [("teams", "twice", [1, "members"])]),
        ({"prizes": [PRIZE] * 2}, [("prizes", "twice", [2, "id"])]),
        ({"prizes": [0] * 1_000_000}, [("prizes", "too_many", [])]),
        ({"prizes": [{**PRIZE, "money": -1}]}, [("prizes", "out_of_range", [1, "money"])]),
        ({"prizes": [{**PRIZE, "money": 1.0}]}, [("prizes", "out_of_range", [1, "money"])]),
        ({"prizes": [{**PRIZE, "money": 10**13}]}, [("prizes", "out_of_range", [1, "money"])]),
        ({"prizes": [{"id": 1, "for": 1}]}, [("prizes", "missing", [1, "money"])]),
        ({"prizes": [{**PRIZE, "percent": 10}]}, [("prizes", "contradiction", [1, "percent"])]),
        ({"prizes": [{"id": 1, "for": 1, "percent": 101}]}, [("prizes", "percent", [1, "percent"])]),
        ({"prizes": [{"id": 1, "for": 1, "percent": "½"}]}, [("prizes", "percent", [1, "percent"])]),
        ({"prizes": [{**PRIZE, "for": 0}]}, [("prizes", "out_of_range", [1, "for", "rank"])]),
        ({"prizes": [{**PRIZE, "for": "first"}]}, [("prizes", "unknown_option", [1, "for"])]),
        ({"prizes": [{**PRIZE, "for": None}]}, [("prizes", "not_an_object", [1, "for"])]),
        ({"prizes": [{**PRIZE, "for": {}}]}, [("prizes", "missing", [1, "for"])]),
        ({"prizes": [{**PRIZE, "for": [4, 2]}]}, [("prizes", "span", [1, "for", "ranks"])]),
        ({"prizes": [{**PRIZE, "for": [1, 2, 3]}]}, [("prizes", "span", [1, "for", "ranks"])]),
        (
            {"prizes": [{**PRIZE, "for": {"rank": 1, "last": 1}}]},
            [("prizes", "contradiction", [1, "for", "last"])],
        ),
        (
            {"prizes": [{**PRIZE, "for": {"teams": True, "group": "f"}}]},
            [("prizes", "contradiction", [1, "for", "group"])],
        ),
        (
            {"prizes": [{**PRIZE, "for": {"each": "seat"}}]},
            [("prizes", "unknown_option", [1, "for", "each"])],
        ),
        (
            {"prizes": [{**PRIZE, "for": {"raffle": "some"}}]},
            [("prizes", "unknown_option", [1, "for", "raffle"])],
        ),
        ({"prizes": [{**PRIZE, "for": {"every": 0}}]}, [("prizes", "out_of_range", [1, "for", "every"])]),
        ({"prizes": [{**PRIZE, "divided": [0, 0]}]}, [("prizes", "weights", [1, "divided"])]),
        ({"prizes": [{**PRIZE, "players": 7}]}, [("prizes", "not_an_object", [1, "players"])]),
        ({"prizes": [{**PRIZE, "label": "x" * 101}]}, [("prizes", "text", [1, "label"])]),
        ({"prizes": [{**PRIZE, "label": "a\nb"}]}, [("prizes", "text", [1, "label"])]),
        ({"pot": []}, [("pot", "not_an_object", [])]),
        ({"pot": {"fees": [{"label": "x"}]}}, [("pot", "missing", ["fees", 1, "amount"])]),
        ({"pot": {"fees": [{"amount": "5"}]}}, [("pot", "out_of_range", ["fees", 1, "amount"])]),
        ({"pot": {"share_percent": 12.5}}, [("pot", "percent", ["share_percent"])]),
        (
            {"pot": {"share_percent": {"fees": 1, "gifts": 2}}},
            [("pot", "unknown_key", ["share_percent", "gifts"])],
        ),
        ({"rules": 5}, [("rules", "not_an_object", [])]),
        ({"rules": {"ties": "split"}}, [("rules", "unknown_option", ["ties"])]),
        ({"rules": {"unit": 0}}, [("rules", "range", ["unit"])]),
        ({"rules": {"fair": True}}, [("rules", "unknown_key", ["fair"])]),
        ({"decisions": [{"kind": "vote"}]}, [("decisions", "unknown_option", [1, "kind"])]),
        ({"decisions": [{"kind": "given", "prize": "1"}]}, [("decisions", "missing", [1, "entrant"])]),
        ({"seed": 5}, [("seed", "text", [])]),
        ({"tables": -1}, [("tables", "out_of_range", [])]),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    changes: dict[str, Any], expected: list[tuple[str | None, str, list[Any]]]
) -> None:
    assert problems({**TIE, **changes}) == expected


def test_all_that_is_wrong_is_said_at_once() -> None:
    wrong = {
        "currency": "XXX",
        "pot": {"fees": 1, "guarantee": -5},
        "entrants": [{"id": 1, "rank": "first"}],
        "prizes": [{"id": 1, "for": "nobody", "money": True}],
        "rules": {"ties": 3, "per_person": "two"},
        "what": 1,
    }
    places_of_problems = [(field, at[-1] if at else None) for field, _code, at in problems(wrong)]
    assert set(places_of_problems) == {
        ("currency", None),
        ("pot", "fees"),
        ("pot", "guarantee"),
        ("entrants", "rank"),
        ("prizes", "for"),
        ("prizes", "money"),
        ("rules", "ties"),
        ("rules", "per_person"),
        ("what", None),
    }


def test_more_single_prizes_than_can_be_given_are_refused() -> None:
    people = [{"id": number, "rank": number} for number in range(1, 2001)]
    prizes = [{"id": number, "for": "everybody", "money": 1} for number in range(500)]
    assert problems(question(prizes, people)) == [("prizes", "too_many", [])]


def test_many_people_and_prizes_are_answered() -> None:
    people = [
        {"id": number, "rank": 1 + number // 25 * 25, "points": None, "groups": [f"g{number % 20}"]}
        for number in range(300)
    ]
    prizes: list[dict[str, Any]] = [
        {"id": "all", "for": "everybody", "money": 100, "divided": "falling"},
        {"id": "each", "for": {"each": "group"}, "money": 200},
        {"id": "wine", "for": {"one_in": 20}, "goods": "wine"},
    ]
    for takes in ("value_first", "pooled_or_apart"):
        (reply,) = answers(question(prizes, people, 10**6, rules={"takes": takes}, seed="x"))
        assert reply["ok"]
        assert reply["balance"]["pot"] == reply["paid"] + reply["rest"]


def test_what_strangers_write_is_escaped_and_shortened() -> None:
    key = "\ud800\u2028" + "x" * 5000
    done = command(lines=json_lines([{**TIE, key: 1}]))
    assert done.stdout.isascii()
    assert done.stdout.count("\n") == 1
    assert len(done.stdout) < 500


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=40) | JUNK.map(lambda value: json.dumps(value).encode()))
def test_no_line_breaks_the_run(line: bytes) -> None:
    for answer in prize_answers(io.BytesIO(line)):
        json.dumps(answer)


ANY_PRIZE = st.fixed_dictionaries(
    {"id": st.integers(0, 5) | JUNK},
    optional={
        "for": st.sampled_from([1, -1, [1, -2], "last", {"group": "f"}, {"each": "table"}, {"raffle": "all"}])
        | JUNK,
        "money": st.integers(0, 999) | JUNK,
        "goods": st.just("wine") | JUNK,
        "percent": st.integers(0, 100) | JUNK,
        "divided": st.sampled_from(["evenly", [3, 2]]) | JUNK,
        "heads": st.just("each") | JUNK,
        "needs": JUNK,
        "players": st.just({"least": 2}) | JUNK,
    },
)


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"currency": st.just("EUR")},
        optional={
            "pot": st.just({"fees": [{"amount": 100}], "share_percent": 50}) | JUNK,
            "entrants": st.just(TIE["entrants"]) | JUNK,
            "prizes": st.lists(ANY_PRIZE, max_size=4) | JUNK,
            "rules": st.sampled_from([{"ties": "hort"}, {"takes": "pooled"}, {"ties": "lot"}]) | JUNK,
            "decisions": st.lists(
                st.sampled_from(
                    [
                        {"kind": "lot", "order": ["C", "B"]},
                        {"kind": "given", "prize": "1", "entrant": "D"},
                        {"kind": "declined", "entrant": "B"},
                        {"kind": "withheld", "prize": "2"},
                        {"kind": "given", "prize": "none", "entrant": "X"},
                    ]
                )
                | JUNK,
                max_size=3,
            ),
            "teams": JUNK,
            "seed": st.text(max_size=3) | JUNK,
            "tables": JUNK,
        },
    )
)
def test_no_question_breaks_the_run(line: dict[str, Any]) -> None:
    (reply,) = prize_answers(io.BytesIO(json.dumps(line).encode()))
    assert reply["ok"] or reply["problems"]
    if reply["ok"]:
        assert reply["balance"]["pot"] == reply["paid"] + reply["rest"]
