"""An immutable sequence that can be continued at the same small cost however long it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Series(Sequence[T], Generic[T]):
    """Behaves like a tuple. `then` shares the memory of the shorter series instead of copying it.

    A sheet of n hands would otherwise copy n²/2 references. Several continuations of one series are
    fine, also from several threads: only the one that comes first in the shared list keeps it.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def then(self, item: T) -> Series[T]:
        """This series and one more item."""
        shared, length = self._shared, self._length
        if len(shared) == length:
            shared.append(item)
        if shared[length] is not item:  # somebody else went on from here before
            shared = [*shared[:length], item]
        longer: Series[T] = Series.__new__(Series)
        longer._shared, longer._length = shared, length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self._shared[index] for index in range(*place.indices(self._length)))
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._shared[place if place >= 0 else place + self._length]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Series | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
