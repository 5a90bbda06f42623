"""What an organiser decides about an event and each of its stages, every choice with one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, Option, When
from scoring.text import mark as _


class Format(Option):
    """Who meets whom."""

    TABLES = "tables", _("Tables by lot"), "", _("Everybody plays alone; nobody meets twice if possible.")
    STANDING = "standing", _("Tables by standing"), "", _("Those with about the same points meet.")
    PARTNERS = (
        "partners",
        _("Changing partners"),
        "",
        _("Seats 1 and 3 play against 2 and 4; a new partner every round, points count for each alone."),
    )
    PARTNERS_STANDING = (
        "partners_standing",
        _("Changing partners by standing"),
        "",
        _("Like changing partners, but those with about the same points meet; drawn anew after each round."),
    )
    ROUND_ROBIN = "round_robin", _("Everybody against everybody"), "", _("Matches of two sides; all meet.")
    GROUPS = "groups", _("Groups"), "", _("Everybody against everybody within small groups.")
    SWISS = (
        "swiss",
        _("Swiss system"),
        "",
        _("Matches of two sides; those with equal scores meet, nobody meets twice."),
    )
    KNOCKOUT = "knockout", _("Knockout"), "", _("Whoever loses is out; the best meet late.")
    DOUBLE = "double", _("Double elimination"), "", _("Whoever loses twice is out.")
    FINAL = "final", _("Final table"), "", _("The best sit down at one table.")


PARTNERED = (Format.PARTNERS, Format.PARTNERS_STANDING)
BY_STANDING = (Format.STANDING, Format.PARTNERS_STANDING, Format.SWISS, Format.FINAL)
"""What comes next depends on how everybody stands."""
TABLES_OF_MANY = (Format.TABLES, Format.STANDING, Format.FINAL)
MATCHES = (Format.ROUND_ROBIN, Format.GROUPS, Format.SWISS, Format.KNOCKOUT, Format.DOUBLE)
BRACKETS = (Format.KNOCKOUT, Format.DOUBLE)
AT_TABLES = (When("format", TABLES_OF_MANY),)
BY_LOT = (When("format", (Format.TABLES,)),)
ROUNDS_COUNTED = (When("format", (Format.TABLES, Format.STANDING, *PARTNERED, Format.SWISS)),)
IN_GROUPS = (When("format", (Format.GROUPS,)),)


class Power(Option):
    """Which places of the standings share a table."""

    SWISS = "swiss", _("Similar rank, new opponents"), "", _("As near as possible without repeats.")
    NEIGHBOURS = "1-2-3-4", _("1-2-3-4"), "", _("The first four at table 1, the next four at table 2.")
    EVERY_OTHER = "1-3-5-7", _("1-3-5-7"), "", _("Places 1, 3, 5, 7 at table 1 and 2, 4, 6, 8 at table 2.")


class Leftover(Option):
    """What happens when the head count does not fit the tables."""

    SMALLER = "smaller", _("Smaller tables"), "", _("Some tables are one person smaller.")
    LARGER = (
        "larger",
        _("Larger tables"),
        "",
        _("Some tables are one person larger, and one sits out in turn."),
    )
    EITHER = "either", _("Smaller or larger tables"), "", _("Whichever changes fewer tables.")
    SIT_OUT = "sit_out", _("Sitting out"), "", _("The rest sit out; nobody twice before everybody once.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """One stage of an event."""

    format: Annotated[Format, Ask(_("Format"), "", _("Decides who meets whom."), important=True)] = (
        Format.TABLES
    )
    rounds: Annotated[
        int,
        Ask(_("Rounds"), "", _("How many rounds this stage has."), when=ROUNDS_COUNTED, important=True),
        Between(1, 60),
    ] = 2
    hands: Annotated[
        int,
        Ask(
            _("Hands per round"),
            "",
            _("A sheet takes no more; 0: until the game is decided or the table hands it in."),
            zero=_("no limit"),
            important=True,
        ),
        Between(0, 200),
    ] = 0
    size: Annotated[
        int,
        Ask(_("People at a table"), "", _("As many tables of this size as possible."), when=AT_TABLES),
        Between(2, 10),
    ] = 4
    rest: Annotated[
        Leftover,
        Ask(
            _("If the numbers do not divide"),
            "",
            _("What happens when the head count does not fit the tables."),
            when=AT_TABLES,
        ),
    ] = Leftover.SMALLER
    at_once: Annotated[
        bool,
        Ask(
            _("Draw all rounds at once"),
            "",
            _(
                "Everybody gets all tables of the day at the start; late arrivals disturb as little "
                "as possible."
            ),
            when=BY_LOT,
        ),
    ] = False
    power: Annotated[
        Power,
        Ask(
            _("Seats by standing"),
            "",
            _("Which places of the standings meet."),
            when=(When("format", (Format.STANDING, Format.PARTNERS_STANDING)),),
        ),
    ] = Power.SWISS
    groups: Annotated[
        int, Ask(_("Number of groups"), "", _("As even in size as possible."), when=IN_GROUPS), Between(1, 64)
    ] = 4
    twice: Annotated[
        bool,
        Ask(
            _("Return matches"),
            "",
            _("Everybody meets everybody twice, with the first deal changed."),
            when=(When("format", (Format.ROUND_ROBIN, Format.GROUPS)),),
        ),
    ] = False
    third_place: Annotated[
        bool,
        Ask(
            _("Match for third place"),
            "",
            _("The losers of the semi-finals play for it; otherwise both are third."),
            when=(When("format", (Format.KNOCKOUT,)),),
        ),
    ] = True
    aces: Annotated[
        bool,
        Ask(
            _("Partners by aces"),
            "",
            _("Tables are drawn, and at each table the aces decide who plays together."),
            when=(When("format", (Format.PARTNERS,)),),
        ),
    ] = False
    clubs_apart: Annotated[
        bool,
        Ask(_("Keep clubs apart"), "", _("If possible, people of one club do not meet in the first round.")),
    ] = False
    takes: Annotated[
        int,
        Ask(
            _("The best of the stage before"),
            "",
            _("This many go on into this stage; 0: all."),
        ),
        Between(0, 1000),
    ] = 0
    fresh: Annotated[
        bool,
        Ask(_("Points start anew"), "", _("What was played before decides only who takes part.")),
    ] = False

    def sizes(self) -> tuple[int, ...]:
        """Sizes of tables the draw may use, preferred first."""
        further = {
            Leftover.SMALLER: (-1,),
            Leftover.LARGER: (1,),
            Leftover.EITHER: (1, -1),
            Leftover.SIT_OUT: (),
        }
        allowed = (self.size, *(self.size + more for more in further[self.rest]))
        return tuple(size for size in allowed if size >= 2)

    @property
    def matched(self) -> bool:
        """Two sides play for a win."""
        return self.format in MATCHES

    @property
    def rounds_counted(self) -> bool:
        """Is it said beforehand how many rounds there are?"""
        return any(self.format in when.among for when in ROUNDS_COUNTED)

    @property
    def bracket(self) -> bool:
        """The next match depends on who won the last."""
        return self.format in BRACKETS


class StandingsShown(Option):
    """What the hall sees of the standings while the event is on."""

    LIVE = "live", _("Live"), "", _("Every saved hand changes the standings on the screens.")
    ROUNDS = "rounds", _("After each round"), "", _("The standings change when a round is closed.")
    FROZEN = (
        "frozen",
        _("Hidden until the results are official"),
        "",
        _("Nobody but the organisers sees ranks."),
    )


class ListedFrom(Option):
    """From when on an event stands on the first page."""

    AT_ONCE = "at_once", _("At once"), "", _("Everybody finds it on the first page as soon as it is made.")
    SEATS = "seats", _("With the first seats"), "", _("It appears once seats of a round are public.")


class Confirming(Option):
    """What somebody else at the table says about what was written."""

    NOBODY = "nobody", _("Nobody"), "", _("What is handed in counts as it is.")
    LIST = (
        "list",
        _("The list, by another seat"),
        "",
        _("When the sheet is handed in, somebody who has not written it confirms the totals."),
    )
    HANDS = (
        "hands",
        _("Every hand, and the list"),
        "",
        _("Besides, the phones of the others confirm each hand with one tap."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings:
    """What holds for the whole event."""

    entrant: Annotated[
        int,
        Ask(
            _("People per entrant"),
            "",
            _("1: everybody plays alone; 2: fixed pairs; more: teams that sit at one table."),
            important=True,
        ),
        Between(1, 4),
    ] = 1
    club_teams: Annotated[
        bool,
        Ask(
            _("The club is the team"),
            "",
            _("Whoever has no team of their own plays for the club; changing the club changes the team."),
            when=(When("entrant", (1,)),),
        ),
    ] = False
    standings: Annotated[
        StandingsShown, Ask(_("Standings for everybody"), "", _("What screens and phones show during play."))
    ] = StandingsShown.LIVE
    listed: Annotated[
        ListedFrom, Ask(_("On the first page"), "", _("When the event appears there for everybody."))
    ] = ListedFrom.AT_ONCE
    indexed: Annotated[
        bool,
        Ask(
            _("Search engines may list it"),
            "",
            _("The event and its standings can then be found on the internet, with the names shown there."),
        ),
    ] = False
    confirming: Annotated[
        Confirming,
        Ask(
            _("Confirming"),
            "",
            _("Who says that a list is right. Nobody has to wait for it: what is missing is shown."),
        ),
    ] = Confirming.LIST
    one_phone: Annotated[
        bool,
        Ask(
            _("One phone per table"),
            "",
            _("A second phone at a table watches or takes over. Otherwise there is one for each seat."),
        ),
    ] = False
    fee: Annotated[
        int,
        # In smallest units of the event's currency; forms ask for it as people write it.
        Ask(_("Fee"), "", _("What each entrant pays at check-in. Members, guests: see the price list.")),
        Between(0, 1_000_000_000),
    ] = 0
    minutes: Annotated[
        int,
        Ask(_("Minutes per round"), "", _("For the round clock; 0: no clock."), zero=_("no clock")),
        Between(0, 600),
    ] = 0
