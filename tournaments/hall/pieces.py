"""Pieces of pages as they are sent, rendered once for all who look at them."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Pictures, size
from tournaments.events.ground.stamps import Stamp

Subject = tuple[Hashable, ...]
_pieces: Pictures[Subject, Hashable, SafeString] = Pictures(256, weigh=size, most=4 * MB)
_packed: Pictures[Subject, Hashable, bytes] = Pictures(512, weigh=size, most=2 * MB)
LEVEL = 4


def piece(
    stamp: Stamp, template: str, context: Callable[[], dict[str, object]], *key: Hashable
) -> SafeString:
    """The template in the active language, with a context that depends on the stamp and the key alone."""
    subject = (stamp.event, stamp.uid, get_language(), template, *key)
    return _pieces.get(
        (subject, stamp.state), lambda: mark_safe(render_to_string(template, context()))
    )  # ours


def packed(html: str, *key: Hashable) -> bytes:
    """The same for the air of a hall, compressed once for all who have this key; its last part says how it
    stands. Only for pieces: they hold nothing that is secret."""
    *subject, tag = key
    return _packed.get((tuple(subject), tag), lambda: gzip.compress(html.encode(), LEVEL, mtime=0))


def forget() -> None:
    """Start afresh (tests)."""
    _pieces.clear()
    _packed.clear()
