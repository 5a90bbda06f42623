"""How a list or a typed name comes in: read, shown, decided, taken. Shared by register, entrants and door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext

from scoring.text import mark as _
from tournaments.lists import Row, Table, rows_of_file, rows_of_text, write_csv, write_xlsx
from tournaments.models import Event
from tournaments.register.entrants import next_round
from tournaments.register.incoming import REST, Fate, Preview, RowIn, preview
from tournaments.register.listing import rows as entries
from tournaments.register.refusing import no_person
from tournaments.register.taking import Taken, packed, unpacked

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def rows_sent(request: HttpRequest) -> list[Row]:
    """The rows of a form: carried from the preview, from a file, or pasted; raises Unreadable."""
    carried = request.POST.get("rows", "")
    if carried:
        return unpacked(carried)
    file = request.FILES.get("file")
    rows = rows_of_text(request.POST.get("text", "")) if file is None else rows_of_file(file.read())
    if not rows:
        raise no_person("empty", _("There is no name in this list."))
    return rows


def decisions_sent(request: HttpRequest) -> dict[str, str]:
    """What somebody has decided about doubtful names, by field."""
    return {key: request.POST[key] for key in request.POST if key.startswith("who-") or key == REST}


def confirmed(request: HttpRequest) -> bool:
    """The list has been looked at and is to be taken."""
    return "confirm" in request.POST or REST in request.POST


def looked_at(rows: Sequence[Row], event: Event | None, decisions: Mapping[str, str]) -> dict[str, Any]:
    """What the page of a preview shows."""
    return shown(preview(rows, event=event, decisions=decisions), rows)


def shown(seen: Preview, rows: Sequence[Row]) -> dict[str, Any]:
    """A preview for its page: what is doubtful comes first, then what is wrong, then the rest."""
    fates = [Fate.DOUBTFUL, Fate.REFUSED, Fate.SKIPPED, Fate.NEW, Fate.KNOWN, Fate.THERE]
    first = [row for row in seen.rows if row.asks]
    rest = sorted((row for row in seen.rows if not row.asks), key=lambda row: fates.index(row.fate))
    return {
        "seen": seen,
        "doubtful": first,
        "wrong": [row for row in rest if row.fate is Fate.REFUSED],
        "fine": [row for row in rest if row.fate is not Fate.REFUSED],
        "packed": packed(rows),
        "sums": sums(seen),
    }


def sums(seen: Preview) -> list[str]:
    """`38 new, 2 known` and so on, without those of which there are none."""
    new, known, there = seen.count(Fate.NEW), seen.count(Fate.KNOWN), seen.count(Fate.THERE)
    wrong, doubtful = seen.count(Fate.REFUSED), seen.undecided
    said = [
        (new, ngettext("{count} new", "{count} new", new)),
        (known, ngettext("{count} known from earlier", "{count} known from earlier", known)),
        (doubtful, ngettext("{count} to decide", "{count} to decide", doubtful)),
        (there, ngettext("{count} there already", "{count} there already", there)),
        (wrong, ngettext("{count} that cannot be read", "{count} that cannot be read", wrong)),
    ]
    return [text.format(count=count) for count, text in said if count]


def taken_words(taken: Taken, event: Event) -> str:
    """What happened, for the next page: one entry with its number, or how many."""
    if len(taken.entrants) != 1:
        text = ngettext("{count} entry taken.", "{count} entries taken.", len(taken.entrants))
        return text.format(count=len(taken.entrants))
    (one,) = taken.entrants
    name = next(row.name for row in entries(event) if row.id == one.pk)
    said = gettext("{name} has number {number}.").format(name=name, number=one.number)
    if one.joined_round > 1:
        said += " " + gettext("Plays from round {round} on.").format(round=next_round(event))
    return said


def in_the_way(taken: Taken) -> list[str]:
    """Why nothing came of a single name that was typed."""
    found: list[str] = []
    for row in taken.preview.rows:
        found += row.problems
        if row.fate is Fate.THERE:
            found.append(gettext("{name} takes part already.").format(name=_name(row)))
            found.append(
                gettext("Somebody else of this name? First put him into the register, with a distinction.")
            )
    return found or [gettext("The name is missing.")]


def _name(row: RowIn) -> str:
    return " / ".join(person.name for person in row.people)


def file_of(table: Table, name: str, kind: str) -> HttpResponse:
    """A table as a file to keep: `csv` for spreadsheets in German and Spanish, or `xlsx`."""
    if kind == "xlsx":
        response = HttpResponse(write_xlsx(table), content_type=XLSX)
    else:
        response = HttpResponse(write_csv(table), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response
