"""What papers show when prizes are given, as plain values. Empty texts are not printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.paper.event.inputs import EventHead
from tournaments.paper.logos import Logo


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of the list of prizes."""

    rank: str  # "1", "Best youth"
    prize: str  # "120 €", "a basket of sausages"
    name: str = ""  # empty: nobody
    note: str = ""  # "shared with Huber", "48 points"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """Who gets what, to be read out."""

    event: EventHead
    prizes: tuple[Prize, ...]
    title: str = ""  # empty: "Prizes"
    total: str = ""  # "Sum: 480 €"
    below: tuple[str, ...] = ()  # by which rule it is divided, the arithmetic of what is shared


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutList:
    """What everybody is to get into their hands, with a line to sign on."""

    event: EventHead
    payouts: tuple[Prize, ...]  # `note`: what was given already
    total: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DonorList:
    """A thank-you to hang up."""

    event: EventHead
    gifts: tuple[Prize, ...]  # `name`: the donor; `prize`: what was given


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftTable:
    """Who picks from the gift table in which order, with a line to sign on."""

    event: EventHead
    picks: tuple[Prize, ...]  # `prize` empty: to be written
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A line to sign on."""

    role: str  # "Tournament director"
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What one person, pair or team takes home."""

    names: tuple[str, ...]  # of all members
    place: int | None = None  # printed in words: "1st place"
    last: int | None = None  # the last of the places that are shared: "3rd–4th place"
    award: str = ""  # instead of the place, or below it: "Best youth"
    team: str = ""  # the name of the team, above its members
    substitutes: tuple[str, ...] = ()  # who played for somebody
    points: str = ""  # "48 points"
    text: str = ""  # a free line


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """Certificates in one design."""

    event: EventHead
    certificates: tuple[Certificate, ...]
    design: Literal["classic", "modern", "cards"] = "classic"
    upright: bool = False  # portrait instead of landscape
    logo: Logo | None = None
    signatures: tuple[Signature, ...] = ()  # at most three
    occasion: str = ""  # below the title: "Cego tournament with 42 players"
