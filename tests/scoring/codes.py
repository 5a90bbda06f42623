"""Which refusal codes a source file can produce, read from its syntax tree."""

from __future__ import annotations

import ast
from pathlib import Path

CALLS = {"Problem": 1, "_refuse": 0}  # the place of the code among the arguments
KEYWORDS = {"Codes": None, "Many": "code", "Game": "over_code"}  # None: every keyword


def codes_in(path: Path) -> set[str]:
    """All codes written in this file, or in the Python files below this folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return {code for file in files for code in _codes_of(ast.parse(file.read_text(encoding="utf-8")))}


def _codes_of(tree: ast.Module) -> set[str]:
    codes: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            codes |= _codes_of_call(node)
        elif isinstance(node, ast.ClassDef) and node.name in KEYWORDS:
            codes |= _defaults(node, KEYWORDS[node.name])
        elif isinstance(node, ast.DictComp):  # withheld options: value -> code
            codes |= _texts(node.value)
    return codes


def _defaults(node: ast.ClassDef, wanted: str | None) -> set[str]:
    """Codes that hold where none is given."""
    return {
        text
        for statement in node.body
        if isinstance(statement, ast.AnnAssign) and statement.value is not None
        if wanted is None or getattr(statement.target, "id", "") == wanted
        for text in _texts(statement.value)
        if text
    }


def _codes_of_call(node: ast.Call) -> set[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    codes: set[str] = set()
    if name in CALLS and len(node.args) > CALLS[name]:
        codes |= _texts(node.args[CALLS[name]])
    if name in KEYWORDS:
        wanted = KEYWORDS[name]
        for keyword in node.keywords:
            if wanted is None or keyword.arg == wanted:
                codes |= _texts(keyword.value)
    return codes


def _texts(node: ast.expr) -> set[str]:
    """The text itself, or those of both branches of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    return set()
