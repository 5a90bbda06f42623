"""A passkey in a real browser, behind a real proxy with https: the one journey where a device signs."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import NameOID
from playwright.sync_api import Page, expect

from tests import nginx
from tests.browser import NewPage
from tests.server import NAME, RealServer

WORD = "ein gutes langes Wort"
OWNER = f"""
from tournaments.access import accounts
from tournaments.models import Role
accounts.create_account(name="Ines", password="{WORD}", role=Role.OWNER)
"""
GONE = """
from tournaments.models import ClubAccount
ClubAccount.objects.filter(username="Ines").delete()
"""


def certificate(directory: Path) -> Path:
    """One that nobody vouches for, with its key, in one file."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = directory / "certificate.pem"
    pem = serialization.Encoding.PEM
    file.write_bytes(signed.public_bytes(pem) + key.private_bytes(pem, *form))
    return file


@pytest.fixture(scope="module")
def federation(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of several clubs, over https."""
    nginx.required()
    directory = tmp_path_factory.mktemp("federation")
    server = RealServer(
        directory / "data",
        env={
            "PROFILE": "federation",
            "HOSTS": "",
            "ALLOWED_HOSTS": f"{NAME},localhost",
            "DATABASE_URL": postgres_url,
            "WORKERS": "1",
        },
    ).start()
    pem = certificate(directory)
    changes = (
        (
            r"listen 127\.0\.0\.1:(\d+);",
            rf"listen 127.0.0.1:\1 ssl; ssl_certificate {pem}; ssl_certificate_key {pem};",
        ),
        (rf"server_name {re.escape(NAME)};", "server_name localhost;"),
        (r"Host \$host;", "Host $http_host;"),  # with the port, which the real one has not
    )
    server.python(OWNER)
    with nginx.in_front_of(server.port, changes) as proxy:
        yield f"https://localhost:{proxy.port}"
    server.python(GONE)  # other tests have this database too
    server.stop()


def finger_on(page: Page) -> None:
    """From now on the device has a sensor, and a finger on it."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_is_added_and_used(federation: str, new_page: NewPage) -> None:
    page = new_page("phone", ignore_https_errors=True)
    finger_on(page)
    page.goto(f"{federation}/desk/login/?next=/desk/account/")
    page.get_by_label("Name").fill("Ines")
    page.get_by_label("Passwort", exact=True).fill(WORD)
    page.get_by_label("Angemeldet bleiben").check()
    page.get_by_role("button", name="Anmelden", exact=True).click()
    page.get_by_label("Name für dieses Gerät").fill("Handy")
    page.get_by_role("button", name="Einen Passkey hinzufügen").click()
    expect(page.get_by_role("heading", name="Notfallcodes")).to_be_visible()
    expect(page.get_by_text("Handy", exact=True)).to_be_visible()
    page.get_by_role("button", name="Auf allen Geräten abmelden").click()
    page.goto(f"{federation}/desk/accounts/")
    page.get_by_role("button", name="Mit einem Passkey anmelden").click()
    expect(page.get_by_role("heading", name="Konten")).to_be_visible()
