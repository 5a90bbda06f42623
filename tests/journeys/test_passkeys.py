"""A passkey in a real browser, behind a real proxy with https: the one journey where a device signs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import NewPage
from tests.journeys.federation import PASSWORD, Federation, a_federation, finger_on

OWNER = f"""
from tournaments.access import accounts
from tournaments.models import Role
accounts.create_account(name="Ines", password="{PASSWORD}", role=Role.OWNER)
"""


@pytest.fixture(scope="module")
def federation(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    with a_federation(postgres_url, tmp_path_factory.mktemp("federation"), "passkeys") as server:
        server.python(OWNER)
        yield server


def test_a_passkey_is_added_and_used(federation: Federation, new_page: NewPage) -> None:
    page = new_page("phone", ignore_https_errors=True)
    finger_on(page)
    page.goto(f"{federation.url}/desk/login/?next=/desk/account/")
    page.get_by_label("Name").fill("Ines")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_label("Angemeldet bleiben").check()
    page.get_by_role("button", name="Anmelden", exact=True).click()
    page.get_by_label("Name für dieses Gerät").fill("Handy")
    page.get_by_role("button", name="Einen Passkey hinzufügen").click()
    expect(page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
    expect(page.get_by_text("Handy", exact=True)).to_be_visible()
    page.get_by_role("button", name="Auf allen Geräten abmelden").click()
    page.goto(f"{federation.url}/desk/accounts/")
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page.get_by_role("heading", name="Konten")).to_be_visible()
