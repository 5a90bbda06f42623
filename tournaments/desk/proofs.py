"""How anybody can check a draw: its seed, its request as a file, the command, and the fingerprints."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.desk.draws import DiscardedDraw, attempts_at
from tournaments.events.draw.groups import LOTS
from tournaments.events.draw.protocol import engine_of, fingerprint, request_file
from tournaments.events.ground.names import full_names_of, names_of
from tournaments.events.words.engine import check_with, engine_name
from tournaments.events.words.rounds import change_word, round_title
from tournaments.hall.public import known
from tournaments.models import Entrant, Round


@dataclass(frozen=True, slots=True)
class ProvenDraw:
    """One request of a draw; groups have several."""

    at: int
    name: str
    file: str  # the name under which it is saved
    asked: str  # sha256 of the file
    answered: str  # sha256 of what the command prints
    round: int  # which round of the answer this is, from 1
    check: str  # which program draws the same from it


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A table as start numbers and names."""

    number: int
    people: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything somebody needs to draw again and compare."""

    title: str
    seed: str
    algorithm: str  # with the version of the program; empty: nothing was drawn
    drawn_at: datetime.datetime
    parts: tuple[ProvenDraw, ...]
    handed_out: bool  # the files may be had here
    attempts: tuple[DiscardedDraw, ...]
    by_hand: tuple[str, ...]  # what was changed since
    tables: tuple[SeatLine, ...]
    out: tuple[tuple[int, str], ...]


def proof_of(round_: Round, *, desk: bool) -> Proof:
    """The protocol of a draw, for organisers or for everybody."""
    event = round_.event
    names = (full_names_of if desk else names_of)(event, round_.number)
    number = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    seating = round_.seating
    parts = round_.request.get("parts", [])
    return Proof(
        title=round_title(round_),
        seed=round_.seed,
        algorithm=engine_name(engine_of(parts[0])) if parts else "",
        drawn_at=round_.drawn_at,
        parts=tuple(
            ProvenDraw(
                at=at,
                name=_name(part["name"]),
                file=file_name(round_, at),
                asked=fingerprint(request_file(part["request"])),
                answered=part.get("sha256", ""),
                round=part["round"] + 1,
                check=check_with(engine_of(part)),
            )
            for at, part in enumerate(parts)
        ),
        handed_out=desk or for_everybody(round_),
        attempts=tuple(attempts_at(round_)),
        by_hand=tuple(change_word(change, names) for change in round_.changes),
        tables=tuple(
            SeatLine(table, tuple((number[who], names[who]) for who in people))
            for table, people in zip(seating["numbers"], seating["tables"], strict=True)
        ),
        out=tuple((number[who], names[who]) for who in seating["out"]),
    )


def for_everybody(round_: Round) -> bool:
    """May the request be handed out to everybody? Not where it says who does not want to meet whom, or what
    the hall may not know of the standings."""
    requests = [part["request"] for part in round_.request.get("parts", [])]
    if any("apart" in request for request in requests):
        return False
    return known(round_.event).shown or not any("scores" in request for request in requests)


def file_name(round_: Round, at: int) -> str:
    """The name of a request as a file."""
    return f"round-{round_.number}-{at + 1}.json"


def _name(part: str) -> str:
    if part == LOTS:
        return gettext("Who comes into which group")
    return gettext("Group {name}").format(name=part) if part else ""
