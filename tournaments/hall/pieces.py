"""Pieces of pages as they are sent, rendered once for all who look at them."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Hashable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Cache
from tournaments.events.ground.stamps import Stamp

_pieces: Cache[Hashable, SafeString] = Cache(256, sys.getsizeof, 8 * MB)  # every hand makes others
_packed: Cache[Hashable, bytes] = Cache(512, sys.getsizeof, 4 * MB)
LEVEL = 4


def piece(
    stamp: Stamp, template: str, context: Callable[[], dict[str, object]], *key: Hashable
) -> SafeString:
    """The template in the active language, with a context that depends on the stamp and the key alone."""
    whole = (stamp, get_language(), template, *key)
    return _pieces.get(whole, lambda: mark_safe(render_to_string(template, context())))  # our own


def packed(html: str, *key: Hashable) -> bytes:
    """The same for the air of a hall, compressed once for all who have this key. Only for pieces: they hold
    nothing that is secret."""
    return _packed.get(key, lambda: gzip.compress(html.encode(), LEVEL, mtime=0))


def forget() -> None:
    """Start afresh (tests)."""
    _pieces.clear()
    _packed.clear()
