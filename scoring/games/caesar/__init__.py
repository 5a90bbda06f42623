"""Caesar: four people in two pairs, 162 card points written as 16, and Meldungen."""

from __future__ import annotations

from typing import Final

from scoring.game import Game, Preset
from scoring.games.caesar import refusals, refused_melds
from scoring.games.caesar.calculators import CALCULATORS
from scoring.games.caesar.declared import Misdeal, Record, Rules
from scoring.games.caesar.examples import CLUB, EXAMPLES, TOURNAMENT
from scoring.games.caesar.hand import is_dealt_again
from scoring.games.caesar.notes import notes
from scoring.games.caesar.score import LOST_BY, attempts, ends, losses, score, waiting
from scoring.games.caesar.seats import prefill
from scoring.table import Seating, two_sides
from scoring.text import vocabulary

_ = vocabulary("caesar")


def accounts(seats: int, rules: Rules) -> Seating:
    """Partners sit opposite: 1 and 3 against 2 and 4."""
    return two_sides(seats)


CAESAR: Final = Game(
    key="caesar",
    name=_("Caesar"),
    summary=_(
        "Two pairs with 32 cards. Whoever names trumps needs more than half of the 162 card points; "
        "a hand is written in tens, runs and fours of a kind are added as Meldungen."
    ),
    revision=2,
    seats=(4,),
    record=Record,
    rules=Rules,
    presets=(
        Preset("club_sheet", _("Club sheet"), Rules(), CLUB),
        Preset("caesar_turnier", _("Caesar tournament"), Rules(misdeal=Misdeal.LOST), TOURNAMENT),
    ),
    examples=EXAMPLES,
    score=score,
    standing=lambda record, so_far, table: waiting(so_far, table),
    accounts=accounts,
    narrow=refusals.narrow,
    checks=(*refusals.CHECKS, *refused_melds.CHECKS),
    ends=ends,
    length=lambda rules: rules.hands_per_round,
    over_code="round_full",
    counts=lambda record, table: not is_dealt_again(record, table.rules),
    notes=notes,
    prefill=prefill,
    attempts=attempts,
    losses=losses,
    lost_by=LOST_BY,
    calculators=CALCULATORS,
)
