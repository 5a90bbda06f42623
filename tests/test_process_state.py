"""What a process keeps between two requests stands with its reason in docs/state.md, and nothing else does.

Another worker, perhaps on another machine, answers the next question: what it would have to know lies in the
database. So whoever adds something that a process remembers says there why nobody else needs it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.processes import ROOT

PURE = ("tournaments/engines/", "tournaments/migrations/", "tournaments/lists/", "tournaments/paper/")
KEEPERS = {  # calls that make something which can be filled
    *("Cache", "dict", "list", "set", "deque", "OrderedDict", "defaultdict", "WeakSet", "WeakKeyDictionary"),
    *("local", "Lock", "RLock", "Condition", "Event", "count", "ContextVar"),
    *("Runner", "Keeper", "Press", "Pictures"),
}
MEMORIES = {"cache", "lru_cache"}
PLACE = re.compile(r"^\| `([a-z_.]+\.[A-Za-z_]+)` \|", re.MULTILINE)


def name_of(node: ast.expr) -> str:
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def can_be_filled(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Dict | ast.List | ast.Set):
        elements = value.keys if isinstance(value, ast.Dict) else value.elts
        return not elements  # what stands there from the beginning is data
    if not isinstance(value, ast.Call) or name_of(value) not in KEEPERS:
        return False
    return name_of(value) not in ("dict", "list", "set") or not value.args


def kept_by(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from node.names
        if isinstance(node, ast.FunctionDef) and MEMORIES & {name_of(each) for each in node.decorator_list}:
            yield node.name
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and can_be_filled(statement.value):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def process_state() -> set[str]:
    places = set()
    for package in ("config", "tournaments"):
        for file in sorted((ROOT / package).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            if not path.startswith(PURE):
                module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                module = module.removeprefix("tournaments.")
                places |= {f"{module}.{name}" for name in kept_by(ast.parse(file.read_text()))}
    return places


def test_what_a_process_keeps_stands_in_the_list_with_its_reason() -> None:
    listed = PLACE.findall((ROOT / "docs" / "state.md").read_text())
    assert sorted(process_state() - set(listed)) == []
    assert sorted(set(listed) - process_state()) == []
    assert len(listed) == len(set(listed))


def test_the_search_finds_what_it_is_there_for() -> None:
    tree = ast.parse(
        "import functools\n_jobs: dict[str, int] = {}\nNAMES = {'a': 1}\n_rows: Cache[int, str] = Cache(3)\n"
        "@functools.lru_cache(maxsize=3)\ndef look_up(): ...\ndef note():\n    global _last\n"
    )
    assert sorted(kept_by(tree)) == ["_jobs", "_last", "_rows", "look_up"]
