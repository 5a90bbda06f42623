"""`python -m faults.red`: every variant of the program that breaks its word must be seen through."""

from __future__ import annotations

import sys

from faults.__main__ import main

if __name__ == "__main__":
    sys.argv.append("--red")
    main()
