"""Whatever goes wrong, the visitor reads a sentence in his language."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import translation

from config import errorpages


@pytest.fixture
def templates(tmp_path: Path, settings: Any) -> Path:
    """Error pages of our own, in an empty directory."""
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path], "APP_DIRS": False}]
    return tmp_path


def test_the_template_gets_sentence_and_request(templates: Path, rf: Any) -> None:
    (templates / "503.html").write_text("<p>{{ sentence }} {{ reason }} {{ request.path }}</p>")
    response = errorpages.page(rf.get("/x"), 503, "Not saved.", "busy")
    assert (response.status_code, response.content) == (503, b"<p>Not saved. busy /x</p>")


def test_without_a_template_the_sentence_itself_is_the_page(templates: Path, rf: Any) -> None:
    response = errorpages.page(rf.get("/"), 503, "Nicht gespeichert.")
    assert (response.status_code, response.content) == (503, b"Nicht gespeichert.\n")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"


def test_a_template_that_fails_does_not_make_it_worse(templates: Path, rf: Any) -> None:
    (templates / "500.html").write_text("{% url 'nowhere' %}")
    assert errorpages.page(rf.get("/"), 500, "Something went wrong.").content == b"Something went wrong.\n"


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("status", [400, 405, 500, 503])
def test_the_real_pages_can_be_shown_in_every_language(rf: Any, status: int, language: str) -> None:
    with translation.override(language):
        response = errorpages.page(rf.get("/"), status, "The sentence.")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in response.text


TOO_LARGE = {
    413: {"name": "x" * 300_000},
    400: {f"f{number}": "1" for number in range(4100)},
}


@pytest.mark.parametrize("status", TOO_LARGE)
def test_too_large_a_form_is_refused(client: Client, status: int) -> None:
    form = urlencode(TOO_LARGE[status])
    response = client.post("/i18n/setlang/", form, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status


def test_an_address_nobody_knows_gets_a_page(client: Client) -> None:
    response = client.get("/nowhere/")
    assert (response.status_code, response.templates[0].name) == (404, "404.html")


@pytest.mark.parametrize(
    ("address", "above"),
    [("/desk/e/1/people/import/", "/desk/e/1/people/"), ("/desk/e/1/draw/make/", "/desk/e/1/draw/")],
)
def test_the_address_behind_a_button_shows_the_way_back(client: Client, address: str, above: str) -> None:
    response = client.get(address, headers={"Host": "localhost"})
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert f'<a class="button" href="{above}">' in response.text


def test_a_foreign_host_gets_a_page(client: Client) -> None:
    response = client.get("/", headers={"Host": "attacker.example"})
    assert (response.status_code, response.templates[0].name) == (400, "400.html")


def test_a_page_that_cannot_be_shown_makes_no_unknown_address_a_mistake_of_ours(
    templates: Path, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    (templates / "404.html").write_text("{% url 'nowhere' %}")
    response = client.post("/t/1000000000000000000/close/", {"a": "b"})
    assert (response.status_code, response.headers["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert "the page for 404 cannot be shown" in caplog.text
