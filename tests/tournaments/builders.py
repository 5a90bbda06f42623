"""Tables, people and hands for tests, in one line each."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from scoring import Seat, columns_for, game_for, set_up
from scoring.flat import to_flat
from tournaments import ledger
from tournaments.ledger import Recorded
from tournaments.models import Credential, EntryKind, Parked, Sitting

PEOPLE = (
    "Anna",
    "Łukasz",
    "Gökçe",
    "Ñandú",
    "Žižka",
    "Émile",
    "Björn",
    "Siân",
    "Iñaki",
    "Zoë",
    "Jürgen",
    "Øyvind",
)


def a_sitting(
    game: str = "cego",
    *,
    seats: int = 4,
    preset: str | None = None,
    names: Sequence[str] = (),
    first_dealer: int | None = None,
    **switches: Any,
) -> Sitting:
    """A table with an empty sheet; keywords that are left over are switches."""
    plays = game_for(game)
    dealer = None if first_dealer is None else Seat(first_dealer - 1)
    table = set_up(plays, seats=seats, preset=preset, switches=switches, first_dealer=dealer)
    return ledger.open_sitting(
        game=game,
        preset=preset or plays.presets[0].key,
        rules=table.rules,
        names=names or PEOPLE[:seats],
        first_dealer=first_dealer,
    )


def a_device(sitting: Sitting, label: str = "phone") -> Credential:
    """A device that may write at this table."""
    return Credential.objects.create(sitting=sitting, secret_hash=uuid.uuid4().hex * 2, label=label)


def eine(declarer: int = 1, points: int = 47) -> dict[str, Any]:
    """A hand of Cego: with 47 points +6, with 35 −2, for the declarer alone."""
    return {"declarer": declarer, "contract": "eine", "points": points}


def called(caller: int, *values: int) -> dict[str, Any]:
    """A round of Cabo."""
    return {"caller": caller, "values": list(values)}


def record(sitting: Sitting, raw: Mapping[str, Any], hand_no: int | None = None, **more: Any) -> Recorded:
    """The hand under a new id, unless `entry_id` says which."""
    entry_id = more.pop("entry_id", None) or uuid.uuid4()
    return ledger.record_hand(sitting=sitting, entry_id=entry_id, raw=raw, hand_no=hand_no, **more)


def correct(sitting: Sitting, hand_no: int, raw: Mapping[str, Any], **more: Any) -> Recorded:
    """The correction under a new id, unless `entry_id` says which."""
    entry_id = more.pop("entry_id", None) or uuid.uuid4()
    return ledger.correct_hand(sitting=sitting, entry_id=entry_id, raw=raw, hand_no=hand_no, **more)


def paper(sitting: Sitting, hands: int, *points: int, **more: Any) -> Recorded:
    """Totals from paper under a new id, unless `entry_id` says which; `correcting` puts that number right."""
    request: dict[str, Any] = {
        "sitting": sitting,
        "entry_id": more.pop("entry_id", None) or uuid.uuid4(),
        "raw": {"hands": hands, "points": list(points)},
    }
    corrects = more.pop("correcting", None)
    if corrects is not None:
        return ledger.correct_paper(**request, hand_no=corrects, **more)
    return ledger.record_paper(**request, **more)


def void(sitting: Sitting, hand_no: int, **more: Any) -> Recorded:
    """Take any hand out under a new id, unless `entry_id` says which."""
    entry_id = more.pop("entry_id", None) or uuid.uuid4()
    return ledger.void_hand(sitting=sitting, entry_id=entry_id, hand_no=hand_no, **more)


def undo(sitting: Sitting, hand_no: int, **more: Any) -> Recorded:
    """Take the hand back under a new id."""
    return ledger.undo_last(sitting=sitting, entry_id=uuid.uuid4(), hand_no=hand_no, **more)


def put_aside(
    sitting: Sitting, raw: Mapping[str, Any], hand_no: int, entry_id: uuid.UUID | None = None, **more: Any
) -> Parked:
    """The hand as another device of the table sends it, which is too late with it."""
    asked: dict[str, Any] = {"sitting": sitting, "entry_id": entry_id or uuid.uuid4(), "hand_no": hand_no}
    asked |= {"credential": a_device(sitting), **more}
    table = sitting.table()
    try:
        ledger.record_hand(raw=raw, **asked)
    except ledger.Refused as refused:
        cells = to_flat(columns_for(sitting.game_value(), table), raw)
        parked = ledger.put_aside(kind=EntryKind.HAND, cells=cells, refused=refused, **asked)
        assert isinstance(parked, Parked)
        return parked
    raise AssertionError("this hand could be counted")


def close(sitting: Sitting) -> Recorded:
    return ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid4())


def reopen(sitting: Sitting) -> Recorded:
    return ledger.reopen_sheet(sitting=sitting, entry_id=uuid.uuid4())


def totals(sitting: Sitting) -> list[int]:
    """The stored totals of the game in progress (or of the last one)."""
    sitting.refresh_from_db()
    return list(sitting.sheethead.games[-1]["totals"])
