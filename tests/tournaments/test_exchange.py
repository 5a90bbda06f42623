"""A whole event out of one installation and into another: identical standings, nothing changed."""

from __future__ import annotations

import io
import json
import uuid
import zipfile

import pytest
from django.utils import timezone

from scoring.fields import fields_of
from tests.tournaments.builders import eine, put_aside
from tests.tournaments.test_confirming import confirm, dispute
from tests.tournaments.test_event_rounds import finish, play_all, start
from tournaments import exchange, ledger
from tournaments.engines.plans import dumped
from tournaments.engines.plans.prizeplan import Gift, PrizePlan, PrizeRow
from tournaments.engines.plans.prizes import CertificatePlan
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import Sharing, Undivided
from tournaments.engines.prizes.rules import PrizeRules
from tournaments.events.results.ranking import standings_of
from tournaments.exchange import unpacking
from tournaments.exchange.seats import FileSeats
from tournaments.models import FIRST, Answer, Entry, Event, Player, Ruling, RulingKind, SheetHead, Sitting
from tournaments.models.stored import SeatingJson
from tournaments.prizes import giving, plans
from tournaments.prizes.state import prize_state

pytestmark = [pytest.mark.django_db, pytest.mark.event(here=12)]


@pytest.fixture
def event(event: Event) -> Event:
    """Two rounds of twelve people; a correction, a penalty; lots among equals; prizes and certificates."""
    event.prizes = [{"for": "1", "prize": "Schinken"}, {"for": "letzter", "prize": "Rote Laterne"}]
    event.certificate = dumped(CertificatePlan(text="Danke"))  # signatures are left empty, as most people do
    event.save()
    first = start(event)
    play_all(first, won=1)
    finish(first)
    second = start(event, "zwei")
    play_all(second, won=2)
    sitting = second.sittings.get(number=2)
    ledger.correct_hand(sitting=sitting, hand_no=1, entry_id=uuid.uuid4(), raw=eine(3))
    put_aside(sitting, eine(2), 1)
    decided = put_aside(sitting, eine(4), 1)
    ledger.settle(parked=decided, answer=Answer.STAYS, credential=decided.credential)
    Ruling.objects.create(
        event=event,
        kind=RulingKind.POINTS,
        entrant=event.entrants.get(number=5),
        data={"points": -3},
        reason="late",
        at=timezone.now(),
    )
    return event


def elsewhere(event: Event) -> bytes:
    """The file, and an installation that knows nothing of it."""
    data = exchange.as_file(event)
    forget_everything()
    return data


def forget_everything() -> None:
    from django.db import connection

    with connection.cursor() as cursor:  # the guards of the ledger do not let anybody else do this
        cursor.execute("DROP TRIGGER entry_no_delete")
        cursor.execute("DROP TRIGGER eventlink_no_delete")
        for trigger in ("parked", "parkeddecision", "prizerecord", "cashentry"):
            cursor.execute(f"DROP TRIGGER {trigger}_no_delete")
        for table in (
            *(
                "prizerecord",
                "cashentry",
                "eventlink",
                "parkeddecision",
                "parked",
                "livehand",
                "sheethead",
                "entry",
                "credential",
                "chair",
                "sitting",
                "ruling",
                "notice",
            ),
            *("wish", "member", "entrant", "round", "stage", "event", "player"),
        ):
            cursor.execute(f"DELETE FROM tournaments_{table}")
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name LIKE 'tournaments_%'")


def table(event: Event) -> list[tuple[object, ...]]:
    numbers = dict(event.entrants.values_list("pk", "number"))
    return [
        (row.rank, numbers[row.entrant], [value.plain for value in row.values], row.by_lot)
        for row in standings_of(event).rows
    ]


def test_an_event_has_the_same_standings_elsewhere(event: Event) -> None:
    before, uid = table(event), event.uid
    assert any(by_lot for *_row, by_lot in before)
    data = elsewhere(event)
    again = exchange.take_in(data, FIRST)
    assert again.uid == uid
    assert table(again) == before
    assert exchange.packed(again) == json.loads(_inside(data))


def test_prizes_and_what_was_given_go_along(event: Event) -> None:
    rows = (
        PrizeRow(id="first", who=PrizeFor.PLACES, first=1, amount=5000),
        PrizeRow(id="pick", who=PrizeFor.PLACES, first=2, picks=True),
    )
    plan = PrizePlan(
        rules=PrizeRules(ties=Sharing.BY_CRITERIA, undivided=Undivided.BY_CRITERIA),
        prizes=rows,
        gifts=(Gift(id="ham", what="Schinken", donor="Metzgerei Huber"),),
    )
    event = plans.change_plan(event=event, plan=plan, prices={"first": "50"})
    first, second = list(prize_state(event).dues)[:2]
    seen = prize_state(event).dues[first].seen
    giving.hand_over(event=event, entrant=first, seen=seen, key=uuid.uuid4(), by="Helga")
    giving.choose(event=event, entrant=second, gift="ham", key=uuid.uuid4())
    data = elsewhere(event)
    again = exchange.take_in(data, FIRST)
    assert exchange.packed(again) == json.loads(_inside(data))
    state = prize_state(again)
    assert state.ground.plan == plan
    assert [due.done for due in state.dues.values()] == [True, True]


def test_what_tables_say_about_their_lists_goes_along(event: Event) -> None:
    first, second = Sitting.objects.filter(event=event, round__number=2).order_by("number")[:2]
    for sitting in (first, second):
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())
    confirm(first, 2)
    dispute(second, 3, totals=[0, 0, 0, 6])
    again = exchange.take_in(elsewhere(event), FIRST)
    heads = SheetHead.objects.filter(sitting__event=again, sitting__round__number=2).order_by(
        "sitting__number"
    )
    assert [head.agreed for head in heads][:2] == ["confirmed", "disputed"]
    assert again.settings["confirming"] == "list"


def test_nobody_was_asked_to_confirm_in_files_of_before(event: Event) -> None:
    raw = json.loads(_inside(exchange.as_file(event)))
    del raw["event"]["settings"]["confirming"]
    forget_everything()
    assert exchange.take_in(json.dumps(raw).encode(), FIRST).settings["confirming"] == "nobody"


def test_people_of_the_register_are_found_again(event: Event) -> None:
    data = exchange.as_file(event)
    name = Player.objects.order_by("name")[0].name
    forget_everything()
    known = Player.objects.create(name=name, contact="0761 1234")
    exchange.take_in(data, FIRST)
    assert Player.objects.get(name=name).pk == known.pk
    assert Player.objects.count() == 12
    assert b"0761" not in data


def test_what_is_here_already_is_not_taken_in_twice(event: Event) -> None:
    with pytest.raises(exchange.NotAnEvent, match=r"already|bereits|schon"):
        exchange.take_in(exchange.as_file(event), FIRST)
    assert Event.objects.count() == 1


def test_a_changed_hand_is_found(event: Event) -> None:
    raw = json.loads(_inside(exchange.as_file(event)))
    raw["tables"][0]["entries"][0]["payload"]["points"] = 79
    forget_everything()
    with pytest.raises(exchange.NotAnEvent):
        exchange.take_in(json.dumps(raw).encode(), FIRST)
    assert not Sitting.objects.exists()
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x03\x04", b"{}", b"[]", b"null", b'{"format": "stammtisch-event", "version": 1}', b"\xff" * 9],
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(exchange.NotAnEvent):
        exchange.take_in(data, FIRST)


@pytest.mark.parametrize("part", ["event", "people", "entrants", "stages", "rounds", "tables", "log"])
def test_a_damaged_file_stores_nothing(event: Event, part: str) -> None:
    raw = json.loads(_inside(exchange.as_file(event)))
    raw[part] = 17
    forget_everything()
    with pytest.raises(exchange.NotAnEvent):
        exchange.take_in(json.dumps(raw).encode(), FIRST)
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"tables": [17]},
        {"numbers": ["1", "2", "3"]},
        {"out": [1.5]},
        {"groups": [1, 2, 3]},
        {"ahead": "A"},
        {"matches": [None]},
        {"left": "many"},
        {"seats": []},
    ],
)
def test_seats_that_cannot_be_read_are_damage(event: Event, change: dict[str, object]) -> None:
    raw = json.loads(_inside(exchange.as_file(event)))
    raw["rounds"][1]["seating"] |= change
    forget_everything()
    with pytest.raises(exchange.NotAnEvent):
        exchange.take_in(json.dumps(raw).encode(), FIRST)


def test_what_a_file_may_say_of_seats_is_what_a_round_keeps() -> None:
    assert [field.name for field in fields_of(FileSeats)] == list(SeatingJson.__annotations__)


@pytest.mark.parametrize("inside", [b" " * 20_000_000, b"[" + b"0," * 7_000_000 + b"0]"])
def test_a_small_file_with_a_large_one_inside_is_refused_unread(
    inside: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json, "loads", lambda data: pytest.fail("it is read"))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("event.json", inside)
    for data in (written.getvalue(), inside if b"0" in inside else written.getvalue()):
        with pytest.raises(exchange.NotAnEvent, match=r"too large|zu groß"):
            exchange.take_in(data, FIRST)


def test_an_event_is_not_as_dense_as_what_is_refused(event: Event) -> None:
    data = exchange.as_file(event)
    assert len(_inside(data)) < unpacking.DENSEST / 2 * len(data)


def _inside(data: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(data)).read("event.json")


def test_what_was_put_aside_may_not_be_changed_on_the_way(event: Event) -> None:
    file = json.loads(_inside(elsewhere(event)))
    (aside,) = [row for table in file["tables"] for row in table["aside"] if row["decision"] is None]
    aside["raw"]["declarer"] = "3"
    with pytest.raises(exchange.NotAnEvent):
        exchange.take_in(json.dumps(file).encode(), FIRST)
