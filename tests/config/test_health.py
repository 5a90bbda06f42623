"""/healthz says whether the server is fit to take a hand."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.test import Client
from playwright.sync_api import Page

from config import health
from config.database import UnsafeDatabase
from tests.server import RealServer


@pytest.mark.both_engines
@pytest.mark.django_db
def test_a_healthy_server_says_ok_and_nothing_else(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_setting_changed_at_run_time_is_noticed(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA cell_size_check = OFF")
    try:
        response = client.get("/healthz")
        assert (response.status_code, response.content) == (503, b"not ok\n")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cell_size_check = ON")


@pytest.mark.parametrize("error", [OperationalError("gone"), UnsafeDatabase("synchronous is 0")])
def test_a_database_that_cannot_be_asked_is_not_ok(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    class Broken:
        def cursor(self) -> None:
            raise error

    monkeypatch.setattr(health, "connection", Broken())
    assert client.get("/healthz").status_code == 503


def test_the_real_server_is_healthy(real_server: RealServer) -> None:
    assert real_server.get("/healthz").text == "ok\n"


def test_a_phone_reaches_it_as_on_a_club_network(phone: Page, real_server: RealServer) -> None:
    phone.goto(real_server.url + "/healthz")
    assert phone.inner_text("body").strip() == "ok"
    assert phone.evaluate("isSecureContext") is False
    assert phone.evaluate("[screen.width, navigator.maxTouchPoints > 0, navigator.language]") == [
        360,
        True,
        "de-DE",
    ]
