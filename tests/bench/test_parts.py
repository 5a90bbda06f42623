"""How the parts are found and performed, and what `make bench` ends with."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import __main__ as whole
from bench import parts
from bench.figure import Figure
from bench.parts import PartFailedError, names, perform
from bench.short import PARTS
from tests.bench.test_figures import a_figure

BENCH = parts.ROOT / "bench"
PLANTED = """
from bench.figure import Figure
def measure(short=False):
    print("what a part says goes nowhere")
    yield Figure("planted.short" if short else "planted.long", "x", 1, "ms", 1, "y", 1)
    raise SystemExit("the disk is full")
"""


def test_every_part_keeps_the_contract() -> None:
    declared = re.compile(r"^def measure\(.*\) -> Iterator\[Figure\]:", re.MULTILINE)
    files = {name: BENCH / f"{name}.py" for name in names()}
    files = {name: file if file.exists() else BENCH / name / "__init__.py" for name, file in files.items()}
    assert len(files) > 5
    assert [name for name, file in files.items() if not declared.search(file.read_text())] == []


def test_what_every_change_is_looked_at_with_is_there() -> None:
    assert set(PARTS) <= set(names())


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with a bench that has a part of ours."""
    (tmp_path / "bench").mkdir()
    for name in ("__init__.py", "figure.py", "lines.py", "parts.py"):
        shutil.copy(BENCH / name, tmp_path / "bench")
    shutil.copy(parts.ROOT / "dev.py", tmp_path)
    (tmp_path / "bench" / "planted.py").write_text(PLANTED)
    return tmp_path


@pytest.mark.parametrize("form", ["short", "long"])
def test_a_part_that_fails_has_said_what_it_had_and_why(tree: Path, form: str) -> None:
    figures = perform("planted", short=form == "short", root=tree)
    assert next(figures).name == f"planted.{form}"
    with pytest.raises(PartFailedError, match="the disk is full"):
        next(figures)


def test_what_is_no_figure_fails() -> None:
    with pytest.raises(TypeError, match="not a Figure"):
        list(parts.measured(lambda: iter([{"measured": "x"}]), short=True))  # type: ignore[list-item]


def run_whole(monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *options])
    return whole.main()


@pytest.fixture
def three_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The goals of the second are missed; the third fails."""

    def performed(part: str, **_how: object) -> Iterator[Figure]:
        yield a_figure(f"{part}.10", 9.0 if part == "missed" else 2.0, size=10)
        yield a_figure(f"{part}.100", 20.0 if part == "missed" else 2.0, size=100)
        if part == "broken":
            raise PartFailedError("Traceback\nno server")

    monkeypatch.setattr(whole, "perform", performed)
    monkeypatch.setattr(whole, "names", lambda: ["broken", "missed", "reached"])


@pytest.mark.usefixtures("three_parts")
@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--only", "reached", "--strict"], 0),
        (["--only", "missed"], 0),
        (["--only", "missed", "--strict"], 1),
        (["--only", "broken,missed"], 2),
        ([], 2),
    ],
)
def test_the_status_says_what_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, options: list[str], status: int
) -> None:
    assert run_whole(monkeypatch, *options) == status


@pytest.mark.usefixtures("three_parts")
def test_the_others_go_on_and_the_end_names_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_whole(monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "at most" in line] == [
        *("broken.10", "broken.100", "missed.10", "missed.100", "reached.10", "reached.100")
    ]
    assert "    no server" in lines
    assert any(re.match(r"missed +grows from 10 to 100 with exponent 0\.35", line) for line in lines)
    assert re.fullmatch(r"6 figures in .* s \(broken .*, missed .*, reached .*\)", lines[-2])
    assert lines[-1] == "missed: missed.10, missed.100; not measured: broken"


@pytest.mark.usefixtures("three_parts")
def test_lines_for_programs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run_whole(monkeypatch, "--json", "--only", "broken")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert list(lines.pop()["took"]) == ["broken"]
    assert [line.get("name", line.get("failed")) for line in lines] == [
        *("broken.10", "broken.100", "Traceback\nno server")
    ]


@pytest.mark.usefixtures("three_parts")
def test_an_unknown_part_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="There are: broken, missed, reached"):
        run_whole(monkeypatch, "--only", "hands")
