"""The organisers' desk: who may come in, and what its pages and forms say."""

from __future__ import annotations

from tournaments.desk.door import (
    Actor,
    Desk,
    actor_of,
    at_any_desk,
    at_desk,
    desk_of_sitting,
    is_laptop,
    part_in,
    refused,
    strangers,
)

__all__ = [
    "Actor",
    "Desk",
    "actor_of",
    "at_any_desk",
    "at_desk",
    "desk_of_sitting",
    "is_laptop",
    "part_in",
    "refused",
    "strangers",
]
