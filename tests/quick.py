"""`make quick`: the test files nearest to what has changed, as many as fit into a minute.

What has changed is what git says: files that are not committed yet, or else those of the last commit. A test
file is near if it is changed itself, imports what has changed, or imports it through few others; a test that
asks for pages imports all of them. A changed template stands for the modules that name it, a changed style or
script for the templates that do. Words that the names of test and change share bring them nearer.
"""

from __future__ import annotations

import ast
import functools
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tests.durations import seconds_of_files

ROOT = Path(__file__).resolve().parent.parent
CODE = ("config", "scoring", "tournaments", "bench", "faults", "schedules", "tests")
WORKERS = 2
BUDGET = 40.0  # seconds of work for each worker; starting and collecting take the rest of the minute
CHANGED = -1000
UNKNOWN = 3.0  # seconds of a file that has never run here
PAGES = re.compile(r"\b(client|device|real_server|crawl\w*)\b")  # fixtures and helpers that ask for pages


def changed_files() -> list[str]:
    """Paths from the root of the project: what is not committed, or else what the last commit changed."""

    def git(*command: str) -> list[str]:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True)
        return [name for name in done.stdout.split("\0") if name]

    uncommitted = git("diff", "--name-only", "-z", "HEAD") + git("ls-files", "-z", "-o", "--exclude-standard")
    return uncommitted or git("diff-tree", "--no-commit-id", "--name-only", "-r", "-m", "-z", "HEAD")


def python_files() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    files = [file for folder in CODE for file in (ROOT / folder).rglob("*.py")] + [ROOT / "dev.py"]
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }


@functools.cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@functools.cache
def imported(file: Path, module: str) -> frozenset[str]:
    """Names that a module imports, or gives to Django as strings; every file is read once."""
    return frozenset(_imported(file, module))


def _imported(file: Path, module: str) -> Iterator[str]:
    if file.name.startswith("test_") and PAGES.search(text_of(file)):
        yield "config.urls"
    for node in ast.walk(ast.parse(text_of(file))):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.count(".") in (1, 2, 3)
        ):
            yield node.value
            yield node.value.rpartition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module if file.name == "__init__.py" else module.rpartition(".")[0]
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            yield home
            yield from (f"{home}.{name.name}" for name in node.names)


def importers(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Who imports a module, by its name."""
    by_module: defaultdict[str, set[str]] = defaultdict(set)
    for module, file in files.items():
        for name in imported(file, module):
            if name in files and name != module:
                by_module[name].add(module)
    return by_module


def naming(word: str, folder: str, endings: tuple[str, ...]) -> Iterator[Path]:
    """Files below a folder in whose text the word stands."""
    for file in files_below(folder):
        if file.suffix in endings and word in text_of(file):
            yield file


@functools.cache
def files_below(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*"))


def modules_of(path: str, files: Mapping[str, Path]) -> set[str]:
    """The modules that a changed file stands for."""
    by_path = {str(file.relative_to(ROOT)): module for module, file in files.items()}
    if path in by_path:
        return {by_path[path]}
    if path.startswith("static/"):
        templates = naming(path.removeprefix("static/"), "templates", (".html",))
        pages = {module for file in templates for module in modules_of(str(file.relative_to(ROOT)), files)}
        return pages | {"tests.browser"}
    if path.startswith("templates/"):
        return modules_of_template(path.removeprefix("templates/"), files)
    words = path.rpartition("/")[2]
    return {by_path[str(file.relative_to(ROOT))] for file in naming(words, "tests", (".py",))}


def modules_of_template(name: str, files: Mapping[str, Path]) -> set[str]:
    """Those that name the template, or one that takes it in."""
    names, waiting = {name}, [name]
    while waiting:
        for file in naming(f'"{waiting.pop()}"', "templates", (".html",)):
            taking_in = str(file.relative_to(ROOT / "templates"))
            if taking_in not in names:
                names.add(taking_in)
                waiting.append(taking_in)
    quoted = re.compile("|".join(re.escape(f'"{name}"') for name in names))
    return {module for module, file in files.items() if quoted.search(text_of(file))}


def words_of(path: str) -> set[str]:
    names = re.findall(r"[a-z]{3,}", path.rpartition(".")[0])
    return {name.removesuffix("s") for name in names if name not in {"test", "games", *CODE}}


def distances(changed: Collection[str], files: Mapping[str, Path]) -> dict[str, int]:
    """How far each test file is from the nearest change, by its path: every import on the way counts one,
    every word that their names share takes two away. What has changed itself is nearer than anything else.
    """
    by_module = importers(files)
    reached = {module: 0 for path in changed for module in modules_of(path, files)}
    front = list(reached)
    while front:
        module = front.pop(0)
        for importer in sorted(by_module[module]):
            if importer not in reached:
                reached[importer] = reached[module] + 1
                front.append(importer)
    words = [words_of(path) for path in changed]
    tests = {
        str(files[module].relative_to(ROOT)): distance
        for module, distance in reached.items()
        if files[module].name.startswith("test_")
    }
    return {
        path: distance - 2 * max(len(words_of(path) & names) for names in words) if distance else CHANGED
        for path, distance in tests.items()
    }


def choice(
    near: Mapping[str, int], seconds: Mapping[str, float], budget: float
) -> tuple[list[str], list[str]]:
    """What runs and what does not. Changed test files always do, then the nearest that fit."""
    runs, left, spent = [], [], 0.0
    for path in sorted(near, key=lambda path: (near[path], seconds.get(path, UNKNOWN), path)):
        takes = seconds.get(path, UNKNOWN)
        if near[path] != CHANGED and spent + takes > budget:
            left.append(path)
        else:
            runs.append(path)
            spent += takes
    return runs, left


def main() -> None:
    changed = changed_files()
    runs, left = choice(distances(changed, python_files()), seconds_of_files(), BUDGET * WORKERS)
    print(f"Changed: {', '.join(changed[:6])}{' ...' if len(changed) > 6 else ''}")
    if not runs:
        print("No test is near to it. The whole suite: make test")
        return
    print(
        f"{len(runs)} test files touch it most closely; {len(left)} that also do are for make test.",
        flush=True,
    )
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-n", str(WORKERS), "-q", *runs])


if __name__ == "__main__":
    main()
