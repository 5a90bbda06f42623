"""Écarté: worked deals for the rules page and the tests, each with its source."""

from __future__ import annotations

from scoring.game import Example
from scoring.text import vocabulary

_ = vocabulary("ecarte")

ARTICLE = _("German article with the rules and a worked example")
LAWS = "Hoyle's Games Modernized, laws of écarté"

MADE = ({"declarer": 1, "result": "made"}, {"declarer": 2, "result": "made"})

EXAMPLES = (
    Example(
        _("Three or four tricks make the game: 1"),
        2,
        ({"declarer": 1, "result": "made"},),
        (1, 0),
        ARTICLE,
    ),
    Example(
        _("All tricks and the trump king: 3, the most of one deal"),
        2,
        ({"declarer": 1, "tricks": [5, 0], "king": 1},),
        (3, 0),
        ARTICLE,
    ),
    Example(
        _("Failed: the declarer loses 2, the king counts for whoever holds it"),
        2,
        ({"declarer": 1, "result": "failed", "king": 2},),
        (-2, 1),
        ARTICLE,
    ),
    Example(
        _("At 4–4 the king, announced before the first card, comes first"),
        2,
        (*MADE * 4, {"declarer": 1, "result": "made", "king": 2}),
        (0, 1),
        ARTICLE,
    ),
    Example(
        _("The cards of the worked example by the rules: contract and king, 2"),
        2,
        ({"declarer": 1, "tricks": [4, 1], "king": 1},),
        (2, 0),
        ARTICLE,
    ),
    Example(
        _("The worked example as it is counted there: every trick a point, the deal stops at 3"),
        2,
        ({"declarer": 1, "tricks": [2, 1], "king": 1},),
        (3, 1),
        ARTICLE,
        preset="per_trick",
    ),
    Example(
        _("Classical laws: 2 against a player who refused the first proposal"),
        2,
        ({"tricks": [2, 3], "refused": True, "leader": 1},),
        (0, 2),
        LAWS,
        preset="hoyle",
    ),
)
