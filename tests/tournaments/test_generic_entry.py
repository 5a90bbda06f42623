"""Entry forms take and refuse exactly what the rules do, without any script on the page.

The form made from the declarations alone has to be able to say everything, at every table of every game:
it is what a new game starts with. Screens made for a game by hand must not fall behind it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import scoring.games
from scoring import GAMES, Game, Unreadable, dump, fields_for, opening, parse
from scoring.fields import AnswerKind
from scoring.flat import columns, to_flat
from tests.scoring.probe_game import PROBE
from tests.scoring.strategies import answers, hands, plain_tables
from tests.tournaments.builders import a_sitting
from tests.tournaments.filling import EntryForm, NotOffered
from tests.tournaments.visitors import a_writer
from tournaments.models import Entry, LiveHand, Sitting
from tournaments.table import entering

pytestmark = pytest.mark.django_db

ALL = (*GAMES, PROBE)
TABLES = [
    (game, seats) for game in ALL for preset, seats in plain_tables(game) if preset == game.presets[0].key
]
OWN_SCREENS = [
    game for game in GAMES if (Path(project.BASE_DIR) / f"templates/games/{game.key}/entry.html").exists()
]
# A screen made by hand may leave out an answer that another one of it stands for, or that is known already.
INSTEAD = {"cabo": {"cards"}, "truco": {"round", "duel"}}
few = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # making a failing hand smaller takes minutes
)


def ids(rows: list[tuple[Game[Any, Any], int]]) -> list[str]:
    return [f"{game.key}-{seats}" for game, seats in rows]


@pytest.fixture
def with_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scoring.games._BY_KEY, PROBE.key, PROBE)


@pytest.fixture
def generic(monkeypatch: pytest.MonkeyPatch, with_probe: None) -> None:
    """Every game is entered in the form made from its declaration."""
    monkeypatch.setattr(entering.EntryScreen, "templates", [entering.GENERIC])


def in_any_order(sitting: Sitting, payload: dict[str, Any]) -> dict[str, Any]:
    """Sets of seats are sent in the order of the page."""
    sets = {
        field.name
        for field in fields_for(sitting.game_value(), sitting.table())
        if field.shape.kind is AnswerKind.LIST and field.shape.many.distinct
    }
    return {name: sorted(value) if name in sets else value for name, value in payload.items()}


def as_judged(sitting: Sitting, raw: dict[str, Any]) -> dict[str, Any] | None:
    """What the rules make of this as the first hand; None: they refuse it."""
    game, table = sitting.game_value(), sitting.table()
    try:
        return dump(fields_for(game, table), parse(game, table, opening(table), raw))
    except Unreadable:
        return None


def as_entered(sitting: Sitting, raw: dict[str, Any]) -> dict[str, Any] | None:
    """What is in the ledger after somebody has filled in the page; None: it was refused."""
    writer = a_writer(sitting)
    page = writer.get(f"/t/{sitting.pk}/").text
    table = sitting.table()
    flat = columns(fields_for(sitting.game_value(), table), table.seating)
    sent = EntryForm(page).filled(flat, to_flat(flat, raw))
    answer = writer.post(f"/t/{sitting.pk}/", sent)
    if answer.status_code == 422:
        assert not Entry.objects.filter(sitting=sitting).exists()
        redisplayed = EntryForm(answer.text).standing()
        for name in sent.keys() - {"entry", "hand", "seen", "csrfmiddlewaretoken"}:
            assert [value for value in redisplayed.get(name, []) if value] == [
                value for value in sent[name] if value
            ], name
        return None
    assert answer.status_code == 302
    return dict[str, Any](LiveHand.objects.get(sitting=sitting).entry.payload)


def check(sitting: Sitting, raw: dict[str, Any]) -> None:
    judged, entered = as_judged(sitting, raw), as_entered(sitting, raw)
    assert (entered is None) == (judged is None), raw
    if judged is not None and entered is not None:
        assert in_any_order(sitting, entered) == in_any_order(sitting, judged)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=ids(TABLES))
@few
@given(data=st.data())
def test_every_hand_can_be_entered_in_the_form_made_from_the_declaration(
    generic: None, game: Game[Any, Any], seats: int, data: st.DataObject
) -> None:
    sitting = a_sitting(game.key, seats=seats)
    raw = data.draw(hands(game, sitting.table(), opening(sitting.table())))
    assume(raw is not None)
    assert raw is not None
    check(sitting, raw)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=ids(TABLES))
@few
@given(data=st.data())
def test_the_form_made_from_the_declaration_refuses_what_the_rules_refuse(
    generic: None, game: Game[Any, Any], seats: int, data: st.DataObject
) -> None:
    sitting = a_sitting(game.key, seats=seats)
    fields = fields_for(game, sitting.table())
    raw = data.draw(answers(fields, sitting.table().seating))
    for name in data.draw(st.lists(st.sampled_from([field.name for field in fields]), max_size=2)):
        raw.pop(name, None)
    check(sitting, raw)


@pytest.mark.parametrize("game", OWN_SCREENS, ids=[game.key for game in OWN_SCREENS])
@settings(few, max_examples=25)
@given(data=st.data())
def test_a_screen_made_by_hand_can_say_whatever_the_rules_accept(
    game: Game[Any, Any], data: st.DataObject
) -> None:
    seats = data.draw(st.sampled_from([seats for listed, seats in TABLES if listed is game]))
    sitting = a_sitting(game.key, seats=seats)
    table = sitting.table()
    raw = data.draw(hands(game, table, opening(table)))
    assume(raw is not None and not INSTEAD.get(game.key, set()) & raw.keys())
    assert raw is not None
    shortest = as_judged(sitting, raw)  # an answer that goes without saying needs no button
    assert shortest is not None
    check(sitting, shortest)


@pytest.mark.parametrize("game", OWN_SCREENS, ids=[game.key for game in OWN_SCREENS])
def test_a_screen_made_by_hand_asks_every_question_of_the_declaration(game: Game[Any, Any]) -> None:
    for seats in game.seats:
        sitting = a_sitting(game.key, seats=seats)
        table = sitting.table()
        asked = {field.name for field in fields_for(game, table) if not field.hidden} - INSTEAD.get(
            game.key, set()
        )
        page = EntryForm(a_writer(sitting).get(f"/t/{sitting.pk}/").text)
        flat = columns([field for field in fields_for(game, table) if field.name in asked], table.seating)
        assert not [column.name for column in flat if column.name not in page.controls]


def test_a_page_without_a_form_is_noticed() -> None:
    with pytest.raises(NotOffered):
        EntryForm("<form id='other'><input name='x'></form>")
