"""The two commands, and the lock files behind them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import dev
from config.version import version
from tests.processes import ROOT, run

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def canonical(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name
    return re.sub(r"[._-]+", "-", name[0]).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_its_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    packages = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


def test_tests_run_with_the_versions_that_are_served() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_everything_named_in_pyproject_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    served = project["project"]["dependencies"] + project["project"]["optional-dependencies"]["federation"]
    assert {canonical(requirement) for requirement in served} <= pins("requirements.lock").keys()
    assert {canonical(requirement) for requirement in project["dependency-groups"]["dev"]} <= pins(
        "requirements-dev.lock"
    ).keys()


def test_a_second_set_up_has_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(*command: str, **options: object) -> None:
        pytest.fail(f"{' '.join(command)} (if the lock files are new: python3 dev.py setup)")

    monkeypatch.setattr(dev, "run", unexpected)
    dev.environment(dev.DEV_LOCK)
    dev.environment(dev.RUN_LOCK)


def test_a_changed_lock_file_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And with pip if uv does not succeed, as behind a mirror that only pip knows."""
    commands = []

    def record(*command: str, **options: object) -> None:
        commands.append([Path(command[0]).name, *command[1:3]])
        if "uv" in commands[-1][0]:
            raise subprocess.CalledProcessError(2, command)

    changed = tmp_path / "requirements.lock"
    changed.write_text("# new")
    monkeypatch.setattr(dev, "run", record)
    monkeypatch.setattr(dev, "STAMP", tmp_path / "installed.json")
    (tmp_path / "installed.json").write_text(json.dumps({"python": repr(tuple(sys.version_info))}))
    dev.environment(changed)
    assert commands[-2:] == [["uv", "pip", "install"], ["python", "-m", "pip"]]
    assert dev.installed()[changed.name] == dev.fingerprint(changed)


def test_without_a_command_it_lists_them() -> None:
    done = run([sys.executable, "dev.py"])
    assert done.returncode == 1
    assert "dev.py run" in done.stderr
    assert "dev.py test" in done.stderr


def test_it_needs_nothing_but_the_standard_library() -> None:
    imported = re.findall(r"^(?:from|import) (\w+)", (ROOT / "dev.py").read_text(), re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


@pytest.mark.parametrize("goal", ["run", "test", "quick", "check", "bench", "schedules", "lock"])
def test_make_is_only_another_name_for_it(goal: str) -> None:
    done = run(["make", "-n", goal], without=[name for name in os.environ if name.startswith("MAKE")])
    assert done.stdout.split() == ["python3", "dev.py", goal]


def test_one_name_or_file_can_be_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []
    monkeypatch.setattr(dev, "environment", lambda lock: None)
    monkeypatch.setattr(dev, "browser", lambda: None)
    monkeypatch.setattr(dev, "become", lambda *arguments: commands.append(arguments) or sys.exit())
    monkeypatch.setenv("STAMMTISCH_COVERAGE", "")  # put back when the test is over
    for arguments in (["--only", "tests/draw"], ["--only", "bye", "-x"], ["-k", "bye"], []):
        with pytest.raises(SystemExit):
            dev.test(arguments)
    assert commands == [
        ("-m", "pytest", "tests/draw"),
        ("-m", "pytest", *dev.WORKERS, "-k", "bye", "-x"),
        ("-m", "pytest", "-k", "bye"),
        ("-m", "pytest", *dev.WORKERS),
    ]


@pytest.mark.parametrize(
    ("goal", "command"),
    [
        ("test ONLY=tests/draw", 'test --only "tests/draw"'),
        ("bench ONLY=hand ARGS=--json", 'bench --only "hand" --json'),
        ("bench-compare REF=v1", "bench-compare v1"),
        ("bench-short WRITE=1", "bench-short --write"),
        ("profile PATH_NAME=page", "profile page"),
    ],
)
def test_make_hands_the_name_on(goal: str, command: str) -> None:
    inherited = [name for name in os.environ if name.startswith("MAKE")]
    done = run(["make", "-n", *goal.split()], without=inherited)
    assert done.stdout.split() == ["python3", "dev.py", *command.split()]


def test_the_version_is_the_first_heading_of_the_changelog(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 1.20.3 - 2027-01-31\n\n## 1.20.2 - 2027-01-01\n")
    assert version(tmp_path) == "1.20.3"
    assert version(ROOT) == settings.VERSION


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Debian, without the right to install anything."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    monkeypatch.delenv("CHROMIUM", raising=False)


def test_who_may_not_install_gets_the_line_to_type(
    ordinary_user: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not dev.system_packages("python3-venv")
    line = "sudo apt-get install -y --no-install-recommends python3-venv"
    assert capsys.readouterr().out == f"Please type:  {line}\n"


def test_without_a_browser_it_says_what_will_fail(
    ordinary_user: None, capsys: pytest.CaptureFixture[str]
) -> None:
    dev.browser()
    assert "chromium" in capsys.readouterr().out


def test_where_there_is_no_apt_the_names_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not dev.system_packages("chromium", "libatomic1")
    assert capsys.readouterr().out.endswith("package manager: chromium libatomic1\n")
