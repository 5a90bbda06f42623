"""How much work a request may still do, counted in steps: the same on every machine, however fast it is."""

from __future__ import annotations


class OutOfWork(Exception):  # noqa: N818 (what it says of the work)
    """The steps are used up."""


class Work:
    """Steps that are left; `ended` once more were taken than there were."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    @property
    def ended(self) -> bool:
        """Nothing is left."""
        return self.left <= 0

    def take(self, steps: int) -> None:
        """So many steps were done."""
        self.left -= steps
