"""The register of people: searched, added to, put right, and without the same person twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models.functions import Substr
from django.utils.translation import gettext

from config.database import take_turns, writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.lists import (
    Acquaintances,
    Candidate,
    KnownPerson,
    Verdict,
    cleaned,
    first_name_first,
    folded,
)
from tournaments.lists.folds import LAST, by_first, letter_of
from tournaments.lists.likeness import Wanted
from tournaments.models import Chair, EveningResult, Member, Player, ShownAs
from tournaments.models.naming import NAMES, typed
from tournaments.models.people import PeopleQuerySet
from tournaments.people import memberships
from tournaments.people.refusals import no_person

NEW = "new"  # the decision that a doubtful name is somebody new
ON_ONE_PAGE = 400  # people; a longer register is shown in pages
PER_PAGE = 100
AT_ONCE = 500  # numbers in one statement
LENGTHS = {"name": 60, "distinction": 40, "club": 60, "category": 40, "contact": 200, "pseudonym": 60}


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
    near = [
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
    numbered = [] if tenant is None else memberships.with_number(tenant, query)
    everybody_of = people
    for word in folded(query).split():
        people = people.filter(find__contains=word)
    return people | everybody_of.filter(pk__in=numbered) if numbered else people


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
            member=numbers.get(row.pk, ""),
            find=f"{row.find.strip()} {folded(numbers.get(row.pk, ''))}".strip(),
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


def acquaintances(tenant: int, names: Iterable[str], but: Collection[int] = ()) -> Acquaintances:
    """Those of a club's register whom one of these names may mean, to compare with.

    The register is gone through once, however many names there are; only what is like one of them is kept.
    """
    wanted = Wanted(names)
    people = people_of(tenant)
    folds = people.order_by("pk").values_list("pk", "by_first").iterator(chunk_size=5_000)
    near = [number for number, words in folds if wanted.may_mean(words) and number not in but]
    known: list[KnownPerson] = []
    for start in range(0, len(near), AT_ONCE):
        rows = people.filter(pk__in=near[start : start + AT_ONCE]).order_by("pk")
        known += (KnownPerson(*row) for row in rows.values_list("pk", "name", "club", "distinction"))
    return Acquaintances(known)


def add_person(
    *,
    tenant: int,
    name: str,
    distinction: str = "",
    club: str = "",
    category: str = "",
    contact: str = "",
    pseudonym: str = "",
    shown_as: str = ShownAs.FULL,
    minor: bool = False,
) -> Player:
    """Somebody new; raises Unreadable with what is wrong, also when nothing tells him from somebody here."""
    sent = {
        "name": name,
        "distinction": distinction,
        "club": club,
        "category": category,
        "contact": contact,
        "pseudonym": pseudonym,
    }
    with writing():
        take_turns(NAMES)
        return Player.objects.create(tenant_id=tenant, minor=minor, **_judged(tenant, sent, shown_as, None))


def change_person(
    *,
    player: Player,
    name: str,
    distinction: str = "",
    club: str,
    category: str,
    contact: str,
    pseudonym: str,
    shown_as: str,
    minor: bool | None = None,
) -> Player:
    """Put right what is known of somebody; raises Unreadable with what is wrong. `minor` None: as it was."""
    sent = {
        "name": name,
        "distinction": distinction,
        "club": club,
        "category": category,
        "contact": contact,
        "pseudonym": pseudonym,
    }
    with writing():
        lock_events_of([player])
        take_turns(NAMES)
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.anonymised_at is not None:
            raise no_person("anonymised", _("This person has been made anonymous."))
        same = all(cleaned(sent[key]) == getattr(player, key) for key in ("name", "club", "distinction"))
        fields = _judged(player.whose, sent, shown_as, player, sure=same)
        for key, value in fields.items():
            setattr(player, key, value)
        player.minor = player.minor if minor is None else minor
        player.save(update_fields=(*fields, "minor"))
        touch_events_of([player])
        return player


def _judged(
    tenant: int, sent: Mapping[str, str], shown_as: str, player: Player | None, *, sure: bool = False
) -> dict[str, str]:
    """The fields as they are stored; `sure`: it has been said that this is nobody of the register."""
    fields = {key: cleaned(sent.get(key, "")) for key in LENGTHS}
    fields["name"] = first_name_first(fields["name"])
    problems = [
        Problem(key, "length", say(_("At most {high} letters."), high=LENGTHS[key]))
        for key, text in fields.items()
        if len(text) > LENGTHS[key]
    ]
    if not fields["name"]:
        problems.append(Problem("name", "name_missing", say(_("The name is missing."))))
    elif not sure and (same := namesake(tenant, fields, player)) is not None:
        text = say(
            _(
                "{name} is in the register already. If this is somebody else: give the club, or a word as "
                "distinction."
            ),
            name=KnownPerson(same.pk, same.name, same.club, same.distinction).label,
        )
        problems.append(Problem("name", "name_taken", text))
    if shown_as not in list(ShownAs):
        problems.append(Problem("shown_as", "choice", say(_("Choose how the name is shown."))))
    elif shown_as == ShownAs.PSEUDONYM and not fields["pseudonym"]:
        problems.append(Problem("pseudonym", "pseudonym_missing", say(_("The pseudonym is missing."))))
    if problems:
        raise Unreadable(problems)
    return {**fields, "shown_as": str(ShownAs(shown_as).value)}


def namesake(tenant: int, fields: Mapping[str, str], but: Player | None = None) -> Player | None:
    """Somebody of the register who may be the same: the same name, and neither the clubs nor the words that
    tell namesakes apart say that they are two. Capitals do not matter."""
    name, club, word = cleaned(fields["name"]).casefold(), fields["club"], folded(fields["distinction"])
    alike = Player.objects.filter(tenant=tenant, robot=False, by_first=by_first(fields["name"]))
    for other in alike.order_by("name", "pk").only("pk", "name", "club", "distinction"):
        if other == but or other.name.casefold() != name:
            continue
        if KnownPerson(other.pk, other.name, other.club).is_of_another_club(club):
            continue
        if folded(other.distinction) == word:
            return other
    return None


def resolve(tenant: int, name: str, decision: str = "") -> Player | tuple[Candidate, ...]:
    """Who is meant by a name that was typed: somebody of the register, or somebody new who is added now.

    Who it may be, where that is doubtful and `decision` (an id, or `new`) does not say. Raises Unreadable.
    """
    name = first_name_first(cleaned(name))
    judged = acquaintances(tenant, [name]).judge(name)
    keys = {str(candidate.known.key) for candidate in judged.candidates}
    if judged.verdict is Verdict.KNOWN:
        return Player.objects.get(pk=judged.candidates[0].known.key)
    if decision in keys:
        return Player.objects.get(pk=decision)
    if judged.candidates and decision != NEW:
        return judged.candidates
    with writing():
        take_turns(NAMES)
        meant = typed(tenant, name)  # somebody else may just have added this very name: then he is known
        if decision != NEW and len(meant) == 1:
            return meant[0]
        fields = _judged(tenant, {"name": name}, ShownAs.FULL, None, sure=True)
        return Player.objects.create(tenant_id=tenant, **fields)


def doubles(tenant: int, limit: int = 50) -> list[tuple[Player, tuple[Candidate, ...]]]:
    """People who may be in the register twice, each pair once."""
    people = people_of(tenant).order_by("name", "pk")
    earlier = Acquaintances()
    doubtful = []
    for player in people:
        candidates = earlier.judge(player.name).candidates
        candidates = tuple(candidate for candidate in candidates if not _told_apart(player, candidate.known))
        if candidates:
            doubtful.append((player, candidates))
        earlier.add(KnownPerson(player.pk, player.name, player.club, player.distinction))
        if len(doubtful) == limit:
            break
    return doubtful


def _told_apart(player: Player, other: KnownPerson) -> bool:
    """Two of one name that somebody has said are two."""
    if cleaned(other.name).casefold() != cleaned(player.name).casefold():
        return False
    return other.is_of_another_club(player.club) or folded(other.word) != folded(player.distinction)


def merge(*, keep: Player, gone: Player) -> Player:
    """Two entries of the register are one person: everything of `gone` belongs to `keep` from now on.

    Raises Unreadable when they have sat at one table or taken part in one event: then they are two people.
    """
    with writing():
        lock_events_of([keep, gone])
        locked = Player.objects.select_for_update().filter(pk__in=(keep.pk, gone.pk)).order_by("pk")
        both = {player.pk: player for player in locked}
        if len(both) < 2 or both[keep.pk].whose != both[gone.pk].whose:
            raise no_person("not_two", _("Choose somebody else of the register."))
        keep, gone = both[keep.pk], both[gone.pk]
        sat = Chair.objects.filter(player=keep).values("sitting")
        if Chair.objects.filter(player=gone, sitting__in=sat).exists():
            raise no_person(
                "two_people",
                _("{one} and {other} have sat at one table: they are two people."),
                one=keep.name,
                other=gone.name,
            )
        played = Member.objects.filter(player=keep).values("entrant__event")
        if Member.objects.filter(player=gone, entrant__event__in=played).exists():
            raise no_person(
                "two_people",
                _("{one} and {other} take part in one event: they are two people."),
                one=keep.name,
                other=gone.name,
            )
        played_too = EveningResult.objects.filter(player=keep).values("evening")
        twice = EveningResult.objects.filter(player=gone, evening__in=played_too).select_related(
            "evening__season"
        )
        if (both_typed := twice.first()) is not None:
            raise no_person(
                "two_people",
                _("{one} and {other} have both played on {day} ({season}): they are two people."),
                one=keep.name,
                other=gone.name,
                day=both_typed.evening.day.isoformat(),
                season=both_typed.evening.season.name,
            )
        memberships.hand_over(keep=keep, gone=gone)
        EveningResult.objects.filter(player=gone).update(player=keep)
        Chair.objects.filter(player=gone).update(player=keep)
        Member.objects.filter(player=gone).update(player=keep)
        for key in ("distinction", "club", "category", "contact", "pseudonym"):
            setattr(keep, key, getattr(keep, key) or getattr(gone, key))
        # Whoever asked to be shown with less once is not shown with more now.
        if keep.shown_as == ShownAs.FULL:
            keep.shown_as = gone.shown_as
        keep.minor = keep.minor or gone.minor
        keep.save()
        touch_events_of([keep])
        gone.delete()
        return keep


def shown_choices() -> list[tuple[str, str]]:
    """(value, label) of the ways a name can be shown, with an example each."""
    labels = {
        ShownAs.FULL: gettext("Full name"),
        ShownAs.SHORT: gettext("First name and initial (Hans M.)"),
        ShownAs.INITIALS: gettext("Initials (H. M.)"),
        ShownAs.PSEUDONYM: gettext("Pseudonym"),
    }
    return [(str(shown_as.value), label) for shown_as, label in labels.items()]
