"""On a server copies are its operators' business, and the page says whose business is what."""

from __future__ import annotations

from typing import Any

import pytest

from tests.config.loaded import FEDERATION, switchable
from tests.tournaments.club_builders import an_account_of, an_operator, browser_of
from tests.tournaments.copies import data as data
from tournaments.models import Club
from tournaments.models.clubs import FIRST
from tournaments.safekeeping.backups.dumping import newest
from tournaments.safekeeping.backups.making import PREFIX, home


@pytest.mark.django_db
@pytest.mark.usefixtures("data")
def test_a_club_is_told_what_is_its_own_and_an_operator_how_it_stands(settings: Any) -> None:
    settings.PROFILE = switchable(**FEDERATION)["PROFILE"]
    owner = browser_of(an_account_of(Club.objects.get(pk=FIRST)))
    page = owner.get("/desk/backups/").text
    assert "The server’s operators see to its copies" in page
    assert "the file of an event" in page
    assert "pg_dump" not in page
    operator = browser_of(an_operator())
    assert "No copy lies on this machine." in operator.get("/desk/backups/").text
    home().mkdir(parents=True, exist_ok=True)
    (home() / f"{PREFIX}20260101-030000-asked.dump").touch()
    assert newest() is not None
    page = operator.get("/desk/backups/").text
    assert "The last copy that lies on this machine was made" in page
    assert "manage.py backup" in page
