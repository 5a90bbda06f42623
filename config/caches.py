"""Made once for many readers: three hundred phones that look at one page cost one computation.

The one kind of cache that outlives a request, besides `functools.lru_cache` for pure functions. Threads may
share it, and it never grows beyond its size. A key holds all that its value depends on: nothing is stale.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _Slot(Generic[V]):
    """One value, or the place where it is just being made."""

    __slots__ = ("filled", "lock", "value")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.filled = False
        self.value: V

    def fill(self, value: V) -> V:
        self.value = value
        self.filled = True
        return value


class Cache(Generic[K, V]):
    """The values that were asked for last, by key."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._slots: OrderedDict[K, _Slot[V]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of this key. Whoever asks for one that is just being made waits for it; a failure is not
        remembered."""
        with self._lock:
            slot = self._slot(key)
        if not slot.filled:
            with slot.lock:
                if not slot.filled:
                    slot.fill(make())
        return slot.value

    def get_many(self, keys: Iterable[K], make: Callable[[list[K]], Mapping[K, V]]) -> dict[K, V]:
        """The values of these keys; those that are missing are made together."""
        wanted = list(keys)
        values: dict[K, V] = {}
        with self._lock:
            for key in wanted:
                slot = self._slots.get(key)
                if slot is not None and slot.filled:
                    self._slots.move_to_end(key)
                    values[key] = slot.value
        missing = [key for key in wanted if key not in values]
        if missing:
            fresh = make(missing)
            values |= fresh
            with self._lock:
                for key, value in fresh.items():
                    self._slot(key).fill(value)
        return values

    def look_up(self, key: K) -> V | None:
        """The value of this key, if it is there."""
        with self._lock:
            slot = self._slots.get(key)
            if slot is None or not slot.filled:
                return None
            self._slots.move_to_end(key)
            return slot.value

    def put(self, key: K, value: V) -> None:
        """From now on this is the value of the key."""
        with self._lock:
            self._slot(key).fill(value)

    def clear(self) -> None:
        """Start afresh (tests)."""
        with self._lock:
            self._slots.clear()

    def __len__(self) -> int:
        return len(self._slots)

    def _slot(self, key: K) -> _Slot[V]:
        """The place of this key, which is the latest now."""
        slot = self._slots.setdefault(key, _Slot())
        self._slots.move_to_end(key)
        while len(self._slots) > self.size:
            self._slots.popitem(last=False)
        return slot
