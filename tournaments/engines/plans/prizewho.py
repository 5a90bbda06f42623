"""Who can get a prize, and from which money: the choices of a row."""

from __future__ import annotations

from scoring.fields import Option
from scoring.text import mark as _


class PrizeFor(Option):
    """Who gets a prize."""

    PLACES = (
        "places",
        _("Places"),
        "",
        _("From one place to another, or a single one; up to −1 is up to the last."),
    )
    TABLES = "tables", _("As many places as tables"), "", _("From the first place on, one for each table.")
    PER = "per", _("One place for every x people"), "", _("With 4: twelve people have three prizes.")
    EVERY = "every", _("Every x-th place"), "", _("With 4: the places 4, 8, 12…")
    PART = "part", _("The best x percent"), "", _("With 50: the better half.")
    EVERYBODY = "everybody", _("Everybody")
    ABOVE = "above", _("Everybody with more points than"), "", _("Without a number: everybody in the plus.")
    LAST = "last", _("Last place")
    SECOND_LAST = "second_last", _("Second last place")
    MIDDLE = "middle", _("Place in the middle")
    CLASS = (
        "class",
        _("Best of a class"),
        "",
        _("Ladies, youth, seniors: as they are entered. One place of them, or from one to another."),
    )
    CLUB = "club", _("Best of a club")
    MEMBERS = "members", _("Best of our own members")
    GUESTS = "guests", _("Best guest")
    TABLE = "table", _("Best of each table"), "", _("In the last round.")
    ROUND = "round", _("Best of a round"), "", _("Round and place; without a round each of them.")
    ROUND_FROM = (
        "round_from",
        _("Best single round of all"),
        "",
        _("The number says how many points it needs at least."),
    )
    STAGE = "stage", _("Best of a stage"), "", _("Stage and place; without a stage each of them.")
    TEAM = "team", _("Best team"), "", _("By the standings of the teams.")
    FEAT = (
        "feat",
        _("Counted by hand"),
        "",
        _("A feat or a number with a name of its own; who has it is entered at the prize-giving."),
    )
    HAND = "hand", _("Best hand of the evening")
    RAFFLE = "raffle", _("Drawn by lot among all"), "", _("The number says how many are drawn.")
    RAFFLE_HERE = (
        "raffle_here",
        _("Drawn by lot among those who are there"),
        "",
        _("The number says how many are drawn."),
    )
    RAFFLE_REST = (
        "raffle_rest",
        _("Drawn by lot among those without a prize"),
        "",
        _("The number says how many are drawn, of those who are there."),
    )


RAFFLES = (PrizeFor.RAFFLE, PrizeFor.RAFFLE_HERE, PrizeFor.RAFFLE_REST)


SPANNED = frozenset(
    (
        *(PrizeFor.PLACES, PrizeFor.CLASS, PrizeFor.CLUB, PrizeFor.MEMBERS, PrizeFor.GUESTS),
        *(PrizeFor.TEAM, PrizeFor.FEAT, PrizeFor.HAND),
    )
)
"""Who is for one place, or for those from one to another."""
NUMBERS = {
    PrizeFor.ROUND: 2,
    PrizeFor.STAGE: 2,
    **dict.fromkeys(SPANNED, 2),
    **dict.fromkeys(
        (
            *(PrizeFor.PER, PrizeFor.EVERY, PrizeFor.PART, PrizeFor.ABOVE, PrizeFor.ROUND_FROM),
            *(PrizeFor.RAFFLE, PrizeFor.RAFFLE_HERE, PrizeFor.RAFFLE_REST),
        ),
        1,
    ),
}
"""How many numbers say the rest of it."""
NAMED = frozenset((PrizeFor.CLASS, PrizeFor.CLUB, PrizeFor.FEAT))
"""For whom a name says the rest of it."""
PARTED = frozenset((PrizeFor.ROUND, PrizeFor.STAGE))
"""For whom there are several rankings, one for each round or stage."""


class PotOf(Option):
    """Which money a prize is paid from."""

    MAIN = "main", _("The pot of the event")
    SERIES = (
        "series",
        _("Pot of a series"),
        "",
        _("What is paid for prizes of a series, in equal parts for each round or stage."),
    )
    TEAMS = "teams", _("Side pot of teams or pairs")
    JACKPOT = "jackpot", _("Jackpot")


class TurnoutBy(Option):
    """By what it is said how many have come."""

    TABLES = "tables", _("Tables")
    PEOPLE = "people", _("Entrants")
