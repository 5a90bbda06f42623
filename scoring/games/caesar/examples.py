"""Caesar: worked hands for the rules page and the tests, each with its source."""

from __future__ import annotations

from scoring.game import Example
from scoring.text import vocabulary

_ = vocabulary("caesar")

CLUB = _("Rule sheet of a Caesar club")
TOURNAMENT = _("Rules for Caesar tournaments")

EXAMPLES = (
    Example(
        _("Won with 97–65: the lower side is rounded up from 6, the other writes the rest"),
        4,
        ({"maker": 1, "points": 97},),
        (10, 6),
        CLUB,
    ),
    Example(
        _("81–81 is lost, and a lost hand is worth 16 to the others"),
        4,
        ({"maker": 2, "points": 81},),
        (16, 0),
        CLUB,
    ),
    Example(
        _("Fünfzig and Bella are added: 10 + 5 + 2 = 17"),
        4,
        ({"maker": 1, "points": 97, "melds": [{"side": 1, "kind": "run", "length": 4}], "bella": 1},),
        (17, 6),
        CLUB,
    ),
    Example(
        _("Four queens are higher than five in sequence: only that side writes"),
        4,
        (
            {
                "maker": 1,
                "points": 97,
                "melds": [
                    {"side": 1, "kind": "run", "length": 5, "top": "J"},
                    {"side": 2, "kind": "four", "top": "Q"},
                ],
            },
        ),
        (10, 16),
        CLUB,
    ),
    Example(
        _("Equal Meldungen: the one in trumps counts"),
        4,
        (
            {
                "maker": 1,
                "points": 97,
                "melds": [
                    {"side": 1, "kind": "run", "length": 3, "top": "K"},
                    {"side": 2, "kind": "run", "length": 3, "top": "K", "trump": True},
                ],
            },
        ),
        (10, 8),
        CLUB,
    ),
    Example(
        _("Durch is 25, and the other side keeps its Meldung"),
        4,
        ({"kind": "durch", "side": 1, "melds": [{"side": 2, "kind": "run", "length": 4}]},),
        (25, 5),
        CLUB,
    ),
    Example(
        _("A wrong card costs 16, Meldungen stay"),
        4,
        ({"kind": "revoke", "side": 1, "melds": [{"side": 2, "kind": "run", "length": 3}]},),
        (0, 18),
        CLUB,
    ),
    Example(
        _("A misdeal is lost for the dealer’s side"),
        4,
        ({"kind": "misdeal", "side": 1},),
        (0, 16),
        TOURNAMENT,
        preset="caesar_turnier",
    ),
)
