"""The people and entrants of an event from another installation."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from config.database import take_turns
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.exchange.exporting import MEMBER, PERSON, PERSON_NEWER
from tournaments.exchange.values import save_valid
from tournaments.lists import folded
from tournaments.models import Entrant, EntrantState, Event, Member, Player, ShownAs
from tournaments.models.filing import ENTRANT, ENTRANT_NEWER
from tournaments.models.naming import NAMES
from tournaments.models.stored import Raw


def take_people(raw: Sequence[Raw], tenant: int) -> list[Player]:
    """The people of the file, in its order: two of them are never one person here."""
    lock_events_of(Player.objects.filter(tenant=tenant, name__in={who["name"] for who in raw}))
    take_turns(NAMES)
    people: list[Player] = []
    for who in raw:
        people.append(_person(who, tenant, {player.pk for player in people}))
    return people


def _person(who: Raw, tenant: int, taken: Collection[int]) -> Player:
    """Somebody of the register here if name and club leave no doubt, else somebody new."""
    shown_as = ShownAs(who["shown_as"])
    newer = {name: who[name] for name in PERSON_NEWER if name in who}
    person = Player(tenant_id=tenant, **{name: who[name] for name in PERSON}, **newer)
    known = None if person.robot else known_person(person, taken)
    if known is not None:
        return _shown_with_less(known, shown_as, who)
    save_valid(person)
    return person


def known_person(person: Player, taken: Collection[int]) -> Player | None:
    """Who of the register has this name and club; without a club on one side, the only one of that name."""
    of_name = Player.objects.filter(tenant=person.whose, name=person.name)
    here = of_name.filter(robot=False, anonymised_at=None).exclude(pk__in=taken)
    alike = [other for other in here.order_by("pk") if not _says_two(person.distinction, other.distinction)]
    same = [other for other in alike if other.club and folded(other.club) == folded(person.club)]
    open_ = [other for other in alike if not _says_two(person.club, other.club)]
    fitting = same or open_
    return fitting[0] if len(fitting) == 1 else None


def _says_two(ours: str, theirs: str) -> bool:
    return bool(ours and theirs) and folded(ours) != folded(theirs)


def _shown_with_less(known: Player, shown_as: ShownAs, who: Raw) -> Player:
    """Whoever has asked elsewhere to be shown with less is not shown with more here."""
    less = shown_as != ShownAs.FULL and known.shown_as == ShownAs.FULL
    if less:
        known.shown_as, known.pseudonym = shown_as.value, known.pseudonym or who["pseudonym"]
    if less or (who.get("minor") and not known.minor):
        known.minor = known.minor or bool(who.get("minor"))
        save_valid(known)
        touch_events_of([known])
    return known


def take_entrant(event: Event, raw: Raw, people: list[Player]) -> Entrant:
    """Somebody who has entered, with the people of the file who play for the entry."""
    EntrantState(raw["state"])
    newer = {name: raw[name] for name in ENTRANT_NEWER if name in raw}
    entrant = Entrant(event=event, **{name: raw[name] for name in ENTRANT}, **newer)
    save_valid(entrant)
    for member in raw["members"]:
        Member.objects.create(
            entrant=entrant, player=people[member["person"]], **{name: member[name] for name in MEMBER}
        )
    return entrant
