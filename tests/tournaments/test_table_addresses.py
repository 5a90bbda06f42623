"""In a federation a table's number is no address: who was not given the address finds nothing by counting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config import rendering
from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.crawling import crawl, routes
from tests.tournaments.event_builders import an_account, an_event
from tests.tournaments.visitors import a_writer, named
from tournaments.access import credentials, doors
from tournaments.models import Club, Credential, Role, Sitting

pytestmark = pytest.mark.django_db

NAMES = ("Yggdrasilia", "Xanthippus", "Quetzalia", "Zwiebelfisch")


@pytest.fixture
def federation(settings: Any) -> Iterator[None]:
    """A process never changes its profile: what it keeps has the addresses of that."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    rendering.forget()
    yield
    rendering.forget()


@pytest.fixture
def table() -> Sitting:
    sitting = a_sitting(names=NAMES, first_dealer=4)
    record(sitting, eine(1))
    return sitting


def addresses(sitting: Sitting) -> list[str]:
    """Every page and file of a table, behind its own address."""
    places = [route.removeprefix("t/<int:pk>/") for route in routes() if route.startswith("t/<int:pk>/")]
    samples = {"<slug:key>": "pile", "<int:number>": "1", "<str:what>": "sheet", "<str:kind>": "csv"}
    samples["<str:purpose>"] = "watch"
    for sign, sample in samples.items():
        places = [place.replace(sign, sample) for place in places]
    return places


def test_a_club_has_short_addresses(table: Sitting) -> None:
    assert reverse("table", args=[table.pk]) == f"/t/{table.pk}/"
    assert Client().get(f"/t/{table.pk}/").status_code == 200


@pytest.mark.usefixtures("federation")
def test_whoever_counts_numbers_finds_nothing_and_changes_nothing(table: Sitting) -> None:
    stranger = Client(raise_request_exception=False)
    for place in addresses(table):
        for bare in (f"/t/{table.pk}/", f"/t/{table.pk}-{'a' * 16}/", f"/t/{table.pk}-/"):
            assert stranger.get(f"{bare}{place}").status_code in (404, 405), place
            assert stranger.post(f"{bare}{place}").status_code in (404, 405), place
    assert stranger.get("/t/999999/").status_code == 404  # as for a table that does not exist


@pytest.mark.usefixtures("federation")
def test_with_its_own_address_everybody_may_look_and_every_link_keeps_it(table: Sitting) -> None:
    stranger, address = Client(), reverse("table", args=[table.pk])
    seen = crawl(stranger, address)
    assert NAMES[0] in b"".join(seen[address]).decode()
    assert all(path.startswith(address) for path in seen if path.startswith("/t/"))
    for place in (
        "",
        "hands/",
        "numbers/",
        "rules/",
        "invite/",
        "sheet.csv",
        "sheet.json",
        "paper/sheet.pdf",
    ):
        assert stranger.get(f"{address}{place}").status_code == 200
    tag = stranger.get(address, {"part": "live"})["ETag"]
    news = stranger.get(address, {"part": "live"}, headers={"If-None-Match": tag})
    assert (news.status_code, news.content) == (304, b"")
    other = a_sitting("cabo", seats=2)
    assert reverse("table", args=[other.pk]).split("-")[1] != address.split("-")[1]


@pytest.mark.usefixtures("federation")
def test_whoever_writes_at_a_table_comes_in_by_its_number_too(table: Sitting) -> None:
    phone = a_writer(table)
    assert phone.get(f"/t/{table.pk}/").status_code == 200
    answer = phone.post(f"/t/{table.pk}/undo/", {"hand": "1", "seen": "1"})
    assert answer["Location"] == reverse("table", args=[table.pk])
    Credential.objects.update(revoked_at="2026-01-01T00:00:00Z")
    assert phone.get(f"/t/{table.pk}/").status_code == 404


@pytest.mark.usefixtures("federation")
def test_the_code_to_watch_and_the_way_in_lead_to_the_whole_address(table: Sitting) -> None:
    address = reverse("table", args=[table.pk])
    assert address in a_writer(table).get(f"{address}invite/").text
    phone = Client()
    answer = phone.post("/j", {"table": table.pk, "key": credentials.table_key(table)})
    assert answer["Location"] == address
    phone.post("/door/", {"code": doors.code_of(Club.objects.get())})
    opened = phone.post("/new/cego/", named())
    assert opened["Location"] == reverse("table", args=[Sitting.objects.first().pk])


@pytest.mark.usefixtures("federation")
def test_tables_of_an_event_are_found_on_its_pages_and_not_by_their_numbers() -> None:
    event = an_event(here=8)
    sitting = hall.table(hall.begin(event))
    stranger = Client()
    assert stranger.get(f"/t/{sitting.pk}/").status_code == 404
    address = reverse("table", args=[sitting.pk])
    assert address in stranger.get(f"/e/{event.pk}/").text
    assert stranger.get(f"/e/{event.pk}/table/1/")["Location"] == address
    assert stranger.get(address).status_code == 200
    organiser = hall.logged_in(an_account("or", event, Role.ORGANISER))
    assert organiser.get(f"/t/{sitting.pk}/").status_code == 200


@pytest.mark.usefixtures("federation")
def test_a_stranger_who_walks_through_a_federation_meets_no_name_of_a_quick_evening(table: Sitting) -> None:
    stranger = Client()
    answers = crawl(stranger)
    answers |= {path: stranger.get(path) for path in ("/new/cego/", f"/new/cego/?like={table.pk}")}
    texts = {path: b"".join(answer).decode(errors="replace") for path, answer in answers.items()}
    assert not [path for path, text in texts.items() if any(name in text for name in NAMES)]
    assert json.loads(stranger.get("/api/events.json").text) is not None
    assert NAMES[0] in a_writer(table).get("/own/").text  # on its own phone it is listed


# --- names of earlier evenings ------------------------------


def test_in_a_club_names_are_for_the_laptop_and_for_phones_that_have_written_here(table: Sitting) -> None:
    asked = f"/new/cego/?like={table.pk}"
    opened_only = a_writer(a_sitting("cabo", names=("Ida", "Udo")))
    for visitor in (Client(), opened_only):
        assert not any(name in visitor.get(asked).text for name in NAMES)
    assert "Ida" in opened_only.get("/new/cabo/").text  # what was typed on this very phone
    phone = Client()
    secret = credentials.claim(table)
    phone.cookies[credentials.cookie_name(table)] = secret
    written: dict[str, Any] = {"credential": Credential.objects.latest("created_at"), "via": "own"}
    record(table, eine(2), **written)
    for visitor in (hall.laptop(), phone):
        assert all(name in visitor.get(asked).text for name in NAMES)
    other = Client()
    other.cookies[f"{credentials.COOKIE}{table.pk}"] = secret + "x"
    assert not any(name in other.get(asked).text for name in NAMES)


def test_house_rules_of_the_last_evening_are_filled_in_for_everybody_in_the_club(table: Sitting) -> None:
    Sitting.objects.filter(pk=table.pk).update(club="Kartenfreunde")
    assert 'value="Kartenfreunde"' in Client().get("/new/cego/").text


def test_regulars_can_be_tapped(table: Sitting) -> None:
    shown = hall.laptop().get("/new/cego/").text
    assert all(f'data-name="{name}"' in shown for name in NAMES)
    assert "data-regulars" not in Client().get("/new/cego/").text
