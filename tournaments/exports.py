"""A sheet as a file for programs: one iterator of rows, two writers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from django.utils.translation import gettext

from scoring import Paper, dump, fields_for
from scoring.fields import fields_of
from scoring.flat import columns, to_flat
from tournaments.lists import harmless
from tournaments.scoresheets import PAPER
from tournaments.sheetview import SheetView


def rows(view: SheetView) -> Iterator[list[str | int]]:
    """Heads, then one row per hand: its answers by column name, points and totals per account, sentence.

    Hands known from paper are one row with their range of numbers ("6–12") and no answers.
    """
    fields = fields_for(view.game, view.table)
    flat = columns([one for one in fields if not one.hidden], view.table.seating)
    names = [harmless(name) for name in view.accounts]
    yield [
        gettext("Hand"),
        *(column.name for column in flat),
        *names,
        *(gettext("{name} total").format(name=name) for name in names),
        gettext("Why"),
    ]
    for hand in view.hands:
        cells = {} if hand.on_paper else to_flat(flat, dump(fields, hand.record))
        answers = [cells.get(column.name, "") for column in flat]
        yield [hand.label, *answers, *hand.points, *hand.running, harmless(hand.sentence)]


def csv_of(view: SheetView) -> str:
    """For spreadsheets: UTF-8 with a mark that lets them recognise it."""
    text = io.StringIO()
    csv.writer(text).writerows(rows(view))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + text.getvalue()


def json_of(view: SheetView) -> str:
    """For programs: the sheet as the `score` command reads it, one line without names.

    Hands known from paper stand in `hands` as `{"paper": {"hands": how many, "points": [per account]}}`.
    """
    game = view.game
    fields = fields_for(game, view.table)
    base = game.preset(None)
    sheet = {
        "game": game.key,
        "seats": view.table.seating.seats,
        "preset": base.key,
        "rules": dump(fields_of(game.rules), view.table.rules, base.rules),
        "hands": [
            {PAPER: dump(fields_of(Paper), hand.record)} if hand.on_paper else dump(fields, hand.record)
            for hand in view.hands
        ],
        **dump(fields_of(game.extra), view.extra),
    }
    return json.dumps(sheet, ensure_ascii=False) + "\n"
