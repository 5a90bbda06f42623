"""What people are called on pages about the years, and whose page the public may see at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from tournaments.lists.namesakes import shown
from tournaments.models import Player, ShownAs

AT_ONCE = 500
WITH_PAGE = (ShownAs.FULL.value, ShownAs.SHORT.value, ShownAs.PSEUDONYM.value)


def has_public_page(player: Player) -> bool:
    """May everybody see a page about his years, where the club shows such pages?

    A page over the years says much more than a line in a list: whoever is shown with initials, is under age,
    has asked for none or is forgotten has none. In the records of the club he stands as he is shown.
    """
    return (
        player.anonymised_at is None
        and not player.robot
        and not player.minor
        and not player.unlisted
        and player.shown_as in WITH_PAGE
    )


def people_by_id(tenant: int, people: Collection[int]) -> dict[int, Player]:
    """These people of a club's register."""
    numbers, there = list(people), dict[int, Player]()
    for start in range(0, len(numbers), AT_ONCE):
        some = Player.objects.filter(tenant=tenant, pk__in=numbers[start : start + AT_ONCE])
        there |= {player.pk: player for player in some}
    return there


def called(people: Iterable[Player], *, public: bool) -> dict[int, str]:
    """Their names, as organisers or as everybody may read them; of two of one name each with what tells
    them apart."""
    listed = list(people)
    names: Mapping[int, str] = {player.pk: player.public_name if public else player.name for player in listed}
    times = Counter(names.values())
    return {
        player.pk: shown(names[player.pk], _word(player, public=public))
        if times[names[player.pk]] > 1
        else names[player.pk]
        for player in listed
    }


def _word(player: Player, *, public: bool) -> str:
    """Which of two he is, unless that would say more of him than he wishes."""
    open_ = not public or (player.shown_as in (ShownAs.FULL, ShownAs.SHORT) and player.anonymised_at is None)
    return (player.distinction or player.club) if open_ else ""
