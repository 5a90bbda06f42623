"""The units of deploy/ are understood by systemd, and say the same as docs/server.md."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.config.test_server_guide import GUIDE, steps
from tests.processes import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("*.*") if path.suffix in (".service", ".timer"))
PROGRAM = "/opt/stammtisch"


def named() -> dict[str, str]:
    """What the first block of the guide says of places."""
    (block,) = (step.commands for step in steps() if step.mark == "names")
    return dict(re.findall(r"\b([A-Z][A-Z0-9_]*)=(\S+)", block))


def values(unit: str, key: str) -> list[str]:
    """What a unit says for a key, line by line."""
    return re.findall(rf"^{key}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)


def complaints(directory: Path, *units: str) -> str:
    """What systemd has to say of units whose program lies in this directory."""
    program = shutil.which("systemd-analyze")
    if program is None:
        missing = "systemd-analyze is not installed here. To run these tests: apt-get install systemd"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    done = subprocess.run(
        [program, "verify", "--man=no", "--recursive-errors=no", *(directory / unit for unit in units)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr + (f"status {done.returncode}" if done.returncode else "")


@pytest.fixture
def laid_out(tmp_path: Path) -> Path:
    """The units, and a program where they start one."""
    python = tmp_path / "program" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/bin/true")
    for unit in UNITS:
        text = (DEPLOY / unit).read_text()
        (tmp_path / unit).write_text(text.replace(PROGRAM, str(tmp_path / "program")))
    return tmp_path


def test_systemd_understands_every_line(laid_out: Path) -> None:
    assert "stammtisch.service" in UNITS
    assert complaints(laid_out, *UNITS) == ""


def test_a_line_that_systemd_does_not_know_is_noticed(laid_out: Path) -> None:
    service = laid_out / "stammtisch.service"
    service.write_text(service.read_text().replace("NoNewPrivileges", "NoNowPrivileges"))
    assert "NoNowPrivileges" in complaints(laid_out, "stammtisch.service")


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.endswith(".service")])
def test_a_service_says_the_same_names_as_the_guide(unit: str) -> None:
    names = named()
    assert names["PROGRAM"] == PROGRAM
    assert values(unit, "WorkingDirectory") == [PROGRAM]
    assert values(unit, "EnvironmentFile") == [names["ENVIRONMENT"]]
    assert f"STAMMTISCH_DATA={names['STAMMTISCH_DATA']}" in values(unit, "Environment")[0].split()
    assert f"/var/lib/{values(unit, 'StateDirectory')[0]}" == names["STAMMTISCH_DATA"]
    (command,) = values(unit, "ExecStart")
    assert command.startswith(f"{PROGRAM}/.venv/bin/python ")
    (user,) = values(unit, "User")
    assert re.search(rf"^useradd .* {user}$", GUIDE.read_text(), re.MULTILINE)


def test_all_of_deploy_is_in_the_guide() -> None:
    text = GUIDE.read_text()
    assert [unit for unit in UNITS if f"deploy/{unit}" not in text] == []
    proxy = (DEPLOY / "nginx.conf").read_text()
    assert f"root {PROGRAM}/deploy;" in proxy
    assert set(re.findall(r"\b[\w-]+\.example\.org\b", proxy)) == {named()["NAME"]}
    assert "sed s/" + named()["NAME"] in text  # it is put in by a command


def test_what_the_service_says_of_its_user_is_what_the_guide_does() -> None:
    at_home = named()["STAMMTISCH_DATA"]
    service = (DEPLOY / "stammtisch.service").read_text().replace(at_home, "$STAMMTISCH_DATA")
    commands = [line.strip("# ") for line in service.splitlines() if line.startswith("#   ")]
    asked = [line for line in commands if line.startswith(("useradd", "systemctl"))]
    text = GUIDE.read_text()
    assert len(asked) == 2
    assert [line for line in asked if line not in text] == []
