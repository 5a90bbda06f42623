"""How a list or a typed name comes in: read, shown, decided, taken. Shared by register, entrants and door."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from config.digits import number_in
from scoring import Unreadable
from scoring.text import mark as _
from tournaments.access import allowances
from tournaments.lists import (
    ListColumn,
    ListRow,
    rows_of_text,
)
from tournaments.lists.people import written
from tournaments.models import Event, RoundState
from tournaments.people import spreadsheets
from tournaments.people.entrants import next_round
from tournaments.people.importing import ImportResult, packed, unpacked
from tournaments.people.incoming import CELL, COLUMN, OUT, REST, TICK, Fate, ListPreview, PersonIn, RowIn
from tournaments.people.listing import rows as entries
from tournaments.people.previewing import hints, preview
from tournaments.people.refusals import no_person

MOST_EDITED = 400  # rows whose cells can be put right one by one
MOST_LETTERS = 200
MOST_CARRIED = 60_000  # letters of a text that go along with its look
DECIDING = ("who-", CELL, TICK, OUT, COLUMN)


def rows_sent(request: HttpRequest, tenant: int) -> list[ListRow]:
    """The rows of a form: carried from the preview, from a file, or pasted; raises Unreadable.

    `tenant` is the club whose register helps to read them.
    """
    carried = request.POST.get("rows", "")
    if carried:
        return unpacked(carried)
    file = request.FILES.get("file")
    text = request.POST.get("text", "")
    known = hints(tenant)
    rows = rows_of_text(text, known) if file is None else spreadsheets.rows_of_file(file.read(), known)
    if not rows:
        raise no_person("empty", _("There is no name in this list."))
    return rows


def decisions_sent(request: HttpRequest) -> dict[str, str]:
    """What somebody has decided about names, rows and columns, by field.

    Another meaning of a column reads all cells anew; what was put right before belonged to the old one.
    """
    sent = {key: request.POST[key] for key in request.POST if key.startswith(DECIDING) or key == REST}
    columns = [sent[key] for key in sorted(sent, key=_place) if key.startswith(COLUMN)]
    if columns and ",".join(columns) != request.POST.get("columns"):
        return {key: text for key, text in sent.items() if key.startswith(COLUMN)}
    return sent


def _place(key: str) -> int:
    return number_in(key.rpartition("-")[2], 5) or 0


def carried(request: HttpRequest, rows: Sequence[ListRow], decisions: Mapping[str, str]) -> dict[str, str]:
    """Decisions about a list whose text has been changed meanwhile: those of the lines that are the same."""
    if "before" not in request.POST:
        return dict(decisions)
    try:
        before = unpacked(request.POST["before"])
        earlier = json.loads(request.POST.get("decided", "{}"))
        earlier = {str(key): str(text) for key, text in earlier.items() if str(key).startswith(DECIDING)}
    except (Unreadable, ValueError, AttributeError, RecursionError):
        return dict(decisions)
    lines: dict[tuple[str, ...], list[int]] = {}
    for row in before:
        lines.setdefault(row.cells, []).append(row.line)
    moved = {lines[row.cells].pop(0): row.line for row in rows if lines.get(row.cells)}
    moved_on: dict[str, str] = {}
    for key, text in earlier.items():
        kind, _dash, rest = key.partition("-")
        written, dash, field = rest.partition("-")
        line = number_in(written)
        if line in moved and f"{kind}-" != COLUMN:
            moved_on[f"{kind}-{moved[line]}{dash}{field}"] = text
    return {**moved_on, **decisions}


def text_of(request: HttpRequest, rows: Sequence[ListRow]) -> str:
    """The text of a list, to go back to; of a file its cells."""
    text = request.POST.get("text", "")
    return text if text.strip() else "\n".join("\t".join(row.cells) for row in rows)


def back_to_text(
    request: HttpRequest, rows: Sequence[ListRow], decisions: Mapping[str, str]
) -> dict[str, Any]:
    """What the form of a list needs so that nothing is lost that was put right in the look."""
    return {
        "text": text_of(request, rows),
        "before": packed(rows),
        "decided": json.dumps(dict(decisions), ensure_ascii=False),
        "import_open": True,
    }


def text_sent(request: HttpRequest, rows: Sequence[ListRow]) -> str:
    """The text of the list, to be carried along; of a long one only its rows are."""
    text = text_of(request, rows)
    return text if len(text) <= MOST_CARRIED else ""


def goes_back(request: HttpRequest) -> bool:
    """From the look back to the text."""
    return "back" in request.POST


def confirmed(request: HttpRequest) -> bool:
    """The list has been looked at and is to be taken."""
    return "confirm" in request.POST or REST in request.POST


def looked_at(
    rows: Sequence[ListRow], tenant: int, event: Event | None, decisions: Mapping[str, str], text: str = ""
) -> dict[str, Any]:
    """What the page of a preview shows."""
    return shown(preview(rows, tenant=tenant, event=event, decisions=decisions), rows, decisions, text)


def refuse_full(
    tenant: int, rows: Sequence[ListRow], event: Event | None, decisions: Mapping[str, str] | None = None
) -> None:
    """On a server: raises Unreadable where the club has no room for the people who would be new.

    Not once the event has begun: nobody who stands at the door is sent away by a number.
    """
    if settings.PROFILE.club or (event is not None and event.rounds.exclude(state=RoundState.DRAWN).exists()):
        return
    seen = preview(rows, tenant=tenant, event=event, decisions=decisions)
    new = sum(person.player is None for row in seen.rows if row.taken for person in row.people)
    if new:
        allowances.refuse_full(tenant, people=new)


@dataclass(frozen=True, slots=True)
class CellIn:
    """A cell that can be put right."""

    field: str
    label: str
    value: str
    most: int
    number: bool
    club: bool


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row of the look; `cells` is empty where a list is so long that it is put right in its text."""

    line: int
    row: RowIn
    cells: tuple[CellIn, ...]
    tick: str  # field
    out: str  # field that says: it was left out
    asked: tuple[PersonIn, ...]

    @property
    def asks(self) -> bool:
        """Somebody has to say who this is, or has said it."""
        return bool(self.asked) and self.row.fate is not Fate.NOBODY

    @property
    def name(self) -> str:
        """All names of the row."""
        return " / ".join(self.row.listed.names)


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """A column of a table, and what it may hold."""

    field: str
    head: str
    meaning: str


def shown(
    seen: ListPreview, rows: Sequence[ListRow], decisions: Mapping[str, str] | None = None, text: str = ""
) -> dict[str, Any]:
    """A preview for its page: what is left out and why, then what is doubtful, then what is taken."""
    decisions = decisions or {}
    labels = {column: label for column, label in _labels().items() if _is_used(column, seen)}
    listed = [
        _row(row, labels if place < MOST_EDITED else {}, decisions) for place, row in enumerate(seen.rows)
    ]
    asks = [shown_row for shown_row in listed if shown_row.asks]
    rest = [shown_row for shown_row in listed if not shown_row.asks]
    fine = [shown_row for shown_row in rest if not shown_row.row.left_out]
    left_out = [shown_row for shown_row in rest if shown_row.row.left_out]
    return {
        "seen": seen,
        "doubtful": asks,
        "wrong": [shown_row for shown_row in left_out if shown_row.row.fate is not Fate.THERE],
        "there": [shown_row for shown_row in rest if shown_row.row.fate is Fate.THERE],
        "fine": fine,
        "labels": list(labels.values()),
        "columns": [
            ColumnShown(f"{COLUMN}{place}", head, seen.columns[place])
            for place, head in enumerate(seen.headings)
        ],
        "columns_now": ",".join(seen.columns) if seen.headings else "",
        "meanings": _meanings(),
        "packed": packed(rows),
        "text": text,
        "sums": sums(seen),
        "uncut": len(seen.rows) <= MOST_EDITED,
        "most_edited": MOST_EDITED,
        "clubs": sorted({row.listed.club for row in seen.rows} - {""}),
        "takeable": bool(fine or asks),
    }


def _labels() -> dict[ListColumn, str]:
    return {
        ListColumn.NAME: gettext("Name"),
        ListColumn.CLUB: gettext("Club"),
        ListColumn.CATEGORY: gettext("Category"),
        ListColumn.TEAM: gettext("Team"),
        ListColumn.NUMBER: gettext("Number"),
        ListColumn.CONTACT: gettext("Contact"),
    }


def _meanings() -> list[tuple[str, str]]:
    """(value, label) of what a column may hold."""
    return [
        ("", gettext("is not read")),
        *((column.value, label) for column, label in _labels().items()),
        (ListColumn.FIRST.value, gettext("First name")),
        (ListColumn.LAST.value, gettext("Last name")),
        (ListColumn.PARTNER.value, gettext("Partner")),
        (ListColumn.PAID.value, gettext("Paid")),
        (ListColumn.RATING.value, gettext("Rating")),
        (ListColumn.PSEUDONYM.value, gettext("Pseudonym")),
        (ListColumn.MEMBER.value, gettext("Number in the club")),
        (ListColumn.SHOWN.value, gettext("Name shown as")),
        (ListColumn.MINOR.value, gettext("Under age")),
        (ListColumn.SEX.value, gettext("Woman or man")),
    ]


def _is_used(column: ListColumn, seen: ListPreview) -> bool:
    """Name, club and class always; the others where the list has them."""
    if column in (ListColumn.NAME, ListColumn.CLUB, ListColumn.CATEGORY) or (
        column.value in seen.columns and seen.headings
    ):
        return True
    return any(written(row.listed, column) for row in seen.rows)


def _row(row: RowIn, labels: Mapping[ListColumn, str], decisions: Mapping[str, str]) -> RowShown:
    line = row.listed.line
    cells = tuple(
        CellIn(
            field := f"{CELL}{line}-{column.value}",
            label,
            decisions.get(field, written(row.listed, column)),
            4 if column is ListColumn.NUMBER else MOST_LETTERS,
            column is ListColumn.NUMBER,
            column is ListColumn.CLUB,
        )
        for column, label in labels.items()
    )
    asked = tuple(person for person in row.people if person.options)
    return RowShown(line, row, cells, f"{TICK}{line}", f"{OUT}{line}", asked)


def sums(seen: ListPreview) -> list[str]:
    """`38 new, 2 known` and so on, without those of which there are none."""
    new, known, there = seen.count(Fate.NEW), seen.count(Fate.KNOWN), seen.count(Fate.THERE)
    wrong, doubtful = seen.count(Fate.REFUSED), seen.undecided
    nobody, skipped = seen.count(Fate.NOBODY), seen.count(Fate.SKIPPED)
    counts = [
        (new, ngettext("{count} new", "{count} new", new)),
        (known, ngettext("{count} known from earlier", "{count} known from earlier", known)),
        (doubtful, ngettext("{count} to decide", "{count} to decide", doubtful)),
        (there, ngettext("{count} there already", "{count} there already", there)),
        (wrong, ngettext("{count} that cannot be read", "{count} that cannot be read", wrong)),
        (nobody, ngettext("{count} line without a person", "{count} lines without a person", nobody)),
        (skipped, ngettext("{count} unticked", "{count} unticked", skipped)),
    ]
    return [text.format(count=count) for count, text in counts if count]


def taken_words(taken: ImportResult, event: Event) -> str:
    """What happened, for the next page: one entry with its number, or how many."""
    if len(taken.entrants) != 1:
        text = ngettext("{count} entrant imported.", "{count} entrants imported.", len(taken.entrants))
        return text.format(count=len(taken.entrants))
    (entrant,) = taken.entrants
    name = next(row.name for row in entries(event) if row.id == entrant.pk)
    sentence = gettext("{name} has number {number}.").format(name=name, number=entrant.number)
    if entrant.joined_round > 1:
        sentence += " " + gettext("Plays from round {round} on.").format(round=next_round(event))
    return sentence


def in_the_way(taken: ImportResult) -> list[str]:
    """Why nothing came of a single name that was typed."""
    problems: list[str] = []
    for row in taken.preview.rows:
        problems += row.problems
        if row.fate is Fate.THERE:
            problems.append(gettext("{name} takes part already.").format(name=_name(row)))
            problems.append(
                gettext("Somebody else with this name? First add them to the register, with a distinction.")
            )
    return problems or [gettext("The name is missing.")]


def _name(row: RowIn) -> str:
    return " / ".join(person.name for person in row.people)
