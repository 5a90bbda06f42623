"""Draws that anybody can repeat: the request as a file, and fingerprints of what went in and came out.

A request is put into one order before it is drawn from, so that the file of it is what was asked, byte for
byte, whatever the database has made of it in the meantime.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import override

from tournaments.draw import Drawn, draw
from tournaments.drawing import printed, told


@dataclass(frozen=True, slots=True)
class Made:
    """A draw that has been made. `fingerprint`: sha256 of what `manage.py draw` prints for this request."""

    request: dict[str, Any]
    drawn: Drawn
    fingerprint: str

    def part(self, name: str, at: int) -> dict[str, Any]:
        """How a round keeps it: the request, and which of the rounds of its answer this is, from 0."""
        return {"name": name, "request": self.request, "round": at, "sha256": self.fingerprint}


def made(request: Mapping[str, Any]) -> Made:
    """Draw from a request; raises Unreadable."""
    ordered = json.loads(request_file(request))
    drawn = draw(ordered)
    with override("en"):
        found = printed(told(drawn))
    return Made(ordered, drawn, sha256(found).hexdigest())


def request_file(request: Mapping[str, Any]) -> bytes:
    """The request as `manage.py draw` reads it."""
    return json.dumps(request, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def fingerprint(content: bytes) -> str:
    """What `sha256sum` says of a file."""
    return sha256(content).hexdigest()
