"""Cabo: two to twelve people, everybody for himself, few points are good."""

from __future__ import annotations

from typing import Final

from scoring.game import Game, Preset
from scoring.games.cabo.declared import EndMode, KamikazeOthers, Record, Rules, WrongExchange
from scoring.games.cabo.examples import EXAMPLES, FIRST_EDITION, SECOND_EDITION
from scoring.games.cabo.refusals import CHECKS, narrow
from scoring.games.cabo.score import attempts, ends, losses, score, wrong_totals
from scoring.games.cabo.seats import notes
from scoring.text import vocabulary

_ = vocabulary("cabo")

STANDARD = Preset("standard", _("First edition"), Rules(), FIRST_EDITION)

SECOND = Preset(
    "second_edition",
    _("Second edition"),
    Rules(
        end_mode=EndMode.LIMIT,
        caller_penalty=10,
        lowest_other_zero=False,
        reset_once=True,
        kamikaze_others=KamikazeOthers.FLAT_50,
        wrong_exchange=WrongExchange.KEEP,
    ),
    SECOND_EDITION,
)

CABO: Final = Game(
    key="cabo",
    name=_("Cabo"),
    summary=_(
        "A game of memory with four hidden cards each. Whoever believes they have the lowest "
        "hand calls and ends the round; points are bad, and a wrong call costs extra."
    ),
    revision=1,
    seats=tuple(range(2, 13)),
    record=Record,
    rules=Rules,
    presets=(STANDARD, SECOND),
    examples=EXAMPLES,
    hand_name=_("Round"),
    low_wins=True,
    open_table=True,
    score=score,
    narrow=narrow,
    checks=CHECKS,
    ends=ends,
    length=lambda rules: rules.rounds if rules.rounds_end else 0,
    notes=notes,
    attempts=attempts,
    losses=losses,
    wrong_totals=wrong_totals,
)
