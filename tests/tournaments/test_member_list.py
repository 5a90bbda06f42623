"""The federation's office keeps its register: by hand, and by lists that come and go."""

from __future__ import annotations

import datetime
import io
import re
from dataclasses import replace
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import Unreadable
from tests.tournaments.club_builders import a_club, an_operator, browser_of
from tests.tournaments.member_builders import a_member, joined
from tournaments.clubs import members
from tournaments.lists import cells, table_of_text
from tournaments.lists.members import read_members
from tournaments.models import Club, FederationMember, MemberJoin, Player

pytestmark = pytest.mark.django_db
IMPORT = "/desk/members/import/"
ROWS, MARK = re.compile(r'name="rows" value="([^"]+)"'), re.compile(r'name="mark" value="([^"]+)"')


@pytest.fixture(autouse=True)
def server(settings: Any) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="federation")


@pytest.fixture
def office() -> Client:
    return browser_of(an_operator())


@pytest.fixture
def club() -> Club:
    return a_club()


def look(office: Client, text: str) -> tuple[str, dict[str, str]]:
    """The page that shows a list, and the form that takes it."""
    page = office.post(IMPORT, {"text": text}).text
    rows, mark = ROWS.search(page), MARK.search(page)
    return page, {"rows": rows[1], "mark": mark[1], "confirm": "1"} if rows and mark else {}


def register() -> list[tuple[str, str, str, int | None, bool]]:
    rows = FederationMember.objects.select_related("club").order_by("number")
    return [(row.number, row.name, row.club_word, row.born, row.active) for row in rows]


# --- by hand ------------------------------


def test_a_member_is_added_found_and_corrected(office: Client, club: Club) -> None:
    form = {"number": "bw 0123", "name": "Keßler, Anna", "club": str(club.pk), "born": "2011"}
    answer = office.post("/desk/members/", form, follow=True)
    assert "Anna Keßler is in the member register." in answer.text
    member = FederationMember.objects.get()
    assert register() == [("BW0123", "Anna Keßler", "Cegofreunde Müllheim", 2011, True)]
    for query in ("bw0123", "kessler", "Müllheim anna", "Kiel anna"):
        is_listed = "Anna Keßler" in office.get("/desk/members/", {"q": query}).text
        assert is_listed is (query != "Kiel anna"), query
    form |= {"name": "Anna Maier", "born": "", "club": "", "club_name": "SC Kiel"}
    office.post(f"/desk/members/{member.pk}/", form)
    assert register() == [("BW0123", "Anna Maier", "SC Kiel", None, True)]
    assert "Anna Maier" in office.get("/desk/members/", {"q": "maier"}).text


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("number", " ", "The number is missing."),
        ("number", "=1+1", "A number has up to 20 letters"),
        ("number", "1" * 21, "A number has up to 20 letters"),
        ("number", "4711", "Number 4711 belongs to Hans Müller."),
        ("name", "", "The name is missing."),
        ("name", "x" * 61, "At most 60 letters."),
        ("club", "999999", "This club is not at home on this server."),
        ("club", "x", "This club is not at home on this server."),
        ("club_name", "x" * 121, "At most 120 letters."),
        ("born", "90", "“90” is not a year of birth."),
        ("born", "2099", "“2099” is not a year of birth."),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    office: Client, field: str, value: str, sentence: str
) -> None:
    a_member(number="4711")
    form = {"number": "4712", "name": "Anna Keller", "club": "", "club_name": "SC Kiel", "born": ""}
    answer = office.post("/desk/members/", {**form, field: value})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert field == "club_name" or 'value="SC Kiel"' in answer.text
    assert FederationMember.objects.count() == 1


def test_another_club_is_asked_about_where_a_join_would_end(office: Client, club: Club) -> None:
    join, other = joined(club), a_club("Die anderen")
    form = {"number": join.member.number, "name": "Hans Müller", "club": str(other.pk), "club_name": ""}
    answer = office.post(f"/desk/members/{join.member_id}/", form)
    assert answer.status_code == 422
    assert "End it, and save" in answer.text
    join.refresh_from_db()
    assert join.holds
    office.post(f"/desk/members/{join.member_id}/", {**form, "sure": "1"})
    join.refresh_from_db()
    assert join.ended_at


def test_who_leaves_comes_back_or_goes_for_good(office: Client, club: Club) -> None:
    join = joined(club)
    path = f"/desk/members/{join.member_id}/"
    assert "What is joined or proposed in the club ends." in office.get(f"{path}left/").text
    assert "Only who has left" in office.post(f"{path}remove/").text
    office.post(f"{path}left/")
    assert "Hans Müller" not in office.get("/desk/members/").text
    assert "Hans Müller" in office.get("/desk/members/", {"state": "left"}).text
    office.post(f"{path}left/", {"back": "1"})
    assert FederationMember.objects.get().active
    office.post(f"{path}left/")
    assert "Removed for good." in office.post(f"{path}remove/", follow=True).text
    assert office.get(path).status_code == 404


def test_a_long_register_has_pages(office: Client) -> None:
    FederationMember.objects.bulk_create(
        FederationMember(number=f"{number}", name=f"Person {number}") for number in range(120)
    )
    page = office.get("/desk/members/", {"page": "2"}).text
    assert "120 members" in page
    assert "Page 2 of 3" in page
    assert 'rel="next"' in page


# --- lists come ------------------------------


def test_a_list_is_looked_at_and_then_taken(office: Client, club: Club) -> None:
    a_member("Hans Müller", club, "4711", born="1960")
    text = (
        "Mitgliedsnummer;Nachname;Vorname;Verein;Geburtsdatum;Status;Haarfarbe\n"
        "4711;Mueller;Hans;;;aktiv;rot\n"
        "4712;Keller;Anna;cegofreunde muellheim;12.03.2011;;blond\n"
        "4713;Weit;Paula;SC Kiel;;ausgetreten;grau\n"
    )
    page, form = look(office, text)
    assert "Nothing is written yet." in page
    assert "Hans Müller → Hans Mueller" in page
    assert "Columns that are not read: Haarfarbe." in page
    assert "SC Kiel" in page
    assert FederationMember.objects.count() == 1
    assert "2 new, 1 changed." in office.post(IMPORT, form, follow=True).text
    assert register() == [
        ("4711", "Hans Mueller", "Cegofreunde Müllheim", 1960, True),
        ("4712", "Anna Keller", "Cegofreunde Müllheim", 2011, True),
        ("4713", "Paula Weit", "SC Kiel", None, False),
    ]
    assert "Nothing in this list would change the register." in look(office, text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "4711;Anna Keller;SC Kiel;1990",
        "4711\tAnna Keller\tSC Kiel\t1990",
        "4711,Anna Keller,SC Kiel,1990",
        "Liste 2026\n\nNr;Name;Verein;Jahrgang\n4711;Keller, Anna;SC Kiel;1990",
        'No,Name,Club,Born\n4711,"Keller, Anna",SC Kiel,1990-03-12',
        "N.º;Apellido;Nombre de pila;Club;Año de nacimiento\n4711;Keller;Anna;SC Kiel;1990",
    ],
)
def test_tables_of_all_kinds_are_understood(text: str) -> None:
    (row,) = read_members(table_of_text(text)).rows
    assert (row.number, row.name, row.club, row.born[:4]) == ("4711", "Anna Keller", "SC Kiel", "1990")
    assert not row.problems


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (";Anna Keller;;", "The number is missing."),
        ("4712;;;", "The name is missing."),
        ("47 §;Anna Keller;;", "A number has up to 20 letters"),
        ("4712;Anna Keller;;90", "“90” is not a year of birth."),
        ("4711;Anna Keller;;", "Number 4711 is in line 2 already."),
        ("4712;Anna Keller;;;vielleicht", "“vielleicht”: active or left?"),
        ("4712;Anna Keller;;;;morgen", "“morgen” is not a date."),
        ("4712;Anna Keller;;;;31.02.2026", "“31.02.2026” is not a date."),
        ("4712;Anna Keller;Zwilling;", "Two clubs on this server are called Zwilling."),
        (f"4712;{'x' * 61};;", "At most 60 letters."),
    ],
)
def test_a_row_that_cannot_be_read_stays_out_and_the_others_come(
    office: Client, row: str, sentence: str
) -> None:
    a_club("Zwilling")
    a_club("Zwilling", slug="zwilling-2")
    text = f"Nummer;Name;Verein;Jahrgang;Status;Austritt\n4711;Hans Müller;;;;\n{row}\n"
    page, form = look(office, text)
    assert sentence in page
    assert "Cannot be imported like this: 1" in page
    office.post(IMPORT, form)
    assert [number for number, *_rest in register()] == ["4711"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no member in this list."),
        ("Nummer;Name", "There is no member in this list."),
        ("Name;Verein\nHans;SC Kiel", "The list needs a column with the number and one with the name."),
        ("\n".join(f"{number};Hans" for number in range(5_001)), "at most 5000 rows"),
        ("x;" * 11_000, "Line 1 is too long"),
        ("\0", "This is not a list."),
    ],
)
def test_what_is_no_list_is_refused_in_words(office: Client, text: str, sentence: str) -> None:
    answer = office.post(IMPORT, {"text": text})
    assert answer.status_code == 422
    assert sentence in answer.text.replace("5,000", "5000").replace("\N{NO-BREAK SPACE}", " ")


def test_a_form_that_was_bent_is_refused(office: Client) -> None:
    assert office.post(IMPORT, {"rows": "nonsense", "confirm": "1"}).status_code == 422


def test_what_has_changed_since_is_shown_again(office: Client) -> None:
    _page, form = look(office, "4711;Hans Müller")
    a_member("Anna Keller", number="4711")
    answer = office.post(IMPORT, form)
    assert answer.status_code == 422
    assert "The register has changed since you looked at this list." in answer.text
    assert "Anna Keller → Hans Müller" in answer.text
    assert register()[0][1] == "Anna Keller"
    mark = MARK.search(answer.text)
    assert mark
    office.post(IMPORT, {**form, "mark": mark[1]})
    assert register()[0][1] == "Hans Müller"


@pytest.mark.parametrize("cells_of_row", ["Hans Müller;SC Kiel;", "Hans Müller;;ausgetreten"])
def test_a_list_says_which_joins_end_by_it(office: Client, club: Club, cells_of_row: str) -> None:
    join = joined(club)
    text = f"Nummer;Name;Verein;Status\n{join.member.number};{cells_of_row}"
    page, form = look(office, text)
    assert "1 join with a club ends by it." in page
    office.post(IMPORT, form)
    assert not MemberJoin.objects.filter(ended_at=None).exists()


def test_a_long_list_comes_at_once(office: Client) -> None:
    text = "\n".join(f"{number};Person {number};SC Kiel" for number in range(cells.MOST_ROWS))
    page, form = look(office, text)
    assert f"New: {cells.MOST_ROWS}" in page
    office.post(IMPORT, form)
    assert FederationMember.objects.count() == cells.MOST_ROWS


# --- and go ------------------------------


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_register_leaves_and_comes_again(club: Club, language: str, kind: str) -> None:
    a_member("Hans Müller", club, "4711", born="1960")
    a_member("Paula Weit", None, "4712", club_name="SC Kiel")
    members.leave(member=a_member("Emil Fort", None, "4713").pk, by="x", on=datetime.date(2026, 3, 1))
    browser, before = browser_of(an_operator(), language), register()
    data = browser.get(f"/desk/members/members.{kind}").content
    page = browser.post(IMPORT, {"file": SimpleUploadedFile(f"members.{kind}", data)}).text
    assert 'name="confirm"' not in page  # nothing would change
    FederationMember.objects.all().delete()
    page = browser.post(IMPORT, {"file": SimpleUploadedFile(f"members.{kind}", data)}).text
    rows, mark = ROWS.search(page), MARK.search(page)
    assert rows
    assert mark
    browser.post(IMPORT, {"rows": rows[1], "mark": mark[1], "confirm": "1"})
    assert register() == before
    assert FederationMember.objects.get(number="4713").left_on == datetime.date(2026, 3, 1)
    assert browser.get("/desk/members/members.pdf").status_code == 404


def test_nothing_in_a_file_is_a_formula(office: Client) -> None:
    a_member("=HYPERLINK(1)", number="4711")
    data = office.get("/desk/members/members.xlsx").content
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sheet is not None
    assert sheet["B2"].data_type == "s"
    assert "'=HYPERLINK" in office.get("/desk/members/members.csv").text


def test_a_spreadsheet_has_numbers_and_dates_of_its_own() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Nr", "Name", "Geburtsdatum", "Austritt"])
    sheet.append([4711.0, "Keller, Anna", datetime.date(1990, 3, 12), datetime.datetime(2026, 3, 1)])
    data = io.BytesIO()
    book.save(data)
    (row,) = read_members(cells.table_of_file(data.getvalue())).rows
    assert (row.number, row.born, row.left_on) == ("4711", "1990-03-12", datetime.date(2026, 3, 1))


def test_a_picture_is_no_list() -> None:
    with pytest.raises(Unreadable):
        cells.table_of_file(b"\x89PNG" + bytes(100))


# --- a laptop ------------------------------

PAGES = (
    *("/desk/members/", "/desk/members/1/", "/desk/members/1/left/", "/desk/members/1/remove/"),
    *("/desk/members/1/end/", "/desk/members/members.csv", "/desk/club/members/", "/desk/club/members/1/"),
    *("/desk/club/members/1/end/",),
)


def test_a_laptop_has_nothing_of_it(settings: Any, laptop: Client) -> None:
    settings.PROFILE = replace(settings.PROFILE, name="club")
    assert [path for path in PAGES if laptop.get(path).status_code != 404] == []
    forms = (
        "/desk/members/import/",
        "/desk/members/answer/",
        "/desk/members/ask/",
        "/desk/club/members/propose/",
    )
    assert [path for path in forms if laptop.post(path, {"text": "1;A"}).status_code != 404] == []
    assert "/members/" not in laptop.get("/desk/").text
    person = Player.objects.create(name="Hans Müller")
    page = laptop.get(f"/desk/people/{person.pk}/").text
    assert "Federation" not in page
    assert "federation" not in page
