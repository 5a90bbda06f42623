"""Cego, the tarot of the Black Forest: three or four play, five may sit at the table."""

from __future__ import annotations

from typing import Final

from scoring.defaults import nothing_before
from scoring.game import Game, Preset
from scoring.games.cego.declared import Contract, Record
from scoring.games.cego.examples import ENCYCLOPAEDIA, EXAMPLES
from scoring.games.cego.refusals import CHECKS, narrow, playable
from scoring.games.cego.rules import (
    Buergermeister,
    Counting,
    Rules,
    Scheme,
    Settlement,
    SpecialsSeat,
)
from scoring.games.cego.score import attempts, ends, losses, score
from scoring.games.cego.seats import counts, implied, notes, prefill
from scoring.text import vocabulary

_ = vocabulary("cego")

BADEN2006 = Preset("baden2006", _("Baden 2006"), Rules(), ENCYCLOPAEDIA)

SCHWARZWALD = Preset(
    "schwarzwald",
    _("Schwarzwaldmeisterschaft"),
    Rules(
        counting=Counting.PAIRS,
        value_scheme=Scheme.FACH10,
        contract_values=(1, 3, 4, 5, 6, 7),
        halbe=True,
        ultimo_value=80,
        durchmarsch_value=0,
        bettel_value=30,
        piccolo_value=40,
        raeuber_value=40,
        raeuber_caller_factor=2,
        drescher_value=0,
        specials_seat=SpecialsSeat.ANY,
        schinden_factor=0,
        table_of_three=False,
    ),
    _("Cego-Schwarzwald e.V., uniform rules; factors above Eine inferred, to be confirmed with the club"),
)

BRAEUNLINGEN = Preset(
    "braeunlingen",
    _("Bräunlingen tavern game"),
    Rules(
        value_scheme=Scheme.DIFFERENCE5,
        settlement=Settlement.EACH_PAYS,
        buergermeister=Buergermeister.FLAT,
        ultimo_value=80,
        durchmarsch_value=0,
        bettel_value=30,
        piccolo_value=30,
        raeuber_value=30,
        raeuber_caller_factor=2,
        drescher_value=0,
        specials_seat=SpecialsSeat.VORHAND_RAEUBER,
        schinden_factor=0,
    ),
    "David Parlett, The Penguin Book of Card Games",
)

CEGO: Final = Game(
    key="cego",
    name=_("Cego"),
    summary=_(
        "A tarot game with 54 cards. Whoever bids highest plays alone against the others, "
        "usually with the ten cards of the blind instead of their own, and needs more than "
        "half of the card points."
    ),
    revision=1,
    seats=(3, 4, 5),
    record=Record,
    rules=Rules,
    presets=(BADEN2006, SCHWARZWALD, BRAEUNLINGEN),
    examples=EXAMPLES,
    score=score,
    standing=nothing_before,
    playable=playable,
    narrow=narrow,
    checks=CHECKS,
    ends=ends,
    length=lambda rules: rules.hands_per_round,
    over_code="round_full",
    open_table=True,
    counts=lambda record, table: counts(record),
    notes=notes,
    prefill=prefill,
    implied=implied,
    attempts=attempts,
    losses=losses,
    lost_by=tuple(Contract),
    cents=lambda rules: rules.rate_cent,
    zero_sum=lambda rules: rules.settlement is Settlement.EACH_PAYS,
)
