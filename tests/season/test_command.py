"""`manage.py season`: the contract other programs rely on."""

from __future__ import annotations

import io
import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.fields import fields_of
from scoring.strictjson import LONGEST
from tests.processes import Done, run
from tests.scoring.strategies import JUNK
from tests.season.builders import asked, event
from tournaments.engines.season import SeasonRules
from tournaments.speech import seasons

EVENING = event({"Anna": 410, "Bert": -60})
SEASON: dict[str, Any] = {"rules": {"best": 4, "evenings": 6, "least": 3}, "events": [EVENING]}


def command(*arguments: str, lines: bytes = b"", **environment: str) -> Done:
    return run([sys.executable, "manage.py", "season", *arguments], data=lines, env=environment)


def json_lines(*requests: Any) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def problems(request: dict[str, Any]) -> list[tuple[int | None, str | None, str]]:
    reply = asked(**request)
    assert reply["ok"] is False
    assert all(problem["text"] for problem in reply["problems"])
    return [(problem["event"], problem["field"], problem["code"]) for problem in reply["problems"]]


def test_a_season_a_line_without_a_database(tmp_path: Path) -> None:
    lines = json_lines(SEASON, {"events": 3}, SEASON)
    done = command(lines=lines, STAMMTISCH_DATA=str(tmp_path))
    assert done.stderr == ""
    assert done.returncode == 1
    first, refused, again = map(json.loads, done.stdout.splitlines())
    assert first == again
    assert [row["person"] for row in first["rows"]] == ["Anna", "Bert"]
    assert refused["problems"][0]["code"] == "not_a_list"
    assert list(tmp_path.rglob("*.sqlite3")) == []


def test_other_languages_change_sentences_and_nothing_else() -> None:
    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(item) for key, item in value.items() if key not in ("text", "shown", "notice")}
        return [bare(item) for item in value] if isinstance(value, list) else value

    replies = [
        json.loads(command("--language", language, lines=json_lines(SEASON)).stdout)
        for language in ("en", "de", "es")
    ]
    assert bare(replies[0]) == bare(replies[1]) == bare(replies[2])
    assert len({reply["text"] for reply in replies}) == 3


def test_nothing_to_read_is_fine_and_a_wrong_call_is_not() -> None:
    assert (command().stdout, command().returncode) == ("", 0)
    assert command("--language", "fr").returncode == 2


def test_no_season_is_read_before_the_one_before_it_is_answered() -> None:
    sent = 0

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            nonlocal sent
            sent += 1
            return json_lines(SEASON)

    for number, reply in enumerate(islice(seasons.written_answers(Endless()), 5), start=1):
        assert reply.startswith('{"ok":true')
        assert sent == number


def test_a_line_that_is_no_season_gets_an_answer_and_the_run_goes_on() -> None:
    lines = b"\n".join(
        [b"", b"[]", b"{", b'{"events":[],"events":[]}', b"\xff", b"NaN", json.dumps(SEASON).encode()]
    )
    replies = [json.loads(reply) for reply in seasons.written_answers(io.BytesIO(lines + b"\n"))]
    assert [reply["ok"] for reply in replies] == [False] * 6 + [True]
    assert [reply["problems"][0]["code"] for reply in replies[:6]] == [
        *["not_json"] * 3,
        "duplicate_key",
        *["not_json"] * 2,
    ]


def test_a_line_of_many_megabytes_is_skipped_and_the_next_is_read() -> None:
    lines = b'{"seed":"' + b"x" * LONGEST + b'"}\n' + json_lines(SEASON)
    replies = [json.loads(reply) for reply in seasons.written_answers(io.BytesIO(lines))]
    assert replies[0]["problems"][0]["code"] == "line_too_long"
    assert replies[1]["ok"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"events": None}, [(None, "events", "not_a_list")]),
        ({"events": ["E1"]}, [(1, "events", "not_an_object")]),
        ({"events": [EVENING] * 1001}, [(None, "events", "too_many")]),
        ({"event": []}, [(None, "event", "unknown_key")]),
        ({"rules": []}, [(None, "rules", "not_an_object")]),
        ({"rules": {"best": "4"}}, [(None, "best", "range")]),
        ({"rules": {"best": True}}, [(None, "best", "range")]),
        ({"rules": {"kontra": 1}}, [(None, "kontra", "unknown_key")]),
        ({"rules": {"worth": "places"}}, [(None, "place_points", "no_place_points")]),
        ({"rules": {"ties": ["lot", "won"]}}, [(None, "ties", "lot_not_last")]),
        ({"rules": {"best": 2, "drop": 1}}, [(None, "drop", "not_asked")]),
        ({"rules": {"evenings": 3, "drop": 3}}, [(None, "drop", "nothing_left")]),
        ({"rules": {"absent": "worst", "announced_only": True}}, [(None, "absent", "absence_not_announced")]),
        ({"seed": 7}, [(None, "seed", "no_text")]),
        ({"over": 1}, [(None, "over", "no_flag")]),
        ({"today": "gestern"}, [(None, "today", "no_date")]),
        ({"people": [{"person": "A"}, {"person": "A"}]}, [(None, "people", "twice")]),
        ({"people": [{"person": ""}]}, [(None, "person", "no_person")]),
        ({"same": [["A"]]}, [(None, "same", "no_pair")]),
        ({"same": [["A", "A"]]}, [(None, "same", "same_person")]),
        ({"cup": 3}, [(None, "cup", "not_an_object")]),
        ({"wins": [{"person": "A", "period": 1.5}]}, [(None, "period", "range")]),
        ({"extras": [{"person": "A"}]}, [(None, "points", "no_number")]),
    ],
    ids=str,
)
def test_what_is_wrong_around_the_evenings(
    changes: dict[str, Any], expected: list[tuple[int | None, str | None, str]]
) -> None:
    assert problems({**SEASON, **changes}) == expected


@pytest.mark.parametrize(
    ("evening", "field", "code"),
    [
        ({"date": "2026-02-30"}, "date", "no_date"),
        ({"weight": -1}, "weight", "range"),
        ({"weight": "1/10"}, "weight", "range"),
        ({"weight": 0.5}, "weight", "no_number"),
        ({"played": False}, "played", "results_before"),
        ({"tables": [{}]}, "tables", "no_table"),
        ({"hosts": "Wirt"}, "hosts", "not_a_list"),
        ({"leader": "Anna"}, "leader", "unknown_key"),
        (event({"A": 1.5}), "points", "no_number"),
        (event({"A": 10**13}), "points", "no_number"),
        (event({"A": "1e9"}), "points", "no_number"),
        (event({"A": "1/0"}), "points", "no_number"),
        (event({"A": "٣/2"}), "points", "no_number"),
        (event({"A": {"rank": 0}}), "rank", "range"),
        (event({"A": {"hands": -1}}), "hands", "range"),
        (event({"A": {"guest": "no"}}), "guest", "no_flag"),
        (event({"A": {"points": 1, "sum": 2}}), "sum", "unknown_key"),
        ({"results": [{"points": 3}]}, "person", "no_person"),
        ({"results": [{"person": 1}, {"person": "1"}]}, "results", "twice"),
    ],
    ids=str,
)
def test_what_is_wrong_in_an_evening_names_it(evening: dict[str, Any], field: str, code: str) -> None:
    wrong = {**event({"A": 3}), **evening}
    assert problems({"events": [EVENING, {**wrong, "name": "second"}]}) == [(2, field, code)]


def test_the_place_of_a_result_is_named_and_everything_is_said_at_once() -> None:
    reply = asked(
        events=[{"results": [{"person": "A", "rank": -1}, {"person": "B", "points": []}], "size": "x"}]
    )
    assert [(p["field"], p.get("at")) for p in reply["problems"]] == [
        ("rank", [1]),
        ("points", [2]),
        ("size", None),
    ]
    assert len(asked(events=[{"x": 1}] * 400)["problems"]) == 50


def test_evenings_are_in_the_order_of_their_days_and_have_names_of_their_own() -> None:
    days = [event({"A": 1}, date=day) for day in ("2026-02-01", "2026-01-01")]
    assert problems({"events": days}) == [(None, "events", "order")]
    assert problems({"events": [days[0], days[0]]}) == [(None, "events", "twice")]


def test_a_table_that_nobody_needs_is_refused_before_it_is_made() -> None:
    strangers = [event({f"P{n}-{m}": 0 for m in range(30)}) for n in range(1000)]
    assert problems({"events": strangers}) == [(None, "events", "too_large")]
    parts = [event({f"P{m}": {"parts": [0] * 60} for m in range(30)}) for n in range(300)]
    assert problems({"events": parts, "rules": {"each_part": True}}) == [(None, "events", "too_large")]


def test_what_strangers_write_is_escaped_and_shortened() -> None:
    key = "\ud800\u2028{other}" + "x" * 5000
    done = command(lines=json_lines({**SEASON, key: 1}))
    assert done.stdout.isascii()
    assert done.stdout.count("\n") == 1
    assert len(done.stdout) < 500
    names = {"\ud800{gap}": 3, "{other}%s\n": 3, "x" * 100: 1}
    reply = asked(events=[event(names)], rules={"ties": ["lot"]}, seed="\udcff")
    assert {row["person"] for row in reply["rows"]} == set(names)


def test_numbers_without_end_are_written_to_their_end() -> None:
    points = [{f"P{n}": {"points": f"999999999999/{n + 500}", "hands": 4999 - n}} for n in range(300)]
    events = [event({"A": next(iter(p.values()))}) for p in points]
    reply = asked(
        rules={"worth": "per_hand", "times": 100_000, "combine": "mean", "decimals": 6}, events=events
    )
    assert reply["ok"]
    assert reply["rows"][0]["shown"].rpartition(".")[2].isdigit()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=40) | JUNK.map(lambda value: json.dumps(value).encode()))
def test_no_line_breaks_the_run(line: bytes) -> None:
    for reply in seasons.written_answers(io.BytesIO(line)):
        assert reply.isascii()


OTHERS = ("before", "people", "extras", "seed", "over", "today", "same", "wins", "cup")
RESULT = st.fixed_dictionaries(
    {"person": st.sampled_from(["A", "B", 3]) | JUNK},
    optional=dict.fromkeys(("points", "rank", "hands", "parts", "bonus", "club", "partners"), JUNK),
)
EVENT = st.fixed_dictionaries(
    {"results": st.lists(RESULT | JUNK, max_size=3) | JUNK},
    optional=dict.fromkeys(("name", "date", "kind", "weight", "size", "hosts", "tables", "played"), JUNK),
)


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"events": st.lists(EVENT | JUNK, max_size=3) | JUNK},
        optional={
            "rules": st.dictionaries(st.sampled_from([field.name for field in fields_of(SeasonRules)]), JUNK)
            | JUNK,
            **dict.fromkeys(OTHERS, JUNK),
        },
    )
)
def test_no_season_breaks_the_run(line: dict[str, Any]) -> None:
    (reply,) = map(json.loads, seasons.written_answers(io.BytesIO(json.dumps(line).encode() + b"\n")))
    assert reply["ok"] or reply["problems"]
