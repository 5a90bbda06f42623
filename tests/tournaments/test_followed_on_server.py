"""A club's laptop sends an evening up: what the club's place on the server makes of it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.club_builders import a_club
from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.season_builders import (
    BEGINS,
    a_played_event,
    a_season,
    make_official,
    standings_of,
)
from tests.tournaments.test_club_removal import let_it_leave
from tests.tournaments.test_peers import one_round, paired
from tests.tournaments.visitors import a_stranger
from tournaments.careers import keeping
from tournaments.clubs import exporting, removal
from tournaments.events.ground.locking import is_followed
from tournaments.events.plan import shelving
from tournaments.following.peers import people
from tournaments.following.peers.states import SourceState
from tournaments.models import (
    FIRST,
    Career,
    Chapter,
    Club,
    Event,
    EventLine,
    EventLog,
    EventPiece,
    LogReader,
    LogSource,
    PairingKind,
    Player,
    ShownAs,
)
from tournaments.people import privacy
from tournaments.seasons import changing

__all__ = ["blank_database", "elsewhere"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture
def club(settings: Any) -> Club:
    """On a server."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    return a_club("Oben")


@pytest.fixture
def sending(club: Club, elsewhere: Elsewhere) -> tuple[LogSource, Any]:
    """A laptop with an evening that goes up."""
    with elsewhere.there():
        a_played_event()
    return paired(elsewhere, PairingKind.FEDERATION, club.pk)


def there(laptop: Elsewhere, name: str, **words: Any) -> Player:
    with laptop.there():
        player = Player.objects.get(name=name)
        if words:
            for word, value in words.items():
                setattr(player, word, value)
            player.save()
            from tournaments.events.ground.locking import touch_events_of

            touch_events_of([player])
        return player


def test_an_official_evening_counts_in_the_seasons_and_careers_of_the_server(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    here = Event.objects.get(tenant=club)
    season = a_season(tenant=club.pk)
    changing.add_date(season=season, day=BEGINS, event=here)
    keeping.bring_up(club.pk)
    assert not Chapter.objects.filter(tenant=club).exists()
    with elsewhere.there():
        make_official(Event.objects.get())
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    rows = standings_of(season)
    assert len(rows) == 8
    assert rows[0][2] > rows[-1][2]
    keeping.bring_up(club.pk)
    assert Chapter.objects.filter(tenant=club, event=here).count() == 1
    assert Career.objects.filter(player__tenant=club).exists()


def test_a_season_notes_what_becomes_official_and_what_is_opened_again(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    season = a_season(tenant=club.pk)
    changing.add_date(season=season, day=BEGINS, event=Event.objects.get(tenant=club))
    with elsewhere.there():
        make_official(Event.objects.get())
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    date_ = season.evenings.get()
    assert (date_.counted_at is not None, bool(date_.outcome)) == (True, True)
    counted = standings_of(season)
    with elsewhere.there():
        shelving.reopen_event(event=Event.objects.get(), reason="verzählt", by="x")
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    assert standings_of(season) == counted, "what was official counts until it is official again"


def test_everybody_sees_it_under_the_address_of_the_club(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    here, browser = Event.objects.get(tenant=club), a_stranger()
    assert here.title in browser.get(f"/c/{club.slug}/").text
    page = browser.get(f"/e/{here.pk}/standings/")
    assert page.status_code == 200


def test_it_is_exported_and_removed_with_the_club(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    uid = str(Event.objects.get(tenant=club).uid)
    stream = io.BytesIO()
    exporting.write_club(club, stream)
    names = zipfile.ZipFile(stream).namelist()
    assert any("Herbstturnier" in name or uid in name or "event" in name for name in names), names
    let_it_leave(club)
    removal.remove(club=club, by="test")
    for model in (Event, EventLog, EventPiece, EventLine, LogReader):
        assert not model._default_manager.exists(), model
    assert one_round(elsewhere, *sending) == SourceState.REVOKED
    with elsewhere.there():
        assert Event.objects.count() == 1


def test_who_is_revoked_sends_nothing_more_and_is_told(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    from tournaments.following.peers import pairing

    pairing.revoke(club=club.pk, reader=LogReader.objects.get().pk)
    assert one_round(elsewhere, *sending) == SourceState.REVOKED
    assert is_followed(Event.objects.get())


# --- People, both ways ------------------------------


def test_whoever_asked_on_the_server_to_be_shown_with_less_stays_so(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    person = Player.objects.filter(tenant=club).order_by("pk")[0]
    Player.objects.filter(pk=person.pk).update(shown_as=ShownAs.INITIALS.value, unlisted=True)
    there(elsewhere, person.name, category="Senioren", minor=True)
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    person.refresh_from_db()
    assert (person.category, person.minor) == ("Senioren", True)
    assert (person.shown_as, person.unlisted) == (ShownAs.INITIALS, True)


def test_a_wish_on_the_laptop_holds_on_the_server(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    name = Player.objects.filter(tenant=club).order_by("pk")[0].name
    there(elsewhere, name, shown_as=ShownAs.SHORT.value, unlisted=True)
    assert one_round(elsewhere, *sending) == SourceState.LEVEL
    person = Player.objects.get(tenant=club, name=name)
    assert (person.shown_as, person.unlisted) == (ShownAs.SHORT, True)


def test_the_list_is_looked_at_and_then_holds_on_the_laptop(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    source, line = sending
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    first, second, third = Player.objects.filter(tenant=club).order_by("pk")[:3]
    first.shown_as, first.minor, first.club_number = ShownAs.INITIALS.value, True, "17"
    first.save()
    privacy.anonymise(player=second)
    Player.objects.create(tenant=club, name="Neu Dabei", contact="0761", club_number="18")
    Player.objects.create(tenant=a_club("Nebenan"), name="Wer Anders")
    raw = line("/log/people/")
    assert "0761" not in str(raw), "contacts stay"
    assert "Wer Anders" not in str(raw), "a token is of one club"
    listed = people.read_people(raw)
    with elsewhere.there():
        before = list(Player.objects.order_by("pk").values())
        changes = people.changes_of(listed, FIRST)
        assert list(Player.objects.order_by("pk").values()) == before, "only looked at"
        kinds = sorted(change.kind.value for change in changes)
        assert kinds == ["forget", "new", "number", "wish"]
        assert people.apply(listed, FIRST, [change.key for change in changes], "x") == 4
        player = Player.objects.get(name=first.name)
        assert (player.shown_as, player.minor, player.club_number) == (ShownAs.INITIALS, True, "17")
        assert not Player.objects.filter(name=second.name).exclude(anonymised_at=None).exists()
        assert Player.objects.exclude(anonymised_at=None).count() == 1
        assert Player.objects.get(name="Neu Dabei").club_number == "18"
        assert people.changes_of(listed, FIRST) == []
        assert Player.objects.get(name=third.name).shown_as == ShownAs.FULL
    assert one_round(elsewhere, source, line) == SourceState.LEVEL


def test_who_is_shown_with_less_on_the_laptop_is_not_shown_with_more(
    sending: tuple[LogSource, Any], club: Club, elsewhere: Elsewhere
) -> None:
    source, line = sending
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    listed = people.read_people(line("/log/people/"))
    there(elsewhere, listed[0].name, shown_as=ShownAs.PSEUDONYM.value, pseudonym="Der Lange")
    with elsewhere.there():
        assert people.changes_of(listed, FIRST) == []


@pytest.mark.parametrize(
    "raw",
    [None, [], {}, {"format": "stammtisch-people"}, {"format": "stammtisch-people", "people": [{}]}],
    ids=["nothing", "a list", "empty", "nobody", "damaged"],
)
def test_what_is_no_list_is_refused(raw: object) -> None:
    with pytest.raises(people.NoPeopleList):
        people.read_people(raw)
