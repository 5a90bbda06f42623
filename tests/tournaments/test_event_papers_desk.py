"""Every paper of an event, one press each, from the desk's page: with results, without, and for helpers."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from hashlib import sha256

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.patience import wait_until
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import hall_of
from tests.tournaments.paper import glued, reader, text_of
from tests.tournaments.test_event_rounds import finish, plan, play_all, start, win
from tournaments import jobs
from tournaments.desk.papers import PAPERS
from tournaments.engines.plans import Format
from tournaments.events.draw import drawing
from tournaments.hall.matches import trees
from tournaments.models import Event, Ruling, Sitting, Wish
from tournaments.speech.draws import answer, printed

pytestmark = pytest.mark.django_db


def played(preset: str = "cego-schwarzwald", here: int = 12) -> Event:
    event = an_event(preset, here=here)
    round_ = start(event)
    play_all(round_)
    finish(round_)
    return event


def test_before_anybody_is_seated_there_are_lists_and_cards(laptop: Client) -> None:
    event = an_event(here=9)
    for key in ("event-card", "participants", "door", "cards", "tents"):
        answer = laptop.get(f"/desk/e/{event.pk}/paper/{key}.pdf")
        assert answer["Content-Type"] == "application/pdf", key
        assert reader(answer.content).pages
    assert laptop.get(f"/desk/e/{event.pk}/paper/standings.pdf").status_code == 404
    assert laptop.get(f"/desk/e/{event.pk}/paper/nothing.pdf").status_code == 404


def test_the_page_offers_what_there_is(laptop: Client) -> None:
    event = an_event(here=9)
    early = laptop.get(f"/desk/e/{event.pk}/paper/").text
    assert "seats-by-name.pdf" not in early
    round_ = start(event)
    play_all(round_)
    late = laptop.get(f"/desk/e/{event.pk}/paper/").text
    for paper in PAPERS:
        offered = f"/paper/{paper.key}.pdf" in late
        there = (
            paper.key not in ("cross", "bracket", "prizes", "payouts", "donors") and not paper.filed
        )  # nobody pays anything
        assert offered is there, paper.key


def test_a_paper_with_nothing_on_it_is_not_offered(laptop: Client) -> None:
    event = an_event("truco-groups", here=8)
    round_ = start(event)
    for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True):
        data = {"winner": table[0]}
        Ruling.objects.create(
            event=event, kind="walkover", round=round_, table=number, data=data, at=timezone.now()
        )
    finish(round_)
    page = laptop.get(f"/desk/e/{event.pk}/paper/").text
    assert "standings.pdf" in page
    assert "numbers.pdf" not in page
    assert f"/desk/e/{event.pk}/numbers/" not in page
    for key in re.findall(rf"/desk/e/{event.pk}/paper/([a-z-]+)\.pdf", page):
        assert laptop.get(f"/desk/e/{event.pk}/paper/{key}.pdf").status_code == 200, key


def test_a_round_that_was_not_drawn_offers_no_record_of_the_draw(laptop: Client) -> None:
    event = an_event("ecarte-matches", here=4)
    event.stages.filter(number=2).delete()
    plan(event, format=Format.KNOCKOUT)
    for _round in range(2):
        last = start(event)
        for sitting in Sitting.objects.filter(round=last):
            win(last, sitting, 1)
        finish(last)
    assert "draw.pdf" in laptop.get(f"/desk/e/{event.pk}/paper/?round=1").text
    assert "draw.pdf" not in laptop.get(f"/desk/e/{event.pk}/paper/?round=2").text
    tree = laptop.get(f"/desk/e/{event.pk}/rounds/2/").text
    captions = [" ".join(each.split()) for each in re.findall(r'class="duel-no">([^<]*)<', tree)]
    assert captions[-1] == "Tisch 2"


def test_every_paper_names_everybody(laptop: Client) -> None:
    event = played()
    event.prizes = [{"for": "1", "prize": "120 €"}, {"for": "last", "prize": "Wurstsalat"}]
    event.save()
    people = set(event.entrants.values_list("members__player__name", flat=True))
    for key in ("participants", "door", "seats-by-name", "seats-by-table", "results", "standings", "draw"):
        text = text_of(laptop.get(f"/desk/e/{event.pk}/paper/{key}.pdf?round=1").content)
        missing = [name for name in people if name not in " ".join(text.split())]
        assert not missing, (key, missing)
    prizes = text_of(laptop.get(f"/desk/e/{event.pk}/paper/prizes.pdf").content)
    assert "Wurstsalat" in prizes
    certificates = laptop.get(f"/desk/e/{event.pk}/paper/certificates.pdf").content
    assert len(reader(certificates).pages) >= 3


def test_a_knockout_has_a_tree_and_groups_have_cross_tables(laptop: Client) -> None:
    event = an_event("truco-groups", here=8)
    while drawing.stage_to_draw(event) is not None or event.rounds.filter(state="drawn").exists():
        if not event.rounds.filter(state="drawn").exists():
            drawing.draw_next(event)
        from tournaments.events.rounds import publishing, running

        round_ = event.rounds.filter(state="drawn").order_by("number")[0]
        round_ = running.open_round(publishing.publish(round_))
        for sitting in Sitting.objects.filter(round=round_):
            win(round_, sitting, 1)
        finish(round_)
    for key in ("cross", "bracket", "standings", "certificates", "gifts"):
        answer = laptop.get(f"/desk/e/{event.pk}/paper/{key}.pdf")
        assert answer.status_code == 200, key
        assert len(text_of(answer.content)) > 50
    places = [place.person.name for place in trees(hall_of(event, desk=True))[0].places]
    ranking = text_of(laptop.get(f"/desk/e/{event.pk}/paper/standings.pdf").content)
    assert sorted(places, key=ranking.index) == places, "the list on the wall says what the tree says"
    front = laptop.get(f"/e/{event.pk}/").text.partition('class="leaders"')[2]
    assert sorted(places[:4], key=front.index) == places[:4]


def test_all_of_it_is_made_in_the_background(laptop: Client, transactional_db: None) -> None:
    event = played(here=8)
    answer = laptop.post(f"/desk/e/{event.pk}/paper/all/")
    where = answer["Location"]

    def is_over() -> bool:
        text = laptop.get(where).text
        assert "said error" not in text
        return "?file" in text

    wait_until(is_over, "all papers in one file")
    wait_until(lambda: jobs.runner._threads == 0, "its thread to end")
    bundle = zipfile.ZipFile(io.BytesIO(laptop.get(f"{where}?bundle").content))
    assert bundle.namelist() == ["all.pdf", "round-1-1.json"]
    answer = laptop.get(f"{where}?file")
    assert answer.content == bundle.read("all.pdf")
    outline = [
        destination.title
        for destination in reader(answer.content).outline
        if not isinstance(destination, list)
    ]
    assert len(outline) >= 10


def test_a_draw_can_be_repeated_from_the_file_that_its_protocol_names(laptop: Client) -> None:
    event = an_event(here=12)
    Wish.objects.create(event=event, entrant=event.entrants.get(number=3), other=event.entrants.get(number=7))
    round_ = start(event)
    page = laptop.get(f"/desk/e/{event.pk}/paper/").text
    assert 'download="round-1-1.json"' in page
    file = laptop.get(reverse("desk-draw-file", args=(event.pk, 1, 0))).content
    protocol = glued(text_of(laptop.get(f"/desk/e/{event.pk}/paper/draw.pdf?round=1").content))
    assert "round-1-1.json" in protocol
    assert sha256(file).hexdigest() in protocol
    with translation.override("en"):
        again = answer(file)
        assert sha256(printed(again)).hexdigest() in protocol
    number = dict(event.entrants.values_list("pk", "number"))
    assert again["rounds"][0] == [[number[who] for who in table] for table in round_.seating["tables"]]
    assert glued("1 Paar trifft sich nicht") in protocol, "how many, and not who"


def test_helpers_at_the_door_get_a_list_each(laptop: Client) -> None:
    event = an_event()
    names = [
        f"{first} {last}" for first in ("Anna", "Ben") for last in ("Adam", "Dold", "Kern", "Maier", "Zeh")
    ]
    add_entrants(event, 10, names=names)
    whole = laptop.get(f"/desk/e/{event.pk}/paper/door.pdf").content
    halves = laptop.get(f"/desk/e/{event.pk}/paper/door.pdf?helpers=2").content
    assert len(reader(whole).pages) == 1
    assert len(reader(halves).pages) == 2
    first, second = (page.extract_text() for page in reader(halves).pages)
    assert "A –" in first
    assert "Adam, Ben" in first
    assert "– Z" in second
    assert "Zeh, Anna" in second
    for odd in ("0", "99", "x", "-1"):
        assert laptop.get(f"/desk/e/{event.pk}/paper/door.pdf?helpers={odd}").status_code == 200


def test_teams_show_whose_points_counted(laptop: Client) -> None:
    event = played(here=12)
    event.ranking = {**event.ranking, "team_best": 2}
    event.save()
    event.entrants.filter(number__lte=3).update(team="Hexenloch")
    event.entrants.filter(number__gt=3).update(team="Löwen")
    Event.objects.filter(pk=event.pk).update(revision=event.revision + 1)
    standings = " ".join(text_of(laptop.get(f"/desk/e/{event.pk}/paper/standings.pdf").content).split())
    teams = standings[standings.index("Mannschaften") :]
    assert "besten 2 Mitglieder" in teams
    assert "Zahlen in Klammern zählen nicht" in teams
    assert teams.count("(") >= 8, "everybody beyond the second best of a team"


def test_certificates_take_a_design_and_a_logo(laptop: Client) -> None:
    event = played()
    form = {"design": "cards", "upright": "1", "places": "0", "first_role": "Spielleiter", "text": "Danke!"}
    logo = SimpleUploadedFile("logo.png", a_picture(), "image/png")
    answer = laptop.post(f"/desk/e/{event.pk}/paper/certificates/", {**form, "logo": logo})
    assert answer.status_code == 302, re.findall(r'alert">([^<]+)', answer.text)
    event.refresh_from_db()
    assert bytes(event.logo).startswith(b"\x89PNG")
    certificates = laptop.get(f"/desk/e/{event.pk}/paper/certificates.pdf").content
    assert len(reader(certificates).pages) == 12
    assert "Danke!" in text_of(certificates)


def test_a_picture_that_is_none_is_refused(laptop: Client) -> None:
    event = played()
    form = {"design": "classic", "places": "3"}
    broken = SimpleUploadedFile("logo.png", b"no picture", "image/png")
    answer = laptop.post(f"/desk/e/{event.pk}/paper/certificates/", {**form, "logo": broken})
    assert answer.status_code == 422
    event.refresh_from_db()
    assert not event.logo


def a_picture() -> bytes:
    """The smallest green PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x14\x58\x3c" * 2 for _row in range(2)))
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return out.getvalue()
