"""Lists that come into an event: nothing is written unconfirmed, and nobody is there twice."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import Unreadable
from tests.tournaments.crawling import everything
from tests.tournaments.event_builders import an_event
from tournaments.lists import ListRow, rows_of_text
from tournaments.models import FIRST, Entrant, Event, Notice, Player
from tournaments.people import importing, incoming
from tournaments.people.importing import ImportResult, packed, take_in, typed, unpacked
from tournaments.people.incoming import Fate, ListPreview
from tournaments.people.listing import entrants_table, rows
from tournaments.people.previewing import preview

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def pairs() -> Event:
    return an_event("truco-swiss")


def known(*names: str, club: str = "") -> None:
    for name in names:
        Player.objects.create(name=name, club=club)


def fates(seen: ListPreview) -> list[str]:
    return [row.fate.value for row in seen.rows]


def take(event: Event | None, text: str, **more: object) -> ImportResult:
    return take_in(tenant=FIRST, rows=rows_of_text(text), event=event, **more)  # type: ignore[arg-type]


def listed(event: Event) -> list[tuple[int, str]]:
    return [(row.number, row.name) for row in rows(event)]


# --- Looked at ----------------------------------------------------------------------------------------------


def test_looking_at_a_list_writes_nothing(event: Event) -> None:
    known("Hans Müller")
    before = everything()
    seen = preview(rows_of_text("Hans Müller\nHans Mueller\nAnna\n\nAnna"), event=event, tenant=FIRST)
    assert fates(seen) == ["known", "doubtful", "new", "doubtful"]
    assert (seen.taken, seen.undecided) == (2, 2)
    assert everything() == before


def test_a_doubtful_name_offers_who_it_may_be(event: Event) -> None:
    known("Hans Müller", club="SC Köln")
    (row,) = preview(rows_of_text("Hans Mueller"), event=event, tenant=FIRST).rows
    (person,) = row.people
    assert [option.label for option in person.options] == [
        "the same as Hans Müller (SC Köln)",
        "somebody new",
        "leave out",
    ]
    assert person.options[0].why == "written a little differently"
    assert person.options[0].value == str(Player.objects.get().pk)


def test_likeness_within_the_list_is_doubtful_too(event: Event) -> None:
    first, second = preview(rows_of_text("Hans Müller\nHans Mueller"), event=event, tenant=FIRST).rows
    assert (first.fate, second.fate) == (Fate.NEW, Fate.DOUBTFUL)
    assert second.people[0].like == ("like Hans Müller in line 1",)
    assert [option.value for option in second.people[0].options] == ["new", "skip"]


def test_who_takes_part_already_is_not_entered_again(event: Event) -> None:
    take(event, "Hans Müller\nAnna")
    assert fates(preview(rows_of_text("Anna\nHans Müller\nBernd"), event=event, tenant=FIRST)) == [
        "there",
        "there",
        "new",
    ]
    assert take(event, "Anna").entrants == ()
    assert event.entrants.count() == 2


@pytest.mark.parametrize("decision", ["", "12345678", "-1", "new ", "²"])
def test_a_decision_that_does_not_fit_is_none(event: Event, decision: str) -> None:
    known("Hans Müller")
    taken = take(event, "Hans Mueller\nAnna", decisions={"who-1-0": decision})
    assert not taken.done
    assert not Entrant.objects.exists()
    assert Player.objects.count() == 1


# --- Taken --------------------------------------------------------------------------------------------------


def test_a_list_is_taken_as_it_was_decided(event: Event) -> None:
    known("Hans Müller", "Peter Maier", "Berta Groß")
    hans = str(Player.objects.get(name="Hans Müller").pk)
    text = "Hans Mueller\nPeter Mayer\nBerta Grosz\nAnna"
    taken = take(event, text, decisions={"who-1-0": hans, "who-2-0": "new", "who-3-0": "skip"}, by="Desk")
    assert taken.done
    assert listed(event) == [(1, "Hans Müller"), (2, "Peter Mayer"), (3, "Anna")]
    assert (taken.new_people, Player.objects.count()) == (2, 5)
    notice = Notice.objects.get(what="entered")
    assert (notice.by, notice.data["entrants"]) == ("Desk", [entrant.pk for entrant in taken.entrants])


def test_two_rows_cannot_be_the_same_person(event: Event) -> None:
    known("Hans Müller")
    hans = str(Player.objects.get().pk)
    seen = preview(
        rows_of_text("Hans Müller\nHans Mueller"), event=event, decisions={"who-2-0": hans}, tenant=FIRST
    )
    assert fates(seen) == ["known", "refused"]
    assert seen.rows[1].problems == ("The same person as in line 1.",)


def test_a_namesake_of_another_club_is_somebody_else_and_keeps_his_name(event: Event) -> None:
    known("Hans Müller", club="SC Köln")
    taken = take(event, "Name;Verein\nHans Müller;SC Bonn", decisions={"who-2-0": "new"})
    assert taken.new_people == 1
    assert sorted(Player.objects.values_list("name", "club")) == [
        ("Hans Müller", "SC Bonn"),
        ("Hans Müller", "SC Köln"),
    ]


def test_two_of_one_name_and_two_clubs_are_entered_without_a_question(event: Event) -> None:
    text = "Name;Verein\nHans Maier;Endingen\nHans Maier;Kenzingen"
    assert fates(preview(rows_of_text(text), event=event, tenant=FIRST)) == ["new", "new"]
    assert take(event, text).new_people == 2
    assert [row.name for row in rows(event)] == ["Hans Maier (Endingen)", "Hans Maier (Kenzingen)"]
    assert fates(preview(rows_of_text(text), event=event, tenant=FIRST)) == ["there", "there"]
    assert fates(preview(rows_of_text("Hans Maier"), event=event, tenant=FIRST)) == ["doubtful"]


@pytest.mark.parametrize("clubs", [("Endingen", "Endingen"), ("Endingen", ""), ("", "")])
def test_of_two_of_one_name_whom_no_club_tells_apart_somebody_has_to_say(
    event: Event, clubs: tuple[str, str]
) -> None:
    text = "Name;Verein\n" + "\n".join(f"Hans Maier;{club}" for club in clubs)
    for in_the_register in (False, True):
        if in_the_register:
            known("Hans Maier", club=clubs[0])
        seen = preview(rows_of_text(text), event=event, tenant=FIRST)
        assert seen.rows[1].fate is Fate.DOUBTFUL
        (person,) = seen.rows[1].people
        assert person.like == ("like Hans Maier in line 2",)
        assert [option.value for option in person.options] == ["new", "skip"]
    assert take(event, text, decisions={"who-3-0": "new"}).done
    assert len({row.name for row in rows(event)}) == 2


def test_everything_a_list_says_is_kept(event: Event) -> None:
    head = "Nr;Name;Verein;Klasse;Team;E-Mail;bezahlt;Setzplatz;Spitzname;Gezeigt als"
    take(event, f"{head}\n7;Anna;SC Köln;Damen;Die A;a@b.example;ja;2;Änni;Pseudonym\n;Bernd;;;;;;;;")
    bernd, anna = event.entrants.order_by("number")
    assert (anna.club, anna.category, anna.team, anna.paid, anna.rating) == (
        "SC Köln",
        "Damen",
        "Die A",
        True,
        2,
    )
    player = anna.members.get().player
    assert (player.contact, player.public_name) == ("a@b.example", "Änni")
    assert (bernd.number, bernd.paid, bernd.state) == (1, False, "expected")


def test_numbers_of_the_list_are_kept_and_the_others_go_around_them(event: Event) -> None:
    take(event, "Nr;Name\n;Anna\n2;Bernd\n;Carla\n1;Dora\n2;Emil")
    assert sorted(listed(event)) == [(1, "Dora"), (2, "Bernd"), (3, "Anna"), (4, "Carla"), (5, "Emil")]
    seen = preview(rows_of_text("Nr;Name\n2;Fritz"), event=event, tenant=FIRST)
    assert seen.rows[0].problems == ("Start number 2 is taken; the next free one is given.",)
    take(event, "Nr;Name\n2;Fritz")
    assert listed(event)[-1] == (6, "Fritz")


def test_what_the_register_knows_is_filled_up_and_not_written_over(event: Event) -> None:
    known("Anna", club="SC Köln")
    take(event, "Name;Verein;Telefon\nAnna;SC Köln;0171 234567")
    anna = Player.objects.get()
    assert (anna.club, anna.contact) == ("SC Köln", "0171 234567")
    take(None, "Name;Telefon\nAnna;0999 999999")
    anna.refresh_from_db()
    assert anna.contact == "0171 234567"


def test_the_register_takes_lists_too() -> None:
    taken = take(None, "Name;Verein\nAnna;Köln\nBernd;Bonn")
    assert (taken.new_people, taken.entrants) == (2, ())
    assert fates(preview(rows_of_text("Anna\nBernd\nCarla"), tenant=FIRST)) == ["known", "known", "new"]


def test_late_guests_play_from_the_next_round_on(event: Event) -> None:
    from tournaments.events.draw.drawing import draw_next
    from tournaments.events.rounds.publishing import publish

    take(event, "\n".join(f"Player {number}" for number in range(8)), here=True)
    (round_,) = draw_next(event, seed="x")
    assert take(event, "Walk In", here=True).entrants[0].joined_round == 1
    publish(round_)
    late = take(event, "Late Guest", here=True, paid=True).entrants[0]
    assert (late.joined_round, late.state, late.paid) == (2, "here", True)


# --- Pairs --------------------------------------------------------------------------------------------------


def test_pairs_come_in_one_row_or_by_team(pairs: Event) -> None:
    take(pairs, "Spieler 1;Spieler 2;Team\nAnna;Bernd;\nCarla / Dora;;The Aces")
    take(pairs, "Name;Mannschaft\nEmil;Foxes\nGerd;Bears\nFritz;foxes\nHugo;Bears")
    assert listed(pairs) == [
        (1, "Anna / Bernd"),
        (2, "The Aces (Carla / Dora)"),
        (3, "Foxes (Emil / Fritz)"),
        (4, "Bears (Gerd / Hugo)"),
    ]


def test_half_a_pair_is_refused(pairs: Event) -> None:
    seen = preview(rows_of_text("Anna\nBernd / Carla / Dora\nEmil / Fritz"), event=pairs, tenant=FIRST)
    assert fates(seen) == ["refused", "refused", "new"]
    assert seen.rows[0].problems == ("People per entrant: 2; this row names 1.",)


def test_two_people_are_no_single(event: Event) -> None:
    assert fates(preview(rows_of_text("Anna / Bernd\nCarla"), event=event, tenant=FIRST)) == [
        "refused",
        "new",
    ]


def test_one_doubtful_partner_makes_the_pair_doubtful(pairs: Event) -> None:
    known("Hans Müller")
    seen = preview(rows_of_text("Anna / Hans Mueller"), event=pairs, tenant=FIRST)
    assert fates(seen) == ["doubtful"]
    assert [person.field for person in seen.rows[0].people if person.options] == ["who-1-1"]
    hans = str(Player.objects.get().pk)
    take(pairs, "Anna / Hans Mueller", decisions={"who-1-1": hans})
    assert listed(pairs) == [(1, "Anna / Hans Müller")]


# --- Carried from the preview to the confirmation -----------------------------------------------------------

few = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
CELLS = st.lists(st.text(max_size=8), max_size=4).map(tuple)


@few
@given(st.lists(st.builds(ListRow, st.integers(1, 9999), CELLS), max_size=5))
def test_rows_are_carried_unchanged(rows: list[ListRow]) -> None:
    assert unpacked(packed(rows)) == rows


@few
@given(st.text(max_size=60))
def test_a_broken_form_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        unpacked(text)


def test_a_form_that_would_unpack_to_a_flood_is_refused() -> None:
    flood = packed([ListRow(1, ("x" * 4_000_000,))])
    assert len(flood) < 10_000
    with pytest.raises(Unreadable):
        unpacked(flood)


def test_what_is_typed_is_a_list_of_one() -> None:
    (row,) = preview(typed(name="Müller, Hans", club=" SC Köln ", number="7", contact=""), tenant=FIRST).rows
    assert (row.listed.names, row.listed.club, row.listed.number) == (("Hans Müller",), "SC Köln", 7)
    assert preview(typed(name="Name"), tenant=FIRST).rows[0].listed.names == ("Name",)
    assert fates(preview(typed(name=" ", club="SC Köln"), tenant=FIRST)) == ["refused"]


def test_entrants_that_were_written_are_read_again(event: Event, pairs: Event) -> None:
    from tournaments.lists import rows_of_file, write_csv, write_xlsx

    take(event, "Nr;Name;Verein;bezahlt\n3;Müller, Hans;Köln;ja\n5;Anna;;nein")
    take(pairs, "Name;Team\nCarla / Dora;The Aces")
    for source in (event, pairs):
        table = entrants_table(source)
        for data in (write_csv(table).encode(), write_xlsx(table)):
            seen = preview(rows_of_file(data), event=source, tenant=FIRST)
            assert fates(seen) == ["there"] * source.entrants.count()
            copy = an_event("cego-schwarzwald" if source == event else "truco-swiss", title="Copy")
            take_in(tenant=FIRST, rows=rows_of_file(data), event=copy)
            assert [(row.number, row.name, row.club, row.paid) for row in rows(copy)] == [
                (row.number, row.name, row.club, row.paid) for row in rows(source)
            ]


def test_too_many_doubts_are_told(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    assert incoming.MOST_DOUBTS == 400  # which would take seconds
    monkeypatch.setattr(importing, "MOST_DOUBTS", 40)
    Player.objects.bulk_create(
        Player(name=f"Hansi Müller{'abcdefghij'[n % 10]}{n // 10:02}x") for n in range(41)
    )
    text = "\n".join(f"Müller{'abcdefghij'[n % 10]}{n // 10:02}x Hansi" for n in range(41))
    with pytest.raises(Unreadable) as refused:
        take(event, text)
    assert refused.value.problems[0].code == "too_many"
