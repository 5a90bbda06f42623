"""Truco, as it is played in Argentina: two to eight people, mostly two pairs, chicos to 30."""

from __future__ import annotations

from typing import Final

from scoring.defaults import all_but_winners
from scoring.game import Game, Preset
from scoring.games.truco.attempts import attempts
from scoring.games.truco.calculators import CALCULATORS
from scoring.games.truco.deal import counts, notes, prefill
from scoring.games.truco.declared import Record
from scoring.games.truco.examples import EXAMPLES, RULES_TEXT
from scoring.games.truco.offered import narrow
from scoring.games.truco.refusals import CHECKS
from scoring.games.truco.rules import Rules, tally
from scoring.games.truco.score import ends, mark, more, score, standing, wrong_totals
from scoring.games.truco.sides import accounts
from scoring.text import vocabulary

_ = vocabulary("truco")

CLASICO = Preset("clasico", _("Clásico"), Rules(), RULES_TEXT)
SIN_FLOR = Preset("sin_flor", _("Sin flor"), Rules(with_flor=False), RULES_TEXT)

TRUCO: Final = Game(
    key="truco",
    name=_("Truco"),
    summary=_(
        "Three cards each from the Spanish pack. Before the tricks the sides bet on flor and envido, during "
        "them on the tricks; whoever gets to 30 first, 15 malas and 15 buenas, wins a chico."
    ),
    revision=1,
    seats=(2, 3, 4, 6, 8),
    game_name=_("Chico"),
    record=Record,
    rules=Rules,
    presets=(CLASICO, SIN_FLOR),
    examples=EXAMPLES,
    score=score,
    standing=standing,
    accounts=accounts,
    narrow=narrow,
    checks=CHECKS,
    ends=ends,
    games_to_win=lambda rules: rules.games_to_win,
    counts=lambda record, table: counts(record),
    notes=notes,
    prefill=prefill,
    mark=mark,
    attempts=attempts,
    games_lost=all_but_winners,
    calculators=CALCULATORS,
    tally=tally,
    more=more,
    wrong_totals=wrong_totals,
)
