"""Cabo: worked rounds for the rules page and the tests, each with its source."""

from __future__ import annotations

from scoring.game import Example
from scoring.text import vocabulary

_ = vocabulary("cabo")

FIRST_EDITION = _("German rules text of the first edition")
SECOND_EDITION = _("Publisher’s list of changes in the second edition")

EXAMPLES = (
    Example(
        _("The caller is lowest and gets 0, everybody else counts their own hand"),
        3,
        ({"caller": 1, "values": [3, 5, 8]},),
        (0, 5, 8),
        FIRST_EDITION,
    ),
    Example(
        _("One point too many is enough: penalty for the caller, 0 for the lowest"),
        3,
        ({"caller": 1, "values": [4, 3, 8]},),
        (9, 0, 8),
        FIRST_EDITION,
    ),
    Example(
        _("The caller wins a tie, the other counts their own hand"),
        3,
        ({"caller": 1, "values": [3, 3, 8]},),
        (0, 3, 8),
        FIRST_EDITION,
    ),
    Example(
        _("Kamikaze: 0, everybody else gets 50 on top of their own hand, whoever called"),
        3,
        ({"caller": 1, "values": [20, 50, 15], "kamikaze": [2]},),
        (70, 0, 65),
        FIRST_EDITION,
    ),
    Example(
        _("Exactly 100 in the game to a limit: the total goes back to 50"),
        2,
        (
            {"caller": 2, "values": [50, 0]},
            {"caller": 2, "values": [45, 0]},
            {"caller": 2, "values": [5, 0]},
        ),
        (-45, 0),
        FIRST_EDITION,
        switches={"end_mode": "limit"},
    ),
    Example(
        _("Second edition: a wrong call costs 10, and the lowest hand counts"),
        3,
        ({"caller": 1, "values": [5, 3, 8]},),
        (15, 3, 8),
        SECOND_EDITION,
        preset="second_edition",
    ),
)
