"""What the documents point to is there: files, modules, functions, commands, sections. Nothing is imported.

In the documents a module is called from `tournaments/` on: `ledger.recording.record_hand`. What begins with
`scoring`, `config`, `tests`, `bench` or `schedules` is called in full.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APP = ROOT / "tournaments"
DOCUMENTS = sorted((*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"))
HOMES = ("scoring", "config", "tests", "bench", "faults", "schedules", "tournaments")
ROOMS = {file.stem for file in APP.iterdir() if file.is_dir() or file.suffix == ".py"} - {"__init__"}

CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
DOTTED = re.compile(r"[a-z_]+(?:\.\w+)+")
FILE = re.compile(r"[\w.*-]*(?:/[\w.*-]+)*\.(?:py|html|css|js|c|po|toml|md|svg|conf|service)")
FOLDER = re.compile(r"(?:[\w.*-]+/)+")
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLACE = re.compile(r"<\w+>")  # `scoring/games/<key>/`

by_document = pytest.mark.parametrize("document", DOCUMENTS, ids=[file.name for file in DOCUMENTS])


@cache
def text_of(document: Path) -> str:
    """Without what stands in blocks of code."""
    return re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)


@cache
def names_in(file: Path) -> dict[str, ast.AST]:
    """What a module has on its first floor, whether it is made there or comes from elsewhere."""
    return dict(_names(ast.parse(file.read_text(encoding="utf-8")).body))


def _names(body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name, statement
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, statement
            case ast.Assign(targets=targets):
                yield from ((target.id, statement) for target in targets if isinstance(target, ast.Name))
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((name.asname or name.name, statement) for name in names)
            case _:
                pass


def is_there(dotted: str) -> bool:
    """A package, a module, or something in one."""
    first, *rest = dotted.split(".")
    place = (ROOT if first in HOMES else APP) / first
    while rest and (place / rest[0]).is_dir():
        place /= rest.pop(0)
    if rest and (place / f"{rest[0]}.py").exists():
        place = place / f"{rest.pop(0)}.py"
    elif place.is_dir():
        place = place / "__init__.py"
    else:
        place = place.with_suffix(".py")
    if not place.exists():
        return not rest and place.parent.is_dir()  # a folder without a word of its own
    known = names_in(place)
    for name in rest:
        node = known.get(name)
        if node is None:
            return False
        known = dict(_names(node.body)) if isinstance(node, ast.ClassDef) else {}
    return True


def lies_somewhere(path: str) -> bool:
    """From the root, from `tournaments/`, or a file of this name in any room."""
    path = PLACE.sub("*", path).rstrip("/")
    if any(True for start in (ROOT, APP, ROOT / "docs") for _each in start.glob(path)):
        return True
    folders = [ROOT / home for home in (*HOMES, "static", "templates", "docs")]
    return "/" not in path and any(True for folder in folders for _each in folder.rglob(path))


def commands() -> set[str]:
    return {file.stem for file in (APP / "management" / "commands").glob("*.py")}


def targets() -> set[str]:
    rules = re.findall(r"^(\w[\w -]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return {target for rule in rules for target in rule.split()}


DJANGO = {"makemigrations", "migrate", "check", "shell", "help", "createsuperuser"}


def missing(code: str) -> bool:
    """Does this piece of code point to something that is not there?"""
    words = code.split()  # a line may end within it
    if "manage.py" in words[:-1]:
        command = words[words.index("manage.py") + 1]
        return command.isidentifier() and command not in commands() | DJANGO
    if words[0] == "make" and len(words) > 1:
        return words[1] not in targets()
    if "-m" in words[:-1] and "python" in words[0]:
        module = words[words.index("-m") + 1]
        return module.split(".")[0] in HOMES and not is_there(module)
    if len(words) > 1:
        return False
    call = code.partition("(")[0]
    if FILE.fullmatch(PLACE.sub("*", code)) or FOLDER.fullmatch(PLACE.sub("*", code)):
        return not code.startswith("/") and not lies_somewhere(code)
    if DOTTED.fullmatch(call) and call.split(".")[0] in {*HOMES, *ROOMS}:
        return not is_there(call)
    return False


@by_document
def test_what_a_document_names_is_there(document: Path) -> None:
    wrong = [code for code in CODE.findall(text_of(document)) if missing(code)]
    assert wrong == []


@cache
def anchors(document: Path) -> set[str]:
    """What a link to a heading is called."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(text_of(document))
    }


@by_document
def test_what_a_document_links_to_is_there(document: Path) -> None:
    broken = []
    for link in LINK.findall(text_of(document)):
        path, _, anchor = link.partition("#")
        target = document if not path else (document.parent / path).resolve()
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_room_has_its_line_in_the_document() -> None:
    listed = set(CODE.findall(text_of(ROOT / "docs" / "design.md")))
    rooms = {f"{file.parent.name}/" for file in APP.glob("*/__init__.py")} | {"scoring/", "config/"}
    assert sorted(rooms - listed) == []


def rows_of(document: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = (ROOT / "docs" / document).read_text(encoding="utf-8").partition(f"{heading}\n")[2]
    rows = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    lines = rows[0].splitlines()[2:] if rows else []
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_code_and_pages_have_the_same_words() -> None:
    """What the words of the code are called in German and Spanish stands in the glossary of the pages."""
    entries = [[cell.casefold() for cell in row[:3]] for row in rows_of("glossar.md", "# Wörter")]
    missing = []
    for word, translated, *_rest in rows_of("design.md", "## Words"):
        for column, column_of_pages in enumerate((0, 2)):
            names = translated.split(" · ")[column].split(", ") if translated != "–" else []
            missing += [
                f"{word}: {name}"
                for name in names
                if not any(
                    re.search(rf"\b{re.escape(name.casefold())}\b", row[column_of_pages]) for row in entries
                )
            ]
    assert len(entries) > 60
    assert missing == []


def test_a_signpost_that_is_wrong_is_seen() -> None:
    for code in (
        "ledger.recording.record_hands",
        "ledger.writing",
        "models.events.Round.nobody",
        "scoring.game.Games",
        "tournaments/writing.py",
        "scoring/game/",
        "manage.py scores",
        "make tests",
        "python -m tests.houses",
    ):
        assert missing(code), code
    for code in (
        "ledger.recording.record_hand(sitting)",
        "models.events.Round.seating",
        "scoring.Game",
        "scoring/games/<key>/",
        "stamps.py",
        "e.g.",
        "tests/scoring/",
        "manage.py score",
        "make test ONLY=bye",
        "python -m tests.house",
    ):
        assert not missing(code), code


def test_the_index_of_decisions_has_them_all() -> None:
    text = text_of(ROOT / "docs" / "decisions.md")
    index = {" ".join(title.split()) for title in re.findall(r"\[([^\]]+)\]\(#", text)}
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) == index
