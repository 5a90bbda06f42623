"""openpyxl, loaded when somebody reads or writes a spreadsheet: most evenings never do."""

from __future__ import annotations

import sys
from decimal import Decimal
from types import ModuleType
from typing import Any


def library() -> Any:
    """The library, without numpy: it loads 12 MB of that only to know numbers of numpy when it sees them.

    No cell of ours is one; what it would look for is given to it before it looks.
    """
    name = "openpyxl.compat.numbers"
    if name not in sys.modules:
        numbers = ModuleType(name)
        vars(numbers).update(NUMPY=False, NUMERIC_TYPES=(int, float, Decimal))
        sys.modules[name] = numbers
    import openpyxl

    return openpyxl
