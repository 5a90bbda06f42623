"""What people are called where two of one name could be meant, and who is meant by a name that was typed.

A name is no identity. Within an event, and at a table of a quick evening, two of one name are told apart by
their clubs, by a word of the organisers, or by their numbers; everybody else is called by his name alone.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db import connection
from django.db.models import Count, QuerySet

from tournaments.lists.namesakes import Named, additions, shown, told_apart
from tournaments.models import Chair, Entrant, Event, Member, Player, ShownAs, Sitting

NAMES = "names"  # whoever gives one waits for others who do; always after the events are locked
EVENTS_KEPT = 64
AT_ONCE = 500  # names in one statement


@dataclass(frozen=True)
class EventNames:
    """Of one event: what is added to the names of those who have a namesake in it."""

    public: Mapping[int, str]  # by person
    full: Mapping[int, str]  # by person; for organisers
    entries: Mapping[int, str]  # by entrant, where pairs or teams have one name

    def person(self, player: Player) -> str:
        """What boards, public pages and paper call somebody in this event."""
        return shown(player.public_name, self.public.get(player.pk, ""))

    def full_name(self, player: Player) -> str:
        """What organisers call somebody in this event."""
        return shown(player.name, self.full.get(player.pk, ""))

    def entry(self, entrant: Entrant, people: Sequence[Player]) -> str:
        """What the public calls an entry of these people."""
        own_name = shown(entrant.name, self.entries.get(entrant.pk, "")) if entrant.name else ""
        return own_name or " / ".join(map(self.person, people)) or str(entrant.number)

    def full_entry(self, entrant: Entrant, people: Sequence[Player]) -> str:
        """What organisers call an entry of these people."""
        own_name = shown(entrant.name, self.entries.get(entrant.pk, "")) if entrant.name else ""
        return own_name or " / ".join(map(self.full_name, people)) or str(entrant.number)


def names_in(event: Event) -> EventNames:
    """The names of an event, looked up once for each of its revisions."""
    # What a transaction sees may be taken back, and its revision be given to something else.
    return _looked_up(event.pk) if connection.in_atomic_block else _names(event.pk, event.uid, event.revision)


@lru_cache(maxsize=EVENTS_KEPT)
def _names(event: int, _uid: uuid.UUID, _revision: int) -> EventNames:
    return _looked_up(event)


def _looked_up(event: int) -> EventNames:
    members = Member.objects.filter(entrant__event=event).select_related("player", "entrant")
    people = {member.player_id: member for member in members.order_by("pk")}
    ordered = sorted(people.values(), key=lambda member: (member.entrant.number, member.place, member.pk))
    sizes: dict[int, int] = {}
    for member in ordered:
        sizes[member.entrant_id] = sizes.get(member.entrant_id, 0) + 1
    entries = Entrant.objects.filter(event=event).exclude(name="").order_by("number")
    return EventNames(
        public=additions(_named(member, sizes[member.entrant_id], full=False) for member in ordered),
        full=additions(_named(member, sizes[member.entrant_id], full=True) for member in ordered),
        entries=additions(
            Named(entrant.pk, entrant.name, entrant.club, "", entrant.number) for entrant in entries
        ),
    )


def _named(member: Member, size: int, *, full: bool) -> Named[int]:
    player, entrant = member.player, member.entrant
    # Whoever plays alone may play for another club here than usually.
    club = entrant.club or player.club if size == 1 else player.club or entrant.club
    name = player.name if full else player.public_name
    return Named(player.pk, name, club, _word(player, full=full), entrant.number)


def _word(player: Player, *, full: bool) -> str:
    """Which of two he is, unless that would say more of him than he wishes."""
    spoken = full or player.shown_as in (ShownAs.FULL, ShownAs.SHORT)
    return player.distinction if spoken else ""


def names_at(sitting: Sitting, chairs: Iterable[Chair]) -> tuple[str, ...]:
    """What the people of a table are called there, seat by seat; with their players."""
    if sitting.event is not None:
        event = names_in(sitting.event)
        return tuple(event.person(chair.player) for chair in chairs)
    listed = [_on_seat(chair) for chair in chairs]
    names = told_apart(listed)
    return tuple(names[person.key] for person in listed)


def _on_seat(chair: Chair) -> Named[int]:
    player = chair.player
    return Named(player.pk, player.public_name, player.club, _word(player, full=False), chair.seat)


def suggested(people: Iterable[Player], tenant: int) -> list[str]:
    """The names of these people as `typed` understands them; those who cannot be told apart share a name."""
    listed = list(people)
    asked = list({player.name for player in listed})
    shared: set[str] = set()
    for start in range(0, len(asked), AT_ONCE):
        alike = _registered(tenant).filter(name__in=asked[start : start + AT_ONCE]).values("name")
        shared.update(alike.annotate(many=Count("pk")).filter(many__gt=1).values_list("name", flat=True))
    names = (spelled(player) if player.name in shared else player.name for player in listed)
    return list(dict.fromkeys(names))


def spelled(player: Player) -> str:
    """What to type for somebody, so that he and nobody else is meant."""
    words = ("", player.club, player.distinction)
    tries = [shown(player.name, word) for word in words]
    return next((text for text in tries if _means(text, player)), player.name)


def _means(text: str, player: Player) -> bool:
    return [who.pk for who in typed(player.whose, text)] == [player.pk]


def _registered(tenant: int) -> QuerySet[Player]:
    return Player.objects.filter(tenant=tenant, robot=False, anonymised_at=None).order_by()


def typed(tenant: int, text: str) -> list[Player]:
    """Who of a club may be meant by a name as somebody has typed it, with or without what tells two apart."""
    people = _registered(tenant).order_by("pk")
    exactly = list(people.filter(name=text))
    if exactly or not text.endswith(")"):
        return exactly
    name, _bracket, word = text.removesuffix(")").rpartition(" (")
    meant = [player for player in people.filter(name=name) if word in (player.club, player.distinction)]
    # Of two of one club, of whom one has a word of his own, the club means the other.
    plain = [player for player in meant if not player.distinction]
    return plain if len(meant) > 1 and len(plain) == 1 else meant
