"""The register of people: searched, put right, without the same person twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

from scoring import Unreadable
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.refusals import codes
from tournaments.events.draw import drawing
from tournaments.events.ground import log
from tournaments.events.seats import seating
from tournaments.models import FIRST, Chair, Entrant, Member, Notice, Player, Ruling, ShownAs, Wish
from tournaments.people import alike, merging, privacy, register, searching
from tournaments.table import reading

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def somebody(name: str, **more: Any) -> Player:
    return register.add_person(tenant=FIRST, name=name, **more)


def names_found(query: str) -> list[str]:
    return [row.name for row in searching.search(FIRST, query).rows]


def change(player: Player, **more: Any) -> Player:
    known = ("name", "club", "category", "contact", "pseudonym", "shown_as")
    return register.change_person(
        player=player, **{key: more.get(key, getattr(player, key)) for key in known}
    )


# --- Searching and adding -----------------------------------------------------------------------------------


def test_people_are_found_by_parts_of_names_and_clubs_without_umlauts_and_capitals() -> None:
    for name, club in (("Jürgen Müller", "SC Köln"), ("Anna Keller", "SC Köln"), ("Łukasz Żak", "Bonn")):
        somebody(name, club=club)
    assert names_found("") == ["Anna Keller", "Jürgen Müller", "Łukasz Żak"]
    assert names_found("muell") == ["Jürgen Müller"]
    assert names_found("koeln SC") == ["Anna Keller", "Jürgen Müller"]
    assert names_found("keller köln") == ["Anna Keller"]
    assert names_found("zak") == ["Łukasz Żak"]
    assert names_found("nobody") == []


def test_a_long_register_is_shown_in_pages_and_counted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "ON_ONE_PAGE", 20)
    monkeypatch.setattr(searching, "PER_PAGE", 10)
    Player.objects.bulk_create(Player(name=f"Player {number:02}") for number in range(25))
    pages = [searching.search(FIRST, page=page) for page in (1, 2, 3, 4)]
    assert [(len(page.rows), page.total, page.page, page.pages) for page in pages] == [
        (10, 25, 1, 3),
        (10, 25, 2, 3),
        (5, 25, 3, 3),
        (5, 25, 3, 3),
    ]
    names = [row.name for page in pages[:3] for row in page.rows]
    assert names == [f"Player {number:02}" for number in range(25)]
    assert len(searching.search(FIRST, "player 1").rows) == 12  # 01, 10 to 19, 21


def test_evenings_and_events_are_counted() -> None:
    event = an_event(here=2)
    a_sitting(names=("Anna", "Bernd", "Carla", "Dora"))
    rows = {row.name: row for row in searching.search(FIRST).rows}
    anna = rows[Member.objects.filter(entrant__event=event).first().player.name]
    assert (anna.events, anna.evenings) == (1, 1)
    assert (rows["Dora"].events, rows["Dora"].evenings) == (0, 1)


def test_names_are_kept_first_name_first_and_clean() -> None:
    player = somebody("  Müller,\u202e Hans ", club=" SC  Köln ")
    assert (player.name, player.club) == ("Hans Müller", "SC Köln")


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(Unreadable) as refused:
        somebody(" ", club="x" * 61, contact="x" * 201, shown_as="nonsense")
    assert codes(refused) == ["length", "length", "name_missing", "choice"]


def test_a_name_is_taken_once_whatever_its_capitals() -> None:
    somebody("Jürgen Müller")
    with pytest.raises(Unreadable) as refused:
        somebody("JÜRGEN  MÜLLER")
    assert codes(refused) == ["name_taken"]


def test_a_pseudonym_has_to_be_there_to_be_shown() -> None:
    with pytest.raises(Unreadable) as refused:
        somebody("Anna", shown_as="pseudonym")
    assert codes(refused) == ["pseudonym_missing"]


def test_what_is_known_can_be_put_right() -> None:
    player = somebody("Anna Kelller")
    changed = change(player, name="Anna Keller", contact="anna@club.example", shown_as="short")
    assert Player.objects.get() == changed
    assert (changed.name, changed.contact, changed.public_name) == (
        "Anna Keller",
        "anna@club.example",
        "Anna K.",
    )
    assert change(changed, name="ANNA KELLER").name == "ANNA KELLER"


# --- The same person twice ----------------------------------------------------------------------------------


def test_doubles_are_found_once() -> None:
    for name in ("Hans Müller", "Hans Mueller", "Anna", "Müller, Berta"):
        somebody(name)
    ((player, candidates),) = alike.doubles(FIRST)
    assert {player.name, candidates[0].known.name} == {"Hans Müller", "Hans Mueller"}


def test_two_entries_become_one_with_everything() -> None:
    event = an_event()
    keep, gone = somebody("Hans Müller", club="Köln"), somebody("Hans Mueller", contact="h@m.example")
    sitting = a_sitting(names=("Hans Mueller", "Bernd", "Carla", "Dora"))
    entrant = Entrant.objects.create(event=event, number=1)
    Member.objects.create(entrant=entrant, player=gone)
    merging.merge(keep=keep, gone=gone)
    assert not Player.objects.filter(pk=gone.pk).exists()
    keep.refresh_from_db()
    assert (keep.club, keep.contact) == ("Köln", "h@m.example")
    assert Chair.objects.get(sitting=sitting, seat=1).player == keep
    assert entrant.members.get().player == keep


def test_who_asked_to_be_shown_with_less_is_not_shown_with_more() -> None:
    keep, gone = somebody("Hans Müller"), somebody("Hans Mueller", shown_as="initials")
    assert merging.merge(keep=keep, gone=gone).public_name == "H. M."


def test_people_of_one_table_are_two() -> None:
    a_sitting(names=("Hans Müller", "Hans Mueller", "Carla", "Dora"))
    keep, gone = (Player.objects.get(name=name) for name in ("Hans Müller", "Hans Mueller"))
    with pytest.raises(Unreadable) as refused:
        merging.merge(keep=keep, gone=gone)
    assert codes(refused) == ["two_people"]


def test_people_of_one_event_are_two() -> None:
    event = an_event(here=2)
    keep, gone = (entrant.members.get().player for entrant in event.entrants.all())
    with pytest.raises(Unreadable) as refused:
        merging.merge(keep=keep, gone=gone)
    assert codes(refused) == ["two_people"]


def test_nobody_is_merged_with_himself() -> None:
    keep = somebody("Anna")
    with pytest.raises(Unreadable):
        merging.merge(keep=keep, gone=keep)
    assert Player.objects.count() == 1


def test_a_second_person_of_the_same_name_needs_something_that_tells_them_apart() -> None:
    first = register.add_person(tenant=FIRST, name="Hans Müller", club="Köln")
    for club in ("", "köln"):
        with pytest.raises(Unreadable) as refused:
            register.add_person(tenant=FIRST, name="hans müller", club=club)
        assert codes(refused) == ["name_taken"]
    register.add_person(tenant=FIRST, name="Hans Müller", club="Bonn")
    senior = register.add_person(tenant=FIRST, name="Hans Müller", club="Köln", distinction="senior")
    assert alike.doubles(FIRST) == []
    assert register.resolve(FIRST, "Hans Müller", str(senior.pk)) == senior
    asked = register.resolve(FIRST, "Hans Müller")
    assert [candidate.known.label for candidate in asked] == [
        "Hans Müller (Köln)",
        "Hans Müller (Bonn)",
        "Hans Müller (Köln, senior)",
    ]
    assert register.resolve(FIRST, "Hans Müller", "new").pk not in (first.pk, senior.pk)


def test_two_of_one_name_whom_nothing_tells_apart_may_be_one_person() -> None:
    first = Player.objects.create(name="Hans Müller", club="Köln")
    second = Player.objects.create(name="Hans Müller")
    rest: dict[str, Any] = dict.fromkeys(("club", "category", "pseudonym"), "")
    register.change_person(player=second, name="Hans Müller", contact="0171", shown_as=ShownAs.FULL, **rest)
    ((doubtful, candidates),) = alike.doubles(FIRST)
    assert (doubtful, candidates[0].known.key) == (second, first.pk)
    assert merging.merge(keep=first, gone=second).club == "Köln"


# --- Privacy ------------------------------------------------------------------------------------------------


@pytest.fixture
def hans() -> Player:
    """Somebody of whom everything is known."""
    player = somebody(
        "Hans Müller", club="Köln", category="Senioren", contact="h@m.example", pseudonym="Fuchs"
    )
    sitting = a_sitting(names=("Hans Müller", "Bernd", "Carla", "Dora"), first_dealer=4)
    record(sitting, eine(1))
    event = an_event(here=1)
    entrant = Entrant.objects.create(event=event, number=9, club="Köln", category="Senioren", paid=True)
    Member.objects.create(entrant=entrant, player=player)
    other = event.entrants.get(number=1)
    Wish.objects.create(event=event, entrant=other, other=entrant)
    log.note(event, "withdrawn", reason="Hans Müller is ill", entrant=entrant.pk)
    Ruling.objects.create(
        event=event,
        kind="points",
        entrant=entrant,
        data={"points": -1},
        reason="late",
        at="2026-11-14T20:00Z",
    )
    return player


def test_a_person_gets_everything_that_is_known_of_him(hans: Player) -> None:
    data = privacy.everything_about(hans)
    json.dumps(data)
    assert (data["name"], data["contact"], data["pseudonym"]) == ("Hans Müller", "h@m.example", "Fuchs")
    (event,) = data["events"]
    assert (event["start_number"], event["paid"], event["category"]) == (9, True, "Senioren")
    assert event["not_at_a_table_with"] == ["Anna"]
    assert event["rulings"][0]["points"] == -1
    (table,) = data["tables"]
    assert (table["seat"], table["hands"], table["totals"]) == (1, 1, [6])


def test_others_appear_as_they_are_shown(hans: Player) -> None:
    Player.objects.filter(name="Anna").update(name="Anna Keller", shown_as="initials", contact="a@k.example")
    text = json.dumps(privacy.everything_about(hans))
    assert "A. K." in text
    assert "Keller" not in text
    assert "a@k.example" not in text


def test_who_is_forgotten_leaves_no_trace_but_his_results(hans: Player) -> None:
    sitting = Chair.objects.get(player=hans).sitting
    heads = [sitting.sheethead.head_hash]
    nobody = privacy.anonymise(player=hans, by="Desk")
    name = f"Anonymous {hans.pk}"
    assert (nobody.name, nobody.public_name) == (name, name)
    assert nobody.anonymised_at is not None
    assert (nobody.club, nobody.category, nobody.contact, nobody.pseudonym) == ("", "", "", "")
    entrant = Entrant.objects.get(number=9)
    assert (entrant.club, entrant.category) == ("", "")
    assert Notice.objects.get(what="withdrawn").reason == f"{name} is ill"
    view = reading.sheet(sitting)
    assert (view.seats[0].name, view.seats[0].total) == (name, 6)
    sitting.refresh_from_db()
    assert [sitting.sheethead.head_hash] == heads
    assert "Müller" not in view.hands[0].sentence


def test_reasons_of_changed_seats_forget_too(hans: Player) -> None:
    event = Entrant.objects.get(number=9).event
    add_entrants(event, 3)
    (round_,) = drawing.draw_next(event, seed="x")
    first, second = round_.seating["tables"][0][:2]
    seating.exchange(round_, first, second, reason="HANS MÜLLER asked for it")
    privacy.anonymise(player=hans)
    round_.refresh_from_db()
    assert [change["reason"] for change in round_.changes] == [f"Anonymous {hans.pk} asked for it"]


def test_a_pair_called_after_its_people_loses_its_name() -> None:
    event = an_event("truco-swiss", here=1)
    entrant = event.entrants.get()
    player = entrant.members.get(place=1).player
    Player.objects.filter(pk=player.pk).update(name="Hans Müller")
    for name, left in (("Müller & Co", ""), ("The Aces", "The Aces")):
        Entrant.objects.filter(pk=entrant.pk).update(name=name, club="Köln")
        Player.objects.filter(pk=player.pk).update(name="Hans Müller", anonymised_at=None)
        privacy.anonymise(player=Player.objects.get(pk=player.pk))
        entrant.refresh_from_db()
        assert (entrant.name, entrant.club) == (left, "Köln")


def test_forgetting_twice_changes_nothing(hans: Player) -> None:
    first = privacy.anonymise(player=hans)
    again = privacy.anonymise(player=hans)
    assert (first.name, first.anonymised_at) == (again.name, again.anonymised_at)
    with pytest.raises(Unreadable):
        change(again, name="Hans Müller")


def test_a_name_that_happens_to_be_taken_is_no_obstacle(hans: Player) -> None:
    somebody(f"Anonymous {hans.pk}")
    assert privacy.anonymise(player=hans).name == f"Anonymous {hans.pk + 1}"


def test_who_is_forgotten_is_no_candidate_for_anybody(hans: Player) -> None:
    privacy.anonymise(player=hans)
    assert names_found("") == [
        *sorted(set(names_found("")) - {f"Anonymous {hans.pk}"}),
        f"Anonymous {hans.pk}",
    ]
    assert alike.acquaintances(FIRST, ["Hans Müller"]).judge("Hans Müller").candidates == ()
    assert searching.complete(FIRST, f"Anonymous {hans.pk}") == []


def test_shown_choices_are_all_ways_of_showing() -> None:
    assert [value for value, _label in register.shown_choices()] == [str(way.value) for way in ShownAs]


# --- Many people --------------------------------------------------------------------------------------------


def many(count: int) -> None:
    Player.objects.bulk_create(Player(name=f"Vorname{number} Nachname{number}") for number in range(count))


@pytest.mark.parametrize("count", [5, 500])
def test_a_large_register_asks_the_database_no_more_often(
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    many(count)
    with django_assert_num_queries(5):  # letters, how many, the page, what they have played
        searching.search(FIRST, "nachname")
    with django_assert_max_num_queries(3):  # where the first two have found enough, there is no third
        searching.complete(FIRST, "nachname")
    with django_assert_num_queries(2):
        alike.acquaintances(FIRST, [f"Vorname{number} Nachname{number}" for number in range(400)])
    with django_assert_num_queries(1):
        alike.namesake(FIRST, {"name": "Anna Keller", "club": "", "distinction": ""})


def test_what_is_typed_is_found_by_its_beginning_first_then_anywhere() -> None:
    for name in ("Anna Birnbaum", "Birgit Aal", "Karl Abirn"):
        somebody(name)
    assert [player.name for player in searching.complete(FIRST, "bir", limit=2)] == [
        "Birgit Aal",
        "Anna Birnbaum",
    ]
    assert [player.name for player in searching.complete(FIRST, "bir")] == [
        "Birgit Aal",
        "Karl Abirn",
        "Anna Birnbaum",
    ]
    assert [player.name for player in searching.complete(FIRST, "BIRNBAUM an")] == ["Anna Birnbaum"]
    assert searching.complete(FIRST, "%") == []


def test_who_is_saved_in_whatever_way_is_found() -> None:
    anna = somebody("Anna Keller")
    (bernd,) = Player.objects.bulk_create([Player(name="Bernd Zorn")])
    assert names_found("zorn") == ["Bernd Zorn"]
    Player.objects.filter(name="Bernd Zorn").update(name="Bernd Sanft")
    assert (names_found("zorn"), names_found("sanft")) == ([], ["Bernd Sanft"])
    anna.club = "Köln"
    anna.save(update_fields=["club"])
    assert names_found("koeln") == ["Anna Keller"]
    anna.pseudonym = "Die Füchsin"
    Player.objects.bulk_update([anna], ["pseudonym"])
    assert names_found("fuchsin") == ["Anna Keller"]
    privacy.anonymise(player=bernd)
    assert names_found("sanft") == []
