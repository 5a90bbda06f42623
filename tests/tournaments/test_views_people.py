"""The pages about who takes part: typing, pasting, files, putting right, going home."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from tests.tournaments.crawling import stored
from tests.tournaments.event_builders import add_entrants
from tests.tournaments.hall import begin, play, publish, table
from tests.tournaments.pages import Answer
from tournaments.lists import read_people, rows_of_file, rows_of_text
from tournaments.models import EntrantState, Event, Player, Wish
from tournaments.people.importing import packed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def at(event: Event, more: str = "") -> str:
    return f"/desk/e/{event.pk}/people/{more}"


def names(event: Event) -> list[str]:
    entries = event.entrants.order_by("number")
    return [" / ".join(member.player.name for member in entry.members.order_by("place")) for entry in entries]


def hidden(answer: Answer) -> dict[str, str]:
    """What the form of a preview carries."""
    return dict(re.findall(r'<input type="hidden" name="(rows|paid)" value="([^"]*)"', answer.text))


def questions(answer: Answer) -> list[str]:
    return sorted(set(re.findall(r'name="(who-[0-9-]+)"', answer.text)))


# --- One by one ---------------------------------------------------------------------------------------------


def test_it_works(laptop: Client, event: Event) -> None:
    assert laptop.get(at(event)).status_code == 200
    add_entrants(event, 3)
    page = laptop.get(at(event)).text
    assert "3 of 3 here" in page
    assert "needs at least 4 people; there are 3" in page


def test_names_are_typed_one_after_the_other(laptop: Client, event: Event) -> None:
    for name in ("Anna", "Müller, Hans"):
        assert laptop.post(at(event), {"name": name, "club": "SC Köln"}).status_code == 302
    assert names(event) == ["Anna", "Hans Müller"]
    assert "Hans Müller has number 2." in laptop.get(at(event)).text


def test_everything_about_an_entry_can_be_typed(laptop: Client, event: Event) -> None:
    laptop.post(at(event), {"name": "Anna", "category": "Damen", "team": "Die A", "number": "17"})
    entrant = event.entrants.get()
    assert (entrant.number, entrant.category, entrant.team) == (17, "Damen", "Die A")


def test_what_cannot_be_is_told_and_stays_in_the_form(laptop: Client, event: Event) -> None:
    laptop.post(at(event), {"name": "Anna"})
    before = stored()
    answer = laptop.post(at(event), {"name": "Anna", "club": "SC Köln"})
    assert answer.status_code == 422
    assert "Anna takes part already." in answer.text
    assert 'value="SC Köln"' in answer.text
    assert laptop.post(at(event), {"name": ""}).status_code == 422
    assert laptop.post(at(event), {}).status_code == 422
    assert stored() == before


def test_a_doubtful_name_that_was_typed_is_asked_for(laptop: Client, event: Event) -> None:
    Player.objects.create(name="Hans Müller")
    answer = laptop.post(at(event), {"name": "Hans Mueller", "number": "9"})
    assert questions(answer) == ["who-2-0"]
    form = {**hidden(answer), "who-2-0": "new", "confirm": "1"}
    assert laptop.post(at(event, "import/"), form).status_code == 302
    assert names(event) == ["Hans Mueller"]
    assert event.entrants.get().number == 9


def test_the_register_helps_with_names(laptop: Client, event: Event) -> None:
    Player.objects.create(name="Jürgen Müller", club="SC Köln", contact="j@m.example")
    answer = laptop.get(at(event, "names/"), {"name": "muell"})
    assert '<option value="Jürgen Müller">' in answer.text
    assert "j@m.example" not in answer.text
    assert laptop.get(at(event, "names/"), {"player": "muell"}).text == answer.text
    for short in ("", "m"):
        assert "option" not in laptop.get(at(event, "names/"), {"name": short}).text


# --- Lists --------------------------------------------------------------------------------------------------


def test_a_list_is_looked_at_and_then_taken(laptop: Client, event: Event) -> None:
    Player.objects.create(name="Hans Müller")
    before = stored()
    text = "Name;Verein\nAnna;SC Köln\nHans Mueller;SC Bonn\n;\nAnna;"
    answer = laptop.post(at(event, "import/"), {"text": text})
    assert answer.status_code == 200
    assert "like Anna in line 2" in answer.text
    assert questions(answer) == ["who-3-0", "who-5-0"]
    assert stored() == before
    form = {**hidden(answer), "confirm": "1"}
    assert laptop.post(at(event, "import/"), form).status_code == 422
    assert stored() == before
    hans = str(Player.objects.get().pk)
    assert laptop.post(at(event, "import/"), {**form, "who-3-0": hans, "who-5-0": "skip"}).status_code == 302
    assert names(event) == ["Anna", "Hans Müller"]


def test_all_other_doubts_are_decided_with_one_button(laptop: Client, event: Event) -> None:
    Player.objects.bulk_create(Player(name=f"{name} Müller") for name in ("Hans", "Karl", "Emil", "Fritz"))
    text = "\n".join(f"{name} Mueller" for name in ("Hans", "Karl", "Emil", "Fritz"))
    answer = laptop.post(at(event, "import/"), {"text": text})
    hans = str(Player.objects.get(name="Hans Müller").pk)
    form = {**hidden(answer), "who-1-0": hans, "who-2-0": "skip", "rest": "new"}
    assert laptop.post(at(event, "import/"), form).status_code == 302
    assert names(event) == ["Hans Müller", "Emil Mueller", "Fritz Mueller"]


def test_files_are_taken_too(laptop: Client, event: Event) -> None:
    file = SimpleUploadedFile("liste.csv", "Name;Verein\nJürgen Groß;Köln".encode("cp1252"))
    answer = laptop.post(at(event, "import/"), {"file": file})
    assert "Jürgen Groß" in answer.text
    laptop.post(at(event, "import/"), {**hidden(answer), "confirm": "1"})
    assert names(event) == ["Jürgen Groß"]


@pytest.mark.parametrize("text", ["", "   \n\n", "\0\0", "x" * 1000])
def test_what_is_no_list_is_refused_in_words(laptop: Client, event: Event, text: str) -> None:
    answer = laptop.post(at(event, "import/"), {"text": text})
    if answer.status_code == 200:
        assert "Nobody would be taken from this list." in answer.text
        assert 'name="confirm"' not in answer.text
    else:
        assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)


@pytest.mark.parametrize("rows", ["nonsense", "AAAA", "eJw=", "é"])
def test_a_broken_confirmation_is_refused(laptop: Client, event: Event, rows: str) -> None:
    assert laptop.post(at(event, "import/"), {"rows": rows, "confirm": "1"}).status_code == 422


def test_a_list_of_nothing_but_known_people_changes_nothing(laptop: Client, event: Event) -> None:
    laptop.post(at(event), {"name": "Anna"})
    rows = packed(rows_of_text("Anna"))
    before = event.entrants.count()
    laptop.post(at(event, "import/"), {"rows": rows, "confirm": "1"})
    assert event.entrants.count() == before


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_is_written_in_any_language_is_read_again(event: Event, language: str, kind: str) -> None:
    browser = Client(headers={"host": "localhost", "accept-language": language})
    text = "Nr;Name;Verein;Klasse;Team;bezahlt;Setzplatz\n7;Anna;Köln;Damen;Die A;ja;2\n9;Bernd;;;;;"
    browser.post(at(event, "import/"), {"rows": packed(rows_of_text(text)), "confirm": "1"})
    answer = browser.get(at(event, f"entrants.{kind}"))
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    anna, bernd = read_people(rows_of_file(answer.content)).rows
    assert (anna.number, anna.names, anna.club, anna.category) == (7, ("Anna",), "Köln", "Damen")
    assert (anna.team, anna.paid, anna.rating) == ("Die A", True, 2)
    assert (bernd.names, bernd.paid, bernd.problems) == (("Bernd",), False, ())


def test_there_is_no_other_kind_of_file(laptop: Client, event: Event) -> None:
    assert laptop.get(at(event, "entrants.exe")).status_code == 404
    assert laptop.get("/desk/people/people.exe").status_code == 404


# --- One entry ----------------------------------------------------------------------------------------------


@pytest.fixture
def hall(event: Event) -> Event:
    add_entrants(event, 8)
    return event


def one_form(**more: str) -> dict[str, str]:
    empty = dict.fromkeys(("name", "club", "category", "team", "rating"), "")
    return {**empty, "number": "1", "ranked": "on", **more}


def test_an_entry_is_put_right(laptop: Client, hall: Event) -> None:
    answer = laptop.post(at(hall, "1/"), one_form(club="SC Köln", number="20", rating="3", ranked=""))
    assert answer["Location"] == at(hall, "20/")
    entrant = hall.entrants.get(number=20)
    assert (entrant.club, entrant.rating, entrant.ranked) == ("SC Köln", 3, True)
    form = one_form(number="20")
    del form["ranked"]
    laptop.post(at(hall, "20/"), form)
    entrant.refresh_from_db()
    assert (entrant.club, entrant.rating, entrant.ranked) == ("", None, False)


@pytest.mark.parametrize("number", ["", "2", "0", "x", "10000", "-1"])
def test_a_number_that_cannot_be_is_told(laptop: Client, hall: Event, number: str) -> None:
    before = stored()
    answer = laptop.post(at(hall, "1/"), one_form(number=number))
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert stored() == before


def test_there_is_no_page_for_nobody(laptop: Client, hall: Event) -> None:
    for more in ("99/", "99/withdraw/", "99/seat/", "99/remove/", "99/substitute/"):
        assert laptop.post(at(hall, more)).status_code == 404


def test_somebody_goes_home(laptop: Client, hall: Event) -> None:
    round_ = begin(hall)
    sitting = table(round_)
    play(sitting)
    number = sitting.chairs.get(seat=1).entrant.number
    laptop.post(at(hall, f"{number}/withdraw/"), {"reason": "ill"})
    page = laptop.get(at(hall, f"{number}/")).text
    assert "Still seated in round 1: Hands are written at table 1" in page
    assert "left after round 1" in page
    assert hall.notices.get(what="withdrawn").reason == "ill"


def test_a_substitute_from_the_register_or_a_new_one(laptop: Client, hall: Event) -> None:
    Player.objects.create(name="Hans Müller")
    form = {"place": "1", "player": "Hans Mueller", "round": "1", "reason": ""}
    answer = laptop.post(at(hall, "1/substitute/"), form)
    assert answer.status_code == 422
    assert "the same as Hans Müller" in answer.text
    hans = str(Player.objects.get(name="Hans Müller").pk)
    assert laptop.post(at(hall, "1/substitute/"), {**form, "who": hans}).status_code == 302
    assert names(hall)[0] == "Hans Müller"
    laptop.post(at(hall, "2/substitute/"), {**form, "who": "new"})
    assert names(hall)[1] == "Hans Mueller"
    laptop.post(at(hall, "3/substitute/"), {**form, "player": "Somebody Else"})
    assert names(hall)[2] == "Somebody Else"


@pytest.mark.parametrize("player", ["", " ", "Łukasz", "x" * 61])
def test_a_substitute_who_cannot_be_is_told(laptop: Client, hall: Event, player: str) -> None:
    before = stored()
    form = {"place": "1", "player": player, "round": "1"}
    assert laptop.post(at(hall, "1/substitute/"), form).status_code == 422
    assert stored() == before


def test_who_came_late_finds_a_seat(laptop: Client, hall: Event) -> None:
    publish(hall)
    add_entrants(hall, 1, names=["Late Guest"])
    assert "has no seat yet in" in laptop.get(at(hall, "9/")).text
    laptop.post(at(hall, "9/seat/"))
    assert "has no seat yet in" not in laptop.get(at(hall, "9/")).text


def test_an_entry_by_mistake_goes_again(laptop: Client, hall: Event) -> None:
    assert laptop.post(at(hall, "8/remove/")).status_code == 302
    assert hall.entrants.count() == 7
    add_entrants(hall, 1, names=["Another"])
    publish(hall)
    answer = laptop.post(at(hall, "1/remove/"))
    assert answer.status_code == 422
    assert "Please choose “Goes home” instead" in answer.text


def test_an_entry_tells_what_happened_to_it(laptop: Client, hall: Event) -> None:
    entrant = hall.entrants.get(number=1)
    door = f"/desk/e/{hall.pk}/door/"
    laptop.post(at(hall), {"name": "Hans Müller"})
    hans = hall.entrants.get(number=9)
    for say in ("both", "undo", "both"):
        laptop.post(door, {"say": f"{hans.pk} {say}"})
    laptop.post(at(hall, "apart/"), {"one": entrant.pk, "other": hans.pk})
    laptop.post(at(hall, "9/"), one_form(number="9", club="SC Köln"))
    laptop.post(at(hall, "9/substitute/"), {"place": "1", "player": "Karl Neu", "round": "1"})
    laptop.post(at(hall, "9/withdraw/"), {"reason": "has to catch a train"})
    page = laptop.get(at(hall, "9/")).text
    sentences = re.findall(r"</time><span>([^<]+)", page)
    assert sentences == [
        "Entered.",
        "Is here and has paid.",
        "Not here after all and has not paid after all.",
        "Is here and has paid.",
        "Should not meet Anna.",
        "Changed: Club.",
        "Karl Neu plays from round 1 on.",
        "Withdrawn. has to catch a train",
    ]
    assert "Should not meet Karl Neu." in laptop.get(at(hall, "1/")).text


def test_two_are_kept_apart_and_may_meet_again(laptop: Client, hall: Event) -> None:
    entrant, other = hall.entrants.all()[:2]
    assert laptop.post(at(hall, "apart/"), {"one": entrant.pk, "other": other.pk}).status_code == 302
    wish = Wish.objects.get()
    assert laptop.post(at(hall, "apart/"), {"one": entrant.pk, "other": "x"}).status_code == 422
    assert laptop.post(at(hall, "apart/"), {"wish": wish.pk}).status_code == 302
    assert not Wish.objects.exists()


def test_who_is_missing_is_marked_at_once(laptop: Client, hall: Event) -> None:
    add_entrants(hall, 2, EntrantState.EXPECTED, names=["Ida", "Jo"])
    laptop.post(at(hall, "missing/"))
    assert "2 did not come." in laptop.get(at(hall)).text


def test_every_page_speaks_three_languages(hall: Event) -> None:
    for language in ("de", "es"):
        with translation.override(language):
            word = translation.gettext("Who takes part")
        browser = Client(headers={"host": "localhost", "accept-language": language})
        assert word in browser.get(at(hall)).text
