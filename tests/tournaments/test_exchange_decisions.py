"""What was decided and what the log tells is about the same people, sheets and decisions elsewhere."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring import Unreadable
from tests.guards import unguarded
from tests.tournaments.builders import eine
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import exchange
from tournaments.events.decisions import corrections as correcting
from tournaments.events.decisions import exchanges, rulings
from tournaments.events.draw import drawing
from tournaments.events.ground.names import full_names_of
from tournaments.events.plan.changing import change_head
from tournaments.events.rounds import publishing, running
from tournaments.events.seats import seating
from tournaments.hall.decisions import decision_rows
from tournaments.models import FIRST, Entrant, Event, Notice, Player, RulingKind, ShownAs
from tournaments.people import entrants, presence, register
from tournaments.people.happenings import history
from tournaments.people.substitutes import substitute

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines, pytest.mark.event(here=12, expected=1)]

TABLES = (
    "eventlink",
    *("livehand", "sheethead", "entry", "credential", "chair", "sitting", "ruling", "notice"),
    *("wish", "member", "entrant", "round", "stage", "event", "player"),
)
KEYLESS = ("sheethead", "entry", "credential")  # they have no numbers of their own


def forget_everything() -> None:
    """Another installation: it knows nothing, and gives other keys."""
    with connection.cursor() as cursor:
        with unguarded(cursor):
            for table in TABLES:
                cursor.execute(f"DELETE FROM tournaments_{table}")
        if connection.vendor == "sqlite":
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name LIKE 'tournaments_%'")
            return
        for table in TABLES:
            if table not in KEYLESS:
                sequence = f"pg_get_serial_sequence('tournaments_{table}', 'id')"
                cursor.execute(f"SELECT setval({sequence}, nextval({sequence}) + 1000)")


@pytest.fixture
def event(event: Event) -> Event:
    """An evening on which much is put right."""
    absent = event.entrants.get(number=13)
    round_ = start(event)
    play_all(round_)
    first, second, third = round_.seating["tables"]
    exchanges.exchange(
        round_=round_, first=first[0], second=second[1], entry_id=uuid.uuid4(), reason="wrong table"
    )
    new = Player.objects.create(name="Ersatz")
    substitute(entrant=Entrant.objects.get(pk=third[2]), place=1, player=new, from_round=2, reason="ill")
    finish(round_)
    sitting = round_.sittings.get(number=2)
    correcting.correct(
        sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3), base_seq=9, reason="misread"
    )
    for who, points in ((first[1], -5), (first[2], 7)):
        draft = rulings.RulingDraft(RulingKind.POINTS, entrant=who, points=points)
        rulings.make(event=event, draft=draft, key=uuid.uuid4(), reason="fair play")
    rulings.withdraw(ruling=event.rulings.order_by("pk")[0], reason="it was somebody else")
    lot = rulings.RulingDraft(RulingKind.LOT, order=(third[0], third[1]))
    rulings.make(event=event, draft=lot, key=uuid.uuid4(), reason="drawn at the table")
    entrants.keep_apart(event=event, first=first[0], second=first[1])
    presence.mark_missing(event=event)
    assert absent.pk
    return event


def shown_on_pages(event: Event) -> list[Any]:
    """What pages say of corrections and of every entry."""
    names = full_names_of(event)
    rows = decision_rows(event, full_names=True)
    corrections = [(row.what, row.where, row.before, row.after, row.moved, row.reason) for row in rows]
    lines = [
        [happened.text for happened in history(entrant, names)]
        for entrant in event.entrants.order_by("number")
    ]
    return [corrections, lines]


def moved_away(event: Event) -> tuple[dict[str, Any], Event]:
    packed, data = exchange.packed(event), exchange.as_file(event)
    forget_everything()
    # Keys that belong to others here.
    others = an_event(here=4, title="Something else")
    start(others)
    return packed, exchange.take_in(data, FIRST)


def test_corrections_and_histories_say_the_same_elsewhere(event: Event) -> None:
    before = shown_on_pages(event)
    packed, again = moved_away(event)
    assert shown_on_pages(again) == before
    assert exchange.packed(again) == packed


def test_partners_drawn_by_cards_stay_partners() -> None:
    event = an_event("caesar-partners", here=8)
    round_ = publishing.publish(drawing.draw_next(event)[0])
    table = round_.seating["tables"][0]
    seating.partner(round_, 1, table[1])
    packed, again = moved_away(event)
    assert exchange.packed(again) == packed
    change = again.rounds.get(number=1).changes[-1]
    assert Entrant.objects.get(pk=change["partner"]).event == again


def test_a_number_that_is_no_entrant_stays_what_it_is() -> None:
    event = an_event("truco-swiss")
    settings = {**event.settings, "entrant": 1}
    try:
        change_head(event=event, title=event.title, day=event.day, settings=settings)
    except Unreadable:
        Notice.objects.create(
            event=event, what="head_changed", data={"old": {"entrant": 2}}, at=event.created_at
        )
    packed, again = moved_away(event)
    changed = again.notices.get(what="head_changed")
    assert changed.data["old"]["entrant"] == 2
    assert exchange.packed(again) == packed


def test_who_has_been_taken_out_again_does_not_hold_up_the_file() -> None:
    event = an_event(here=4)
    gone = add_entrants(event, 1, names=["Gast"])[0]
    presence.tick(event=event, entrant=gone.pk, paid=True)
    entrants.remove(entrant=gone)
    packed, again = moved_away(event)
    assert exchange.packed(again) == packed


def test_who_is_named_in_a_decision_is_not_taken_out() -> None:
    event = an_event(here=4)
    entrant, other = event.entrants.all()[:2]
    lot = rulings.RulingDraft(RulingKind.LOT, order=(entrant.pk, other.pk))
    rulings.make(event=event, draft=lot, key=uuid.uuid4(), reason="drawn")
    with pytest.raises(Unreadable):
        entrants.remove(entrant=other)


def test_who_wants_to_be_shown_with_less_elsewhere_is_shown_with_less_here() -> None:
    event = an_event(here=4)
    name = Player.objects.order_by("name")[0].name
    Player.objects.filter(name=name).update(shown_as=ShownAs.PSEUDONYM, pseudonym="Skatfuchs")
    data = exchange.as_file(event)
    forget_everything()
    register.add_person(tenant=FIRST, name=name)
    exchange.take_in(data, FIRST)
    assert Player.objects.get(name=name).public_name == "Skatfuchs"


DAMAGES: dict[str, Callable[[Any], Any]] = {
    "state of a round": lambda raw: raw["rounds"][0].update(state="somehow"),
    "state of an entry": lambda raw: raw["entrants"][0].update(state="somewhere"),
    "kind of a decision": lambda raw: raw["rulings"][0].update(kind="something"),
    "a decision without points": lambda raw: raw["rulings"][0].update(data={}),
    "points that are no number": lambda raw: raw["rulings"][0].update(data={"points": "many"}),
    "way to show a name": lambda raw: raw["people"][0].update(shown_as="somebody"),
    "no seats": lambda raw: raw["rounds"][0].update(seating={}),
    "people seated twice": lambda raw: raw["rounds"][0]["seating"]["tables"].append([1, 2, 3, 4]),
    "an exchange of nobody": lambda raw: raw["rounds"][0]["changes"].append({"what": "exchanged"}),
    "an empty chair": lambda raw: raw["tables"][0]["chairs"].pop(),
    "no rules": lambda raw: raw["tables"][0].update(rules={}),
    "a correction of nothing": lambda raw: [
        line["data"].clear() for line in raw["log"] if line["what"] == "hand_corrected"
    ],
    "a decision that is none": lambda raw: [
        line["data"].clear() for line in raw["log"] if line["what"] == "ruling_made"
    ],
    "a log that is no log": lambda raw: raw["log"][0].update(data=[]),
    "settings": lambda raw: raw["event"].update(settings={"entrant": 9}),
    "rules of no game": lambda raw: raw["event"].update(rules={"no": "such switch"}),
    "a long title": lambda raw: raw["event"].update(title="x" * 10_000),
    "a title with a NUL": lambda raw: raw["event"].update(title="nul\x00"),
    "a start number below 0": lambda raw: raw["entrants"][0].update(number=-1),
    "a stage below 0": lambda raw: raw["stages"][0].update(number=-1),
    "an unheard-of format": lambda raw: raw["stages"][0].update(plan={"format": "unheard of"}),
    "an entry of nobody": lambda raw: raw["entrants"][0]["members"].clear(),
}


def test_a_file_that_no_page_could_show_is_refused(event: Event) -> None:
    whole = json.dumps(exchange.packed(event))
    forget_everything()
    taken = []
    for name, damage in DAMAGES.items():
        raw = json.loads(whole)
        damage(raw)
        try:
            exchange.take_in(json.dumps(raw).encode(), FIRST)
        except exchange.NotAnEvent:
            continue
        taken.append(name)
        forget_everything()
    assert not taken, ", ".join(taken)
    assert not Player.objects.exists()
    exchange.take_in(whole.encode(), FIRST)


def test_the_draw_goes_on_elsewhere(event: Event) -> None:
    _packed, again = moved_away(event)
    second = drawing.draw_next(again)[0]
    play_all(running.open_round(publishing.publish(second)))
