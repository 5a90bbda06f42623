"""What a club decides about the evenings of a season: which of them belong to it, and what each is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Many, When
from scoring.text import mark as _
from tournaments.engines.season.choices import Negatives, PlaceSharing, Worth

MOST_POINTS = 1_000_000
MOST_EVENINGS = 1000
BY_TABLE = (When("worth", (Worth.PLACES,)),)
BY_PLACES = (When("worth", (Worth.PLACES, Worth.FIELD, Worth.ROOT, Worth.RANK)),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTable:
    """What places are worth in a field of this size or larger."""

    size: Annotated[
        int,
        Ask(_("From this many people on"), "", _("The list holds for fields of this size.")),
        Between(0, 100_000),
    ] = 0
    points: Annotated[
        tuple[int, ...],
        Ask(_("Points for places"), "", _("First place, second place and so on.")),
        Many(1, 300),
        Between(-MOST_POINTS, MOST_POINTS),
    ] = (0,)
    tail: Annotated[
        int,
        Ask(_("Points for every lower place"), "", _("For everybody behind the end of the list.")),
        Between(-MOST_POINTS, MOST_POINTS),
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRules:
    """Which evenings there are, and what an evening is worth to somebody who came."""

    # --- which evenings ---
    evenings: Annotated[
        int,
        Ask(
            _("Evenings of the season"),
            "",
            _("How many are planned. 0: those that are on the calendar."),
            zero=_("as many as there are"),
            important=True,
        ),
        Between(0, MOST_EVENINGS),
    ] = 0
    kinds: Annotated[
        tuple[str, ...],
        Ask(_("Only evenings of these kinds"), "", _("Empty: all evenings count.")),
        Many(0, 20, distinct=True),
    ] = ()
    places: Annotated[
        tuple[str, ...],
        Ask(_("Only evenings at these venues"), "", _("Empty: wherever they were played.")),
        Many(0, 50, distinct=True),
    ] = ()
    not_places: Annotated[
        tuple[str, ...],
        Ask(_("No evenings at these venues"), "", _("Evenings that were played there are left out.")),
        Many(0, 50, distinct=True),
    ] = ()
    months: Annotated[
        int,
        Ask(
            _("Only the last months"),
            "",
            _("Evenings that are older are left out. 0: the whole season."),
            zero=_("the whole season"),
        ),
        Between(0, 600),
    ] = 0
    smallest_field: Annotated[
        int,
        Ask(
            _("Least number of people"),
            "",
            _("An evening with fewer people does not count. 0: every evening counts."),
            zero=_("every evening"),
        ),
        Between(0, 10_000),
    ] = 0
    part: Annotated[
        int,
        Ask(
            _("Only this series of the evening"),
            "",
            _("1: the first series of every evening, 2: the second. 0: the whole evening."),
            zero=_("the whole evening"),
        ),
        Between(0, 60),
    ] = 0
    each_part: Annotated[
        bool,
        Ask(
            _("Every series counts by itself"),
            "",
            _("A series is counted and left out as an evening is otherwise."),
            when=(When("part", (0,)),),
        ),
    ] = False

    # --- what an evening is worth ---
    worth: Annotated[Worth, Ask(_("What counts"), "", _("What an evening is worth."), important=True)] = (
        Worth.POINTS
    )
    times: Annotated[
        int,
        Ask(
            _("Times this number"),
            "",
            _("The factor for points per hand, or for the square root."),
            when=(When("worth", (Worth.PER_HAND, Worth.ROOT)),),
        ),
        Between(1, 100_000),
    ] = 1
    place_points: Annotated[
        tuple[int, ...],
        Ask(
            _("Points for places"),
            "",
            _("First place, second place and so on."),
            when=BY_TABLE,
            important=True,
        ),
        Many(0, 300),
        Between(-MOST_POINTS, MOST_POINTS),
    ] = ()
    tail: Annotated[
        int,
        Ask(
            _("Points for every lower place"),
            "",
            _("For everybody behind the end of the list."),
            when=BY_TABLE,
        ),
        Between(-MOST_POINTS, MOST_POINTS),
    ] = 0
    larger: Annotated[
        tuple[PlaceTable, ...],
        Ask(
            _("Other lists for larger fields"),
            "",
            _("The list with the largest size that the field reaches holds."),
            when=BY_TABLE,
        ),
        Many(0, 20),
    ] = ()
    sharing: Annotated[
        PlaceSharing,
        Ask(
            _("A shared place is worth"),
            "",
            _("For those who are tied on an evening."),
            when=BY_PLACES,
        ),
    ] = PlaceSharing.MEAN
    low_wins: Annotated[
        bool,
        Ask(
            _("Few points win"),
            "",
            _("Points are penalties: the lowest total is first."),
            when=(When("worth", (Worth.POINTS, Worth.PER_HAND)),),
        ),
    ] = False
    negatives: Annotated[
        Negatives,
        Ask(_("Results below 0"), "", _("What an evening with minus points does to the total.")),
    ] = Negatives.COUNT
    weighted: Annotated[
        bool,
        Ask(_("Weights of evenings count"), "", _("A final may count double: its value times 2.")),
    ] = True

    @property
    def lowest_first(self) -> bool:
        """Is the lowest total the best?"""
        return self.worth is Worth.RANK or (self.low_wins and self.worth in (Worth.POINTS, Worth.PER_HAND))
