"""Who of the register may be meant by a name, and who may be in it twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tournaments.lists import Acquaintances, Candidate, KnownPerson, cleaned, folded
from tournaments.lists.folds import by_first
from tournaments.lists.likeness import Wanted
from tournaments.models import Player
from tournaments.people.searching import AT_ONCE, people_of


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
