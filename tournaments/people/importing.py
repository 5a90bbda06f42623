"""A list that has been looked at is taken: people into the register, entries into the event."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from config.database import take_turns, writing
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.lists import Doubt, ListColumn, ListedEntrant, ListRow
from tournaments.models import Entrant, Event, PaidBy, Player, ShownAs
from tournaments.models.naming import NAMES
from tournaments.people import register
from tournaments.people.entrants import begin_paying, create, next_number, next_round
from tournaments.people.incoming import MOST_DOUBTS, ListPreview, PersonIn, RowIn
from tournaments.people.previewing import preview
from tournaments.people.refusals import no_person

MOST_UNPACKED = 3_000_000
TYPED = (
    ListColumn.NAME,
    ListColumn.CLUB,
    ListColumn.CATEGORY,
    ListColumn.TEAM,
    ListColumn.CONTACT,
    ListColumn.NUMBER,
    ListColumn.RATING,
    ListColumn.MINOR,
)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What was written; nothing, as long as `preview` has something undecided."""

    preview: ListPreview
    entrants: tuple[Entrant, ...] = ()
    new_people: int = 0

    @property
    def done(self) -> bool:
        """Nothing was left to decide."""
        return not (self.preview.undecided or self.preview.in_vain)


def take_in(
    *,
    rows: Sequence[ListRow],
    tenant: int,
    event: Event | None = None,
    decisions: Mapping[str, str] | None = None,
    here: bool = False,
    paid: bool = False,
    by: str = "",
) -> ImportResult:
    """Take all rows that can be taken, or nothing while a doubtful name is undecided.

    `tenant` is the club whose register it is; an event is one of its own.

    `here` and `paid` hold for all rows (walk-ins); a list may say itself who has paid. Raises Unreadable when
    more is doubtful than one can decide.
    """
    with writing():
        if event is not None:
            event = locked(event)
        take_turns(NAMES)  # the same new name in another list at the same moment is known to the second
        seen = preview(rows, tenant=tenant, event=event, decisions=decisions)
        if seen.undecided > MOST_DOUBTS:
            raise no_person(
                "too_many", _("Too many names are not clear. Please import the list in several parts.")
            )
        if seen.undecided or seen.in_vain:
            return ImportResult(seen)
        taker = _Taker(tenant)
        entrants: list[Entrant] = []
        numbers = count(next_number(event)) if event is not None else count(1)
        given = set(event.entrants.values_list("number", flat=True)) if event is not None else set()
        wanted = {row.listed.number for row in seen.rows if row.taken}
        first_round = next_round(event) if event is not None else 1
        for row in seen.rows:
            if not row.taken:
                continue
            players = taker.players(row)
            if event is None:
                continue
            number = row.listed.number
            if number is None or number in given:
                number = next(number for number in numbers if number not in wanted)
            given.add(number)
            entrant = create(
                event=event,
                players=players,
                name=row.listed.team if len(players) > 1 else "",
                club=row.listed.club,
                category=row.listed.category,
                team=row.listed.team if len(players) == 1 else "",
                rating=row.listed.rating,
                number=number,
                paid=False,
                here=here,
                joined_round=first_round,
            )
            listed = PaidBy.BEFORE if row.listed.paid else None  # a list was paid somewhere else
            begin_paying(event, entrant, way=PaidBy.CASH if paid else listed, by=by)
            entrants.append(entrant)
        if event is not None and entrants:
            entered = [entrant.pk for entrant in entrants]
            log.note(event, "entered", by=by, entrants=entered, here=here, paid=paid)
        return ImportResult(seen, tuple(entrants), taker.new)


class _Taker:
    """Makes people of the register from the names of rows."""

    def __init__(self, tenant: int) -> None:
        self.tenant = tenant
        self.new = 0

    def players(self, row: RowIn) -> list[Player]:
        """The people of a row, in their order."""
        return [self._player(person, row.listed, alone=len(row.people) == 1) for person in row.people]

    def _player(self, person: PersonIn, listed: ListedEntrant, *, alone: bool) -> Player:
        listed_fields = {"club": listed.club}
        if alone:
            listed_fields |= {
                "category": listed.category,
                "contact": listed.contact,
                "pseudonym": listed.pseudonym,
                "club_number": self._free(listed.club_number),
            }
        if person.player is not None:
            known = Player.objects.get(tenant=self.tenant, pk=person.player)
            return self._filled(known, listed_fields, listed.minor)
        self.new += 1
        shown = listed.shown if alone else ""
        if shown == ShownAs.PSEUDONYM and not listed.pseudonym:
            shown = ShownAs.INITIALS.value
        return Player.objects.create(
            tenant_id=self.tenant,
            name=person.name,
            shown_as=shown or ShownAs.FULL.value,
            minor=listed.minor,
            **listed_fields,
        )

    def _free(self, number: str) -> str:
        """The number in the club that the list says, if nobody has it."""
        return "" if register.with_club_number(self.tenant, number) else number

    def _filled(self, player: Player, listed_fields: Mapping[str, str], minor: bool) -> Player:
        """What the register did not know yet; what it knows stays."""
        news = [key for key, text in listed_fields.items() if text and not getattr(player, key)]
        for key in news:
            setattr(player, key, listed_fields[key])
        if minor and not player.minor:
            player.minor = True
            news.append("minor")
        if news:
            player.save(update_fields=news)
        return player


def typed(**fields: str) -> list[ListRow]:
    """What was typed into the fields of a form (name, club, category, team …), as a list of one row."""
    heads = [
        column.value for column in TYPED if column is ListColumn.NAME or fields.get(column.value, "").strip()
    ]
    return [ListRow(1, tuple(heads)), ListRow(2, tuple(fields.get(head, "").strip() for head in heads))]


def packed(rows: Sequence[ListRow]) -> str:
    """Rows as a short text that a form carries from the preview to the confirmation."""
    text = json.dumps([[row.line, row.doubt, *row.cells] for row in rows], ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode()


def _doubt(code: object) -> str:
    return str(Doubt(str(code))) if code else ""


def unpacked(text: str) -> list[ListRow]:
    """The rows of `packed`; raises Unreadable when the text is none of ours."""
    try:
        inflate = zlib.decompressobj()
        data = inflate.decompress(base64.b64decode(text, validate=True), MOST_UNPACKED)
        if not inflate.eof:
            raise ValueError(len(data))
        rows = json.loads(data)
        return [ListRow(int(line), tuple(map(str, cells)), _doubt(doubt)) for line, doubt, *cells in rows]
    except (ValueError, TypeError, zlib.error, RecursionError):
        raise no_person("broken", _("This form is broken. Please begin again.")) from None
