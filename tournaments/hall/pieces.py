"""Pieces of pages as they are sent, rendered once for all who look at them."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Hashable
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Cache
from tournaments.events.ground.stamps import Stamp

Picture = tuple[tuple[Hashable, ...], Hashable]  # of what, and how that stands
_pieces: Cache[Picture, SafeString] = Cache(256, sys.getsizeof, 8 * MB)
_packed: Cache[Picture, bytes] = Cache(512, sys.getsizeof, 4 * MB)
_states: Cache[tuple[int, tuple[Hashable, ...]], Hashable] = Cache(1024)  # of the last pictures
LEVEL = 4


def piece(
    stamp: Stamp, template: str, context: Callable[[], dict[str, object]], *key: Hashable
) -> SafeString:
    """The template in the active language, with a context that depends on the stamp and the key alone."""
    of, state = (stamp.event, stamp.uid, get_language(), template, *key), stamp.state
    html = _pieces.get((of, state), lambda: mark_safe(render_to_string(template, context())))  # our own
    _only_the_last(_pieces, of, state)
    return html


def packed(html: str, *key: Hashable) -> bytes:
    """The same for the air of a hall, compressed once for all who have this key; its last part says how it
    stands. Only for pieces: they hold nothing that is secret."""
    *of, tag = key
    body = _packed.get((tuple(of), tag), lambda: gzip.compress(html.encode(), LEVEL, mtime=0))
    _only_the_last(_packed, tuple(of), tag)
    return body


def _only_the_last(cache: Cache[Picture, Any], of: tuple[Hashable, ...], state: Hashable) -> None:
    """After the next hand nobody asks for the picture before it."""
    before = _states.look_up((id(cache), of))
    if before != state:
        _states.put((id(cache), of), state)
        if before is not None:
            cache.drop((of, before))


def forget() -> None:
    """Start afresh (tests)."""
    _pieces.clear()
    _packed.clear()
    _states.clear()
