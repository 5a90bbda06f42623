"""A sheet as a file for programs: one iterator of rows, two writers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from scoring import PaperTotals, Stretch, dump, fields_for
from scoring.fields import fields_of
from scoring.flat import Column, columns, to_flat
from tournaments import ledger
from tournaments.lists import harmless
from tournaments.speech.wording import speak
from tournaments.table.agreed import agreement, spoken_of
from tournaments.table.gamelines import AGREED, LINE_UP, PAPER
from tournaments.table.sheetview import SheetView


def rows(view: SheetView) -> Iterator[list[str | int]]:
    """Heads, then one row per hand: its answers by column name, points and totals per account, sentence.

    Hands known from paper are one row with their range of numbers ("6–12") and no answers. Where people have
    come or gone, a column says who was at the table: its seats are those the answers speak of.
    """
    largest = max((stretch for _first, stretch in view.stretches), key=lambda stretch: len(stretch.places))
    flat = _columns(view, largest)
    names = [harmless(name) for name in view.accounts]
    changed = view.sheet.changed
    yield [
        gettext("Hand"),
        *([speak(view.game.game_name)] if view.is_match else []),
        *([gettext("At the table")] if changed else []),
        *(column.name for column in flat),
        *names,
        *(gettext("{name} total").format(name=name) for name in names),
        gettext("Why"),
        *([gettext("Confirmed")] if spoken_of(view) else []),
    ]
    now = agreement(view)
    for hand in view.hands:
        cells: Mapping[str, str] = {}
        if not hand.on_paper:
            record = dump(fields_for(view.game, hand.stretch.table), hand.record)
            cells = to_flat(_columns(view, hand.stretch), record)
        answers = [cells.get(column.name, "") for column in flat]
        people = [harmless(", ".join(view.named(hand.stretch)))] if changed else []
        points = [gained if hand.played_by(account) else "" for account, gained in enumerate(hand.points)]
        game = [hand.game] if view.is_match else []
        sure = [_word(now, hand.number)] if spoken_of(view) else []
        yield [hand.label, *game, *people, *answers, *points, *hand.running, harmless(hand.sentence), *sure]


def _word(now: ledger.Agreement, hand_no: int) -> str:
    """What somebody else has said about this hand: by itself, or with the list."""
    if any(entry.hand_no in (None, hand_no) for entry in now.disputes):
        return gettext("in dispute")
    return gettext("yes") if now.confirmed or hand_no in now.hands else ""


def _columns(view: SheetView, stretch: Stretch[Any]) -> Sequence[Column]:
    """The answers of those who play, without what nobody needs to see."""
    fields = fields_for(view.game, stretch.table)
    return columns([field for field in fields if not field.hidden], stretch.table.seating)


def csv_of(view: SheetView) -> str:
    """For spreadsheets: UTF-8 with a mark that lets them recognise it."""
    text = io.StringIO()
    csv.writer(text).writerows(rows(view))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + text.getvalue()


def json_of(view: SheetView) -> str:
    """For programs: the sheet as the `score` command reads it, one line without names.

    Hands known from paper stand in `hands` as `{"paper": {"hands": how many, "points": [per account]}}`,
    people who come or go as `{"line_up": {"places": [from 1, seat by seat], "dealer": seat}}` before the hand
    from which on they play. `agreed` says who has confirmed the list, which hands are confirmed, and who
    disputes it; without the notes, in which people may be named.
    """
    game = view.game
    base = game.preset(None)
    sheet = {
        "game": game.key,
        "seats": view.sitting.seats,
        "preset": base.key,
        "rules": dump(fields_of(game.rules), view.table.rules, base.rules),
        "hands": list(_hands(view)),
        **dump(fields_of(game.extra), view.extra),
        **({AGREED: _agreed(view)} if spoken_of(view) else {}),
    }
    return json.dumps(sheet, ensure_ascii=False) + "\n"


def _agreed(view: SheetView) -> dict[str, Any]:
    now = agreement(view)
    return {
        "state": now.state.value or None,
        "confirmed_by": list(now.seats) if now.confirmed else [],
        "hands": sorted(now.hands),
        "disputes": [
            {
                "seat": ledger.seat_of(entry),
                "hand": entry.hand_no,
                "totals": entry.payload["totals"],
                "should": entry.payload["should"],
            }
            for entry in now.disputes
        ],
    }


def _hands(view: SheetView) -> Iterator[dict[str, Any]]:
    waiting = list(view.stretches[1:])
    for hand in view.hands:
        while waiting and waiting[0][0] <= hand.number:
            stretch = waiting.pop(0)[1]
            dealer = stretch.table.first_dealer
            places = [place + 1 for place in stretch.places]
            yield {LINE_UP: {"places": places, "dealer": None if dealer is None else dealer + 1}}
        if hand.on_paper:
            yield {PAPER: dump(fields_of(PaperTotals), hand.record)}
        else:
            yield dump(fields_for(view.game, hand.stretch.table), hand.record)
