"""The register of people as it is looked through: page by page, by words, letters and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models.functions import Substr

from tournaments.lists import folded
from tournaments.lists.folds import LAST, letter_of
from tournaments.models import Chair, Member, Player
from tournaments.models.people import PeopleQuerySet
from tournaments.people import memberships

ON_ONE_PAGE = 400  # people; a longer register is shown in pages
PER_PAGE = 100
AT_ONCE = 500  # numbers in one statement


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in the list of the register, for the desk only."""

    id: int
    name: str
    distinction: str
    public_name: str
    club: str
    category: str
    contact: str
    shown_as: str
    pseudonym: str
    minor: bool
    events: int
    evenings: int
    anonymised: bool
    number: str  # in the club, where it gives numbers
    member: str  # number in the federation, where he is joined to a member
    find: str  # what a search looks in
    letter: str  # it stands under


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """A page of the register."""

    rows: tuple[PersonRow, ...]
    total: int  # who fit the search, on all pages
    letters: tuple[str, ...]  # under which they stand, without regard to the one that is asked for
    page: int  # from 1
    pages: int

    @property
    def before(self) -> int:
        """The page before; 0: this is the first."""
        return self.page - 1

    @property
    def after(self) -> int:
        """The page after; 0: this is the last."""
        return self.page + 1 if self.page < self.pages else 0

    @property
    def more(self) -> int:
        """Who fit and are on other pages."""
        return self.total - len(self.rows)


def people_of(tenant: int) -> PeopleQuerySet:
    """Everybody of a club's register whose name is known."""
    return Player.objects.filter(tenant=tenant, anonymised_at=None, robot=False)


def search(tenant: int, query: str = "", letter: str = "", page: int = 1) -> PeoplePage:
    """The people of a club in whose name, club, category or pseudonym all words occur; `letter` leaves those
    whose surname begins with it.

    Capitals, accents and umlauts do not matter. All of a short register are on one page.
    """
    fitting = _fitting(Player.objects.filter(tenant=tenant, robot=False), query, tenant)
    letters = _letters(fitting)
    if letter:
        fitting = _under(fitting, letter)
    total = fitting.count()
    size = ON_ONE_PAGE if total <= ON_ONE_PAGE else PER_PAGE
    pages = max(1, -(-total // size))
    page = min(max(page, 1), pages)
    people = fitting.order_by("sorted_as", "pk")[(page - 1) * size : page * size]
    return PeoplePage(tuple(_rows(list(people))), total, letters, page, pages)


def everybody(tenant: int) -> list[PersonRow]:
    """The whole register, for a file."""
    return _rows(list(Player.objects.filter(tenant=tenant, robot=False).order_by("sorted_as", "pk")))


def complete(tenant: int, typed_text: str, limit: int = 12) -> list[Player]:
    """Who may be meant by what has been typed so far: first those whose first name or surname begins so."""
    text = folded(typed_text)
    if not text:
        return []
    people = people_of(tenant)
    # Two walks along an index each; an `or` of both would be none.
    near = list(people.filter(pk__in=_numbered(tenant, typed_text)).order_by("club_number", "pk")[:limit])
    near += [
        player
        for field in ("by_last", "by_first")
        for player in people.beginning(field, text).order_by(field, "pk")[:limit]
    ]
    begun = {player.pk: player for player in near}
    if len(begun) < limit:
        others = _fitting(people.exclude(pk__in=begun), typed_text).order_by("sorted_as", "pk")
        begun |= {player.pk: player for player in others[: limit - len(begun)]}
    return sorted(begun.values(), key=lambda player: (player.sorted_as, player.pk))[:limit]


def _fitting(people: PeopleQuerySet, query: str, tenant: int | None = None) -> PeopleQuerySet:
    """Those in whose words all of the query occur; in a club's register also whose number it is."""
    numbered = [] if tenant is None else [*memberships.with_number(tenant, query), *_numbered(tenant, query)]
    everybody_of = people
    for word in folded(query).split():
        people = people.filter(find__contains=word)
    return people | everybody_of.filter(pk__in=numbered) if numbered else people


def _numbered(tenant: int, typed_text: str) -> list[int]:
    """Whose number in the club begins as it is typed."""
    text = "".join(typed_text.split())
    if not any(letter.isdigit() for letter in text):
        return []
    fitting = people_of(tenant).filter(club_number__istartswith=text).order_by("club_number", "pk")
    return list(fitting.values_list("pk", flat=True)[: memberships.MOST_NUMBERS])


def _under(people: PeopleQuerySet, letter: str) -> PeopleQuerySet:
    return people.beginning("sorted_as", f"{letter}\t") | people.beginning("sorted_as", f"{LAST}{letter}\t")


def _letters(people: PeopleQuerySet) -> tuple[str, ...]:
    starts = people.order_by().annotate(start=Substr("sorted_as", 1, 2)).values_list("start", flat=True)
    return tuple(sorted({letter_of(start) for start in starts.distinct()} - {""}))


def _rows(people: Sequence[Player]) -> list[PersonRow]:
    events, evenings = _played(people)
    numbers = memberships.numbers_of([row.pk for row in people])
    return [
        PersonRow(
            id=row.pk,
            name=row.name,
            distinction=row.distinction,
            public_name=row.public_name,
            club=row.club,
            category=row.category,
            contact=row.contact,
            shown_as=row.shown_as,
            pseudonym=row.pseudonym,
            minor=row.minor,
            events=events[row.pk],
            evenings=evenings[row.pk],
            anonymised=row.anonymised_at is not None,
            number=row.club_number,
            member=numbers.get(row.pk, ""),
            find=" ".join(
                filter(None, (row.find.strip(), *map(folded, (row.club_number, numbers.get(row.pk, "")))))
            ),
            letter=letter_of(row.sorted_as),
        )
        for row in people
    ]


def _played(people: Sequence[Player]) -> tuple[Counter[int], Counter[int]]:
    """(events, evenings) by person."""
    events, evenings = Counter[int](), Counter[int]()
    numbers = [player.pk for player in people]
    for start in range(0, len(numbers), AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        entered = Member.objects.filter(player__in=some).order_by().values_list("player", "entrant__event")
        events.update(player for player, _event in entered.distinct())
        evenings.update(Chair.objects.filter(player__in=some).order_by().values_list("player", flat=True))
    return events, evenings
