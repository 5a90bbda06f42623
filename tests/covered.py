"""Branch coverage of the whole suite, printed at its end, with a floor that only rises (pyproject.toml).

`make test` measures scoring/ and tournaments/ in the processes of pytest while plain examples run: rules,
papers, pages by the test client; of a page or a paper with many examples the first three. It does not measure
in servers and browsers, and it rests during laws of hypothesis and what is marked long, walks over all pages
among them: they take the same ways thousands of times, and what is measured takes half as long again.
So the figure says what examples reach.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".cache" / "coverage"
ASKED = "STAMMTISCH_COVERAGE"  # set by `make test` when it runs everything
WORKER = "PYTEST_XDIST_WORKER"
APART = {"real_server", "browser", "new_page", "live_server"}
FEW = 3  # of the many examples of a test in pages and papers, which go the same way; rules count them all
SUGGEST = 0.5  # so much above the floor it is time to raise it

_measured: coverage.Coverage | None = None


def begin() -> None:
    """Before the program is loaded: the lines that define it count, too."""
    global _measured
    if not os.environ.get(ASKED):
        return
    if WORKER in os.environ:
        del os.environ[ASKED]  # what tests start is not measured
    else:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
    _measured = coverage.Coverage(
        data_file=str(FOLDER / "data"), data_suffix=True, config_file=str(ROOT / "pyproject.toml")
    )
    _measured.start()


def is_measured(item: pytest.Item) -> bool:
    """Plain examples in this process."""
    law = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    apart = APART & set(getattr(item, "fixturenames", ()))
    indices = getattr(getattr(item, "callspec", None), "indices", {}).values()
    few = max(indices, default=0) < FEW or "scoring" in item.path.parts
    return few and not (law or apart or item.get_closest_marker("long"))


def verdict(percent: float, floor: float) -> tuple[bool, str]:
    """Whether the floor holds, and what is printed."""
    line = f"Branch coverage by examples: {percent:.2f} % (floor {floor:.2f} %)"
    if percent < floor:
        return False, f"{line}. Below the floor: something new has no example."
    if percent >= floor + SUGGEST:
        return True, f"{line}. Time to raise it: fail_under in pyproject.toml."
    return True, line


class Covered:
    """Measures in every worker; the process that hands the tests out adds it up."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.line = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if is_measured(item):
            return (yield)
        self.measured.stop()
        try:
            return (yield)
        finally:
            self.measured.start()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.measured.stop()
        self.measured.save()
        if WORKER in os.environ:
            return
        whole = coverage.Coverage(data_file=str(FOLDER / "data"), config_file=str(ROOT / "pyproject.toml"))
        whole.combine([str(FOLDER)])
        with open(os.devnull, "w") as nowhere:
            percent = whole.report(file=nowhere)
        whole.save()
        holds, self.line = verdict(percent, float(whole.get_option("report:fail_under") or 0))  # type: ignore[arg-type]
        if not holds and session.testsfailed == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.line:
            terminalreporter.write_line(self.line)
            terminalreporter.write_line(
                "Line by line: python -m coverage report --data-file=.cache/coverage/data"
            )


def pytest_configure(config: pytest.Config) -> None:
    if _measured is not None:
        config.pluginmanager.register(Covered(_measured), "stammtisch-covered")
