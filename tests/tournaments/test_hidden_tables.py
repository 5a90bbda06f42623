"""Tables of evenings at the desk: hidden ones are gone for everybody else, empty ones can go for good."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments import ledger
from tournaments.models import Club, Entry, Player, Sitting

pytestmark = pytest.mark.django_db


def titled(title: str) -> Sitting:
    sitting = a_sitting()
    Sitting.objects.filter(pk=sitting.pk).update(title=title)
    return sitting


def change(browser: Client, sitting: Sitting, what: str) -> int:
    return browser.post(f"/desk/tables/{sitting.pk}/{what}/").status_code


def test_a_hidden_table_is_gone_for_all_but_the_desk_and_comes_back() -> None:
    sitting = titled("Scherz")
    record(sitting, eine(1))
    laptop, phone, stranger = hall.laptop(), a_writer(sitting), a_stranger()
    assert change(laptop, sitting, "hide") == 302
    address = f"/t/{sitting.pk}/"
    for path in (address, f"{address}hands/", f"{address}sheet.csv", f"{address}?part=table"):
        assert phone.get(path).status_code == 404, path
        assert stranger.get(path).status_code == 404, path
    assert phone.post(address, hand_form(sitting, eine(2), 2, seen=1)).status_code == 404
    assert "Scherz" not in stranger.get("/").text
    assert laptop.get(address).status_code == 200
    assert "Scherz" in laptop.get("/desk/tables/").text
    assert Entry.objects.filter(sitting=sitting).exists()
    change(laptop, sitting, "show")
    assert phone.get(address).status_code == 200
    assert "Scherz" in stranger.get("/").text


def test_a_page_that_is_open_notices(settings: Any) -> None:
    sitting = a_sitting()
    phone = a_writer(sitting)
    before = Sitting.objects.get(pk=sitting.pk).beside
    assert phone.get(f"/t/{sitting.pk}/").status_code == 200
    ledger.hide(sitting)
    assert Sitting.objects.get(pk=sitting.pk).beside != before


def test_the_code_of_a_hidden_table_opens_nothing() -> None:
    from tournaments.access import credentials

    sitting = a_sitting()
    ledger.hide(sitting)
    answer = a_stranger().post("/j", {"table": sitting.pk, "key": credentials.table_key(sitting)})
    assert answer.status_code == 403


def test_an_empty_table_goes_for_good_with_the_people_made_up_for_it() -> None:
    old = Player.objects.create(name="Anna")
    Player.objects.filter(pk=old.pk).update(created_at="2020-01-01T20:00:00Z")
    sitting = a_sitting(names=("Anna", "Donald", "Micky", "Goofy"))
    assert change(hall.laptop(), sitting, "delete") == 302
    assert not Sitting.objects.exists()
    assert list(Player.objects.all()) == [old]


def test_a_table_with_a_hand_is_not_deleted() -> None:
    sitting = a_sitting()
    record(sitting, eine(1))
    laptop = hall.laptop()
    assert f"/desk/tables/{sitting.pk}/delete/" not in laptop.get("/desk/tables/").text
    change(laptop, sitting, "delete")
    assert Sitting.objects.filter(pk=sitting.pk).exists()


def test_long_lists_have_pages() -> None:
    for number in range(31):
        titled(f"Abend {number:02}")
    laptop = hall.laptop()
    first, second = laptop.get("/desk/tables/").text, laptop.get("/desk/tables/?page=2").text
    assert "Abend 30" in first
    assert "Abend 00" not in first
    assert "Abend 00" in second
    assert laptop.get("/desk/tables/?page=999999999999").status_code == 200


def test_a_club_sees_and_hides_its_own_tables_only(settings: Any) -> None:
    from tests.tournaments.test_doors import of_club
    from tournaments.models import Role

    club = Club.objects.create(slug="adler", name="Adler")
    other = Club.objects.create(slug="loewe", name="Löwe")
    sitting = titled("Unter uns")
    Sitting.objects.update(tenant=club)
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    stranger = of_club(other, Role.OWNER)
    assert "Unter uns" not in stranger.get("/desk/tables/").text
    assert change(stranger, sitting, "hide") == 404
    organiser = of_club(club, Role.ORGANISER)
    assert change(organiser, sitting, "hide") == 302
    address = reverse("table", args=(sitting.pk,))
    assert organiser.get(address).status_code == 200
    assert stranger.get(address).status_code == 404
    assert change(of_club(club, Role.HELPER), sitting, "show") == 403
