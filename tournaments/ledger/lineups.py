"""Somebody comes, goes or sits out: from the next hand on others play, and every account stays.

Who it is stands on the chairs, for names have to be forgotten; the entry says which places of the sheet play,
seat by seat. Chairs are only added: a place belongs to one person for ever.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Unpack

from config.database import writing
from scoring import LineUp, Problem, Seat, Unreadable, refused_line_up, say
from scoring.record import Answers
from scoring.text import mark as _
from tournaments.ledger.answers import OutOfOrder, Recorded, SheetClosed
from tournaments.ledger.appending import Addition, Asked, Origin, append
from tournaments.ledger.folding import SheetLedger, sheet_of
from tournaments.ledger.opening import LONGEST_NAME, longest, seated_players
from tournaments.ledger.payloads import line_up
from tournaments.lists import cleaned
from tournaments.lists.lengths import too_long
from tournaments.models import Chair, Entry, EntryKind, SheetHead, Sitting
from tournaments.models.naming import names_at

MOST_PLACES = 24  # people on one sheet; more are another evening


def change_line_up(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    names: Sequence[str],
    dealer: int | None,
    hand_no: int,
    **origin: Unpack[Origin],
) -> Recorded:
    """From hand `hand_no` on these people play, in seat order; `dealer` is a seat from 1.

    Who has a place on the sheet is meant by the name shown there; anybody else gets one. Raises Unreadable,
    or OutOfOrder when a hand or another line-up has come meanwhile, IdReused, SheetClosed, NotThisDevice.
    """
    with writing():
        list(SheetHead.objects.select_for_update().filter(sitting=sitting.pk))
        places = _places(sitting, names)
        asked: Answers = {"places": places, "dealer": dealer}

        def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
            if sheet_ledger.closed:
                raise SheetClosed
            seen = origin.get("base_seq")
            if hand_no != sheet_ledger.last_no + 1 or _is_newer(sheet_ledger, hand_no, seen):
                text = say(_("Someone else has just changed this. Please reload the page."))
                raise OutOfOrder(hand_no, sheet_ledger.last_no + 1, text)
            sheet = sheet_of(sitting, sheet_ledger.counting)
            wanted = line_up(asked)
            problems = list(refused_line_up(sheet, wanted))
            if problems:
                raise Unreadable(problems)
            return Addition(hand_no, asked, sheet.seated(wanted).whole)

        return append(sitting, Asked(entry_id, EntryKind.LINE_UP, hand_no, asked, origin=origin), decide)


def considered(sitting: Sitting, names: Sequence[str], dealer: int | None) -> tuple[Problem, ...]:
    """What keeps these people from playing on; nothing is written."""
    try:
        known, fresh = _known(sitting, names)
    except Unreadable as unreadable:
        return unreadable.problems
    size = sitting.chairs.count()
    numbers = iter(range(size + 1, size + len(fresh) + 1))
    places = tuple((known.get(name) or next(numbers)) - 1 for name in map(cleaned, names))
    wanted = LineUp(places, None if dealer is None else Seat(dealer - 1))
    return tuple(refused_line_up(sheet_of(sitting), wanted))


def _is_newer(sheet_ledger: SheetLedger, hand_no: int, seen: int | None) -> bool:
    """Has somebody else changed the line-up since the page was shown?"""
    there = sheet_ledger.line_ups.get(hand_no)
    return there is not None and seen is not None and there.seq > seen


def _known(sitting: Sitting, names: Sequence[str]) -> tuple[dict[str, int], list[str]]:
    """(places of those who have one by the name typed, names of those who come); raises Unreadable."""
    people = [cleaned(name) for name in names]
    problems: list[Problem] = []
    if any(len(name) > longest(name) for name in people):
        problems.append(Problem("names", "length", too_long(LONGEST_NAME)))
    folded = [name.casefold() for name in people]
    for name in people:
        if folded.count(name.casefold()) > 1:
            text = say(_("“{name}” sits here twice. Please tell the two apart."), name=name)
            problems.append(Problem("names", "name_twice", text))
            break
    by_name: dict[str, int] = {}
    chairs = list(sitting.chairs.select_related("player").order_by("-seat"))
    shown = names_at(sitting, chairs)
    for chair in chairs:
        by_name |= {chair.player.name.casefold(): chair.seat}
        by_name |= {chair.player.public_name.casefold(): chair.seat}
    # Of two namesakes here, neither is meant by the name alone.
    for name in (chair.player.public_name for chair, called in zip(chairs, shown, strict=True)):
        if [chair.player.public_name for chair in chairs].count(name) > 1:
            by_name.pop(name.casefold(), None)
    by_name |= {name.casefold(): chair.seat for name, chair in zip(shown, chairs, strict=True)}
    known = {name: by_name[name.casefold()] for name in people if name.casefold() in by_name}
    fresh = [name for name in people if name not in known]
    if sitting.chairs.count() + len(fresh) > MOST_PLACES:
        text = say(_("A sheet has room for {count} people. Open a new table."), count=MOST_PLACES)
        problems.append(Problem("names", "too_many", text))
    if problems:
        raise Unreadable(problems)
    return known, fresh


def _places(sitting: Sitting, names: Sequence[str]) -> list[int]:
    """The places of these people, from 1; who comes gets a chair. Raises Unreadable."""
    known, fresh = _known(sitting, names)
    number = sitting.chairs.count()
    there = list(sitting.chairs.values_list("player", flat=True))
    for name, player in zip(fresh, seated_players(fresh, there, tenant=sitting.whose), strict=True):
        number += 1
        Chair.objects.create(sitting=sitting, seat=number, player=player)
        known[name] = number
    return [known[cleaned(name)] for name in names]
