"""What a club can choose from when it makes a season of its evenings."""

from __future__ import annotations

from scoring.fields import Option
from scoring.text import mark as _


class Worth(Option):
    """What an evening is worth to somebody who took part."""

    POINTS = "points", _("Points as played"), "", _("What is on the standings of the evening.")
    PER_HAND = (
        "per_hand",
        _("Points per hand"),
        "",
        _("Points divided by the hands played, times the number below."),
    )
    PLACES = (
        "places",
        _("Points for places"),
        "",
        _("From a list such as 25, 18, 15: first place, second place and so on."),
    )
    FIELD = (
        "field",
        _("One point for everybody behind, and one more"),
        "",
        _("Of n people the first gets n, the last gets 1."),
    )
    ROOT = (
        "root",
        _("Points by place and size of the field"),
        "",
        _("The number below times the square root of n divided by the place, rounded down."),
    )
    WINS = "wins", _("Matches won"), "", _("How many matches or games were won.")
    RANK = "rank", _("The place itself"), "", _("The lowest number is first.")
    PRESENCE = "presence", _("Taking part"), "", _("Every evening is worth 1.")


class PlaceSharing(Option):
    """What a shared place is worth where places are."""

    MEAN = "mean", _("The average"), "", _("Points of the shared places, added up and divided.")
    HIGHER = "higher", _("The higher"), "", _("Everybody gets the points of the better place.")
    LOWER = "lower", _("The lower"), "", _("Everybody gets the points of the worst of these places.")


class Outsiders(Option):
    """What becomes of the places of those who are not on the list."""

    KEEP = "keep", _("Keep their places"), "", _("Whoever is second stays second behind a guest.")
    MOVE_UP = "move_up", _("The others move up"), "", _("Places are counted among those on the list only.")


class Negatives(Option):
    """What a result below zero does."""

    COUNT = "count", _("Count as they are")
    ZERO = "zero", _("Count as 0")
    LEFT_OUT = "left_out", _("Are left out"), "", _("Only results of 0 or more count.")


class Unit(Option):
    """What is counted where something is counted."""

    EVENINGS = "evenings", _("Evenings")
    ROUNDS = "rounds", _("Rounds")
    HANDS = "hands", _("Hands")


class Combining(Option):
    """How evenings become one number."""

    SUM = "sum", _("Added up")
    MEAN = "mean", _("Average"), "", _("The sum divided by what it comes from.")


class Absent(Option):
    """What an evening is worth to somebody who was not there."""

    NOTHING = "nothing", _("Does not count"), "", _("As if the evening had not been; it never counts.")
    WORST = "worst", _("As the worst of the evening"), "", _("The worst value of those who were there.")
    FIXED = "fixed", _("A fixed number"), "", _("The number below; it may be 0 or negative.")


class BonusPlace(Option):
    """Where a bonus belongs."""

    APART = "apart", _("Added at the end"), "", _("It stays even if its evening is left out.")
    EVENING = "evening", _("Part of the evening"), "", _("If the evening is left out, so is the bonus.")


class Whom(Option):
    """Of whom the standings are."""

    PEOPLE = "people", _("People")
    CLUBS = "clubs", _("Clubs"), "", _("The best members of a club count for it on every evening.")
    TEAMS = "teams", _("Teams"), "", _("The best members of a team count for it on every evening.")


class Finalists(Option):
    """Who comes to the final."""

    NOBODY = "nobody", _("There is no final")
    BEST = "best", _("The best"), "", _("The first of the standings, as many as there are places.")
    EVERYBODY = "everybody", _("Everybody who came often enough")


class ChallengeCup(Option):
    """Who wins the challenge cup, which goes from one to the next."""

    NONE = "none", _("There is no challenge cup")
    EVENINGS = "evenings", _("The first of every evening")
    SEASONS = "seasons", _("The first of the season")


class SeasonBy(Option):
    """What decides between those with the same total."""

    MOST_EVENINGS = "most_evenings", _("Most evenings"), "", _("Whoever came more often is ahead.")
    FEWEST_EVENINGS = (
        "fewest_evenings",
        _("Fewest evenings"),
        "",
        _("Whoever needed fewer evenings is ahead."),
    )
    BEST_EVENING = "best_evening", _("Best single evening"), "", _("The best evening alone.")
    BEST_EVENINGS = (
        "best_evenings",
        _("Best evening, then the second best"),
        "",
        _("The best evening; in a tie, the second best, and so on."),
    )
    WORST_EVENING = "worst_evening", _("Worst evening"), "", _("Whoever’s worst evening is better.")
    LAST_EVENING = (
        "last_evening",
        _("Last evening"),
        "",
        _("The last evening; in a tie, the one before, and so on."),
    )
    EVENINGS_WON = "evenings_won", _("Evenings won"), "", _("How often first of an evening.")
    SUM_OF_ALL = (
        "sum_of_all",
        _("Sum of all evenings"),
        "",
        _("Also of the evenings that are left out."),
    )
    MEAN_RANK = "mean_rank", _("Average place"), "", _("The average of the places; low is good.")
    WON = "won", _("Matches won in all"), "", _("All matches or games of the season that were won.")
    LOST = "lost", _("Matches lost in all"), "", _("Whoever has lost fewer is ahead.")
    HEAD_TO_HEAD = (
        "head_to_head",
        _("Head-to-head at a table"),
        "",
        _("Points of the tables at which all who are tied sat together."),
    )
    TABLE_PLACES = (
        "table_places",
        _("Places at the tables"),
        "",
        _("The average of the places at all tables; low is good."),
    )
    BEST_ROUND = "best_round", _("Best round"), "", _("The best result at one table.")
    LOT = (
        "lot",
        _("Lot"),
        "",
        _("If there is still a tie, lots are drawn; without this they share the place."),
    )
