"""Made once for many readers: three hundred phones that look at one page cost one computation.

The one kind of cache that outlives a request, besides `functools.lru_cache` for pure functions. Threads may
share it, and it never grows beyond its size. A key holds all that its value depends on: nothing is stale.
Where something changes with every hand, only its last `Pictures` are held: nobody asks for the one before.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from django.conf import settings

MB = 1024 * 1024
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class _Slot(Generic[V]):
    """One value, or the place where it is just being made."""

    __slots__ = ("filled", "lock", "value", "weight")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.filled = False
        self.weight = 0
        self.value: V

    def fill(self, value: V) -> V:
        self.value = value
        self.filled = True
        return value


SLOT = 600  # bytes that a value costs by being held: its place, its lock, its key


def size(text: str | bytes) -> int:
    """Bytes of a text that is held."""
    return sys.getsizeof(text) + SLOT


def size_of_all(texts: Iterable[str]) -> int:
    """Bytes of all of them."""
    return sum(map(sys.getsizeof, texts)) + SLOT


def room() -> int:
    """How many times a laptop's sizes: a server has the tables of many clubs, and memory for them."""
    return int(settings.CACHE_ROOM)


class Cache(Generic[K, V]):
    """The values that were asked for last, by key: so many, and together no heavier than `most`.

    A picture of a large hall may weigh as much as a hundred of a small one. Sizes are those of a laptop.
    """

    def __init__(self, size: int, weigh: Callable[[V], int] | None = None, most: int = 0) -> None:
        self.size = size
        self.most = most
        self.weight = 0
        self._weigh = weigh
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
                    if self._weigh is not None:
                        with self._lock:
                            self._put_on(key, slot)
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
                    self._put(key, value)
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
            self._put(key, value)

    def drop(self, key: K) -> None:
        """Nobody will ask for this any more."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Start afresh (tests)."""
        with self._lock:
            self._slots.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._slots)

    def _slot(self, key: K) -> _Slot[V]:
        """The place of this key, which is the latest now."""
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = _Slot()
            self._begins(key)
        self._slots.move_to_end(key)
        while len(self._slots) > self.size * room():
            self._drop_oldest()
        return slot

    def _begins(self, key: K) -> None:
        """This key was not there."""

    def _ends(self, key: K) -> None:
        """This key is there no longer."""

    def _put(self, key: K, value: V) -> None:
        slot = self._slot(key)
        slot.fill(value)
        if self._weigh is not None:
            self._put_on(key, slot)

    def _put_on(self, key: K, slot: _Slot[V]) -> None:
        """The scales: a value that is in the cache counts, the oldest go while all together are too heavy."""
        if self._weigh is None or self._slots.get(key) is not slot:  # dropped before it was made
            return
        weight = self._weigh(slot.value)
        self.weight += weight - slot.weight
        slot.weight = weight
        while self.weight > self.most * room() and len(self._slots) > 1:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        self._drop(next(iter(self._slots)))

    def _drop(self, key: K) -> None:
        dropped = self._slots.pop(key, None)
        if dropped is not None:
            self.weight -= dropped.weight
            self._ends(key)


class Pictures(Cache[tuple[S, M], V]):
    """How subjects looked last: of each so many pictures. A key is the subject, and how it stands.

    After the next hand the one before it is asked for by whoever was on the way, and then by nobody.
    """

    def __init__(
        self, size: int, of_each: int = 1, weigh: Callable[[V], int] | None = None, most: int = 0
    ) -> None:
        super().__init__(size, weigh, most)
        self.of_each = of_each
        self._marks: dict[S, list[M]] = {}  # the latest last

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()
            self._marks.clear()
            self.weight = 0

    def _begins(self, key: tuple[S, M]) -> None:
        subject, mark = key
        marks = self._marks.setdefault(subject, [])
        marks.append(mark)
        while len(marks) > self.of_each:
            self._drop((subject, marks[0]))

    def _ends(self, key: tuple[S, M]) -> None:
        subject, mark = key
        marks = self._marks[subject]
        marks.remove(mark)
        if not marks:
            del self._marks[subject]
