"""What holds on every page: headers, languages, names that are no names, and that reading writes nothing."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from tests.config.test_headers import ALWAYS
from tests.tournaments.builders import a_sitting, called, close, correct, eine, record, undo
from tests.tournaments.crawling import crawl, everything
from tests.tournaments.paper import text_of
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.models import Sitting

pytestmark = pytest.mark.django_db

CODES = ("de", "en", "es")


@pytest.fixture
def club() -> tuple[Sitting, Sitting]:
    """An evening of Cego in the middle, with a history, and a game of Cabo that is over and closed."""
    cego = a_sitting(first_dealer=4)
    record(cego, eine(1, 47))
    record(cego, {"kind": "redeal"})
    record(cego, eine(2, 35))
    correct(cego, 3, eine(2, 36))
    record(cego, eine(3, 70))
    undo(cego, 4)
    cabo = a_sitting("cabo", seats=3, rounds=1)
    record(cabo, called(1, 3, 5, 8))
    close(cabo)
    return cego, cabo


def pages(answers: dict[str, Any]) -> dict[str, Any]:
    return {
        address: answer
        for address, answer in answers.items()
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    }


# --- the walk through all pages ------------------------------

ONLY_POSTED = ("/undo/", "/close/", "/forget/", "/import/")


def about_answer(address: str, answer: Any) -> list[str]:
    """What is wrong with an answer, whatever it holds: links lead somewhere, headers are on everything."""
    wrong = []
    expected = {405} if address.endswith(ONLY_POSTED) else {200, 302}
    if answer.status_code not in expected:
        wrong.append(f"{address}: a link leads to {answer.status_code}")
    wanted = {**ALWAYS, "Cache-Control": answer["Cache-Control"]} if address == "/favicon.ico" else ALWAYS
    carried = {name: answer.headers.get(name) for name in ALWAYS}
    if carried != wanted:
        wrong.append(f"{address}: headers are {carried}")
    return wrong


def about_page(address: str, text: str, language: str) -> list[str]:
    """What is wrong with a page: more than the policy allows, another language, no way to the others."""
    wrong, read = [], Elements(text)
    if forbidden := [name for _tag, name in read.attributes if name.startswith("on") or name == "style"]:
        wrong.append(f"{address}: attributes {forbidden}")
    if not all(script.startswith("/static/") for script in read.scripts):
        wrong.append(f"{address}: scripts {read.scripts}")
    if "style" in read.tags:
        wrong.append(f"{address}: a style element")
    if f'<html lang="{language}">' not in text:
        wrong.append(f"{address}: is not in {language}")
    if read.inputs.get("next") != address:
        wrong.append(f"{address}: a choice of language leads to {read.inputs.get('next')}")
    return wrong


@pytest.mark.parametrize(
    ("who", "language"), [("writer", "de"), ("writer", "en"), ("writer", "es"), ("stranger", "de")]
)
def test_every_page_and_file_is_as_it_should_be_and_reading_it_changes_nothing(
    club: tuple[Sitting, Sitting], who: str, language: str
) -> None:
    """One walk for all of it. With answers for the preview, too, as phones send them all the time."""
    cego, cabo = club
    language_header = {"headers": {"Accept-Language": language}}
    visitor = a_writer(cego, **language_header) if who == "writer" else a_stranger(**language_header)
    before = everything()
    answers = crawl(visitor)
    more = [
        f"/t/{cego.pk}/?part=preview&declarer=1&contract=eine&points=47",
        f"/t/{cego.pk}/?part=live",
        f"/t/{cego.pk}/hand/1/?part=preview&declarer=1&contract=eine&points=36",
        f"/t/{cego.pk}/undo/",
        f"/t/{cabo.pk}/close/?again=1",
        "/rules/cego/forget/?set=set-1",
        "/j?table=1&key=AAAA-AAAA",
        "/nowhere/",
        f"/t/{cego.pk}/paper/sheet.pdf",
        f"/t/{cego.pk}/paper/blank.pdf?two",
        "/paper/cabo/4/blank.pdf",
    ]
    for address in more if language == "de" else ():
        visitor.get(address)
        visitor.head(address)
    assert everything() == before
    wanted = {"/", "/j", "/paper/", "/rules/", f"/t/{cego.pk}/", f"/t/{cabo.pk}/hands/", "/new/cabo/"}
    assert wanted <= answers.keys()
    assert (f"/t/{cego.pk}/hand/1/" in answers) == (who == "writer")
    shown = pages(answers)
    wrong = [line for address, answer in answers.items() for line in about_answer(address, answer)]
    wrong += [line for address, page in shown.items() for line in about_page(address, page.text, language)]
    assert not wrong, "\n".join(wrong)
    assert len(shown) > 40
    if who == "stranger":  # only language, token and tables are kept on a phone
        assert set(visitor.cookies) == {"csrftoken"}
        cookie = visitor.cookies["csrftoken"]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    if (who, language) == ("writer", "de"):
        for address in shown:
            back = visitor.post("/i18n/setlang/", {"language": "en", "next": address})
            assert (back.status_code, back["Location"]) == (302, address)


class Elements(HTMLParser):
    """Tags and attributes as a browser sees them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self.inputs: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name) for name, _value in attrs]
        if tag == "script":
            self.scripts.append(dict(attrs).get("src") or "inline")
        if tag == "input":
            self.inputs[dict(attrs).get("name") or ""] = dict(attrs).get("value") or ""


# --- names ------------------------------

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "' onmouseover='alert(3)",
    "</script><svg onload=alert(4)>",
)
CURLY = ("{seat.__class__}", "%(name)s %s %", "{{ 7|add:7 }}", "{% now 'Y' %}")
TURNED = ("An\u202ena", "B\u200ben", "\u2066Cem\u2069", "D\x07ora")


@pytest.mark.parametrize("names", [HOSTILE, CURLY], ids=["html", "format strings"])
@pytest.mark.parametrize("game", ["cego", "cabo"])
def test_names_are_text_on_every_page(names: tuple[str, ...], game: str) -> None:
    sitting = a_sitting(game, names=names)
    sitting.title, sitting.club = names[0], names[1]
    sitting.save()
    hand = eine(1, 47) if game == "cego" else called(1, 3, 5, 8, 9)
    record(sitting, hand)
    record(sitting, eine(2, 35) if game == "cego" else called(3, 3, 5, 8, 9))
    undo(sitting, 2)
    writer = a_writer(sitting)
    answers = pages(crawl(writer))
    conflict = a_writer(sitting).post(
        f"/t/{sitting.pk}/", hand_form(sitting, eine(3) if game == "cego" else called(2, 1, 1, 1, 2))
    )
    assert conflict.status_code == 409
    shown = 0
    for address, answer in {**answers, "conflict": conflict}.items():
        text = answer.text
        read = Elements(text)
        assert not [name for _tag, name in read.attributes if name.startswith("on")], address
        assert all(script.startswith("/static/") for script in read.scripts), address
        assert not [name for name in names if "<" in name and name in text], address
        shown += sum(html.escape(name) in text for name in names)
    assert shown >= 4 * 5
    if names is CURLY:
        assert not [address for address, answer in answers.items() if "<class" in html.unescape(answer.text)]


@pytest.mark.parametrize("what", ["sheet", "blank", "rules", "numbers"])
def test_names_are_text_on_paper(what: str) -> None:
    sitting = a_sitting(names=HOSTILE)
    record(sitting, eine(1, 47))
    answer = a_stranger().get(f"/t/{sitting.pk}/paper/{what}.pdf")
    assert answer.status_code == 200
    if what == "sheet":
        assert "onerror=alert(1)" in text_of(answer.content).replace(" ", "")


def test_a_name_cannot_turn_the_page_around_or_hide(client: Client) -> None:
    sitting = a_sitting(names=TURNED)
    record(sitting, eine(1, 47))
    shown = "".join(answer.text for answer in pages(crawl(a_writer(sitting))).values())
    assert not [sign for sign in "\u202e\u200b\u2066\u2069\x07" if sign in shown]
    assert "<bdi>Anna</bdi>" in a_stranger().get(f"/t/{sitting.pk}/").text


def test_a_stored_name_of_an_older_version_is_shown_and_not_obeyed() -> None:
    """The register is only text; whatever stands there already must not become part of a page."""
    sitting = a_sitting()
    sitting.chairs.get(seat=1).player.__class__.objects.filter(name="Anna").update(name=HOSTILE[0])
    record(sitting, eine(1, 47))
    for answer in pages(crawl(a_stranger())).values():
        assert HOSTILE[0] not in answer.text


# --- languages ------------------------------


def test_a_language_once_chosen_stays(client: Client) -> None:
    answer = client.post(
        "/i18n/setlang/", {"language": "es", "next": "/j"}, headers={"Accept-Language": "de"}
    )
    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("es", True, "Lax")
    for _look in range(2):
        assert '<html lang="es">' in client.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("language", ["", "fr", "xx", "de; drop", "../../etc/passwd", "\0", "d" * 10_000])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    answer = client.post("/i18n/setlang/", {"language": language, "next": "/j"})
    assert answer.status_code in (302, 400)
    assert '<html lang="de">' in client.get("/").text


@pytest.mark.parametrize(
    "wish",
    ["fr", "xx", "*", "", "de-AT,de;q=0.9", "d" * 5000],
)
def test_a_phone_with_an_unknown_language_gets_german(client: Client, wish: str) -> None:
    assert '<html lang="de">' in client.get("/", headers={"Accept-Language": wish}).text


@pytest.mark.parametrize("remembered", ["fr", "../x", "d" * 3000])
def test_a_remembered_language_that_is_none_is_no_trouble(client: Client, remembered: str) -> None:
    client.cookies["django_language"] = remembered
    assert client.get("/").status_code == 200


ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http://evil.example",
    "https:evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "ftp://evil.example",
    " //evil.example",
    "\t//evil.example",
    "http://testserver@evil.example",
    "http://testserver.evil.example",
    "http:///evil.example",
    "//evil.example/%2f..",
    "/%0d%0aSet-Cookie:x=y",
    "/\r\nSet-Cookie: x=y",
    "https://testserver:evil@evil.example/",
    "%2f%2fevil.example",
    "〱evil.example",
]


@pytest.mark.parametrize("goal", ELSEWHERE)
def test_choosing_a_language_leads_nowhere_else(client: Client, goal: str) -> None:
    for method in ("post", "get"):
        answer = getattr(client, method)("/i18n/setlang/", {"language": "en", "next": goal})
        assert answer.status_code in (302, 204, 400)
        place = answer.headers.get("Location", "/")
        assert urlsplit(urljoin("http://testserver/i18n/setlang/", place)).netloc == "testserver", place
        assert not place.startswith(("//", "/\\", "\\")), place
        assert "Set-Cookie" not in answer.headers
        assert "x" not in answer.cookies


# --- refusals in words ------------------------------


@pytest.mark.parametrize("language", CODES)
def test_refusals_are_pages_in_the_language_of_the_phone(client: Client, language: str) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
    missing = client.get("/nowhere/", headers={"Accept-Language": language})
    forged = strict.post("/new/cego/", {})
    assert [missing.status_code, forged.status_code] == [404, 403]
    with translation.override(language):
        sentences = (translation.gettext("Page not found"), translation.gettext("This page is too old"))
    for answer, sentence in zip((missing, forged), sentences, strict=True):
        assert html.escape(sentence) in answer.text
        assert f'<html lang="{language}">' in answer.text
        assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS


def test_a_page_that_breaks_says_that_nothing_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **options: object) -> None:
        raise ZeroDivisionError("the rules: Anna 47")

    monkeypatch.setattr(ledger, "record_hand", broken)
    sitting = a_sitting()
    writer = a_writer(sitting, raise_request_exception=False, headers={"Accept-Language": "en"})
    answer = writer.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(1)))
    assert answer.status_code == 500
    assert "was not saved" in answer.text
    assert "Anna" not in answer.text
    assert "ZeroDivision" not in answer.text
