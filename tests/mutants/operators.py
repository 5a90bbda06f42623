"""The mistakes: a line of code and what it might have been, found in the syntax tree."""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one mistake in it."""

    path: str
    line: int
    column: int
    what: str
    source: str

    def diff(self, original: str) -> str:
        lines = difflib.unified_diff(original.splitlines(), self.source.splitlines(), n=0, lineterm="")
        changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        return "\n".join(f"    {line}" for line in changed)


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Every mistake inside the functions of a module. Texts and annotations are left alone."""
    lines = source.encode().splitlines(keepends=True)
    for node in _in_functions(ast.parse(source)):
        for what, replaced in _mistakes(node):
            yield Mutant(path, node.lineno, node.col_offset, what, _with(lines, node, replaced))


def _in_functions(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    """Statements and expressions that run when a function is called."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, called = waiting.pop()
        if called and isinstance(node, ast.expr | ast.stmt):
            yield node
        for name, value in ast.iter_fields(node):
            inside = called
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if name != "body":  # decorators, defaults and annotations run once, when it is defined
                    continue
                inside = True
            if isinstance(node, ast.Lambda) and name == "body":
                inside = True
            if name in ("annotation", "returns") or isinstance(node, ast.JoinedStr | ast.Assert):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    waiting.append((child, inside))


def _mistakes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST | str]]:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARISONS:
            yield "comparison", _changed(node, ops=[COMPARISONS[type(op)](), *node.ops[1:]])
        case ast.BoolOp():
            yield "and, or", _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.BinOp() if type(node.op) in CALCULATIONS:
            yield "calculation", _changed(node, op=CALCULATIONS[type(node.op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "sign", node.operand
        case ast.Constant(value=bool()):
            yield "truth", repr(not node.value)
        case ast.Constant(value=int() as number):
            yield "number", repr(number + 1)
        case ast.IfExp():
            yield "always", node.body
            yield "never", node.orelse
        case ast.If() | ast.While():
            yield "never", _test(node, value=False)
            if isinstance(node, ast.If):
                yield "always", _test(node, value=True)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp() if any(
            part.ifs for part in node.generators
        ):
            bare = copy.deepcopy(node)
            for part in bare.generators:
                part.ifs = []
            yield "no filter", bare
        case ast.Return(value=ast.expr() as value) if not (
            isinstance(value, ast.Constant) and value.value is None
        ):
            yield "no answer", "return None"
        case ast.Continue():
            yield "loop", "break"
        case ast.Break():
            yield "loop", "continue"
        case ast.Raise() | ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield "left out", "pass"
        case ast.Call(keywords=[_, *_], args=args) if args:
            for at, keyword in enumerate(node.keywords):
                if keyword.arg is not None:
                    fewer = [*node.keywords[:at], *node.keywords[at + 1 :]]
                    yield "left out", _changed(node, keywords=fewer)
        case _:
            pass


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _test(node: ast.If | ast.While, *, value: bool) -> ast.AST:
    return _changed(node, test=ast.Constant(value))


def _with(lines: list[bytes], node: ast.expr | ast.stmt, replaced: ast.AST | str) -> str:
    """The module with this node replaced; of a condition only its test."""
    place: ast.expr | ast.stmt = node
    if isinstance(replaced, ast.If | ast.While) and isinstance(node, ast.If | ast.While):
        place, replaced = node.test, replaced.test
    text = replaced if isinstance(replaced, str) else ast.unparse(replaced)
    if isinstance(place, ast.expr) and not text.isalnum():
        text = f"({text})"
    assert place.end_lineno is not None
    before, after = lines[place.lineno - 1], lines[place.end_lineno - 1]
    return b"".join(
        [
            *lines[: place.lineno - 1],
            before[: place.col_offset] + text.encode() + after[place.end_col_offset :],
            *lines[place.end_lineno :],
        ]
    ).decode()
