"""A season's file: the same standings elsewhere, a look before, bad files refused with a sentence."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import Unreadable
from tests.tournaments.season_builders import (
    a_played_event,
    a_season,
    an_evening,
    make_official,
    six_evenings,
    standings_of,
)
from tournaments.engines.season import Finalists, SeasonBy, SeasonRules
from tournaments.models import ClubSeason, Event, Player
from tournaments.people.incoming import REST
from tournaments.people.merging import merge
from tournaments.people.register import NEW
from tournaments.seasons import changing, deciding, recording, takingin
from tournaments.seasons.decided import decisions_of
from tournaments.seasons.filing import whole_season
from tournaments.seasons.gathering import facts_of
from tournaments.seasons.unfiling import season_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

RULES = SeasonRules(best=4, final=Finalists.BEST, final_places=2, ties=(SeasonBy.LOT,))
PATH = "/desk/seasons/take-in/"


@pytest.fixture
def desk(laptop: Client) -> Client:
    laptop.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return laptop


def number(name: str) -> int:
    return Player.objects.get(name=name).pk


def a_full_season() -> ClubSeason:
    """Typed evenings, one of an event, decisions, somebody who was two, equal totals with a lot."""
    season = six_evenings(RULES)
    an_evening(season, {"Eva Eins": 700, "Finn Zwei": 700, "Gerd Drei": 700}, 7)
    event = make_official(a_played_event())
    changing.add_date(season=season, day=event.day, event=event)
    an_evening(season, number=9, label="Finale", weight="3/2")
    changing.change_views(season=season, views=[{"name": "Members", "rules": {"members_only": True}}])
    deciding.give_points(season=season, person=number("Anna Keller"), points="-20", reason="came late")
    deciding.decide(
        season=season, what="barred", person=number("Dirk Zeller"), holds=True, reason="won the last cup"
    )
    deciding.decide(season=season, what="declined", person=number("Cora Ruf"), holds=True)
    keep, gone = Player.objects.get(name="Bert Maier"), Player.objects.get(name="Finn Zwei")
    recorded = keep.pk, gone.pk
    merge(keep=keep, gone=gone)
    recording.people_merged(season.whose, *recorded)
    return ClubSeason.objects.get(pk=season.pk)


def elsewhere(season: ClubSeason) -> bytes:
    """The file; after that nothing here is what it names, as on another installation."""
    data = json.dumps(whole_season(season)).encode()
    ClubSeason.objects.filter(pk=season.pk).update(uid=uuid.uuid4(), name="Old")
    for event in Event.objects.all():
        Event.objects.filter(pk=event.pk).update(uid=uuid.uuid4())
    for player in Player.objects.all():
        player.name, player.club_number = f"{'XVQ'[player.pk % 3]}{player.pk:07}", ""
        player.save()
    return data


def test_the_standings_are_the_same_elsewhere() -> None:
    season = a_full_season()
    before, beside = standings_of(season), standings_of(season, "1")
    drawn, uid = season.drawn_from, season.uid
    data = elsewhere(season)
    Player.objects.create(name="Somebody Else")  # other numbers in this register
    taken = takingin.take(filed=season_in(data), tenant=1, decisions={REST: NEW}, by="Ute")
    assert taken.season is not None
    assert taken.differs == ()
    here = ClubSeason.objects.get(pk=taken.season.pk)
    assert standings_of(here) == before
    assert standings_of(here, "1") == beside
    assert (here.drawn_from, here.uid) == (drawn, uid)
    decisions = decisions_of(here)
    assert [(given.points, given.reason) for given in decisions.points.values()] == [(-20, "came late")]
    assert decisions.barred == {number("Dirk Zeller"): "won the last cup"}
    assert decisions.declined == {number("Cora Ruf")}
    assert [date_.source for date_ in facts_of(here).dates].count("file") == 1
    assert recording.not_noted(here) is None
    again = json.loads(json.dumps(whole_season(here)))
    assert [row[1:] for row in again["standings"]] == [[rank, str(total)] for rank, _name, total in before]


def test_what_came_with_the_file_is_corrected_like_everything_else(desk: Client) -> None:
    season = a_full_season()
    taken = takingin.take(filed=season_in(elsewhere(season)), tenant=1, decisions={REST: NEW})
    assert taken.season is not None
    row = next(date_ for date_ in taken.season.evenings.all() if date_.outcome_of)
    path = f"/desk/seasons/{taken.season.pk}/evenings/{row.pk}/"
    assert "came with the file of the season" in desk.get(path).text
    refused = desk.post(f"{path}choose/", {"tables": "1", "table": "1"})
    assert refused.status_code == 422
    desk.post(f"{path}remove/", {"results": "1"})
    row.refresh_from_db()
    assert (row.outcome, row.outcome_of, row.counted_at) == ([], "", None)
    sent = {"text": "Anna Keller; 5\nBert Maier; 4", "confirm": "1", "rest": "new"}
    desk.post(f"{path}list/", sent)
    assert row.results.count() == 2


def upload(client: Client, data: bytes) -> Any:
    return client.post(PATH, {"file": SimpleUploadedFile("season.json", data)})


def test_a_file_is_looked_at_before_anything_is_written(desk: Client) -> None:
    season = six_evenings(RULES)
    shown = desk.get(f"/desk/seasons/{season.pk}/").text
    assert f"/desk/seasons/{season.pk}/file.json" in shown
    file = desk.get(f"/desk/seasons/{season.pk}/file.json")
    assert 'filename="vereinsmeisterschaft-season.json"' in file["Content-Disposition"]
    before = standings_of(season)
    here_already = upload(desk, file.content)
    assert here_already.status_code == 422
    assert "This season is here already." in here_already.text
    elsewhere(season)
    Player.objects.create(name="Anna Keller")
    Player.objects.create(name="Bert Meier")  # may be Bert Maier
    look = upload(desk, file.content)
    assert look.status_code == 200
    assert "6 of 6 evenings played" in look.text
    assert "4 people" in look.text
    assert ClubSeason.objects.count() == 1
    packed = look.text.partition('name="packed" value="')[2].partition('"')[0]
    undecided = desk.post(PATH, {"packed": packed, "confirm": "1"})
    assert undecided.status_code == 422
    assert "Bert Meier" in undecided.text
    assert ClubSeason.objects.count() == 1
    field = undecided.text.partition('name="who-')[2].partition('"')[0]
    taken = desk.post(PATH, {"packed": packed, "confirm": "1", f"who-{field}": "new"}, follow=True)
    assert "The standings are those of the file." in taken.text
    assert standings_of(ClubSeason.objects.get(name="Vereinsmeisterschaft")) == before
    assert Player.objects.filter(name="Anna Keller").count() == 1


def test_a_number_in_the_club_says_who_it_is() -> None:
    season = a_season()
    an_evening(season, {"Anna Keller": 9, "Bert Maier": 1})
    Player.objects.filter(name="Anna Keller").update(club_number="17")
    data = elsewhere(season)
    anna = Player.objects.create(name="Anna Huber-Keller", club_number="17")
    taken = takingin.take(filed=season_in(data), tenant=1, decisions={})
    assert taken.season is not None
    assert standings_of(taken.season)[0] == (1, anna.name, 9)


def changed(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        *before, last = path
        at: Any = raw
        for key in before:
            at = at[key]
        at[last] = to

    return change


BAD: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nothing": lambda raw: raw.clear(),
    "another format": changed("format", to="stammtisch-event"),
    "newer": changed("version", to=2),
    "no people": changed("people", to={}),
    "many people": changed("people", to=[{}] * 6_000),
    "a person without a name": changed("people", 0, "name", to=""),
    "a name of many letters": changed("people", 0, "name", to="x" * 61),
    "a zero letter": changed("people", 0, "club", to="a\0b"),
    "half a letter": changed("people", 0, "club", to="\ud800"),
    "rules that are none": changed("rules", to=[]),
    "unknown rules": changed("rules", "best", to="many"),
    "rules that contradict each other": changed("rules", "ties", to=["lot", "best_evening"]),
    "a list that contradicts itself": changed(
        "views", to=[{"name": "x", "rules": {"absent": "worst", "announced_only": True}}]
    ),
    "a list without a name": changed("views", to=[{"name": "", "rules": {}}]),
    "a day": changed("evenings", 0, "day", to="2026-02-30"),
    "a weight": changed("evenings", 0, "weight", to="1/0"),
    "a time": changed("evenings", 0, "time", to=7),
    "nobody's result": changed("evenings", 0, "results", 0, "person", to=99),
    "a person below 0": changed("evenings", 0, "results", 0, "person", to=-1),
    "a person who is true": changed("evenings", 0, "results", 0, "person", to=True),
    "points with a dot": changed("evenings", 0, "results", 0, "points", to=1.5),
    "points without end": changed("evenings", 0, "results", 0, "points", to=10**30),
    "no number": changed("evenings", 0, "results", 0, "points", to=float("nan")),
    "an event that is none": changed("evenings", 0, "event", to="x" * 36),
    "an outcome": changed("evenings", 0, "outcome", to=[1]),
    "an outcome beside results": changed("evenings", 0, "outcome", to=[0, [], []]),
    "a line without a time": changed("log", 0, "at", to="yesterday"),
    "a line without a zone": changed("log", 0, "at", to="2026-01-01T10:00:00"),
    "somebody twice": lambda raw: raw["evenings"][0]["results"].append(raw["evenings"][0]["results"][0]),
    "a decision about nobody": lambda raw: raw["log"].append(
        {"what": "barred", "data": {}, "reason": "", "by": "", "at": raw["log"][0]["at"]}
    ),
    "standings": changed("standings", to=[[0, 1]]),
    "no evenings": changed("evenings", to=None),
    "a year": changed("created_at", to="9999-12-31T23:59:59+00:00"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_and_nothing_is_stored(what: str) -> None:
    raw = json.loads(json.dumps(whole_season(six_evenings(RULES))))
    damaged = copy.deepcopy(raw)
    BAD[what](damaged)
    with pytest.raises(Unreadable):
        season_in(json.dumps(damaged).encode())
    assert ClubSeason.objects.count() == 1


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": 1}', b"PK\3\4"])
def test_what_is_no_file_is_refused_in_the_page(desk: Client, data: bytes) -> None:
    for answer in (upload(desk, data), desk.post(PATH, {"packed": "AAAA"}), desk.post(PATH)):
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_two_of_the_file_cannot_become_one() -> None:
    season = a_season()
    an_evening(season, {"Anna Keller": 9, "Bert Maier": 1})
    raw = json.loads(elsewhere(season))
    anna = Player.objects.create(name="Anna Keller")
    for person, name in zip(raw["people"], ("Anna Kellr", "Anna Keler"), strict=True):
        person["name"] = name
    filed = season_in(json.dumps(raw).encode())
    seen = takingin.look(filed, tenant=1, decisions={})
    assert seen.undecided == 2
    decisions = {name.seen.field: str(anna.pk) for name in seen.asking}
    with pytest.raises(Unreadable) as refused:
        takingin.take(filed=filed, tenant=1, decisions=decisions)
    assert [problem.code for problem in refused.value.problems] == ["twice"]
    assert ClubSeason.objects.count() == 1
