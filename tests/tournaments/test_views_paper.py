"""Everything that leaves as a file: who gets which, under which name, and what is not there."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from scoring import GAMES
from tests.tournaments.builders import a_sitting, close, eine, record
from tests.tournaments.event_builders import a_round, add_entrants, an_event
from tests.tournaments.paper import codes_of, glued, text_of
from tests.tournaments.visitors import a_stranger, a_writer
from tournaments.access import credentials
from tournaments.models import Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.sitting(first_dealer=4)]


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    record(sitting, eine(1, 47))
    return sitting


def links(html: str) -> list[str]:
    return [part.partition('"')[0].replace("&amp;", "&") for part in html.split('href="')[1:]]


def test_every_sheet_that_is_offered_exists(client: Client) -> None:
    """Also the ones of three people under rules without tables of three: they are not offered."""
    offered = [link for link in links(client.get("/paper/").text) if ".pdf" in link]
    assert len(offered) > 20
    for link in offered:
        if link.endswith("two"):
            continue  # the same sheet twice on a page; one of them is looked at below
        answer = client.get(link)
        assert (link, answer.status_code, answer["Content-Type"]) == (link, 200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")
    assert client.get("/paper/cego/4/blank.pdf?two").content.startswith(b"%PDF-")


@pytest.mark.parametrize(
    "address",
    [
        "/paper/cego/2/blank.pdf",
        "/paper/cego/99999999999999999999/blank.pdf",
        "/paper/cego/3/blank.pdf?set=schwarzwald",
        "/paper/chess/4/blank.pdf",
        "/paper/chess/rules.pdf",
    ],
)
def test_there_is_no_sheet_for_what_cannot_be_played(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("what", ["sheet", "blank", "rules"])
def test_the_papers_of_a_table_are_for_everybody(sitting: Sitting, what: str) -> None:
    answer = a_stranger().get(f"/t/{sitting.pk}/paper/{what}.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="cego-{sitting.pk}-{what}.pdf"'


def test_the_sheet_of_the_evening_tells_every_hand(sitting: Sitting) -> None:
    words = glued(text_of(a_stranger().get(f"/t/{sitting.pk}/paper/sheet.pdf").content))
    assert "Anna" in words
    assert "47" in words


def test_the_key_is_printed_for_devices_of_the_table_only(sitting: Sitting) -> None:
    address = f"/t/{sitting.pk}/paper/blank.pdf"
    of_the_table = a_writer(sitting).get(address).content
    assert codes_of(of_the_table) == [f"http://testserver/j#{sitting.pk}-{credentials.table_key(sitting)}"]
    assert credentials.typed_code(sitting) in text_of(of_the_table)
    for visitor in (a_stranger(), a_writer(a_sitting())):
        paper = visitor.get(address).content
        assert codes_of(paper) == []
        assert credentials.typed_code(sitting) not in text_of(paper)


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_data_of_a_table_is_for_everybody(sitting: Sitting, kind: str) -> None:
    answer = a_stranger().get(f"/t/{sitting.pk}/sheet.{kind}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == {"csv": "text/csv; charset=utf-8", "json": "application/json"}[kind]
    assert answer["Content-Disposition"] == f'attachment; filename="cego-{sitting.pk}.{kind}"'


@pytest.mark.parametrize(
    "kind", ["xml", "CSV", "json.exe", 'a";x="', "a%0d%0aSet-Cookie:x=y", "%00", "csv%20"]
)
def test_there_is_no_other_kind_of_file(sitting: Sitting, kind: str) -> None:
    answer = a_stranger(raise_request_exception=False).get(f"/t/{sitting.pk}/sheet.{kind}")
    assert answer.status_code in (400, 404)
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("what", ["secret", "sheet.pdf", "..%2f..%2fsheet", "%00"])
def test_there_is_no_other_paper(sitting: Sitting, what: str) -> None:
    assert a_writer(sitting).get(f"/t/{sitting.pk}/paper/{what}.pdf").status_code in (400, 404)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_the_card_of_the_rules_is_in_the_language_of_the_reader(client: Client, game: str) -> None:
    texts = {
        language: text_of(
            client.get(f"/paper/{game}/rules.pdf", headers={"Accept-Language": language}).content
        )
        for language in ("de", "en", "es")
    }
    assert len(set(texts.values())) == 3
    answer = client.get(f"/paper/{game}/rules.pdf", headers={"Accept-Language": "es"})
    assert answer["Content-Language"] == "es"


# --- sheets that are filed ------------------------------------------------------------------------


def paper_of(sitting: Sitting) -> str:
    shown = Client(headers={"accept-language": "en"}).get(f"/t/{sitting.pk}/paper/sheet.pdf")
    return text_of(shown.content)


def test_a_sheet_closed_by_hand_is_over_on_paper() -> None:
    sitting = a_sitting("cego")
    assert "Still being played" in paper_of(sitting)
    record(sitting, eine(1, 47))
    close(sitting)
    assert "Closed after 1 hand: Anna with 6." in paper_of(sitting)


def test_a_sheet_of_an_event_says_event_round_and_table_on_every_page() -> None:
    event = an_event()
    add_entrants(event, 8)
    a_round(event)
    sitting = Sitting.objects.get(number=2)
    record(sitting, eine(1, 47))
    for _hand in range(60):
        record(sitting, {"kind": "redeal"})
    shown = Client(headers={"accept-language": "en"}).get(f"/t/{sitting.pk}/paper/sheet.pdf")
    pages = PdfReader(io.BytesIO(shown.content)).pages
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        text = glued(page.extract_text())
        for word in (event.title, "Round 1", "Table 2", f"Page {number} of {len(pages)}"):
            assert glued(word) in text, (number, word)
