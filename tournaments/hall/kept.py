"""Made once for many readers: three hundred phones that look at one page cost one computation."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class _Slot(Generic[T]):
    """One value, or the place where it is just being made."""

    __slots__ = ("lock", "made", "value")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made = False
        self.value: T


class Kept(Generic[T]):
    """The latest values by key. Whoever asks for one that is just being made waits for it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._slots: OrderedDict[Hashable, _Slot[T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of this key; what fails is not kept."""
        with self._lock:
            slot = self._slots.get(key)
            if slot is None:
                slot = self._slots[key] = _Slot()
            self._slots.move_to_end(key)
            while len(self._slots) > self.size:
                self._slots.popitem(last=False)
        if not slot.made:
            with slot.lock:
                if not slot.made:
                    slot.value = make()
                    slot.made = True
        return slot.value

    def forget(self) -> None:
        """Start afresh (tests)."""
        with self._lock:
            self._slots.clear()
