"""What people are called on the list of a season: as they wish to be shown, two of one name told apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.lists.namesakes import Named, told_apart
from tournaments.models import ClubSeason, Player, ShownAs

AT_ONCE = 500  # numbers in one statement


@dataclass(frozen=True, slots=True)
class SeasonNames:
    """By person: name and club as these eyes may see them."""

    names: Mapping[int, str]
    clubs: Mapping[int, str]

    def of(self, person: object) -> str:
        """Somebody of the register, or a club as it is called."""
        return self.names.get(person, "–") if isinstance(person, int) else str(person)


def names_of(season: ClubSeason, people: Collection[int], *, full: bool = False) -> SeasonNames:
    """The names of these people; `full`: for organisers."""
    keys = sorted(people)
    known: list[Player] = []
    for start in range(0, len(keys), AT_ONCE):
        some = Player.objects.filter(tenant=season.tenant_id, pk__in=keys[start : start + AT_ONCE])
        known += some.order_by("pk")
    named = [_named(player, number, full=full) for number, player in enumerate(known, start=1)]
    return SeasonNames(told_apart(named), {player.pk: player.club for player in known})


def _named(player: Player, number: int, *, full: bool) -> Named[int]:
    word = player.distinction if full or player.shown_as in (ShownAs.FULL, ShownAs.SHORT) else ""
    return Named(player.pk, player.name if full else player.public_name, player.club, word, number)
