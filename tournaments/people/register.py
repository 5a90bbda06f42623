"""The register of people: searched, added to, put right, and without the same person twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
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
from tournaments.lists.surnames import by_surname, first_letter
from tournaments.models import Chair, Member, Player, ShownAs
from tournaments.models.naming import NAMES, typed
from tournaments.people.refusals import no_person

NEW = "new"  # the decision that a doubtful name is somebody new
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
    events: int
    evenings: int
    anonymised: bool
    find: str  # what a search looks in
    letter: str  # it stands under


def search(query: str = "", limit: int = 400, letter: str = "") -> tuple[list[PersonRow], int, list[str]]:
    """(the first people in whose name, club, category or pseudonym all words occur, how many there are, the
    letters they stand under); `letter` leaves those whose surname begins with it.

    Capitals, accents and umlauts do not matter.
    """
    words = folded(query).split()
    everybody = Player.objects.filter(robot=False).annotate(
        events=Count("memberships__entrant__event", distinct=True), evenings=Count("chair", distinct=True)
    )
    people = [person for person in everybody if _contains(person, words)]
    people.sort(
        key=lambda person: (person.anonymised_at is not None, by_surname(person.name), folded(person.club))
    )
    places = {row.pk: first_letter(by_surname(row.name)) for row in people}
    present = sorted(set(places.values()))
    if letter:
        people = [row for row in people if places[row.pk] == letter]
    rows = [
        PersonRow(
            id=row.pk,
            name=row.name,
            distinction=row.distinction,
            public_name=row.public_name,
            club=row.club,
            category=row.category,
            contact=row.contact,
            events=row.events,
            evenings=row.evenings,
            anonymised=row.anonymised_at is not None,
            find=_text(row),
            letter=places[row.pk],
        )
        for row in people[:limit]
    ]
    return rows, len(people), present


def _contains(player: Player, words: Sequence[str]) -> bool:
    if not words:
        return True
    text = _text(player)
    return all(word in text for word in words)


def _text(player: Player) -> str:
    words = (player.name, player.distinction, player.club, player.category, player.pseudonym)
    return folded(" ".join(words))


def acquaintances(but: Iterable[int] = ()) -> Acquaintances:
    """Everybody whose name is known, to compare with."""
    people = Player.objects.filter(anonymised_at=None, robot=False).exclude(pk__in=but).order_by("pk")
    return Acquaintances(
        KnownPerson(*row) for row in people.values_list("pk", "name", "club", "distinction").iterator()
    )


def names() -> list[str]:
    """All names, for completing what an organiser types."""
    people = Player.objects.filter(anonymised_at=None, robot=False).order_by("name")
    return list(people.values_list("name", flat=True).distinct())


def add_person(
    *,
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
        return Player.objects.create(**_judged(sent, shown_as, None), minor=minor)


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
        fields = _judged(sent, shown_as, player, sure=same)
        for key, value in fields.items():
            setattr(player, key, value)
        player.minor = player.minor if minor is None else minor
        player.save(update_fields=(*fields, "minor"))
        touch_events_of([player])
        return player


def _judged(
    sent: Mapping[str, str], shown_as: str, player: Player | None, *, sure: bool = False
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
    elif not sure and (same := namesake(fields, player)) is not None:
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


def namesake(fields: Mapping[str, str], but: Player | None = None) -> Player | None:
    """Somebody of the register who may be the same: the same name, and neither the clubs nor the words that
    tell namesakes apart say that they are two. Capitals do not matter."""
    name, club, word = cleaned(fields["name"]).casefold(), fields["club"], folded(fields["distinction"])
    # The database folds the capitals of A to Z only.
    for other in Player.objects.filter(robot=False).only("pk", "name", "club", "distinction"):
        if other == but or other.name.casefold() != name:
            continue
        if KnownPerson(other.pk, other.name, other.club).is_of_another_club(club):
            continue
        if folded(other.distinction) == word:
            return other
    return None


def resolve(name: str, decision: str = "") -> Player | tuple[Candidate, ...]:
    """Who is meant by a name that was typed: somebody of the register, or somebody new who is added now.

    Who it may be, where that is doubtful and `decision` (an id, or `new`) does not say. Raises Unreadable.
    """
    name = first_name_first(cleaned(name))
    judged = acquaintances().judge(name)
    keys = {str(candidate.known.key) for candidate in judged.candidates}
    if judged.verdict is Verdict.KNOWN:
        return Player.objects.get(pk=judged.candidates[0].known.key)
    if decision in keys:
        return Player.objects.get(pk=decision)
    if judged.candidates and decision != NEW:
        return judged.candidates
    with writing():
        take_turns(NAMES)
        meant = typed(name)  # somebody else may just have added this very name: then he is known
        if decision != NEW and len(meant) == 1:
            return meant[0]
        return Player.objects.create(**_judged({"name": name}, ShownAs.FULL, None, sure=True))


def doubles(limit: int = 50) -> list[tuple[Player, tuple[Candidate, ...]]]:
    """People who may be in the register twice, each pair once."""
    people = Player.objects.filter(anonymised_at=None, robot=False).order_by("name", "pk")
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
        if len(both) < 2:
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
