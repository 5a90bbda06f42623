#!/usr/bin/env python3
"""Set up, run and test Stammtisch: `python3 dev.py run`, `python3 dev.py test`.

Needs Python 3.11 or newer and nothing else. Everything it installs goes into .venv beside this file, with the
versions and hashes of the lock files. A second call finds nothing to do and starts at once.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / "bin" / "python")
STAMP = VENV / "installed.json"
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
OLDEST = (3, 11)
# Variables that config/settings.py reads. Tests and checks run without them.
SETTINGS = """PROFILE DEV DATABASE_URL DATABASE_REPLICA_URL ALLOWED_HOSTS HOSTS BIND PORT WORKERS THREADS
PROXIES TIME_ZONE STAMMTISCH_DATA DESK_IN_WIFI GO_ON PHONE_PACE HOPS METRICS_PORT LOG EMAIL_URL MAIL_FROM"""

USAGE = """\
python3 dev.py run [--no-demo]  install what is missing, then serve on this machine and its local network;
                                on an empty database a made-up club is shown, unless told not to
python3 dev.py test [options]   the whole test suite; options go to pytest (for example -k ledger)
python3 dev.py test --only X    the tests of a file or a folder, or those with X in their name
python3 dev.py test --postgresql  what needs a database once more, on PostgreSQL
python3 dev.py quick            in about a minute: the tests nearest to what has changed
python3 dev.py check            style, types, templates, translations, migrations
python3 dev.py mutants X        put small mistakes into a module or folder; which do its tests not notice?
python3 dev.py bench            what a hand, a page and a hall cost, as ratios with their goals; minutes
python3 dev.py bench --only X   those of a part (hand, hall ...); --json for programs, --strict to fail
python3 dev.py bench-compare X  the same of an older commit X, in turns with this tree
python3 dev.py bench-scale      what the same costs with a million entries instead of ten thousand
python3 dev.py bench-short      a few ratios beside those in bench/ratios.json, as every change is looked at
python3 dev.py profile X        where the time of a path goes: hand, page, poll, preview, front, standings
python3 dev.py faults           break things on purpose, some minutes of it: is everything still there?
python3 dev.py faults-full      all of it, with the numbers of docs/reliability.md; takes hours
python3 dev.py checker FILE     write the one file with which anybody checks an event file, without a library
python3 dev.py schedules        look for better schedules of tables (--minutes 60); needs a C compiler
python3 dev.py rehearsal        robots play an event of 150 people on a server of their own, computed twice
python3 dev.py lock [--upgrade] write the lock files anew from pyproject.toml
python3 dev.py manage ...       any management command, for example: manage help
python3 dev.py setup            only install, for tests and development
python3 dev.py setup --serve    only install what a server needs"""


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: str, **options: object) -> None:
    subprocess.run(command, check=True, cwd=ROOT, **options)  # type: ignore[call-overload]


# --- What the system has to bring ---------------------------------------------------------------------------


def newer_python() -> None:
    """Go on under a newer Python if this one is too old and another is installed."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(20, OLDEST[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        if path:
            os.execv(path, [path, *sys.argv])
    sys.exit(f"Stammtisch needs Python 3.11 or newer, this is {sys.version.split()[0]}.")


def system_packages(*packages: str) -> bool:
    """Install Debian packages if we may; otherwise print the line to type. True if they are there now."""
    line = "apt-get install -y --no-install-recommends " + " ".join(packages)
    if not shutil.which("apt-get"):
        say("Please install with your system's package manager: " + " ".join(packages))
        return False
    if os.geteuid() != 0:
        say(f"Please type:  sudo {line}")
        return False
    say("Installing " + ", ".join(packages) + " ...")
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    for command in ("apt-get update -qq", line):
        if subprocess.run(command.split(), check=False, **quiet).returncode:  # type: ignore[call-overload]
            say(f"This did not work:  {command}")
            return False
    return True


def has_ensurepip() -> bool:
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return False
    return True


def has_libatomic() -> bool:
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return not sys.platform.startswith("linux")
    return True


def browser() -> None:
    """The browser tests need a Chromium. Without it they fail, and say so."""
    missing = []
    if not (os.environ.get("CHROMIUM") or shutil.which("chromium")):
        missing.append("chromium")
    if not has_libatomic():
        missing.append("libatomic1")
    if missing and not system_packages(*missing):
        say("Until then the browser tests fail.")


# --- The environment ----------------------------------------------------------------------------------------


def fingerprint(lock: Path) -> str:
    # Not sys.version: its build date changes with every security update of the system.
    return hashlib.sha256(lock.read_bytes() + repr(tuple(sys.version_info)).encode()).hexdigest()


def installed() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text()))
    except (OSError, ValueError):
        return {}


def make_environment(uv: str | None) -> None:
    say("Making .venv ...")
    if uv:
        run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV))
        return
    if not has_ensurepip() and not system_packages("python3-venv"):
        sys.exit("Python cannot make a virtual environment yet.")
    # In a process of its own: after an installation this one does not see the new module.
    run(sys.executable, "-m", "venv", "--clear", str(VENV))


def own_uv() -> str | None:
    """uv as locked, put into .venv with pip: it installs all the rest several times faster than pip."""
    uv = VENV / "bin" / "uv"
    if not uv.exists():
        pinned = re.search(r"^uv==(?:.*\\\n)+.*\n", DEV_LOCK.read_text(), re.MULTILINE)
        if not pinned:
            return None
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as only_uv:
            only_uv.write(pinned[0])
            only_uv.flush()
            try:
                pip_install(Path(only_uv.name))
            except subprocess.CalledProcessError:
                return None
    return str(uv)


def pip_install(lock: Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:")
    run(PYTHON, "-m", "pip", "install", *quiet, "-r", str(lock))


def environment(lock: Path) -> None:
    """.venv holds exactly what the lock file says; nothing happens if it already does."""
    wanted, have = fingerprint(lock), installed()
    if have.get(lock.name) == wanted and os.path.exists(PYTHON):
        return
    uv = shutil.which("uv")
    if have.get("python") != repr(tuple(sys.version_info)) or not os.path.exists(PYTHON):
        make_environment(uv)
    uv = uv or own_uv()
    say("Installing the locked packages ...")
    try:
        if not uv:
            raise FileNotFoundError
        strict = ("--quiet", "--require-hashes", "--only-binary", ":all:", "--python", PYTHON)
        run(uv, "pip", "install", *strict, "-r", str(lock))
    except (FileNotFoundError, subprocess.CalledProcessError):
        pip_install(lock)  # it knows index addresses from pip's own settings, uv does not
    stamp = {"python": repr(tuple(sys.version_info)), lock.name: wanted}
    if lock == DEV_LOCK:  # holds everything of the other one too
        stamp[RUN_LOCK.name] = fingerprint(RUN_LOCK)
    STAMP.write_text(json.dumps(stamp))


# --- The commands -------------------------------------------------------------------------------------------


def become(*arguments: str) -> None:
    """Replace this process, so that Ctrl-C and the exit status reach the right one."""
    os.chdir(ROOT)
    os.execv(PYTHON, [PYTHON, *arguments])


def serve(arguments: list[str]) -> None:
    environment(RUN_LOCK)
    become("-m", "config.starter", "--prepare", "--demo", *arguments)


WORKERS = ("-n", "2")


def test(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    browser()
    if arguments[:1] == ["--only"] and len(arguments) > 1:
        _, name, *options = arguments
        exists = (ROOT / name.partition("::")[0]).exists()
        become("-m", "pytest", *([name] if exists else [*WORKERS, "-k", name]), *options)
    if arguments[:1] == ["--postgresql"]:
        become("-m", "tests.other_engine", *arguments[1:])
    if not arguments:
        os.environ["STAMMTISCH_COVERAGE"] = "1"  # the whole suite says how much of the program it reaches
    become("-m", "pytest", *(arguments or WORKERS))


def quick(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    browser()
    become("-m", "tests.quick")


def runner(command: str) -> list[str]:
    """How the first word of a check is started: a file of ours, a module, or a program without a module."""
    name = command.split()[0]
    if name == "djangofmt":
        return [str(VENV / "bin" / name)]
    return [PYTHON, name] if name.endswith(".py") else [PYTHON, "-m", name]


def check(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    checks = {
        "style": "ruff check",
        "format": "ruff format --check",
        "types": "mypy",
        "borders": "tests.house check",
        "templates": "djlint --lint templates",
        "layout": "djangofmt --check templates",
        "translations": "manage.py translations --check",
        "migrations": "manage.py makemigrations --check --dry-run",
        "system": "manage.py check --fail-level WARNING",
    }
    if not any(ROOT.glob("templates/**/*.html")):
        del checks["templates"], checks["layout"]
    with tempfile.TemporaryDirectory() as data:
        # Not this machine's settings and data: a check gives the same answer everywhere.
        clean = {name: value for name, value in os.environ.items() if name not in SETTINGS.split()}
        clean["STAMMTISCH_DATA"] = data
        started = {
            name: subprocess.Popen(
                [*runner(command), *command.split()[1:]],
                cwd=ROOT,
                env=clean,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for name, command in checks.items()
        }
        failed = []
        for name, process in started.items():
            output, _ = process.communicate()
            say(f"{name:13} {'ok' if process.returncode == 0 else 'FAILED: ' + checks[name]}")
            if process.returncode:
                failed.append(name)
                say(output)
    sys.exit("Not in order: " + ", ".join(failed) if failed else 0)


def bench(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "bench", *arguments)


def bench_compare(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "bench.compare", *arguments)


def bench_short(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "bench.short", *arguments)


def bench_scale(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "bench.scale", *arguments)


def profile(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "bench.profile", *arguments)


def checker(arguments: list[str]) -> None:
    environment(RUN_LOCK)
    become("manage.py", "checker", *arguments)


def faults(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "faults", "--quick", *arguments)


def faults_full(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "faults", *arguments)


def mutants(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "tests.mutants", *arguments)


def schedules(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    become("-m", "schedules", *arguments)


def rehearsal(arguments: list[str]) -> None:
    environment(RUN_LOCK)
    become("manage.py", "rehearse", *arguments)


def lock(arguments: list[str]) -> None:
    environment(DEV_LOCK)
    uv = shutil.which("uv") or own_uv() or sys.exit("uv could not be installed.")
    compile_ = (
        f"{uv} pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-emit-index-url "
        "--no-annotate --no-header --extra federation pyproject.toml"
    ).split()
    run(*compile_, *arguments, "-o", RUN_LOCK.name)
    run(*compile_, *arguments, "--group", "dev", "-c", RUN_LOCK.name, "-o", DEV_LOCK.name)


def manage(arguments: list[str]) -> None:
    environment(RUN_LOCK)
    become("manage.py", *arguments)


def setup(arguments: list[str]) -> None:
    if arguments not in ([], ["--serve"]):
        sys.exit("python3 dev.py setup [--serve]")
    environment(RUN_LOCK if arguments else DEV_LOCK)


COMMANDS = {
    "run": serve,
    "test": test,
    "quick": quick,
    "check": check,
    "bench": bench,
    "bench-compare": bench_compare,
    "bench-short": bench_short,
    "bench-scale": bench_scale,
    "profile": profile,
    "checker": checker,
    "faults": faults,
    "faults-full": faults_full,
    "mutants": mutants,
    "schedules": schedules,
    "rehearsal": rehearsal,
    "lock": lock,
    "manage": manage,
    "setup": setup,
}

if __name__ == "__main__":
    newer_python()
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(USAGE)
    try:
        COMMANDS[sys.argv[1]](sys.argv[2:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"This did not work:  {' '.join(error.cmd)}")
