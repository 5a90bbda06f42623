"""Draws that anybody can repeat: the request as a file, and fingerprints of what went in and came out.

A request is put into one order before it is drawn from, so that the file of it is what was asked, byte for
byte, whatever the database has made of it in the meantime.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.utils.translation import override

from scoring.text import mark as _
from tournaments.engines.draw import ALGORITHM, Drawn, Watch, draw
from tournaments.engines.draw.declared import RequestJson
from tournaments.events.ground.refusal import no_draw
from tournaments.models.stored import PartJson
from tournaments.speech.draws import printed, spoken

LONGEST = 60  # seconds; a draw ends long before, by the work it may do


@dataclass(frozen=True, slots=True)
class Made:
    """A draw that has been made. `fingerprint`: sha256 of what `manage.py draw` prints for this request."""

    request: RequestJson
    drawn: Drawn
    fingerprint: str

    def part(self, name: str, at: int) -> PartJson:
        """How a round keeps it: the request, which of the rounds of its answer this is, from 0, and what made
        it."""
        return {
            "name": name,
            "request": self.request,
            "round": at,
            "sha256": self.fingerprint,
            "algorithm": ALGORITHM,
            "program": settings.VERSION,
        }


@dataclass(frozen=True, slots=True)
class Engine:
    """What a stored draw was made with. The same algorithm makes the same draw from the same file."""

    algorithm: int
    program: str  # its version; empty where it was not noted

    @property
    def running(self) -> bool:
        """It is the algorithm of this program."""
        return self.algorithm == ALGORITHM

    @property
    def newer(self) -> bool:
        """This program is older than the draw, which came in a file of an event."""
        return self.algorithm > ALGORITHM


def engine_of(part: PartJson) -> Engine:
    """What a part of a stored round was drawn with. Rounds without a note are of the first algorithm."""
    return Engine(part.get("algorithm", 1), part.get("program", ""))


def answer_to(request: RequestJson) -> Made:
    """Draw from a request; raises Unreadable, also when this machine is too slow for it: what a search has
    when a clock stops it, nobody could repeat."""
    ordered: RequestJson = json.loads(request_file(request))
    drawn = draw(ordered, _in_time())
    with override("en"):
        printed_answer = printed(spoken(drawn))
    return Made(ordered, drawn, sha256(printed_answer).hexdigest())


def _in_time() -> Watch:
    """Gives a search up that has gone on for too long."""
    end = time.monotonic() + LONGEST

    def watch(done: int, total: int, best: int) -> bool:
        if time.monotonic() > end:
            raise no_draw(
                _(
                    "This draw would take longer than {seconds} seconds on this computer and was given up; "
                    "nothing has been drawn. Fewer rounds at once are drawn sooner."
                ),
                seconds=LONGEST,
            )
        return False

    return watch


def request_file(request: Mapping[str, object]) -> bytes:
    """The request as `manage.py draw` reads it."""
    return json.dumps(request, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def fingerprint(content: bytes) -> str:
    """What `sha256sum` says of a file."""
    return sha256(content).hexdigest()
