"""A piece of a page sees nothing but what it is given: whatever it names has to be among that. A name that is
not would be left out without a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import Variable
from django.template.base import Node, Template
from django.template.defaulttags import ForNode
from django.template.library import SimpleNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode

from config.settings import BASE_DIR
from tournaments.templatetags.pieces import piece

TEMPLATES = BASE_DIR / "templates"
EVERYWHERE = {"forloop", "True", "False", "None"}


def nodes(part: Any, seen: set[int]) -> Iterator[Any]:
    """Everything that a template is made of."""
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, list | tuple | set):
        inside = list(part)
    elif isinstance(part, dict):
        inside = list(part.values())
    elif type(part).__module__.startswith(("django.template", "django.templatetags")):
        yield part
        held = getattr(part, "__dict__", None) or {name: getattr(part, name) for name in part.__slots__}
        inside = [value for name, value in held.items() if name not in ("origin", "parser", "engine")]
    else:
        return
    for each in inside:
        yield from nodes(each, seen)


def parts_of(name: str) -> list[Any]:
    template: Template = get_template(name).template  # type: ignore[attr-defined]
    return list(nodes(template.nodelist, set()))


def missing(name: str, given: set[str]) -> set[str]:
    """Names that a template uses and nobody gives."""
    parts = parts_of(name)
    bound = set(given)
    for part in parts:
        bound |= set(part.loopvars) if isinstance(part, ForNode) else set()
        bound |= set(getattr(part, "extra_context", None) or {})
        bound |= {getattr(part, at) for at in ("target_var", "asvar", "var_name") if getattr(part, at, None)}
    used = {part.lookups[0] for part in parts if isinstance(part, Variable) and part.lookups}
    for part in parts:
        if isinstance(part, IncludeNode) and isinstance(part.template.var, str):
            used |= missing(
                str(part.template.var), set(part.extra_context) if part.isolated_context else bound
            )
    return used - bound - EVERYWHERE


def pieces() -> dict[str, list[set[str]]]:
    """Every piece that a template asks for, with the names of what it is given each time."""
    asked: dict[str, list[set[str]]] = {}
    for file in sorted(TEMPLATES.rglob("*.html")):
        for part in parts_of(str(file.relative_to(TEMPLATES))):
            if isinstance(part, SimpleNode) and part.func is piece and isinstance(part.args[0].var, str):
                asked.setdefault(str(part.args[0].var), []).append(set(part.kwargs))
    return asked


def test_every_piece_is_given_what_it_names() -> None:
    asked = pieces()
    assert asked
    lacking = {(name, *sorted(missing(name, given))) for name, times in asked.items() for given in times}
    assert {each for each in lacking if len(each) > 1} == set()


@pytest.mark.parametrize(
    ("given", "lacks"), [(set(), True), ({"counts", "unit", "table", "event", "number"}, False)]
)
def test_what_is_not_given_is_noticed(given: set[str], lacks: bool) -> None:
    assert bool(missing("tournaments/_outbox.html", given)) is lacks
    assert issubclass(SimpleNode, Node)
