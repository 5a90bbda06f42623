"""Écarté: two players, five tricks, games of five points; others may bet on them."""

from __future__ import annotations

from typing import Final

from scoring.defaults import all_but_winners
from scoring.game import Game, Preset
from scoring.games.ecarte.declared import DoubleStake, Extra, Record, Rules, Scoring
from scoring.games.ecarte.examples import ARTICLE, EXAMPLES, LAWS
from scoring.games.ecarte.refusals import CHECKS, narrow
from scoring.games.ecarte.score import attempts, ends, score, wrong_totals
from scoring.games.ecarte.seats import notes, prefill
from scoring.games.ecarte.stakes import asides, more
from scoring.text import vocabulary

_ = vocabulary("ecarte")

PER_TRICK = Preset(
    "per_trick",
    _("Every trick a point"),
    Rules(scoring=Scoring.PER_TRICK, stake=3, double_stake=DoubleStake.OFF),
    ARTICLE,
)

HOYLE = Preset(
    "hoyle",
    _("Classical laws"),
    Rules(scoring=Scoring.HOYLE, turned_king=1, double_stake=DoubleStake.TREBLE_DOUBLE_SINGLE),
    LAWS,
)

ECARTE: Final = Game(
    key="ecarte",
    name=_("Écarté"),
    summary=_(
        "A game for two with 32 cards, five each. The declarer needs three of the five "
        "tricks; the trump king counts extra, and five points win the pot."
    ),
    revision=2,
    seats=(2,),
    record=Record,
    rules=Rules,
    presets=(Preset("standard", _("German rules"), Rules(), ARTICLE), PER_TRICK, HOYLE),
    examples=EXAMPLES,
    score=score,
    standing=lambda record, so_far, table: so_far.totals,
    narrow=narrow,
    checks=CHECKS,
    ends=ends,
    games_to_win=lambda rules: rules.games_to_win,
    notes=notes,
    prefill=prefill,
    attempts=attempts,
    games_lost=all_but_winners,
    wrong_totals=wrong_totals,
    extra=Extra,
    extra_name=_("Spectators’ bets"),
    more=more,
    asides=asides,
)
