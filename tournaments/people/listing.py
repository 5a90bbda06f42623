"""Who takes part, as the desk sees it: full names, and everything the organisers know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext, pgettext

from tournaments.cash.accounts import accounts
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import spoken
from tournaments.engines.cashdesk.accounts import PayerAccount
from tournaments.engines.cashdesk.tariffs import MoneyPlan
from tournaments.events.ground.stages import settings_of
from tournaments.lists import DataTable, folded
from tournaments.lists.surnames import by_name, by_surname, letters
from tournaments.models import COMING, Entrant, EntrantState, Event, Member, Player, RoundState, Wish
from tournaments.models.naming import EventNames, names_in
from tournaments.people.searching import PersonRow


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One entry. `here` and `paid` are what the door asks; `from_round` is set for those who came late."""

    id: int
    number: int
    name: str
    public_name: str
    club: str
    category: str
    team: str
    rating: int | None
    state: str
    state_word: str
    here: bool
    paid: bool
    ranked: bool
    from_round: int
    left_after: int | None
    due: str  # what is to be taken: `15.00 €`; empty: nothing
    free: bool  # by the price list there is nothing to pay
    find: str  # what a search looks in
    sorted_as: tuple[str, str, str]

    @property
    def gone(self) -> bool:
        """Does not come or has left."""
        return self.state not in COMING


def jumps(entries: Sequence[EntrantRow]) -> list[tuple[str, int]]:
    """(letter, first entry under it) of a list that is sorted by name."""
    return [(letter, entries[place].id) for letter, place in letters(row.sorted_as for row in entries)]


@dataclass(frozen=True, slots=True)
class Counts:
    """Entries by state: `38 of 42 here, 37 paid`."""

    here: int
    coming: int  # here or expected
    paid: int
    missing: int


def rows(event: Event, *, by: str = "number") -> list[EntrantRow]:
    """Everybody, by start number or by name."""
    people: dict[int, list[Player]] = {}
    names = names_in(event)
    members = Member.objects.filter(entrant__event=event, until_round=None).select_related("player")
    for member in members.order_by("entrant", "place"):
        people.setdefault(member.entrant_id, []).append(member.player)
    late = event.rounds.exclude(state=RoundState.DRAWN).exists()
    plan = plan_of_event(event)
    standing = accounts(event) if plan.takes else {}
    entries = [
        _row(entrant, people.get(entrant.pk, []), names, late, _owing(plan, standing.get(entrant.pk)))
        for entrant in event.entrants.order_by("number")
    ]
    if by == "name":
        entries.sort(key=lambda row: (row.sorted_as, row.number))
    return entries


def _owing(plan: MoneyPlan, standing: PayerAccount | None) -> tuple[str, bool]:
    if standing is None:
        return "", False
    return spoken(plan, standing.open) if standing.open else "", standing.is_free


def _row(
    entrant: Entrant, people: Sequence[Player], names: EventNames, late: bool, owing: tuple[str, bool]
) -> EntrantRow:
    full_names = " / ".join(map(names.full_name, people))
    name = f"{names.full_entry(entrant, people)} ({full_names})" if entrant.name else full_names
    return EntrantRow(
        id=entrant.pk,
        number=entrant.number,
        name=name,
        public_name=names.entry(entrant, people),
        club=entrant.club,
        category=entrant.category,
        team=entrant.team,
        rating=entrant.rating,
        state=entrant.state,
        state_word=state_word(entrant),
        here=entrant.state == EntrantState.HERE,
        paid=entrant.paid or owing[1],
        ranked=entrant.ranked,
        from_round=entrant.joined_round if late else 1,
        left_after=entrant.left_after,
        due=owing[0],
        free=owing[1],
        sorted_as=by_name(entrant.name) if entrant.name else by_surname(full_names),
        find=folded(f"{entrant.number} {name} {entrant.club} {entrant.team}"),
    )


def state_word(entrant: Entrant) -> str:
    """How the desk calls the state of an entry."""
    match entrant.state:
        case EntrantState.HERE:
            return gettext("here")
        case EntrantState.NO_SHOW:
            return gettext("did not come")
        case EntrantState.WITHDRAWN if entrant.left_after:
            return gettext("left after round {round}").format(round=entrant.left_after)
        case EntrantState.WITHDRAWN:
            return pgettext("entrant", "withdrawn")
    return gettext("expected")


def counts(entrant_rows: Sequence[EntrantRow]) -> Counts:
    """How many are here and have paid."""
    coming = [row for row in entrant_rows if not row.gone]
    here = sum(row.here for row in coming)
    return Counts(here, len(coming), sum(row.paid for row in coming), len(coming) - here)


def counts_in_words(count: Counts, fee: int) -> str:
    """`38 of 42 here, 37 paid`."""
    text = ngettext("{here} of {coming} here", "{here} of {coming} here", count.coming)
    parts = [text.format(here=count.here, coming=count.coming)]
    if fee:
        parts.append(ngettext("{paid} paid", "{paid} paid", count.paid).format(paid=count.paid))
    return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class WishRow:
    """Two who do not want to meet, or want to sit together."""

    id: int
    first: str
    second: str
    together: bool


def wishes(event: Event, entrant_rows: Sequence[EntrantRow]) -> list[WishRow]:
    """The wishes of an event with the names of both."""
    names = {row.id: row.name for row in entrant_rows}
    return [
        WishRow(wish.pk, names.get(wish.entrant_id, ""), names.get(wish.other_id, ""), wish.together)
        for wish in Wish.objects.filter(event=event).order_by("pk")
    ]


def entrants_table(event: Event) -> DataTable:
    """All entries for a spreadsheet; read again they are the same. Contacts stay in the register."""
    heads = (
        gettext("Number"),
        gettext("Name"),
        gettext("Club"),
        gettext("Category"),
        gettext("Team"),
        gettext("Paid"),
        gettext("Rating"),
        gettext("State"),
    )
    several = settings_of(event).entrant > 1
    entries = rows(event)
    named = dict(event.entrants.values_list("pk", "name"))
    members: dict[int, list[str]] = {}
    for member in Member.objects.filter(entrant__event=event, until_round=None).select_related("player"):
        members.setdefault(member.entrant_id, []).append(member.player.name)
    return DataTable(
        heads,
        tuple(
            (
                row.number,
                " / ".join(members.get(row.id, ())),
                row.club,
                row.category,
                named[row.id] if several else row.team,
                gettext("yes") if row.paid else gettext("no"),
                row.rating,
                row.state_word,
            )
            for row in entries
        ),
        event.title,
    )


def people_table(person_rows: Sequence[PersonRow], shown: Mapping[int, tuple[str, ...]]) -> DataTable:
    """The register for a spreadsheet; `shown` has (word of how the name is shown, pseudonym, under age) by
    person."""
    heads = (
        gettext("Name"),
        gettext("Club"),
        gettext("Category"),
        gettext("Contact"),
        gettext("Name shown as"),
        gettext("Pseudonym"),
        gettext("Under age"),
        gettext("Number in the club"),
    )
    joined = any(row.member for row in person_rows)
    return DataTable(
        (*heads, gettext("Number in the federation")) if joined else heads,
        tuple(
            (
                *(
                    row.name,
                    row.club,
                    row.category,
                    row.contact,
                    *shown.get(row.id, ("", "", "")),
                    row.number,
                ),
                *((row.member,) if joined else ()),
            )
            for row in person_rows
            if not row.anonymised
        ),
        gettext("People"),
    )
