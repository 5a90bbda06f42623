"""How somebody wants to be shown. Of two registers that know him, the one that shows less of him holds."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Player, ShownAs

LESS_AND_LESS = (ShownAs.FULL, ShownAs.SHORT, ShownAs.INITIALS, ShownAs.PSEUDONYM)


@dataclass(frozen=True, slots=True)
class PublicWish:
    """What the public may read of somebody."""

    shown_as: ShownAs = ShownAs.FULL
    pseudonym: str = ""
    minor: bool = False
    unlisted: bool = False

    @classmethod
    def of(cls, player: Player) -> PublicWish:
        """As a register has it."""
        return cls(ShownAs(player.shown_as), player.pseudonym, player.minor, player.unlisted)

    def with_less(self, other: PublicWish) -> PublicWish:
        """Both of them: what either hides is hidden. A pseudonym is that of ours, if there is one."""
        less = max(self.shown_as, other.shown_as, key=LESS_AND_LESS.index)
        return PublicWish(
            less,
            self.pseudonym or other.pseudonym,
            self.minor or other.minor,
            self.unlisted or other.unlisted,
        )

    def put_on(self, player: Player) -> None:
        """On the row, which is not stored yet."""
        player.shown_as, player.pseudonym = self.shown_as.value, self.pseudonym
        player.minor, player.unlisted = self.minor, self.unlisted
