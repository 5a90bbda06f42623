"""Changes of seats as the desk reads them before they are made, and partners decided by cards."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.table import alone
from tournaments.events.ground.names import full_names_of
from tournaments.events.seats.previews import SeatsPreview
from tournaments.events.seats.seating import written_tables
from tournaments.events.words.rounds import concern_word
from tournaments.models import Round
from tournaments.speech.wording import Wording

WORDS = Wording(alone(1))


@dataclass(frozen=True, slots=True)
class SpokenPreview:
    """A preview in words."""

    sentences: tuple[str, ...]
    warnings: tuple[str, ...]


def spoken_preview(round_: Round, preview: SeatsPreview) -> SpokenPreview:
    """What a change would bring, as the desk reads it."""
    names = full_names_of(round_.event, round_.number)
    return SpokenPreview(
        tuple(WORDS.say(sentence) for sentence in preview.sentences),
        tuple(concern_word(concern, names) for concern in preview.concerns),
    )


@dataclass(frozen=True, slots=True)
class PartnersByCards:
    """A table whose cards decide who plays together."""

    number: int
    first: str
    partner: int  # entrant on the seat across
    others: tuple[tuple[int, str], ...]
    written: bool  # it plays already: too late


def cards_of(round_: Round) -> list[PartnersByCards]:
    """All tables of four, with who could be the partner of seat 1."""
    names = full_names_of(round_.event, round_.number)
    written = written_tables(round_)
    return [
        PartnersByCards(
            number,
            names[table[0]],
            table[2],
            tuple((entrant, names[entrant]) for entrant in table[1:]),
            number in written,
        )
        for number, table in zip(round_.seating["numbers"], round_.seating["tables"], strict=True)
        if len(table) == 4
    ]
