"""Pieces of pages that are rendered once for all to whom they show the same, with holes for what differs.

A piece sees nothing but the values it is asked for with, and these, with the language, are what it is kept
under: it cannot show anything that is not in its key. What differs with every answer, a token or an id, is a
hole in it: a mark that nobody outside of this process can know, so nobody can write one. It is replaced when
the page is sent.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Callable, Hashable, Mapping

from django.template.loader import get_template, select_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Cache, Pictures, size, size_of_all

_NONCE = secrets.token_hex(12)
_HOLE = re.compile(rf"hole{_NONCE}:([^;]*);")

Pieces = Cache[Hashable, SafeString]
Subject = tuple[Hashable, ...]


def _with_values(html: SafeString) -> int:
    """A small piece, and what it is kept under: the values that it shows."""
    return 2 * size(html)


SMALL: Pieces = Cache(4096, _with_values, 4 * MB)  # rows, seats, drawings
LARGE: Cache[Hashable, bytes] = Cache(2048, size, 6 * MB)  # forms, one of each table: compressed
FRAMES: Cache[Hashable, tuple[str, ...]] = Cache(192, size_of_all, 4 * MB)  # of pages, split at their holes
WHOLE: Pictures[Subject, Hashable, tuple[str, ...]] = Pictures(192, 2, size_of_all, 2 * MB)  # pages


def piece(template: str | list[str], /, **values: Hashable) -> SafeString:
    """The template, or the first that there is, with these values and nothing else."""
    return SMALL.get(_key(template, values), lambda: rendered(template, values))


def large_piece(template: str | list[str], /, **values: Hashable) -> SafeString:
    """The same for what is large, and is in every hall as often as there are tables."""

    def make() -> bytes:
        return zlib.compress(rendered(template, values).encode(), 1)

    return mark_safe(zlib.decompress(LARGE.get(_key(template, values), make)).decode())  # our own


def _key(template: str | list[str], values: Mapping[str, Hashable]) -> Hashable:
    return (get_language(), template if isinstance(template, str) else template[0], *values.items())


def rendered(template: str | list[str], values: dict[str, Hashable]) -> SafeString:
    """The same, for once."""
    page = get_template(template) if isinstance(template, str) else select_template(template)
    return mark_safe(page.render(dict(values)))  # our own


def hole(name: str) -> SafeString:
    """A place for a value that is known when the page is sent; `name` without semicolons."""
    return mark_safe(f"hole{_NONCE}:{name};")  # nothing of it is anybody else's


def cut(html: str) -> tuple[str, ...]:
    """Text, the name of a hole, text, and so on."""
    return tuple(_HOLE.split(html))


def filled(parts: tuple[str, ...], values: Mapping[str, str]) -> SafeString:
    """A page with its holes filled, with HTML."""
    texts = list(parts)
    texts[1::2] = [values[name] for name in parts[1::2]]
    return mark_safe("".join(texts))  # pieces of our own, and values that are escaped


def filled_here(html: str, value: Callable[[str], str | None]) -> SafeString:
    """A piece with those of its holes filled for which there is a value; the others stay."""

    def given(match: re.Match[str]) -> str:
        text = value(match[1])
        return match[0] if text is None else text

    return mark_safe(_HOLE.sub(given, html))


def forget() -> None:
    """Start afresh (tests)."""
    SMALL.clear()
    LARGE.clear()
    FRAMES.clear()
    WHOLE.clear()
