"""Two runs side by side: an older commit, and the ratios every change is looked at with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import compare, short
from bench.compare import Pair, checked_out, in_words, lines_of, pairs
from bench.figure import Figure
from bench.parts import PartFailedError
from tests.bench.test_figures import a_figure


def looks(*values: float) -> compare.Measure:
    """A part with one figure, measured again and again; the last value stays."""
    left = list(values)
    return lambda: {"page.table": a_figure(value=left.pop(0) if len(left) > 1 else left[0])}


def test_what_was_slow_at_one_look_only_is_not_slower() -> None:
    both, _alone = pairs(looks(4.0), looks(9.0, 4.4))
    assert [(pair.now.value, pair.worse) for pair in both] == [(4.4, False)]


def test_what_stays_slower_by_half_is_worse() -> None:
    lines, worse = lines_of("page", {"before": looks(4.0), "now": looks(8.0)}, as_lines=False)
    assert worse == ["page.table"]
    assert " ".join(lines[0].split()) == "page.table WORSE 4 → 8 × 2 a page: 4 ms → 8 ms"


def test_a_cheaper_yardstick_is_no_slower_page() -> None:
    pair = Pair(a_figure(value=10, yardstick=2), a_figure(value=9, yardstick=1))
    assert pair.change.worse
    assert not pair.worse
    assert "yardstick cheaper" in in_words(pair)


def test_a_figure_that_the_older_commit_has_not_is_new() -> None:
    lines, worse = lines_of("page", {"before": dict, "now": looks(8.0)}, as_lines=False)
    assert not worse
    assert lines[0].split() == ["page.table", "new", "8"]


def test_lines_for_programs_say_what_was_before() -> None:
    lines, _worse = lines_of("page", {"before": looks(4.0), "now": looks(3.0)}, as_lines=True)
    line = json.loads(lines[0])
    assert (line["part"], line["before"], line["before_value"], line["ratio"]) == ("page", 4.0, 4.0, 3.0)


def test_a_part_that_fails_says_so_and_keeps_its_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def breaks(_part: str, **_how: object) -> Iterator[Figure]:
        yield a_figure()
        raise PartFailedError("line 1\nno such view")

    monkeypatch.setattr(compare, "perform", breaks)
    assert list(compare.figures_of("page", Path("/elsewhere"), short=True)) == ["page.table"]
    assert capsys.readouterr().err == "page: before not measured to its end: no such view\n"


def test_an_older_commit_is_checked_out_with_the_bench_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*command: str) -> str:
        who = ("-c", "user.name=Bench", "-c", "user.email=bench@example.org")
        done = subprocess.run(
            ["git", *who, *command], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    git("init", "--quiet")
    for name in ("scoring/rules.py", "bench/old.py", "bench/both.py", "faults/wire.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("OLD = 1\n")
    git("add", "-A")
    git("commit", "--quiet", "-m", "old")
    git("tag", "v1")
    (tmp_path / "bench/both.py").write_text("NEW = 1\n")
    (tmp_path / "bench/old.py").unlink()
    (tmp_path / "scoring/rules.py").write_text("NEW = 1\n")
    (tmp_path / "faults/wire.py").write_text("NEW = 1\n")
    (tmp_path / "faults/viewers.py").write_text("NEW = 1\n")
    monkeypatch.setattr(compare, "ROOT", tmp_path)
    with checked_out("v1") as tree:
        assert (tree / "scoring/rules.py").read_text() == "OLD = 1\n"
        assert (tree / "bench/both.py").read_text() == "NEW = 1\n"
        assert not (tree / "bench/old.py").exists()
        assert (tree / "faults/wire.py").read_text() == "OLD = 1\n"
        assert (tree / "faults/viewers.py").exists()
    assert not tree.exists()
    assert git("worktree", "list").count("\n") == 1
    with pytest.raises(SystemExit, match="v2"), checked_out("v2"):
        pass


KNOWN = {"page.table": 4.0}


def planted(*values: float) -> short.Measure:
    left = list(values)
    return lambda _part: [a_figure(value=left.pop(0) if len(left) > 1 else left[0])]


def test_planted_slowness_is_seen() -> None:
    lines, wrong = short.compare(planted(8.0), ["page"], KNOWN)
    assert wrong == ["page.table costs 2 times what it cost beside an empty view"]
    assert lines[0].split() == ["page.table", "4", "→", "8", "WORSE"]


def test_slow_while_others_are_busy_is_not_slow() -> None:
    assert short.compare(planted(9.0, 7.0, 4.1), ["page"], KNOWN)[1] == []


def test_every_figure_has_its_better_look() -> None:
    turns = iter([[("a", 9.0), ("b", 1.0)], [("a", 1.0), ("b", 9.0)]])

    def measure(_part: str) -> list[Figure]:
        return [a_figure(name, value) for name, value in next(turns)]

    assert short.compare(measure, ["page"], {"a": 1.0, "b": 1.0})[1] == []


def test_a_part_that_failed_at_a_look_only_is_measured() -> None:
    """A server that is overloaded for a while says “later”, to the bench too."""
    answers: Iterator[PartFailedError | list[Figure]] = iter([PartFailedError("503"), [a_figure(value=4.2)]])

    def measure(_part: str) -> list[Figure]:
        answer = next(answers)
        if isinstance(answer, PartFailedError):
            raise answer
        return answer

    assert short.compare(measure, ["page"], KNOWN)[1] == []


def test_a_part_that_is_not_measured_is_wrong_and_the_others_go_on() -> None:
    def measure(part: str) -> list[Figure]:
        if part == "hand":
            raise PartFailedError("no PostgreSQL here")
        return [a_figure()]

    lines, wrong = short.compare(measure, ["hand", "page"], {**KNOWN, "hand.sqlite": 0.4})
    assert len(lines) == 1
    assert wrong == ["hand is not measured: no PostgreSQL here"]


def test_a_figure_that_is_gone_is_wrong_and_a_new_one_is_not() -> None:
    lines, wrong = short.compare(planted(4.0), ["page"], {"hand.sqlite": 0.4})
    assert lines[0].split() == ["page.table", "new", "→", "4", "as", "before"]
    assert wrong == ["no longer measured: hand.sqlite"]


def test_the_status_is_red_when_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ratios = tmp_path / "ratios.json"
    monkeypatch.setattr(short, "RATIOS", ratios)
    monkeypatch.setattr(short, "PARTS", ("page",))
    monkeypatch.setattr(sys, "argv", ["bench.short"])
    assert short.write(planted(3.0, 9.0, 4.0), ["page"], ratios) == 1
    assert json.loads(ratios.read_text()) == KNOWN  # the middle
    for value, status in ((4.5, 0), (8.0, 1)):
        monkeypatch.setattr(short, "short_form", planted(value))
        assert short.main() == status
    assert "make bench-short WRITE=1" in capsys.readouterr().out


def test_the_ratios_in_the_repository_can_be_read() -> None:
    known = json.loads(short.RATIOS.read_text())
    assert known
    assert all(isinstance(ratio, float) and ratio > 0 for ratio in known.values())
