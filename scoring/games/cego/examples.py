"""Cego: worked hands for the rules page and the tests, each with its source."""

from __future__ import annotations

from scoring.game import Example
from scoring.text import vocabulary

_ = vocabulary("cego")

ENCYCLOPAEDIA = _("Encyclopaedia article on Cego, January 2006")

EXAMPLES = (
    Example(
        _("Zwei gleiche Leere with 47 points: value 4, third step"),
        4,
        ({"declarer": 1, "contract": "zwei_gleiche", "points": 47},),
        (12, 0, 0, 0),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("Bürgermeister: 35 points are a single loss"),
        4,
        ({"declarer": 2, "contract": "eine", "points": 35},),
        (0, -2, 0, 0),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("A Solo with all tricks: 70 points are a step of their own"),
        4,
        ({"declarer": 3, "contract": "solo", "points": 70},),
        (0, 0, 16, 0),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("Kleiner Mann against a Solo, all tricks"),
        4,
        ({"declarer": 4, "contract": "kleiner_mann", "against_solo": True, "points": 70},),
        (0, 0, 0, 56),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("Räuber: whoever has most points loses"),
        4,
        ({"declarer": 1, "contract": "raeuber", "losers": [3]},),
        (0, 0, -5, 0),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("Three players: the point of the removed cards is the declarer’s"),
        3,
        ({"declarer": 1, "contract": "eine", "pile": {"K": 2, "D": 2, "R": 1, "H": 2, "E": 14}},),
        (-2, 0, 0),
        ENCYCLOPAEDIA,
    ),
    Example(
        _("Schwarzwald: Halbe lost with 34, second Fach"),
        4,
        ({"declarer": 1, "contract": "halbe", "points": 34},),
        (-20, 0, 0, 0),
        "Cego-Schwarzwald e.V., uniform rules",
        preset="schwarzwald",
    ),
    Example(
        _("Bräunlingen: Solo with 41, everybody pays"),
        4,
        ({"declarer": 1, "contract": "solo", "points": 41},),
        (45, -15, -15, -15),
        "David Parlett, The Penguin Book of Card Games",
        preset="braeunlingen",
    ),
)
