"""`manage.py owner` as everybody calls it: before anything else."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.processes import run
from tests.server import SETTINGS, RealServer


def test_the_first_account_is_made_before_the_first_start(tmp_path: Path) -> None:
    server = RealServer(tmp_path / "data", fresh=True)
    command = [sys.executable, "manage.py", "owner", "Chefin", "--mail", "chefin@verein.test"]
    done = run(command, env=server.environment, without=SETTINGS, data=b"ein gutes langes Wort\n")
    assert done.stdout == "The database is empty: it is set up now.\nChefin owns all events.\n", done.stderr
    asked = """
from tournaments.models import ClubAccount
account = ClubAccount.objects.get()
print(account.email, account.is_superuser, account.membership.role, account.membership.club_id)
"""
    assert server.python(asked) == "chefin@verein.test True owner 1\n"
