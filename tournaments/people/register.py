"""The register of people: added to, put right, and without the same person twice."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext

from config.database import take_turns, writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground.locking import lock_events_of, touch_events_of
from tournaments.lists import Candidate, KnownPerson, Verdict, cleaned, first_name_first
from tournaments.lists.lengths import lengths_refused
from tournaments.models import Player, ShownAs
from tournaments.models.naming import NAMES, typed
from tournaments.models.people import LONGEST_CLUB_NUMBER
from tournaments.people.alike import acquaintances, namesake
from tournaments.people.refusals import no_person

NEW = "new"  # the decision that a doubtful name is somebody new
LENGTHS = {
    "name": 60,
    "distinction": 40,
    "club": 60,
    "category": 40,
    "contact": 200,
    "pseudonym": 60,
    "club_number": LONGEST_CLUB_NUMBER,
}


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
    club_number: str = "",
    unlisted: bool = False,
) -> Player:
    """Somebody new; raises Unreadable with what is wrong, also when nothing tells him from somebody here."""
    sent = {
        "name": name,
        "distinction": distinction,
        "club": club,
        "category": category,
        "contact": contact,
        "pseudonym": pseudonym,
        "club_number": club_number,
    }
    with writing():
        take_turns(NAMES)
        fields = _judged(tenant, sent, shown_as, None)
        return Player.objects.create(tenant_id=tenant, minor=minor, unlisted=unlisted, **fields)


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
    club_number: str | None = None,
    unlisted: bool | None = None,
) -> Player:
    """Put right what is known of somebody; raises Unreadable with what is wrong. None: as it was."""
    sent = {
        "name": name,
        "distinction": distinction,
        "club": club,
        "category": category,
        "contact": contact,
        "pseudonym": pseudonym,
        "club_number": player.club_number if club_number is None else club_number,
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
        player.unlisted = player.unlisted if unlisted is None else unlisted
        player.save(update_fields=(*fields, "minor", "unlisted"))
        touch_events_of([player])
        return player


def _judged(
    tenant: int, sent: Mapping[str, str], shown_as: str, player: Player | None, *, sure: bool = False
) -> dict[str, str]:
    """The fields as they are stored; `sure`: it has been said that this is nobody of the register."""
    fields = {key: cleaned(sent.get(key, "")) for key in LENGTHS}
    fields["name"] = first_name_first(fields["name"])
    fields["club_number"] = "".join(fields["club_number"].split())
    problems = lengths_refused(fields, LENGTHS)
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
    taken = with_club_number(tenant, fields["club_number"], player)
    if taken is not None:
        text = say(
            _("{name} has the number {number} in the club already."),
            name=taken.name,
            number=fields["club_number"],
        )
        problems.append(Problem("club_number", "number_taken", text))
    if shown_as not in list(ShownAs):
        problems.append(Problem("shown_as", "choice", say(_("Choose how the name is shown."))))
    elif shown_as == ShownAs.PSEUDONYM and not fields["pseudonym"]:
        problems.append(Problem("pseudonym", "pseudonym_missing", say(_("The pseudonym is missing."))))
    if problems:
        raise Unreadable(problems)
    return {**fields, "shown_as": str(ShownAs(shown_as).value)}


def with_club_number(tenant: int, number: str, but: Player | None = None) -> Player | None:
    """Who has this number in the club; capitals do not matter."""
    if not number:
        return None
    others = Player.objects.filter(tenant=tenant, club_number__iexact=number)
    return others.exclude(pk=but.pk if but is not None else 0).order_by("pk").first()


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


def shown_choices() -> list[tuple[str, str]]:
    """(value, label) of the ways a name can be shown, with an example each."""
    labels = {
        ShownAs.FULL: gettext("Full name"),
        ShownAs.SHORT: gettext("First name and initial (Hans M.)"),
        ShownAs.INITIALS: gettext("Initials (H. M.)"),
        ShownAs.PSEUDONYM: gettext("Pseudonym"),
    }
    return [(str(shown_as.value), label) for shown_as, label in labels.items()]
