"""The JSON of a draw, key by key: what is asked and what is answered.

Both lie with every round that was drawn, are fingerprinted, and are what `manage.py draw` reads and writes.
Whoever asks from inside the program writes a `RequestJson`, so that its keys and types are checked where it
is written; `request.request_from` judges every request, wherever it comes from. It is no record of the
scoring vocabulary: people are called by numbers or texts, some values lie by person, scores are no whole
numbers, and its refusals are for whoever wrote the JSON and name keys, not labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from tournaments.engines.bracket import MatchJson

Id = int | str
"""What somebody is called outside."""


class RequestJson(TypedDict, total=False):
    """What is asked. Nothing has to be there but `players`."""

    format: str  # one of request.FORMATS
    players: int | Sequence[Id]  # 1 … n, or who they are
    rounds: int
    sizes: Sequence[int] | None  # of tables, preferred first
    seed: Id
    apart: Sequence[Sequence[Id]]  # pairs
    together: Sequence[Sequence[Id]]  # pairs
    clubs: Mapping[str, Id]
    played: Sequence[Sequence[Sequence[Id]]]  # rounds of tables of people
    leave: Sequence[Id]
    join: Sequence[Id]
    scores: Mapping[str, float] | None
    seeds: Sequence[Id]  # the best first
    floated: Sequence[Id]  # met somebody of another score group in the last round
    power: str | None  # one of request.POWERS
    double: bool  # two lives in a knockout
    aces: bool
    effort: int
    ahead: int  # rounds that will be drawn later


class AnswerJson(TypedDict, total=False):
    """What is answered: the seating, and in numbers what it achieved. Only refusals lack `rounds`."""

    ok: Literal[True]
    format: str
    algorithm: int
    seed: Id
    effort: int
    rounds: list[list[list[Id]]]
    sitting_out: list[list[Id]]  # round by round
    played: list[list[list[Id]]]
    stopped: Literal[True]
    repeats: int
    bound: int
    best_known: int | None
    proven: bool
    seats_spread: int
    first_dealer_spread: int
    most_meetings: int
    smaller_tables_spread: int
    widest_table: int
    most_at_one_table: int
    most_at_one_table_bound: int
    longest_streak: int
    most_byes: int
    partner_repeats: int
    opponent_excess: int
    meeting_repeats: int
    apart_met: list[list[Id]]
    together_split: list[list[Id]]
    clubmates_met: int
    clubmates_bound: int
    lines: list[Id | None]  # of a bracket, from top to bottom; None: a bye
    bracket: list[MatchJson]


class SpokenJson(AnswerJson):
    """The same with its sentences in one language, as `manage.py draw` writes it."""

    text: str
