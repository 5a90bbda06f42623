"""A test that hangs must not stop the run, and must be found."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.processes import is_running, run
from tests.server import ROOT

HANGING = """
import subprocess, threading

def test_before():
    pass

def test_that_waits_for_what_never_comes(request):
    subprocess.Popen(["sleep", "100000"], start_new_session=True)
    request.config.pluginmanager.get_plugin("watchdog").bound = 0
    threading.Event().wait()

def test_after():
    pass
"""


def test_a_test_that_hangs_is_ended_and_named_and_the_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_hanging.py").write_text(HANGING)
    options = ["-p", "tests.watchdog", "-p", "no:randomly", "-p", "no:django", "-n", "1", "-q", "-rA"]
    done = run(
        [sys.executable, "-m", "pytest", *options, "-c", "pytest.ini", "."],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        without=["PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_ADDOPTS"],
    )
    hanging = "test_hanging.py::test_that_waits_for_what_never_comes"
    assert f"crashed while running '{hanging}'" in done.stdout
    assert "1 failed, 2 passed" in done.stdout
    report = (tmp_path / ".cache" / "hung-gw0.txt").read_text()
    assert report.startswith(f"{hanging} hangs")
    assert "in test_that_waits_for_what_never_comes" in report
    child = re.search(r"^ *(\d+) .* sleep 100000$", report, re.MULTILINE)
    assert child
    wait_until(lambda: not is_running(int(child[1])), "the end of what the test had started")
    assert report in done.stderr


def test_nothing_but_a_hang_meets_the_bound(request: pytest.FixtureRequest) -> None:
    assert float(request.config.getini("hang_after")) >= 4 * PATIENCE
