"""The choices of a plan of prizes, each with its wording: what a form offers is what a rule can be."""

from __future__ import annotations

from scoring.fields import Option
from scoring.text import mark as _


class Sharing(Option):
    """What those who are equal do with the prizes of their places."""

    SHARED = (
        "shared",
        _("Share the prizes"),
        "",
        _("The prizes of the places they share are added and divided by heads."),
    )
    HORT = (
        "hort",
        _("Hort system"),
        "",
        _("Everybody keeps half of the prize of their own place; the other halves are shared."),
    )
    BY_CRITERIA = (
        "by_criteria",
        _("The ranking decides"),
        "",
        _("Nothing is shared: the criteria of the ranking decide who is ahead."),
    )
    LOT = "lot", _("Lot decides"), "", _("Nothing is shared: a lot says who is ahead.")
    HIGHER = (
        "higher",
        _("Everybody gets the higher prize"),
        "",
        _("All who are equal get the best prize of their places; it costs more than announced."),
    )


class Equal(Option):
    """Who counts as equal."""

    POINTS = (
        "points",
        _("Equal points"),
        "",
        _("Neighbours with the same points, and those who share a rank."),
    )
    RANK = "rank", _("Equal rank"), "", _("Only those who share a rank after all criteria.")


class HortShare(Option):
    """Among whom the other halves are shared."""

    ALL_EQUAL = "all_equal", _("All who are equal"), "", _("Also those whose own place has no prize.")
    PRIZE_PLACES = (
        "prize_places",
        _("Only places with a prize"),
        "",
        _("Who has no prize of their own gets nothing."),
    )


class Undivided(Option):
    """How equals are told apart where nothing can be divided."""

    BY_CRITERIA = (
        "by_criteria",
        _("The ranking decides"),
        "",
        _("The criteria of the ranking decide who is ahead."),
    )
    LOT = "lot", _("Lot decides"), "", _("A lot says who is ahead.")


class BesideGoods(Option):
    """What happens to money where equals have goods among their prizes too."""

    WHOLE = "whole", _("Decided with the goods"), "", _("Who is ahead gets the whole prize of the place.")
    DIVIDED = "divided", _("Money is shared anyway"), "", _("Only the goods are given by the order.")


class PerPerson(Option):
    """How many prizes somebody may take."""

    ONE = "one", _("One prize"), "", _("Nobody gets two prizes.")
    ONE_MONEY = "one_money", _("One money prize"), "", _("Goods may come on top of money.")
    ONE_PER_KIND = (
        "one_per_kind",
        _("One prize of each kind"),
        "",
        _("One of money, one voucher, one of goods…"),
    )
    ALL = "all", _("Every prize won"), "", _("Prizes add up.")


class Takes(Option):
    """Which prize somebody takes who may take only one of several."""

    VALUE_FIRST = (
        "value_first",
        _("The most valuable"),
        "",
        _("Of equal worth, the one that is written first."),
    )
    PLACES_FIRST = (
        "places_first",
        _("Places first"),
        "",
        _("Prizes for places are given first, special ones to the best who have none."),
    )
    POOLED = (
        "pooled",
        _("Equals pool their best prizes"),
        "",
        _("Those who are equal put the best prizes they can win together, one for each, and share them."),
    )
    POOLED_OR_APART = (
        "pooled_or_apart",
        _("Equals pool, or share apart if that is more"),
        "",
        _("As before; who gets more from a prize the others cannot win shares that one apart."),
    )


class RestGoes(Option):
    """Where goes what does not divide."""

    CLUB = "club", _("Paid to the club"), "", _("What does not divide stays with the club.")
    BOX = "box", _("Into the box"), "", _("What does not divide goes into the cash box.")
    FIRST = (
        "first",
        _("The best placed"),
        "",
        _("One step each from the best placed of those who were cut."),
    )
    LARGEST = (
        "largest",
        _("The largest remainder"),
        "",
        _("One step each, the largest cut-off part first."),
    )


class PrizeKind(Option):
    """What a prize is besides money."""

    MONEY = "money", _("Money")
    VOUCHER = "voucher", _("Voucher")
    GOODS = "goods", _("Goods")
    TROPHY = "trophy", _("Trophy")
    CUP = "cup", _("Challenge cup")


class HeadShare(Option):
    """What the amount of a prize means where a pair or a team wins it."""

    WHOLE = "whole", _("In one sum"), "", _("The pair or team gets the amount as it is.")
    EACH = "each", _("For each person"), "", _("Every person of the pair or team gets the amount.")
    DIVIDED = "divided", _("Divided by heads"), "", _("Every person gets the same part of the amount.")


class PrizePlaces(Option):
    """Which places of a ranking a prize is for."""

    RANKS = (
        "ranks",
        _("places"),
        "",
        _("From one place to another, counted from the best, below 0 from the last."),
    )
    EVERY = "every", _("every k-th place"), "", _("Each fourth place: 4, 8, 12…")
    MIDDLE = "middle", _("the middle"), "", _("The place in the middle.")
    ONE_IN = (
        "one_in",
        _("one place for every k people"),
        "",
        _("The first quarter of the field, rounded down."),
    )
    PER_TABLE = "per_table", _("as many places as tables"), "", _("One prize for each table, by rank.")
    PERCENT = "top_percent", _("a part of the field"), "", _("The best half, rounded down.")
    ABOVE = "above", _("everybody with more points"), "", _("Everybody above this many points.")
    RAFFLE = "raffle", _("a raffle"), "", _("By lot, from a draw number that was announced before.")


class Division(Option):
    """What the amount of a prize for several places means."""

    EACH = "each", _("for each place"), "", _("Every place gets the amount.")
    EVENLY = "evenly", _("divided evenly"), "", _("The amount is divided by the number of places.")
    FALLING = "falling", _("divided, falling"), "", _("With three places 3, 2 and 1 sixths.")
