from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.server import RealServer

pytestmark = pytest.mark.both_engines


@pytest.mark.django_db
def test_a_healthy_server_says_ok_and_nothing_else(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_the_real_server_is_healthy(real_server: RealServer) -> None:
    assert real_server.get("/healthz").text == "ok\n"


def test_a_phone_reaches_it_as_on_a_club_network(phone: Page, real_server: RealServer) -> None:
    phone.goto(real_server.url + "/healthz")
    assert phone.inner_text("body").strip() == "ok"
    assert phone.evaluate("isSecureContext") is False
