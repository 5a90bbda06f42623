"""How people are shown in public, as each of them wishes, from the next look on."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.builders import eine, record
from tests.tournaments.event_builders import an_event
from tournaments.events.ground.names import names_of
from tournaments.models import FIRST, Entrant, Player, ShownAs, Sitting
from tournaments.table import exports, reading

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sitting(names=("Hans Müller", "Bernd", "Carla", "Dora"), first_dealer=4),
]


def shown(name: str, shown_as: ShownAs, pseudonym: str = "") -> str:
    return Player(name=name, shown_as=shown_as, pseudonym=pseudonym).public_name


@pytest.mark.parametrize(
    ("name", "shown_as", "public"),
    [
        ("Hans Müller", ShownAs.FULL, "Hans Müller"),
        ("Hans Müller", ShownAs.SHORT, "Hans M."),
        ("Hans Peter Müller", ShownAs.SHORT, "Hans M."),
        ("Hans", ShownAs.SHORT, "Hans"),
        ("Hans Müller", ShownAs.INITIALS, "H. M."),
        ("Hans Peter Müller", ShownAs.INITIALS, "H. P. M."),
        ("Hans", ShownAs.INITIALS, "H."),
        ("Hans Müller", ShownAs.PSEUDONYM, "H. M."),
    ],
)
def test_a_name_is_shown_as_its_owner_wishes(name: str, shown_as: ShownAs, public: str) -> None:
    assert shown(name, shown_as) == public


def test_a_pseudonym_hides_the_name() -> None:
    assert shown("Hans Müller", ShownAs.PSEUDONYM, "Skatfuchs") == "Skatfuchs"
    assert shown("Hans Müller", ShownAs.FULL, "Skatfuchs") == "Hans Müller"


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    record(sitting, eine(1))
    return sitting


PUBLIC = (
    "/t/{pk}/",
    "/t/{pk}/hands/",
    "/t/{pk}/numbers/",
    "/t/{pk}/sheet.csv",
    "/t/{pk}/sheet.json",
    "/t/{pk}/invite/",
    "/",
    "/new/cego/",
    "/new/cego/?like={pk}",
)


@pytest.mark.parametrize("path", PUBLIC)
@pytest.mark.parametrize("shown_as", [ShownAs.SHORT, ShownAs.INITIALS, ShownAs.PSEUDONYM])
def test_no_public_page_says_more(client: Client, sitting: Sitting, path: str, shown_as: ShownAs) -> None:
    address = path.format(pk=sitting.pk)
    client.get(address)  # what was made before is not shown again
    Player.objects.filter(name="Hans Müller").update(shown_as=shown_as, pseudonym="Skatfuchs")
    answer = client.get(address)
    assert answer.status_code == 200
    assert "Müller" not in answer.text


def test_who_is_shown_otherwise_is_so_at_once(sitting: Sitting) -> None:
    assert reading.sheet(sitting).seats[0].name == "Hans Müller"
    Player.objects.filter(name="Hans Müller").update(shown_as=ShownAs.SHORT)
    view = reading.sheet(sitting)
    assert view.seats[0].name == "Hans M."
    assert "Hans M." in exports.csv_of(view)
    assert "Hans M." in view.hands[0].sentence


def test_people_of_events_are_not_suggested_to_everybody() -> None:
    an_event(here=4)
    Player.objects.create(name="Only in the register")
    assert reading.known_names(FIRST) == []


def test_who_is_not_shown_with_his_name_is_not_suggested(sitting: Sitting) -> None:
    Player.objects.filter(name="Bernd").update(shown_as=ShownAs.INITIALS)
    assert sorted(reading.known_names(FIRST)) == ["Carla", "Dora", "Hans Müller"]


def test_a_quick_evening_does_not_begin_like_a_table_of_an_event(sitting: Sitting) -> None:
    event = an_event(here=4)
    Sitting.objects.filter(pk=sitting.pk).update(event=event)
    assert reading.latest_sitting(FIRST, "cego") is None


def test_entrants_are_called_by_their_public_names() -> None:
    event = an_event(here=2)
    Player.objects.filter(memberships__entrant__number=1).update(name="Hans Müller", shown_as=ShownAs.SHORT)
    first = Entrant.objects.get(event=event, number=1)
    assert names_of(event)[first.pk] == "Hans M."
