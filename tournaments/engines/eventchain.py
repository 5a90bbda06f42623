"""The chain of an event: everything organisers have settled, and how far every sheet was then, link by link.

A link is written with every line of the event's log. It says, in fingerprints, what the event is made of at
that moment (plan, entrants, rounds, decisions), the lines of the log since the link before, and the heads of
the sheets on which something was written since. Its hash covers the link before, so that the last hash, the
head of the event, stands for all of it. Twelve characters of the head are shown on the wall and printed on
paper: whoever has them can tell later whether a file is that of this event, unchanged.

No name goes into a link, but through the fingerprint of a reason or of an account's name: entrants are their
start numbers. When somebody is forgotten, the next link says the log anew (`RESTATING`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from scoring import Text, say
from scoring.text import mark as _

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are taken for others."""
GROUPS, LENGTH = 3, 4
MISTAKEN = str.maketrans("ILOU", "110V")
MARK = 24  # hexadecimal digits of a fingerprint within a link

RESTATING = ("anonymised", "removed")
"""Lines of the log after which the whole log is said anew: a name in it was replaced, or a start number has
gone."""
CLOSED, FINISHED = "round_closed", "finished"

Json = Mapping[str, Any]


class StateMarks(TypedDict):
    """Fingerprints of what an event is made of."""

    plan: str
    entrants: str
    rounds: dict[str, str]  # by number
    decisions: list[str]  # in the order in which they were taken


class SheetMark(TypedDict):
    """How far a sheet was."""

    round: int
    table: int
    seq: int
    hash: str


class LinkJson(TypedDict):
    """What a link says."""

    state: StateMarks
    first: int  # the place in the log of the first line it speaks of
    log: list[str]
    sheets: list[SheetMark]
    closed: NotRequired[list[int]]  # rounds that were closed with it
    finished: NotRequired[bool]  # the results became official with it


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A link as it is stored. `at` is a moment in the form of the file, for display only."""

    seq: int
    at: str
    facts: Any  # LinkJson, if nobody has changed it
    prev_hash: str
    hash: str


def fingerprint(value: object) -> str:
    """Of anything that is JSON; equal values have equal ones."""
    return hashlib.sha256(_canonical(value)).hexdigest()[:MARK]


def start_of(uid: str) -> str:
    """What the first link continues."""
    return hashlib.sha256(f"stammtisch event {uid}".encode()).hexdigest()


def hash_of(link: ChainLink) -> str:
    """Of a link and, through `prev_hash`, of all before it."""
    facts = {"seq": link.seq, "at": link.at, "facts": link.facts}
    return hashlib.sha256(link.prev_hash.encode() + _canonical(facts)).hexdigest()


def shown(head: str) -> str:
    """Twelve characters of a head, in groups: what stands on the wall and on paper."""
    bits = int(head[:15], 16)
    letters = "".join(LETTERS[bits >> shift & 31] for shift in range(55, -1, -5))
    return " ".join(letters[at : at + LENGTH] for at in range(0, GROUPS * LENGTH, LENGTH))


def typed(text: str) -> str:
    """What somebody has typed from paper, as `shown` writes it; "" if it is nothing of the kind."""
    letters = "".join(letter for letter in text.upper() if letter.isalnum()).translate(MISTAKEN)
    if len(letters) != GROUPS * LENGTH or not set(letters) <= set(LETTERS):
        return ""
    return " ".join(letters[at : at + LENGTH] for at in range(0, GROUPS * LENGTH, LENGTH))


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# --- What goes into a link ----------------------------------------------------------------------------------

EVENT = ("game", "preset", "rules", "ranking")
STAGE = ("number", "plan", "rules", "ends_after")
ENTRANT = (
    *("number", "club", "category", "team", "group", "rating", "state", "ranked", "joined_round"),
    "left_after",
)
ROUND = ("stage", "state", "seed", "seating", "version")
DECISION = (
    *("kind", "entrant", "round", "table", "data", "reason", "by", "at", "withdrawn_at", "withdrawn_by"),
)
NOTICE = ("what", "reason", "by", "at")
ELSEWHERE = ("player", "sitting")
"""Values of the log that are places in lists, and others in every file."""


def state_marks(
    event: Json,
    stages: Sequence[Json],
    entrants: Sequence[Json],
    rounds: Sequence[Json],
    decisions: Sequence[Json],
) -> StateMarks:
    """From the objects of the file of an event; in a database the same are made of its rows."""
    return {
        "plan": fingerprint([_of(event, EVENT), [_of(stage, STAGE) for stage in stages]]),
        "entrants": fingerprint([_of(entrant, ENTRANT) for entrant in entrants]),
        "rounds": {str(round_["number"]): round_mark(round_) for round_ in rounds},
        "decisions": [fingerprint(_of(decision, DECISION)) for decision in decisions],
    }


def round_mark(round_: Json) -> str:
    """Of a round: its seats, what they were drawn from, and what was changed."""
    parts = [
        [part.get("name"), part.get("round"), part.get("sha256")]
        for part in round_["request"].get("parts", [])
    ]
    changes = [[change.get("what"), change.get("at")] for change in round_["changes"]]
    return fingerprint([_of(round_, ROUND), parts, changes])


def notice_mark(notice: Json) -> str:
    """Of a line of the log."""
    data = {name: value for name, value in notice["data"].items() if name not in ELSEWHERE}
    return fingerprint([_of(notice, NOTICE), data])


def _of(row: Json, names: Sequence[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}


# --- Checking -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventHistory:
    """What the chain of an event is compared with."""

    uid: str
    state: StateMarks
    log: Sequence[Json]  # in the order in which it was written
    entries: Mapping[tuple[int, int], Sequence[str]]  # the hashes of every sheet, by round and table


def faults(links: Sequence[ChainLink], history: EventHistory) -> Iterator[Text]:
    """Where the chain contradicts itself, or the event contradicts its chain. An event without any link is of
    the time before there were any."""
    if not links:
        return
    previous = start_of(history.uid)
    log: dict[int, str] = {}
    for number, link in enumerate(links, start=1):
        if (link.seq, link.prev_hash) != (number, previous) or link.hash != hash_of(link):
            yield say(_("link {number} of the event was changed after it was written"), number=link.seq)
            return  # what it says is nothing to compare with
        previous = link.hash
        facts: LinkJson = link.facts
        log |= dict(enumerate(facts["log"], start=facts["first"]))
        for sheet in facts["sheets"]:
            hashes = history.entries.get((sheet["round"], sheet["table"]), ())
            if len(hashes) < sheet["seq"] or hashes[sheet["seq"] - 1] != sheet["hash"]:
                yield say(
                    _("round {round}, table {table}: entry {entry} is not the one the event was closed with"),
                    round=sheet["round"],
                    table=sheet["table"],
                    entry=sheet["seq"],
                )
    yield from _log_faults(log, history.log)
    yield from _state_faults(links[-1].facts["state"], history.state)


def _log_faults(marks: Mapping[int, str], log: Sequence[Json]) -> Iterator[Text]:
    for place, notice in enumerate(log):
        if place not in marks:
            yield say(
                _("line {number} of the log is in no link ({what})"), number=place + 1, what=notice["what"]
            )
        elif marks[place] != notice_mark(notice):
            yield say(
                _("line {number} of the log was changed ({what})"), number=place + 1, what=notice["what"]
            )
    if marks and max(marks) >= len(log):
        yield say(_("lines in the log: {count} instead of {wanted}"), count=len(log), wanted=max(marks) + 1)


def _state_faults(wanted: StateMarks, there: StateMarks) -> Iterator[Text]:
    if wanted["plan"] != there["plan"]:
        yield say(_("rules, ranking or stages of the event were changed"))
    if wanted["entrants"] != there["entrants"]:
        yield say(_("the list of entrants was changed"))
    for number in sorted({*wanted["rounds"], *there["rounds"]}, key=int):
        if wanted["rounds"].get(number) != there["rounds"].get(number):
            yield say(_("round {number} was changed: its seats, its state or its draw"), number=int(number))
    decisions = zip(wanted["decisions"], there["decisions"], strict=False)
    for place, (before, now) in enumerate(decisions, start=1):
        if before != now:
            yield say(_("decision {number} of the organisers was changed"), number=place)
    if len(wanted["decisions"]) != len(there["decisions"]):
        count, expected = len(there["decisions"]), len(wanted["decisions"])
        yield say(_("decisions: {count} instead of {wanted}"), count=count, wanted=expected)


# --- Heads --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownHead:
    """A head that may stand on paper, and when it was that of the event."""

    text: str  # as it is shown
    at: str
    seq: int
    closed: tuple[int, ...] = ()  # rounds that were closed then
    finished: bool = False


def heads(links: Sequence[ChainLink]) -> list[KnownHead]:
    """Every head this event has had, the oldest first."""
    return [
        KnownHead(
            shown(link.hash),
            link.at,
            link.seq,
            tuple(link.facts.get("closed", ())),
            bool(link.facts.get("finished")),
        )
        for link in links
    ]


def head_typed(links: Sequence[ChainLink], text: str) -> KnownHead | None:
    """The head that somebody has typed from paper; None if this event never had it."""
    wanted = typed(text)
    return next((head for head in heads(links) if head.text == wanted), None) if wanted else None
