"""Truco: worked hands for the rules page and the tests, each with its source."""

from __future__ import annotations

from scoring.game import Example
from scoring.text import vocabulary

_ = vocabulary("truco")

RULES_TEXT = _("German text of a Spanish rule sheet")

EXAMPLES = (
    Example(
        _("A plain hand without any call: 1 point"),
        2,
        ({"truco": {"winner": 1}},),
        (1, 0),
        RULES_TEXT,
    ),
    Example(
        _("Envido accepted, the other side wins a truco"),
        4,
        (
            {
                "envido": {"calls": ["envido"], "caller": 2, "answer": "quiero", "winner": 1},
                "truco": {"level": 1, "caller": 1, "winner": 2},
            },
        ),
        (2, 2),
        RULES_TEXT,
    ),
    Example(
        _("Envido, envido, real envido refused: the 4 accepted before go to the last caller"),
        4,
        (
            {
                "envido": {"calls": ["envido", "envido", "real"], "caller": 1, "answer": "no_quiero"},
                "truco": {"level": 1, "caller": 1, "end": "refused", "winner": 1},
            },
        ),
        (5, 0),
        RULES_TEXT,
    ),
    Example(
        _("Falta envido at 0–14: what the leader still needs, 16"),
        2,
        (
            {
                "flor": {"course": "alone", "winner": 2},
                "truco": {"level": 3, "caller": 1, "winner": 2},
            },
            {
                "flor": {"course": "alone", "winner": 2},
                "truco": {"level": 3, "caller": 1, "winner": 2},
            },
            {
                "envido": {"calls": ["falta"], "caller": 1, "answer": "quiero", "winner": 1},
                "truco": {"winner": 1},
            },
        ),
        (17, 0),
        RULES_TEXT,
    ),
    Example(
        _("Flor against flor: 3 for each of them"),
        4,
        (
            {
                "flor": {"course": "compared", "winner": 1, "winner_flores": 2, "loser_flores": 1},
                "truco": {"winner": 2},
            },
        ),
        (9, 1),
        RULES_TEXT,
    ),
    Example(
        _("Pica-pica: a falta envido is worth 6 in a duel"),
        6,
        (
            {"truco": {"winner": 1}},
            {
                "round": "pica",
                "duel": 1,
                "envido": {"calls": ["falta"], "caller": 2, "answer": "quiero", "winner": 2},
                "truco": {"winner": 1},
            },
        ),
        (1, 6),
        RULES_TEXT,
    ),
    Example(
        _("Rotating gallo: what the pair scores is written to both"),
        3,
        (
            {
                "gallo": 3,
                "envido": {"calls": ["envido"], "caller": 3, "answer": "quiero", "winner": 1},
                "truco": {"winner": 3},
            },
        ),
        (2, 2, 1),
        RULES_TEXT,
    ),
    Example(
        _("Pido flor, justified: the hidden flor’s side loses its points, and 3 more"),
        2,
        (
            {
                "envido": {"calls": ["envido"], "caller": 1, "answer": "quiero", "winner": 2},
                "truco": {"level": 1, "caller": 1, "winner": 2},
                "penalties": [{"kind": "pido_flor_right", "by": 1, "against": 2}],
            },
        ),
        (7, 0),
        RULES_TEXT,
    ),
)
