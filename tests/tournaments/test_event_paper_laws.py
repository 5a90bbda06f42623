"""The laws of lists on paper: one size of letters, nothing cut, no page with a line or two."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.tournaments import event_samples as samples
from tests.tournaments import money_samples
from tests.tournaments.test_event_paper_seats import letters_of
from tournaments.desk.papers.before import by_letters
from tournaments.lists.filing import filed
from tournaments.lists.surnames import by_surname, letter
from tournaments.paper.event import Document, DonorList, GiftTable, Participant, PaymentList, PayoutList
from tournaments.paper.event.flow import LEAST_PART, Block, paged
from tournaments.paper.lettering import ELLIPSIS, NO_BREAK, Face, clean, name_lines, width_of

pytestmark = pytest.mark.usefixtures("in_german")

DOUBLE = ("Schwarzenberger-Winterhalder", "Leutheusser-Schnarrenberger", "Zimmermann-Freudenreich", "Kern")
NAMES = [f"{first} {last}" for first in ("Maximiliane", "Hans-Joachim", "Jo", "Ruth") for last in DOUBLE]


def renamed(document: Any, names: list[str]) -> Any:
    """The same paper with these names, one after the other."""
    pool = iter(names * 40)
    match document:
        case samples.ParticipantList() | samples.PrintedRanking():
            field = "people" if isinstance(document, samples.ParticipantList) else "rows"
            rows = tuple(replace(row, name=next(pool), remark="") for row in getattr(document, field))
            named: dict[str, Any] = {field: rows}
            return replace(document, **named)
        case samples.SeatingList() | samples.DrawProtocol():
            holder: Any = document if isinstance(document, samples.SeatingList) else document.rounds[0]
            tables = tuple(
                replace(table, people=tuple(next(pool) for _ in table.people)) for table in holder.tables
            )
            if holder is document:
                return replace(document, tables=tables)
            protocol: Any = document
            return replace(protocol, rounds=(replace(holder, tables=tables),))
        case samples.RoundResults():
            tables_played = tuple(
                replace(
                    table, accounts=tuple(replace(account, name=next(pool)) for account in table.accounts)
                )
                for table in document.tables
            )
            return replace(document, tables=tables_played, ranking=None)
        case GiftTable():
            return replace(document, picks=tuple(replace(pick, name=next(pool)) for pick in document.picks))
        case PayoutList():
            payouts = tuple(replace(prize, name=next(pool), note="") for prize in document.payouts)
            return replace(document, payouts=payouts)
        case DonorList():
            return replace(document, gifts=tuple(replace(gift, name=next(pool)) for gift in document.gifts))
        case PaymentList():
            payments = tuple(replace(line, name=next(pool), note="") for line in document.payments)
            return replace(document, payments=payments)
        case samples.CrossTables():
            groups = tuple(
                replace(group, people=tuple(next(pool) for _ in group.people)) for group in document.groups
            )
            return replace(document, groups=groups)
    raise TypeError(document)


LISTS: dict[str, Document] = {
    "participants": samples.participants(61),
    "door": samples.participants(61, door=True),
    "seats by name": samples.seating(61, "name"),
    "seats by table": samples.seating(61, "table"),
    "results": samples.results(61),
    "standings": samples.standings(61),
    "gifts": money_samples.gifts(20),
    "payouts": money_samples.payouts(20),
    "donors": money_samples.donors(20),
    "payments": money_samples.payments(61),
    "cross": samples.crosses(2, 8),
    "draw": samples.protocol(61),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_has_one_size_of_letters_and_cuts_no_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pieces of a name, wherever it is broken, are as large as those of every other name."""
    written = letters_of(monkeypatch, renamed(LISTS[name], NAMES))
    pieces = {last.rpartition("-")[2] for last in DOUBLE} | set(DOUBLE)
    runs = [run for _page, _y, _x, run in written if set(run.text.replace(",", "").split(" ")) & pieces]
    assert len(runs) > 15
    assert len({round(run.face.size, 2) for run in runs}) == 1
    assert {run.face.squeeze for run in runs} == {Face(11).squeeze}
    assert not [run.text for run in runs if ELLIPSIS in run.text]


@pytest.mark.parametrize("columns", [1, 2])
def test_no_page_holds_a_line_or_two_whatever_the_number_of_lines(columns: int) -> None:
    head = Block(20, lambda paper, x, y: None, keep=True)
    rooms = (672.0, 712.0)
    for count in range(1, 260):
        rows = [Block(16.5, lambda paper, x, y: None, head=head) for _ in range(count)]
        pages = paged([head, *rows], rooms, columns)
        shown = [block for page in pages for column in page for _y, block in column if block is not head]
        assert len(shown) == count
        assert all(block is other for block, other in zip(shown, rows, strict=True)), (
            "in their order, each once"
        )
        filled = [sum(block.height for column in page for _y, block in column) for page in pages]
        last = filled[-1] / (rooms[1] * columns)
        assert len(pages) == 1 or last >= LEAST_PART, f"{count} lines"
        assert all(column[0][1] is head for page in pages for column in page if column)


@pytest.mark.parametrize("count", [1, 7, 61, 150])
@pytest.mark.parametrize("helpers", [1, 2, 3, 4])
def test_each_helper_at_the_door_has_whole_letters_and_about_as_many_people(count: int, helpers: int) -> None:
    names = sorted(samples.people(count), key=by_surname)
    people = [Participant(number=at, name=name) for at, name in enumerate(names)]
    parts = by_letters(people, helpers)
    assert [participant for _letters, part in parts for participant in part] == people
    for (_, before), (_, after) in pairwise(parts):
        assert letter(before[-1].name) != letter(after[0].name), "no letter belongs to two helpers"
    if helpers == 1 or count == 1:
        assert [letters for letters, _part in parts] == [""]
    elif count == 150:
        assert len(parts) == helpers
        assert parts[0][0].startswith("A")
        assert max(len(part) for _letters, part in parts) < 1.5 * count / helpers


def test_a_name_is_filed_under_its_surname() -> None:
    assert filed("Dr. Hans Maier") == "Maier, Dr. Hans"
    assert filed("Hans Maier (Endingen)") == "Maier, Hans (Endingen)"
    for stays in ("Ötzi", "Maier, Hans", "Anna Maier / Ben Kurz"):
        assert filed(stays) == stays


@pytest.mark.parametrize("width", [60.0, 90.0, 140.0, 400.0])
def test_a_name_is_broken_and_never_cut(width: float) -> None:
    face = Face(11)
    for name in (*NAMES, "Anna Maier / Ruth Zimmermann-Freudenreich", *samples.people(40)):
        lines = name_lines(name, face, width)
        assert "".join("".join(lines).split()) == "".join(name.split())
        assert all(width_of(line, face) <= width * 1.001 for line in lines)
    assert name_lines("Anna Maier / Ben Kurz", face, 80) == ("Anna Maier /", "Ben Kurz")


def test_a_number_and_what_it_counts_stand_on_one_line() -> None:
    face = Face(11)
    for width in range(40, 200, 7):
        for line in name_lines("Zusammen 16 Spiele und 12,50 € in 5 Runden", face, float(width)):
            assert not line.rstrip().endswith(("16", "12,50", "in 5"))
    assert clean(f"160{NO_BREAK}Punkte") == f"160{NO_BREAK}Punkte"
