"""What the server says of people while nobody looks: what hides is done at once, everything else waits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.club_builders import a_club
from tests.tournaments.elsewhere import Elsewhere, blank_database, elsewhere
from tests.tournaments.test_peers import a_played_event, one_round, paired
from tests.tournaments.visitors import a_stranger
from tournaments.following.peers import announcing
from tournaments.following.peers.announcing import PeopleNews
from tournaments.following.peers.follower import BREATH_PEOPLE, Follower
from tournaments.following.peers.states import SourceState, Unanswered
from tournaments.following.peers.wire import WireLine
from tournaments.models import Club, LogSource, PairingKind, Player, ShownAs
from tournaments.people import privacy

__all__ = ["blank_database", "elsewhere"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings: Any) -> Club:
    """On a server."""
    settings.PROFILE = replace(settings.PROFILE, name="federation")
    return a_club("Oben")


@pytest.fixture
def sending(club: Club, elsewhere: Elsewhere) -> tuple[LogSource, WireLine]:
    """A laptop with an evening that has gone up."""
    with elsewhere.there():
        a_played_event()
    source, line = paired(elsewhere, PairingKind.FEDERATION, club.pk)
    assert one_round(elsewhere, source, line) == SourceState.LEVEL
    return source, line


class Listening:
    """A line, and what was asked over it."""

    def __init__(self, line: WireLine) -> None:
        self.line, self.asked, self.answers = line, list[str](), list[dict[str, Any]]()

    def __call__(self, path: str, **sent: Any) -> dict[str, Any]:
        self.asked.append(path)
        answer = self.line(path, **sent)
        self.answers.append(answer)
        return answer


def hear(laptop: Elsewhere, line: WireLine) -> PeopleNews:
    with laptop.there():
        announcing.hear(LogSource.objects.get(), line)
        return PeopleNews.of(LogSource.objects.get())


@pytest.mark.both_engines
def test_what_hides_somebody_is_done_at_once_and_the_rest_waits(
    sending: tuple[LogSource, WireLine], club: Club, elsewhere: Elsewhere
) -> None:
    _source, line = sending
    first, second, third = Player.objects.filter(tenant=club).order_by("pk")[:3]
    first.shown_as, first.minor, first.club_number = ShownAs.INITIALS.value, True, "17"
    first.save()
    privacy.anonymise(player=second)
    for number in range(5):
        Player.objects.create(tenant=club, name=f"Neu {number}", club_number=str(30 + number))
    news = hear(elsewhere, line)
    assert (news.new, news.numbers) == (5, 1)
    with elsewhere.there():
        player = Player.objects.get(name=first.name)
        assert (player.shown_as, player.minor) == (ShownAs.INITIALS, True)
        assert player.club_number == "", "a number waits"
        assert not Player.objects.filter(name=second.name).exists()
        assert not Player.objects.filter(name__startswith="Neu").exists(), "new people wait"
        assert Player.objects.get(name=third.name).shown_as == ShownAs.FULL


@pytest.mark.both_engines
def test_the_same_list_is_not_sent_twice(
    sending: tuple[LogSource, WireLine], club: Club, elsewhere: Elsewhere
) -> None:
    line = Listening(sending[1])
    first = hear(elsewhere, line)
    assert first.tag
    assert not first.waits
    assert hear(elsewhere, line) == first
    assert "people" in line.answers[0]
    assert line.answers[1] == {"tag": first.tag, "same": True}
    Player.objects.create(tenant=club, name="Neu Dabei")
    assert hear(elsewhere, line).new == 1


@pytest.mark.both_engines
def test_who_was_compared_is_announced_no_longer(
    sending: tuple[LogSource, WireLine], club: Club, elsewhere: Elsewhere
) -> None:
    _source, line = sending
    person = Player.objects.create(tenant=club, name="Neu Dabei")
    assert hear(elsewhere, line).new == 1
    with elsewhere.there():
        added = Player.objects.create(name="Neu Dabei")  # by hand, without comparing
    assert not hear(elsewhere, line).waits
    with elsewhere.there():
        added.delete()
        LogSource.objects.update(people={"tag": "x", "new": 3, "numbers": 0})
        announcing.forget(LogSource.objects.get().club_id or 0)
        assert not PeopleNews.of(LogSource.objects.get()).waits
    assert hear(elsewhere, line).new == 1
    person.delete()
    assert not hear(elsewhere, line).waits


@pytest.mark.parametrize(
    "answer", [{}, {"format": "stammtisch-people", "version": 99, "people": []}, {"people": 3}]
)
@pytest.mark.both_engines
def test_what_is_no_list_changes_nothing(
    sending: tuple[LogSource, WireLine], elsewhere: Elsewhere, answer: dict[str, Any]
) -> None:
    before = hear(elsewhere, sending[1])
    assert hear(elsewhere, lambda path, **sent: answer) == before


@pytest.mark.both_engines
def test_no_answer_is_no_news(sending: tuple[LogSource, WireLine], elsewhere: Elsewhere) -> None:
    def dead(path: str, **sent: Any) -> dict[str, Any]:
        raise Unanswered(SourceState.NO_ANSWER)

    before = hear(elsewhere, sending[1])
    assert hear(elsewhere, dead) == before


@pytest.mark.both_engines
def test_the_thread_asks_once_in_a_while(sending: tuple[LogSource, WireLine], elsewhere: Elsewhere) -> None:
    line = Listening(sending[1])
    follower = Follower(lambda _address, _token: line)
    with elsewhere.there():
        for moment in (0.0, BREATH_PEOPLE / 2, BREATH_PEOPLE + 1):
            follower.work(now=moment)
    assert line.asked.count("/log/people/") == 2


def test_the_desk_says_how_many_wait(settings: Any) -> None:
    from tests.tournaments.test_pairing import a_source, the_laptop

    settings.LANGUAGE_CODE = "en"
    source = a_source(kind=PairingKind.FEDERATION)
    LogSource.objects.filter(pk=source.pk).update(people={"tag": "x", "new": 5, "numbers": 2})
    desk = the_laptop()
    assert "(7)" in desk.get("/desk/").text
    page = desk.get("/desk/following/").text
    assert "5 new people, 2 new numbers" in page
    LogSource.objects.filter(pk=source.pk).update(people={"tag": "x", "new": 1, "numbers": 0})
    assert "1 new person" in desk.get("/desk/following/").text
    LogSource.objects.filter(pk=source.pk).update(people={})
    assert "(7)" not in desk.get("/desk/").text


@pytest.mark.both_engines
def test_a_reader_of_events_gets_no_people() -> None:
    assert a_stranger().get("/log/people/?have=x").status_code == 401
