"""The JSON that rounds and sheets keep, key by key. Entrants are called by their ids in the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from tournaments.engines.sheets.agreement import GameJson as GameJson
from tournaments.engines.sheets.derived import LineJson as LineJson

Raw = dict[str, Any]
"""JSON whose keys are the business of whoever writes and reads it: values of a sentence of the log or of a
change of seats, where each kind has its own, and files whose documents say what stands in them."""


class SeatingJson(TypedDict):
    """The seats in force: who sits at which table, in the order of the seats, and who sits out."""

    tables: list[list[int]]
    numbers: list[int]  # of the tables in the hall, table by table
    out: list[int]
    groups: NotRequired[list[str]]  # the group of each table
    ahead: NotRequired[list[str]]  # the groups that play while the round is not open for all
    matches: NotRequired[list[int]]  # the match of the bracket at each table
    left: NotRequired[int]  # entrants still in the bracket


class PartJson(TypedDict):
    """A draw that a round comes from: that of the round, or of a group, or the lots of all groups."""

    name: str  # of the group; empty: of the whole round
    request: Mapping[str, Any]  # `engines.draw.declared.RequestJson`, as `manage.py draw` reads it
    round: int  # which one of its answer, from 0
    sha256: str  # of what `manage.py draw` prints for it
    algorithm: NotRequired[int]
    program: NotRequired[str]


class PartsJson(TypedDict, total=False):
    """Nothing for rounds of a bracket after the first: results decide them."""

    parts: list[PartJson]


class SentenceJson(TypedDict):
    """A sentence without a language."""

    message: str
    values: dict[str, Any]


class DrawnJson(TypedDict, total=False):
    """What a draw has achieved: the engine's answer without its seats, and its sentences."""

    facts: Mapping[str, Any]  # of `engines.draw.declared.AnswerJson`
    sentences: list[SentenceJson]


class RulingJson(TypedDict, total=False):
    """What a decision says; which of it there is depends on its kind (`RulingKind`)."""

    points: int
    target: Literal["points", "match_points"]
    winner: int
    order: list[int]
    key: str  # of the request, so that it is decided once


class ScreenJson(TypedDict, total=False):
    """How a screen shows its board."""

    page: int  # the page that is held
    step: int  # how far a reveal has come
    start: int  # the place a reveal begins with
    seconds: int  # how long a page stays
    text: str  # of an announcement
    theme: str
    dense: bool
    part: str  # which part of a list that several screens share


class JobLineJson(TypedDict):
    """A line about what a job has done: a sentence of its kind, and what stands in it."""

    code: str
    values: dict[str, str | int]


class JobFileJson(TypedDict):
    """A file that a job has made."""

    name: str
    size: int  # bytes


class FeeItemJson(TypedDict):
    """A part of an amount in the cash book, and what it feeds: `engines.cashdesk.kinds.Destination`."""

    to: str
    amount: int
    label: str
