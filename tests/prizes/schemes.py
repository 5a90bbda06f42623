"""Twenty-five plans of prizes as real clubs announce them, A1 to A25, each without a word of free text.

What an announcement does not say is what the engine does when nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Plan = list[dict[str, Any]]


@dataclass(frozen=True)
class Scheme:
    """What a club announced, and with how many people."""

    key: str
    about: str
    people: int
    prizes: Plan
    pot: dict[str, Any]
    rules: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    currency: str = "EUR"
    heads: int = 1


def fees(amount: int, percent: int = 100, **more: Any) -> dict[str, Any]:
    return {"fees": [{"label": "fee", "amount": amount}], "share_percent": percent, **more}


def gifts(amount: int) -> dict[str, Any]:
    return {"gifts": [{"label": "sponsors", "amount": amount}]}


def cash(*amounts: int, first: int = 1) -> Plan:
    return [{"id": f"c{place}", "for": place, "money": amount} for place, amount in enumerate(amounts, first)]


def parts(*percents: int, **more: Any) -> Plan:
    return [{"id": f"p{n}", "for": n, "percent": percent, **more} for n, percent in enumerate(percents, 1)]


def goods(key: str, target: Any, what: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "for": target, "goods": what, **more}


LADY: dict[str, Any] = {"group": "lady"}

SCHEMES: Sequence[Scheme] = (
    Scheme(
        "A1",
        "cash, a basket, cash, goods for half the field; best lady; a salad for the last",
        144,
        [
            *cash(15000),
            goods("basket", 2, "basket of food", worth=6000),
            *cash(5000, first=3),
            goods("field", {"ranks": [4, 72]}, "a gift", choice=True),
            goods("lady", LADY, "flowers"),
            goods("last", "last", "sausage salad"),
        ],
        gifts(20000),
    ),
    Scheme(
        "A2",
        "the winner gets cash; teams of four are scored beside",
        140,
        [*cash(15000), {"id": "team", "for": {"teams": True, "count": 4}, "goods": "a ham"}],
        fees(140 * 800),
    ),
    Scheme(
        "A3",
        "everybody with a plus gets a prize; the last a place at the next event",
        124,
        [
            goods("plus", {"above": 0}, "a gift", choice=True),
            goods("last", "last", "free entry", kind="voucher"),
        ],
        fees(0),
    ),
    Scheme(
        "A4",
        "gifts for nearly everybody, a pastry mouse for the last, the last but one is named too",
        33,
        [
            goods("mouse", "last", "pastry mouse"),
            goods("named", "second_last", "a mention"),
            goods("table", {"ranks": [1, -3]}, "a gift", choice=True),
        ],
        gifts(0),
    ),
    Scheme(
        "A5",
        "start money paid out, best lady, youth and senior, and teams and pairs with pots of their own",
        48,
        [
            *parts(40, 25, 15),
            *({"id": group, "for": {"group": group}, "percent": 5} for group in ("lady", "youth", "senior")),
            {"id": "teams", "for": {"teams": True}, "percent": 100, "pot": "teams", "heads": "divided"},
        ],
        fees(48 * 1000),
        more={"pots": {"teams": fees(12 * 2000)}},
    ),
    Scheme(
        "A6",
        "the main pot: 500 and 29 more prizes for cash; six of each series, from a pot of its own",
        140,
        [
            *cash(50000),
            {
                "id": "more",
                "for": {"ranks": [2, 30]},
                "percent": 100,
                "percent_of": "left",
                "divided": "falling",
            },
            {
                "id": "series",
                "for": {"ranking": "round 1", "ranks": [1, 6]},
                "percent": 100,
                "divided": [100, 80, 60, 50, 35, 25],
                "pot": "series 1",
            },
        ],
        fees(140 * 1500),
        more={"pots": {"series 1": fees(140 * 250)}},
    ),
    Scheme(
        "A7",
        "as many prizes as tables, the whole stake is paid out",
        14,
        [{"id": "tables", "for": {"per_table": 1}, "percent": 100, "divided": [40, 30, 20, 10]}],
        fees(14 * 500),
    ),
    Scheme(
        "A8",
        "who does not pay the stake is in no list of prizes",
        12,
        parts(50, 30, 20),
        fees(10 * 500),
        more={"out": 2},
    ),
    Scheme(
        "A9",
        "500 if forty tables are full, else a smaller list",
        120,
        [
            {"id": "full", "for": 1, "money": 50000, "tables": {"least": 40}},
            *({"id": f"s{n}", "for": n, "money": money} for n, money in enumerate((30000, 20000, 10000), 1)),
        ],
        fees(120 * 1000),
    ),
    Scheme(
        "A10",
        "every fourth player a cash prize, the winner a challenge cup besides",
        30,
        [
            {"id": "fourth", "for": {"one_in": 4}, "percent": 100, "divided": "falling"},
            goods("cup", 1, "challenge cup", kind="cup"),
        ],
        fees(30 * 600),
        {"per_person": "one_per_kind"},
    ),
    Scheme(
        "A11",
        "a table of gifts for everybody, in the order of rank",
        42,
        [goods("table", "everybody", "a gift", choice=True)],
        fees(42 * 1500, 0),
    ),
    Scheme(
        "A12",
        "the lost-game money is a pot of its own for the best single player of the series",
        36,
        [{"id": "best", "for": {"ranking": "round 1"}, "percent": 100}],
        {"lost_games": [{"label": "lost", "amount": 5250}]},
    ),
    Scheme(
        "A13",
        "sixty percent of the lost-game money, and the whole start money",
        20,
        parts(50, 30, 20),
        {
            "fees": [{"label": "start", "amount": 2000}],
            "lost_games": [{"label": "lost", "amount": 3750}],
            "share_percent": {"fees": 100, "lost_games": 60},
        },
    ),
    Scheme(
        "A14",
        "a jackpot for 2,000 points in a series, for the higher score; and one for a rare hand",
        24,
        [
            {"id": "jackpot", "for": {"statistic": "round from 2000"}, "money": 15000},
            {"id": "rare", "for": {"statistic": "rare hands"}, "money": 10000},
        ],
        gifts(25000),
        {"per_person": "all"},
    ),
    Scheme(
        "A15",
        "first always 150, as many prizes as tables from the rest",
        105,
        [
            *cash(15000),
            {
                "id": "tables",
                "for": {"ranks": [2, 26]},
                "percent": 100,
                "percent_of": "left",
                "divided": "falling",
            },
        ],
        fees(105 * 1000),
        {"unit": 500, "rest": "first"},
    ),
    Scheme(
        "A16",
        "the first three from sponsors, the rest from ten of every fifteen",
        172,
        [
            *cash(50000, 30000, 20000),
            {
                "id": "rest",
                "for": {"ranks": [4, 43]},
                "percent": 100,
                "percent_of": "left",
                "divided": "evenly",
            },
        ],
        {**fees(172 * 1000), **gifts(100000)},
        {"unit": 100},
    ),
    Scheme(
        "A17",
        "a guarantee even if few come; the best of every table; special prizes by lot among all",
        60,
        [
            *cash(15000, 12500, 10000),
            goods("final", {"each": "table"}, "a place in the final", kind="voucher"),
            goods("drawn", {"raffle": "all", "draws": 4}, "special prize"),
        ],
        fees(60 * 1000, 50, guarantee=37500),
        {"per_person": "one_per_kind"},
        {"seed": "Dillingen"},
    ),
    Scheme(
        "A18",
        "won solos decide first place, others draw a lot for every place",
        448,
        [*cash(100000, 50000, 25000), goods("goods", {"ranks": [4, 50]}, "a gift", choice=True)],
        gifts(175000),
        {"ties": "lot"},
        {"seed": "Pfaffenhausen", "decisions": [{"kind": "playoff", "order": [1, 2]}]},
    ),
    Scheme("A19", "everything paid out, as the host likes", 32, parts(40, 30, 20, 10), fees(32 * 1200)),
    Scheme(
        "A20",
        "cash, then a voucher, then a barrel of beer",
        40,
        [
            *cash(10000, 5000, 3000),
            goods("voucher", 4, "voucher", kind="voucher", worth=2000),
            goods("beer", 5, "barrel of beer"),
        ],
        fees(40 * 1000),
    ),
    Scheme(
        "A21",
        "cash for five, goods by choice for all others, a pudding for the last outside the table",
        60,
        [
            *cash(20000, 10000, 5000, 3000, 2000),
            goods("pudding", "last", "black pudding and cards"),
            goods("table", {"ranks": [6, -2]}, "a gift", choice=True),
        ],
        {**fees(60 * 700), "lost_games": [{"label": "lost", "amount": 4000}]},
    ),
    Scheme(
        "A22",
        "members and guests pay different fees; everybody gets something, the winner a cup for a year",
        50,
        [goods("cup", 1, "challenge cup", kind="cup"), goods("table", "everybody", "a gift", choice=True)],
        {
            "fees": [{"label": "members", "amount": 40000}, {"label": "guests", "amount": 15000}],
            "share_percent": 0,
        },
        {"per_person": "one_per_kind", "ties": "by_criteria"},
        currency="CHF",
    ),
    Scheme(
        "A23",
        "cash for four; goods among those who are there for the draw",
        60,
        [*cash(12000, 8000, 5000, 3000), goods("drawn", {"raffle": "without_prize", "draws": 10}, "a gift")],
        fees(60 * 1200),
        {},
        {"seed": "Villach", "absent": 20},
    ),
    Scheme(
        "A24",
        "pairs: a pig, hams, ducks, poultry and bottles; every pair gets something",
        60,
        [
            goods("pig", 1, "a pig", worth=20000),
            goods("hams", 2, "two hams", worth=8000),
            goods("ducks", 3, "two ducks", worth=4000),
            goods("poultry", {"ranks": [4, 30]}, "poultry", worth=1500),
            goods("bottles", {"ranks": [31, -1]}, "a bottle", worth=500),
        ],
        fees(60 * 1400, 0),
        heads=2,
    ),
    Scheme(
        "A25",
        "vouchers for each of a pair, and one drawn among all",
        40,
        [
            *(
                {"id": f"v{n}", "for": n, "money": money, "heads": "each"}
                for n, money in enumerate((50000, 30000, 15000), 1)
            ),
            {"id": "drawn", "for": {"raffle": "without_prize"}, "money": 50000},
        ],
        gifts(240000),
        {},
        {"seed": "Colmenar"},
        currency="ARS",
        heads=2,
    ),
)


def question_of(scheme: Scheme) -> dict[str, Any]:
    """The scheme as the engine is asked, with people made up for it."""
    people = []
    out, absent = scheme.more.get("out", 0), scheme.more.get("absent", 0)
    for number in range(1, scheme.people + 1):
        points = (scheme.people // 2 - number) // 2 * 10  # two and two have the same
        person: dict[str, Any] = {
            "id": number,
            "rank": number,
            "points": points,
            "groups": [
                group for group, every in (("lady", 3), ("youth", 7), ("senior", 5)) if not number % every
            ],
            "table": (number - 1) // 4 + 1,
            "team": f"team {number % (scheme.people // 4)}",
            "member": bool(number % 3),
            "heads": scheme.heads,
            "eligible": number > out,
            "present": number <= scheme.people - absent,
            "rankings": {"round 1": {"rank": scheme.people + 1 - number, "points": None}},
            "statistics": {"round from 2000": 2000 + number, "rare hands": 1} if number % 11 == 0 else {},
        }
        people.append(person)
    return {
        "currency": scheme.currency,
        "pot": scheme.pot,
        "entrants": people,
        "prizes": scheme.prizes,
        "rules": scheme.rules,
        **{key: value for key, value in scheme.more.items() if key in ("seed", "decisions", "pots")},
    }
