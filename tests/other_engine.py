"""`python3 dev.py test --postgresql`: every test of pages and of the ledger a second time, on PostgreSQL.

Not run there: what starts servers or browsers, which have settings of their own, and what needs no database
(tests/config/test_postgres.py starts a federation). With the whole suite come those marked both_engines.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.postgres import binaries, running

WITH_DATABASE = ("tests/tournaments", "tests/lists", "tests/engines")


def main(arguments: list[str]) -> int:
    """The status of pytest."""
    programs = binaries()
    if programs is None:
        print("PostgreSQL is not installed here: apt-get install postgresql")
        return 1
    chosen = arguments or ["-n", "auto", *WITH_DATABASE]
    with running(programs) as address:
        environment = {**os.environ, "TEST_DATABASE": address}
        return subprocess.run([sys.executable, "-m", "pytest", *chosen], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
