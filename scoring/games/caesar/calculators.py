"""Caesar: counting a pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between
from scoring.game import Calculator
from scoring.games.caesar.cards import Pile, can_be, count_pile
from scoring.games.caesar.declared import ALL_POINTS
from scoring.text import Text, say, vocabulary

_ = vocabulary("caesar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The cards a side has taken; absent means none."""

    aces: Annotated[int, Ask(_("Aces"), _("A")), Between(0, 4)] = 0
    tens: Annotated[int, Ask(_("Tens"), _("10")), Between(0, 4)] = 0
    kings: Annotated[int, Ask(_("Kings"), _("K")), Between(0, 4)] = 0
    queens: Annotated[int, Ask(_("Queens"), _("Q")), Between(0, 4)] = 0
    jacks: Annotated[int, Ask(_("Jacks, with the trump jack"), _("J")), Between(0, 4)] = 0
    trump_jack: Annotated[bool, Ask(_("Trump jack"), _("TJ"))] = False
    trump_nine: Annotated[bool, Ask(_("Trump nine"), _("T9"))] = False
    last_trick: Annotated[bool, Ask(_("Last trick"), _("Last"))] = False


def count(taken: Taken) -> Text:
    """Card points of a pile, and what is left for the others."""
    if taken.trump_jack and not taken.jacks:
        return say(_("The trump jack is one of the jacks: count it there too."))
    points = count_pile(
        Pile(
            aces=taken.aces,
            tens=taken.tens,
            kings=taken.kings,
            queens=taken.queens,
            jacks=taken.jacks,
            trump_jack=taken.trump_jack,
            trump_nine=taken.trump_nine,
            last_trick=taken.last_trick,
        )
    )
    if not can_be(points, taken.last_trick):
        return say(_("A count of {points} is not possible; please count once more."), points=points)
    return say(_("Points: {points}, for the others {others}"), points=points, others=ALL_POINTS - points)


CALCULATORS = (Calculator("pile", _("Count the pile"), Taken, count),)
