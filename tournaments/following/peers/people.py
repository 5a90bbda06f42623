"""The people of a club as the other side has them: numbers, wishes about the public, who was forgotten.

A server says it to a laptop of the club, or it goes as a file either way. What would change here is looked at
first (`changes_of`), and then done for those who were ticked (`apply`). Contacts are never in it.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from config.database import take_turns, writing
from tournaments.engines.eventlog import PieceKind
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.lists import cleaned
from tournaments.models import Club, EventPiece, Player, ShownAs
from tournaments.models.naming import NAMES
from tournaments.models.people import LONGEST_CLUB_NUMBER
from tournaments.people import memberships, privacy
from tournaments.people.wishes import PublicWish

PEOPLE = "/log/people/"
FORMAT = "stammtisch-people"
VERSION = 1
MOST = 20_000  # people of a list
LENGTHS = {
    "name": 60,
    "club": 60,
    "distinction": 40,
    "pseudonym": 60,
    "number": LONGEST_CLUB_NUMBER,
    "member": 20,
}


class NoPeopleList(ValueError):  # noqa: N818 (what it is, as one would say it)
    """What was brought is none; the message is a sentence."""


class ChangeKind(enum.StrEnum):
    """What would become of somebody here."""

    WISH = "wish"
    NUMBER = "number"
    FORGET = "forget"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody as the other side has him."""

    keys: tuple[str, ...]  # his names in the logs of events
    name: str
    club: str
    distinction: str
    number: str  # in the club
    member: str  # of the federation; the register of a laptop has no place for it
    wish: PublicWish
    forgotten: bool


@dataclass(frozen=True, slots=True)
class PersonChange:
    """What would change of one person, and under which name it is ticked."""

    key: str
    kind: ChangeKind
    listed: ListedPerson
    person: Player | None
    wish: PublicWish | None = None

    @property
    def name(self) -> str:
        """As he is called here."""
        return self.listed.name if self.person is None else self.person.name


def people_list(club: Club) -> dict[str, Any]:
    """Everybody of this club's register, to be taken along."""
    numbers = memberships.numbers_in(club.pk)
    keys = dict[int, list[str]]()
    pieces = EventPiece.objects.filter(kind=PieceKind.PERSON.value, event__tenant=club).exclude(row=None)
    for row, key in pieces.order_by("key").values_list("row", "key").distinct():
        keys.setdefault(row or 0, []).append(key)
    people = Player.objects.filter(tenant=club, robot=False).order_by("sorted_as", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": str(club),
        "people": [
            _person_json(person, keys.get(person.pk, []), numbers.get(person.pk, ""))
            for person in people
            if person.anonymised_at is None or person.pk in keys
        ],
    }


def _person_json(person: Player, keys: list[str], member: str) -> dict[str, Any]:
    return {
        "keys": keys,
        "name": person.name,
        "club": person.club,
        "distinction": person.distinction,
        "number": person.club_number,
        "member": member,
        "shown_as": person.shown_as,
        "pseudonym": person.pseudonym,
        "minor": person.minor,
        "unlisted": person.unlisted,
        "forgotten": person.anonymised_at is not None,
    }


def read_people(raw: object) -> list[ListedPerson]:
    """Raises NoPeopleList."""
    try:
        assert isinstance(raw, Mapping)
        assert raw["format"] == FORMAT
        people = raw["people"]
        assert isinstance(people, list)
        assert len(people) <= MOST
        listed = [_listed(person) for person in people]
    except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise no_list() from error
    if raw.get("version") != VERSION:
        raise NoPeopleList(_("This list was made by a newer program. Please update this one first."))
    return listed


def no_list() -> NoPeopleList:
    """What was brought cannot be read."""
    return NoPeopleList(_("This is not a list of people from a Stammtisch, or it is damaged."))


def _listed(raw: Mapping[str, Any]) -> ListedPerson:
    words = {name: cleaned(_text(raw[name]))[:most] for name, most in LENGTHS.items()}
    if not words["name"]:
        raise ValueError("nobody")
    wish = PublicWish(
        ShownAs(raw["shown_as"]), words.pop("pseudonym"), raw["minor"] is True, raw["unlisted"] is True
    )
    keys = tuple(_text(key) for key in raw["keys"])
    return ListedPerson(keys=keys, wish=wish, forgotten=raw["forgotten"] is True, **words)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return value


def changes_of(listed: Collection[ListedPerson], tenant: int) -> list[PersonChange]:
    """What this list would change in the register here; nothing is written."""
    register = _Register(tenant)
    return [change for person in listed for change in _changes(person, register)]


def _changes(listed: ListedPerson, register: _Register) -> Iterator[PersonChange]:
    person = register.who_is(listed)
    if person is None:
        if not listed.forgotten:
            yield PersonChange(
                f"new:{listed.name}:{listed.distinction}:{listed.number}", ChangeKind.NEW, listed, None
            )
        return
    if person.anonymised_at is not None:
        return
    if listed.forgotten:
        yield PersonChange(f"forget:{person.pk}", ChangeKind.FORGET, listed, person)
        return
    wish = PublicWish.of(person).with_less(listed.wish)
    if wish != PublicWish.of(person):
        yield PersonChange(f"wish:{person.pk}", ChangeKind.WISH, listed, person, wish)
    if listed.number and not person.club_number and listed.number not in register.numbers:
        yield PersonChange(f"number:{person.pk}", ChangeKind.NUMBER, listed, person)


class _Register:
    """Everybody here, to be found by what a list says of him."""

    def __init__(self, tenant: int) -> None:
        self.people = {person.pk: person for person in Player.objects.filter(tenant=tenant, robot=False)}
        pieces = EventPiece.objects.filter(kind=PieceKind.PERSON.value, event__tenant=tenant).exclude(
            row=None
        )
        self.keys = dict(pieces.values_list("key", "row"))
        known = [person for person in self.people.values() if person.anonymised_at is None]
        self.numbers = {person.club_number: person for person in known if person.club_number}
        self.names = dict[tuple[str, str], list[Player]]()
        for person in known:
            self.names.setdefault((person.name, person.distinction), []).append(person)

    def who_is(self, listed: ListedPerson) -> Player | None:
        """By the names in the logs, by the number, else by name where only one has it."""
        for key in listed.keys:
            if (person := self.people.get(self.keys.get(key) or 0)) is not None:
                return person
        if listed.forgotten:
            return None
        if (person := self.numbers.get(listed.number)) is not None and person.name == listed.name:
            return person
        alike = self.names.get((listed.name, listed.distinction), [])
        same = [person for person in alike if person.club == listed.club]
        fitting = same or alike
        return fitting[0] if len(fitting) == 1 else None


def apply(listed: Collection[ListedPerson], tenant: int, ticked: Collection[str], by: str) -> int:
    """Do what was ticked, as far as it is still to be done; how many."""
    with writing():
        changes = [change for change in changes_of(listed, tenant) if change.key in ticked]
        people = [change.person for change in changes if change.person is not None]
        lock_events_of(people)
        take_turns(NAMES)
        for change in changes:
            _apply(change, tenant, by)
        touch_events_of(people)
    return len(changes)


def _apply(change: PersonChange, tenant: int, by: str) -> None:
    person, listed = change.person, change.listed
    if person is None:
        taken = (
            Player.objects.filter(tenant=tenant, club_number=listed.number).exclude(club_number="").exists()
        )
        person = Player(
            tenant_id=tenant,
            name=listed.name,
            club=listed.club,
            distinction=listed.distinction,
            club_number="" if taken else listed.number,
        )
        listed.wish.put_on(person)
        person.save()
        return
    person = Player.objects.select_for_update().get(pk=person.pk)
    if change.kind is ChangeKind.FORGET:
        privacy.anonymise(player=person, by=by)
        return
    if change.wish is not None:
        change.wish.put_on(person)
    else:
        person.club_number = listed.number
    person.save()
