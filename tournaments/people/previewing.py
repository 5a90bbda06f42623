"""Lists that come in: first shown as they are understood, then taken, doubtful names by decision.

Nothing is written before the confirmation. The same function judges both times, so what is taken is what was
shown; where the register has changed in between, it is shown again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.table import alone
from tournaments.events.ground.stages import settings_of
from tournaments.lists import Hints, KnownPerson, ListColumn, ListedEntrant, ListRow, read_people
from tournaments.models import Entrant, Event
from tournaments.people.alike import acquaintances
from tournaments.people.incoming import COLUMN, ListPreview
from tournaments.people.rowjudge import RowJudge
from tournaments.people.searching import AT_ONCE, people_of
from tournaments.speech.wording import Wording


def hints(tenant: int) -> Hints:
    """What a club's register knows of clubs and first names, for reading a list."""
    people = people_of(tenant).order_by()
    clubs = {*people.exclude(club="").values_list("club", flat=True).distinct()}
    entrants = Entrant.objects.filter(event__tenant=tenant).exclude(club="").order_by()
    clubs |= {*entrants.values_list("club", flat=True).distinct()}
    return Hints.of(clubs, list(people.values_list("name", flat=True)))


def preview(
    rows: Sequence[ListRow],
    *,
    tenant: int,
    event: Event | None = None,
    decisions: Mapping[str, str] | None = None,
) -> ListPreview:
    """What a list says and what would become of it, for an event of a club or for its register alone.

    `decisions` are by field of the form: who somebody is, which rows are ticked, cells that were put right,
    what a column holds. One that does not fit is as good as none.
    """
    decisions = decisions or {}
    heads = settings_of(event).entrant if event is not None else 1
    wording = Wording(alone(1))
    listed = read_people(rows, together=heads > 1, columns=_chosen(rows, decisions))
    entries = list(teams(listed.rows, heads))
    judge = RowJudge(event, heads, wording, decisions)
    judge.numbered = _numbered(tenant, [row.club_number for row in entries if row.club_number])
    judge.known = acquaintances(tenant, (name for row in entries for name in judge.put_right(row).names))
    judged = tuple(judge.row(row) for row in entries)
    notes = [wording.say(note) for note in listed.notes]
    columns = tuple(column.value if column else "" for column in listed.columns)
    return ListPreview(judged, tuple(notes), columns, _headings(rows, len(columns), headed=listed.headed))


def _numbered(tenant: int, numbers: Sequence[str]) -> dict[str, KnownPerson]:
    """Who has these numbers in the club."""
    there = dict[str, KnownPerson]()
    for start in range(0, len(numbers), AT_ONCE):
        some = people_of(tenant).filter(club_number__in=numbers[start : start + AT_ONCE]).order_by("pk")
        for pk, name, club, number in some.values_list("pk", "name", "club", "club_number"):
            there[number] = KnownPerson(pk, name, club)
    return there


def _headings(rows: Sequence[ListRow], width: int, *, headed: bool) -> tuple[str, ...]:
    """What stands above the columns of a table, or in them."""
    if not rows or not rows[0].line:  # lines of a mail
        return ()
    samples = max(rows[:12], key=lambda row: sum(map(bool, row.cells))).cells if not headed else ()
    first = next((row.cells for row in rows if len(row.cells) > 1), rows[0].cells) if headed else samples
    return tuple(first[place] if place < len(first) else "" for place in range(width))


def _chosen(rows: Sequence[ListRow], decisions: Mapping[str, str]) -> tuple[ListColumn | None, ...] | None:
    """The columns as somebody has chosen them; None: as they are recognised."""
    width = max((len(row.cells) for row in rows), default=0)
    texts = [decisions.get(f"{COLUMN}{place}") for place in range(width)]
    if all(text is None for text in texts):
        return None
    return tuple(ListColumn(text) if text in set(ListColumn) else None for text in texts)


def teams(rows: Sequence[ListedEntrant], heads: int) -> Iterator[ListedEntrant]:
    """Where several enter together, single rows with the name of one team are one entry."""
    if heads == 1:
        yield from rows
        return
    places: dict[str, int] = {}
    listed_entrants: list[ListedEntrant] = []
    for row in rows:
        key = row.team.casefold()
        if key and len(row.names) == 1 and key in places:
            first = listed_entrants[places[key]]
            listed_entrants[places[key]] = replace(
                first,
                names=(*first.names, *row.names),
                problems=(*first.problems, *row.problems),
                club=first.club or row.club,
                contact="",  # one address cannot belong to two people
                pseudonym="",
            )
            continue
        if key and len(row.names) == 1:
            places[key] = len(listed_entrants)
        listed_entrants.append(row)
    yield from listed_entrants
