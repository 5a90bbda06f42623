"""Two people under one name are told apart again, evening by evening, and numbers say who is who."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring import Unreadable
from tests.tournaments.career_builders import NAMES, a_played_evening, a_played_event, changed, person
from tests.tournaments.refusals import codes
from tournaments.careers import keeping
from tournaments.lists import ListRow
from tournaments.models import FIRST, Appearance, Chair, Member, Notice, Parting, Player
from tournaments.people import merging, parting, privacy, register, searching
from tournaments.people.importing import take_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def points(name: Player) -> list[int]:
    rows = Appearance.objects.filter(player=name).order_by("chapter__day")
    return list(rows.values_list("points", flat=True))


# --- Parting ------------------------------------------------------------------------------------------------


def test_an_evening_is_given_to_somebody_new_and_taken_back() -> None:
    event, other = a_played_event(0), a_played_event(1)
    keeping.bring_up(FIRST)
    anna, before = person("Anna"), points(person("Anna"))
    row = parting.part(
        origin=anna, evenings=[f"e{other.pk}"], name="Anna", distinction="the elder", by="Desk"
    )
    elder = row.other
    assert (elder.name, elder.distinction) == ("Anna", "the elder")
    assert Member.objects.get(player=anna).entrant.event == event
    assert Chair.objects.get(player=elder).sitting.event == other
    keeping.bring_up(FIRST)
    assert [*points(anna), *points(elder)] == before
    assert Notice.objects.get(event=other, what="parted").by == "Desk"
    parting.take_back(parting=row, by="Desk")
    parting.take_back(parting=row, by="Desk")
    keeping.bring_up(FIRST)
    assert points(anna) == before
    assert not Player.objects.filter(pk=elder.pk).exists(), "who was made for it and has nothing is gone"


def test_tables_without_an_event_are_evenings_too() -> None:
    sitting = a_played_evening("Anna", "Bert", "Cora", "Dirk")
    zita = register.add_person(tenant=FIRST, name="Zita")
    (evening,) = parting.evenings_of(person("Anna"))
    assert evening.key == f"t{sitting.pk}"
    row = parting.part(origin=person("Anna"), evenings=[evening.key], other=zita)
    assert Chair.objects.get(player=zita).sitting == sitting
    parting.take_back(parting=row)
    assert Chair.objects.get(player=person("Anna")).sitting == sitting
    assert Player.objects.filter(pk=zita.pk).exists(), "who was there before stays"


def test_nobody_is_at_one_event_as_two_people() -> None:
    event = a_played_event(0)
    with pytest.raises(Unreadable) as refused:
        parting.part(origin=person("Anna"), evenings=[f"e{event.pk}"], other=person("Bert"))
    assert codes(refused) == ["two_people"]
    assert "Abend 1" in str(refused.value.problems[0].text.values["evening"])
    (evening,) = parting.evenings_of(person("Anna"), person("Bert"))
    assert evening.taken


@pytest.mark.parametrize("evenings", [(), ("e999",), ("x1",), ("e",), ("t-1",), ("e٣",)])
def test_nothing_is_parted_where_nothing_is_chosen(evenings: tuple[str, ...]) -> None:
    a_played_event(0)
    with pytest.raises(Unreadable) as refused:
        parting.part(origin=person("Anna"), evenings=evenings, name="Neu")
    assert codes(refused) == ["nothing"]
    assert not Player.objects.filter(name="Neu").exists(), "and nobody is added for it"


def test_somebody_new_of_the_same_name_needs_a_word_that_tells_them_apart() -> None:
    event = a_played_event(0)
    with pytest.raises(Unreadable) as refused:
        parting.part(origin=person("Anna"), evenings=[f"e{event.pk}"], name="Anna")
    assert codes(refused) == ["name_taken"]


def test_who_is_forgotten_is_not_parted() -> None:
    event = a_played_event(0)
    anna = privacy.anonymise(player=person("Anna"))
    with pytest.raises(Unreadable) as refused:
        parting.part(origin=anna, evenings=[f"e{event.pk}"], name="Neu")
    assert codes(refused) == ["anonymised"]


def test_what_was_joined_is_parted_again() -> None:
    a_played_event(0)
    other = a_played_event(1, ("Otto", *NAMES[1:]))
    merging.merge(keep=person("Anna"), gone=person("Otto"))
    parting.part(origin=person("Anna"), evenings=[f"e{other.pk}"], name="Otto")
    assert Member.objects.get(player=person("Otto")).entrant.event == other


def test_a_merge_that_cannot_be_names_the_evening() -> None:
    a_played_event(0)
    with pytest.raises(Unreadable) as refused:
        merging.merge(keep=person("Anna"), gone=person("Bert"))
    assert str(refused.value.problems[0].text.values["evening"]).startswith("Abend 1, ")


def test_parting_in_the_page(laptop: Client) -> None:
    a_played_event(0)
    other = a_played_event(1)
    anna = person("Anna")
    address = f"/desk/people/{anna.pk}/part/"
    assert "Abend 2" in laptop.get(address).text
    form: dict[str, Any] = {"evening": [f"e{other.pk}"], "name": "Anna", "distinction": "the elder"}
    look = laptop.post(address, form)
    assert "Give these to somebody new, Anna?" in look.text
    assert not Parting.objects.exists(), "a look changes nothing"
    refused = laptop.post(address, {**form, "distinction": "", "sure": "1"})
    assert refused.status_code == 422
    done = laptop.post(address, {**form, "sure": "1"}, follow=True)
    assert "1 evening belongs to Anna now." in done.text
    row = Parting.objects.get()
    assert "Take this back" in laptop.get(f"/desk/people/{anna.pk}/").text
    back = laptop.post(f"/desk/people/partings/{row.pk}/back/", follow=True)
    assert "The evenings belong to Anna again." in back.text
    assert Member.objects.filter(player=anna).count() == 2


# --- Numbers in the club ------------------------------------------------------------------------------------


def test_a_number_in_the_club_is_one_persons() -> None:
    anna = register.add_person(tenant=FIRST, name="Anna", club_number=" M 17 ")
    assert anna.club_number == "M17"
    with pytest.raises(Unreadable) as refused:
        register.add_person(tenant=FIRST, name="Bert", club_number="m17")
    assert codes(refused) == ["number_taken"]
    assert register.add_person(tenant=FIRST, name="Bert").club_number == ""
    assert register.add_person(tenant=FIRST, name="Cora").club_number == "", "without one there may be many"


def test_somebody_is_found_by_his_number() -> None:
    register.add_person(tenant=FIRST, name="Anna", club_number="M17")
    register.add_person(tenant=FIRST, name="Bert", club_number="M18")
    assert [row.name for row in searching.search(FIRST, "m17").rows] == ["Anna"]
    assert [player.name for player in searching.complete(FIRST, "m1")] == ["Anna", "Bert"]


def listed(*rows: tuple[str, ...]) -> list[ListRow]:
    return [ListRow(line, cells) for line, cells in enumerate(rows, start=1)]


def test_a_list_knows_people_by_their_numbers() -> None:
    anna = register.add_person(tenant=FIRST, name="Anna Keller", club_number="17")
    taken = take_in(
        rows=listed(("Name", "Mitgliedsnummer"), ("Anna Keller-Huber", "17"), ("Bert Neu", "18")),
        tenant=FIRST,
    )
    assert taken.done
    assert Player.objects.get(name="Bert Neu").club_number == "18"
    assert not Player.objects.filter(name="Anna Keller-Huber").exists(), "she has married, and is the same"
    assert Player.objects.get(club_number="17") == anna


def test_a_number_with_another_name_is_a_slip() -> None:
    register.add_person(tenant=FIRST, name="Anna Keller", club_number="17")
    taken = take_in(rows=listed(("Name", "Mitgliedsnummer"), ("Bert Neu", "17")), tenant=FIRST)
    assert taken.done
    assert "17" in taken.preview.rows[0].problems[0]
    assert Player.objects.get(name="Bert Neu").club_number == ""


def test_numbers_go_out_with_the_register_and_come_back(laptop: Client) -> None:
    register.add_person(tenant=FIRST, name="Anna Keller", club_number="17")
    table = laptop.get("/desk/people/people.csv").content.decode("utf-8-sig")
    assert "Number in the club" in table.splitlines()[0]
    assert "17" in table.splitlines()[1]


def test_two_numbers_are_two_people_until_somebody_takes_one_away() -> None:
    anna = register.add_person(tenant=FIRST, name="Anna", club_number="17")
    annie = register.add_person(tenant=FIRST, name="Annie", club_number="18")
    with pytest.raises(Unreadable) as refused:
        merging.merge(keep=anna, gone=annie)
    assert codes(refused) == ["two_numbers"]
    changed(anna, club_number="")
    assert merging.merge(keep=anna, gone=annie).club_number == "18"


def test_who_is_forgotten_leaves_the_number_to_others() -> None:
    anna = register.add_person(tenant=FIRST, name="Anna", club_number="17", unlisted=True)
    nobody = privacy.anonymise(player=anna)
    assert (nobody.club_number, nobody.unlisted) == ("", False)
    assert register.add_person(tenant=FIRST, name="Bert", club_number="17").club_number == "17"
