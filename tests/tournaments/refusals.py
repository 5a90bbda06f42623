"""Why something was refused."""

from __future__ import annotations

import pytest

from scoring import Unreadable


def codes(refused: pytest.ExceptionInfo[Unreadable]) -> list[str]:
    """The code of each problem."""
    return [problem.code for problem in refused.value.problems]
