"""As if the server had just been started: nothing of what it keeps between requests is there."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from config.caches import Cache, Pictures


@contextmanager
def nothing_kept() -> Iterator[None]:
    """For a while; then everything is there again."""
    ours = [
        module for name, module in list(sys.modules.items()) if name.startswith(("tournaments.", "config."))
    ]
    caches = {each for module in ours for each in vars(module).values() if isinstance(each, Cache)}
    contents = [(cache, vars(cache).copy()) for cache in caches]
    for cache in caches:
        cache._slots, cache.weight = OrderedDict(), 0
        if isinstance(cache, Pictures):
            cache._marks = {}
    try:
        yield
    finally:
        for cache, content in contents:
            vars(cache).update(content)
