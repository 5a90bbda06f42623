"""Who may import whom, and what never happens. A rule that is broken names the file and the line."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from grimp import ImportGraph

from scoring import GAMES
from tests import house

ROOT = Path(__file__).resolve().parents[1]
URLS = sorted((ROOT / "tournaments" / "urls").glob("*.py"))


def python_files(*folders: str) -> list[Path]:
    return [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]


@cache
def parsed(file: Path) -> tuple[ast.AST, ...]:
    """Its syntax, read and walked once for all rules."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@pytest.fixture(scope="module", autouse=True)
def nobody_needs_the_trees_any_more() -> Iterator[None]:
    """Millions of nodes, which every collection of garbage would look at until the end of the run."""
    yield
    parsed.cache_clear()
    code_of.cache_clear()


@cache
def imports(file: Path) -> tuple[tuple[str, int], ...]:
    """Every imported module of a file with its line, looked up once for all rules."""
    return tuple(_imports(file))


def _imports(file: Path) -> Iterator[tuple[str, int]]:
    """`from a import b` counts as `a.b` too."""
    for node in parsed(file):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            home = node.module or ""
            if node.level:  # relative: name it in full
                package = file.relative_to(ROOT).with_suffix("").parts[: -node.level]
                home = ".".join((*package, home)).rstrip(".")
            yield home, node.lineno
            for name in node.names:
                yield f"{home}.{name.name}", node.lineno


def below(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def breaches(files: list[Path], *forbidden: str, except_for: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{line} imports {module}"
        for file in files
        for module, line in imports(file)
        if below(module, *forbidden) and not below(module, *except_for)
    ]


def test_every_import_stands_in_the_table_of_rooms() -> None:
    check = subprocess.run(
        [sys.executable, "-m", "tests.house", "check"], cwd=ROOT, capture_output=True, text=True
    )
    assert check.returncode == 0, check.stdout


def test_the_table_sees_what_is_not_in_it() -> None:
    graph = ImportGraph()
    for importer, imported in (
        ("tournaments.ledger.recording", "tournaments.desk.forms"),
        ("scoring.game", "django"),
        ("tournaments.engines.draw.tables.search", "scoring.text"),
    ):
        graph.add_import(importer=importer, imported=imported, line_number=7, line_contents="")
    lines = ["scoring:", "ledger: scoring", "desk: ledger; django", "engines.draw: scoring"]
    contract = house.TableOfRooms("table", {}, {"rooms": lines})
    breaches = contract.check(graph, verbose=False).metadata["lines"]
    assert [line.partition(":")[0] for line in breaches[:2]] == [
        "scoring.game",
        "tournaments.ledger.recording",
    ]
    assert breaches[2:] == [
        "“ledger” imports nothing of scoring any more: take it out of the table",
        "“desk” imports nothing of ledger any more: take it out of the table",
        "“desk” imports nothing of django any more: take it out of the table",
    ]


def test_the_document_shows_the_table_that_is_checked() -> None:
    """`python -m tests.house` writes both."""
    assert house.printed(house.table()) in house.DOCUMENT.read_text(encoding="utf-8")
    assert house.drawn(house.table()) == house.PICTURE.read_text(encoding="utf-8")


def test_no_module_lies_in_the_corridor() -> None:
    """What Django looks for stands beside the rooms, everything else in one of them."""
    assert [file.name for file in sorted((ROOT / "tournaments").glob("*.py"))] == ["__init__.py", "apps.py"]


def test_scoring_starts_where_django_is_missing() -> None:
    code = "import sys; sys.modules['django'] = None; import scoring; print(len(scoring.GAMES))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(run.stdout) == len(GAMES)


NEVER = ("random", "secrets", "time", "datetime", "os", "sys", "io", "pathlib", "locale", "gettext")


def test_scoring_reads_no_clock_no_file_no_environment_and_no_dice() -> None:
    assert breaches(python_files("scoring"), *NEVER) == []
    opened = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in python_files("scoring")
        for node in parsed(file)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("open", "print")
    ]
    assert opened == []


def test_a_game_knows_no_other_game_and_the_core_knows_none() -> None:
    core = [file for file in (ROOT / "scoring").glob("*.py") if file.name != "__init__.py"]
    assert breaches(core, "scoring.games") == []
    for game in GAMES:
        room = f"scoring.games.{game.key}"
        files = python_files(f"scoring/games/{game.key}") or [ROOT / "scoring" / "games" / f"{game.key}.py"]
        assert breaches(files, "scoring.games", except_for=(room,)) == []


def test_a_draw_that_searches_nothing_needs_no_numpy() -> None:
    """It takes as long to load as a small draw takes altogether."""
    script = "import sys; from tournaments.engines.draw import draw; draw({'players': 32, 'rounds': 10}); "
    script += "print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_the_program_does_without_what_is_for_development() -> None:
    files = python_files("config", "scoring", "tournaments")
    assert breaches(files, "bench", "faults", "schedules", "tests", "hypothesis", "pytest") == []


def test_views_do_not_know_each_other() -> None:
    """A view is a module that an address leads to; what several of them need is no view."""
    known = {module for file in URLS for module, _line in imports(file)}
    files = [file for file in python_files("tournaments") if file not in URLS]
    views = {file: module_of(file) for file in files if module_of(file) in known}
    assert len(views) > 40
    for file in views:
        others = [module for other, module in views.items() if other != file]
        assert breaches([file], *others) == []


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


@cache
def code_of(file: Path) -> tuple[tuple[ast.AST, int], ...]:
    """The syntax tree of a file without docstrings."""
    words = {
        id(node.value)
        for node in parsed(file)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return tuple((node, getattr(node, "lineno", 0)) for node in parsed(file) if id(node) not in words)


def test_nobody_asks_which_game_it_is() -> None:
    """A rule that belongs to one game lives in that game."""
    places = []
    for file in python_files("scoring", "tournaments", "config"):
        if file.is_relative_to(ROOT / "scoring" / "games"):
            continue
        for node, line in code_of(file):
            compared = [*node.comparators, node.left] if isinstance(node, ast.Compare) else []
            if any(isinstance(operand, ast.Attribute) and _is_game_key(operand) for operand in compared):
                places.append(f"{file.relative_to(ROOT)}:{line}")
            if isinstance(node, ast.Match) and _is_game_key(node.subject):
                places.append(f"{file.relative_to(ROOT)}:{line}")
    assert places == []


def _is_game_key(node: ast.expr) -> bool:
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
    return node.attr == "key" and owner == "game"


NAMES = re.compile("|".join(re.escape(game.key) for game in GAMES), re.IGNORECASE)


def test_no_game_is_named_in_the_program_around_the_rules() -> None:
    """What a game needs, it declares. Commands, presets and the hands of the sample may name games."""
    commands = ROOT / "tournaments" / "management"
    presets = ROOT / "tournaments" / "engines" / "plans" / "presets.py"
    hands = ROOT / "tournaments" / "sample" / "tables.py"
    places = []
    for file in python_files("scoring", "tournaments", "config"):
        if file.is_relative_to(ROOT / "scoring" / "games") or file.is_relative_to(commands):
            continue
        if file in (presets, hands):
            continue
        for node, line in code_of(file):
            words = [
                value
                for name in ("id", "attr", "name", "arg", "value", "module")
                if isinstance(value := getattr(node, name, None), str)
            ]
            if any(NAMES.search(word) for word in words):
                places.append(f"{file.relative_to(ROOT)}:{line}: {words}")
    assert places == []


def test_no_game_is_named_on_a_page_of_all_games() -> None:
    places = []
    for folder in (ROOT / "templates", *(ROOT / "tournaments").glob("**/templates")):
        for file in sorted(folder.rglob("*.*")):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
                if NAMES.search(line) and file.relative_to(folder).parts[0] != "games":
                    places.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()}")
    assert places == []


LOCAL = ("Meta", "Command")


def test_a_class_name_is_given_once() -> None:
    """Private classes and those of one game are local; everybody else can be looked for by name."""
    homes: dict[str, list[str]] = {}
    for file in python_files("config", "scoring", "tournaments"):
        if file.is_relative_to(ROOT / "scoring" / "games") or "migrations" in file.parts:
            continue
        for node in parsed(file):
            if isinstance(node, ast.ClassDef) and node.name not in LOCAL and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


EMPTY = {"one", "found", "told", "said", "own", "kept", "stands", "made"}


def test_names_say_what_they_hold() -> None:
    """Values are nouns of the field, functions verbs: `entrant`, `hand`, `stage`; never one of these."""
    folders = ("scoring", "tournaments", "config", "tests", "bench", "faults", "schedules")
    named = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in [*python_files(*folders), ROOT / "dev.py", ROOT / "manage.py"]
        for node, line in code_of(file)
        for name in _named_by(node)
        if name.strip("_") in EMPTY
    ]
    # A record of Cego says so whether the declarer made it; ledgers and the JSON of hands hold this word.
    assert [place.partition(":")[0] for place in named] == ["scoring/games/cego/declared.py"]


def _named_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname
