"""What is wrong with an answer: a stable code for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong. `field` None: the record as a whole; `at` leads into lists and groups (from 1)."""

    field: str | None
    code: str
    text: Text
    at: tuple[int | str, ...] = ()


class Unreadable(ValueError):  # noqa: N818 (what it says of the answers, not of the program)
    """Not accepted; `problems` holds everything found wrong, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))

    def __reduce__(self) -> tuple[type[Unreadable], tuple[tuple[Problem, ...]]]:
        return Unreadable, (self.problems,)
