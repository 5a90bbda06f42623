"""What there is to win, as organisers say it: rows, gifts to choose from, rules by which it is divided.

Stored whole with the event. Who gets what is computed by `engines.prizes`; money is in whole smallest units.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from scoring.fields import Ask, Between, Option
from scoring.problem import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.plans.answers import answers, dumped
from tournaments.engines.plans.prizes import SPAN, aim_of
from tournaments.engines.prizes.choices import Division, Equal, HeadShare, PerPerson, PrizeKind
from tournaments.engines.prizes.rules import PrizeRules

MOST_LINES, MOST_GIFTS = 60, 300
MOST_PLACE = 2000
LONGEST = 80  # letters
MOST_AMOUNT = 10**10  # smallest units
Chosen = TypeVar("Chosen", bound=Option)
ID = re.compile(r"[a-z0-9-]{1,20}")


class PrizeFor(Option):
    """Who gets a prize."""

    PLACES = (
        "places",
        _("Places"),
        "",
        _("From one place to another, or a single one; up to −1 is up to the last."),
    )
    TABLES = "tables", _("As many places as tables"), "", _("From the first place on, one for each table.")
    PER = "per", _("One place for every few people"), "", _("With 4: twelve people have three prizes.")
    EVERY = "every", _("Every few places"), "", _("With 4: the places 4, 8, 12…")
    PART = "part", _("A part of the field"), "", _("In percent: with 50 the better half.")
    EVERYBODY = "everybody", _("Everybody")
    ABOVE = "above", _("Everybody with more points than"), "", _("Without a number: everybody in the plus.")
    LAST = "last", _("Last place")
    SECOND_LAST = "second_last", _("Second last place")
    MIDDLE = "middle", _("Place in the middle")
    CLASS = "class", _("Best of a class"), "", _("Ladies, youth, seniors: as they are entered.")
    CLUB = "club", _("Best of a club")
    MEMBERS = "members", _("Best of our own members")
    GUESTS = "guests", _("Best guest")
    TABLE = "table", _("Best of each table"), "", _("In the last round.")
    ROUND = "round", _("Best of a round"), "", _("Round and place; without a round each of them.")
    TEAM = "team", _("Best team"), "", _("By the standings of the teams.")
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


NUMBERS = {
    PrizeFor.PLACES: 2,
    PrizeFor.ROUND: 2,
    **dict.fromkeys(
        (
            *(PrizeFor.PER, PrizeFor.EVERY, PrizeFor.PART, PrizeFor.ABOVE, PrizeFor.CLASS, PrizeFor.CLUB),
            *(PrizeFor.MEMBERS, PrizeFor.GUESTS, PrizeFor.TEAM, PrizeFor.HAND, PrizeFor.RAFFLE),
            *(PrizeFor.RAFFLE_HERE, PrizeFor.RAFFLE_REST),
        ),
        1,
    ),
}
"""How many numbers say the rest of it."""
NAMED = frozenset((PrizeFor.CLASS, PrizeFor.CLUB))
"""For whom a name says the rest of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShares:
    """How much of what comes in goes into the pot."""

    fees: Annotated[
        int,
        Ask(_("Of the fees into the pot"), "", _("In percent of what is meant for prizes.")),
        Between(0, 100),
    ] = 100
    lost: Annotated[
        int,
        Ask(_("Of the lost-game money into the pot"), "", _("In percent of what is meant for prizes.")),
        Between(0, 100),
    ] = 100
    by_stake: Annotated[
        bool,
        Ask(
            _("Half a fee wins half a prize"),
            "",
            _("Who has paid a part of the fee gets that part of a prize of money."),
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """One line: who gets what."""

    id: str
    who: PrizeFor
    first: int = 0
    last: int = 0  # of places; below 0: counted from the last
    name: str = ""  # of a class or a club
    label: str = ""  # what it is called, where the target does not say it: "Mauskönig"
    amount: int = 0  # money
    percent: int = 0  # of the pot, in hundredths of a percent
    left: bool = False  # the part is of what the fixed prizes leave
    goods: str = ""
    worth: int = 0  # of the goods; 0: nobody has said
    kind: PrizeKind | None = None  # of the goods
    picks: bool = False  # from the table of gifts
    heads: HeadShare = HeadShare.WHOLE
    division: Division = Division.EACH
    count: int = 0  # so many of the best of a team count; 0: all
    tables: int = 0  # only with so many tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """Something on the table of gifts."""

    id: str
    what: str
    donor: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """All of it. Amounts are whole smallest units of the event's currency."""

    rules: PrizeRules = field(default_factory=PrizeRules)
    shares: PotShares = field(default_factory=PotShares)
    guarantee: int = 0  # so much is in the pot at least
    sponsors: int = 0  # money given for prizes
    costs: int = 0  # taken out of the pot
    prizes: tuple[PrizeRow, ...] = ()
    gifts: tuple[Gift, ...] = ()

    @property
    def of_pot(self) -> bool:
        """Is anything a share of the pot?"""
        return any(prize.percent for prize in self.prizes)

    @property
    def picking(self) -> bool:
        """Does anybody choose from the table of gifts?"""
        return any(prize.picks for prize in self.prizes)

    def prize(self, key: str) -> PrizeRow | None:
        """The line with this id."""
        return next((prize for prize in self.prizes if prize.id == key), None)

    def gift(self, key: str) -> Gift | None:
        """The gift with this id."""
        return next((gift for gift in self.gifts if gift.id == key), None)


ROW_NUMBERS = ("first", "last", "amount", "percent", "worth", "count", "tables")
AMOUNTS = ("guarantee", "sponsors", "costs")


# --- as it is stored ------------------------------


def plan_json(plan: PrizePlan) -> dict[str, Any]:
    """As it stands in the database and in files: what is empty is left out."""
    return {
        "rules": dumped(plan.rules),
        "shares": dumped(plan.shares),
        **{name: getattr(plan, name) for name in AMOUNTS},
        "prizes": [_json(prize) for prize in plan.prizes],
        "gifts": [_json(gift) for gift in plan.gifts],
    }


def plan_from(raw: Mapping[str, Any]) -> PrizePlan:
    """What `plan_json` has written, or somebody else; raises Unreadable, ValueError or TypeError."""
    prizes = tuple(_prize(given) for given in _listed(raw.get("prizes", ()), MOST_LINES))
    gifts = tuple(_gift(given) for given in _listed(raw.get("gifts", ()), MOST_GIFTS))
    ids = [*(prize.id for prize in prizes), *(gift.id for gift in gifts)]
    if len({*ids}) != len(ids) or not all(ID.fullmatch(key) for key in ids):
        raise ValueError("ids of prizes")
    amounts: dict[str, Any] = {name: _whole(raw.get(name, 0)) for name in AMOUNTS}
    rules = answers(PrizeRules, raw.get("rules", {}))
    shares = answers(PotShares, raw.get("shares", {}))
    plan = PrizePlan(rules=rules, shares=shares, prizes=prizes, gifts=gifts, **amounts)
    if wrong := problems(plan):
        raise Unreadable(wrong)
    return plan


def option(choices: type[Chosen], value: Any) -> Chosen:
    """The choice with this value; raises ValueError."""
    for choice in choices:
        if choice.value == value:
            return choice
    raise ValueError(value)


def _json(declared: PrizeRow | Gift) -> dict[str, Any]:
    written = ((name, getattr(declared, name)) for name in type(declared).__dataclass_fields__)
    return {name: value for name, value in written if value not in (0, "", False, None)}


def _listed(given: Any, most: int) -> list[Mapping[str, Any]]:
    if not isinstance(given, list | tuple) or len(given) > most:
        raise ValueError("a list")
    if not all(isinstance(line, Mapping) for line in given):
        raise TypeError("a list of lines")
    return list(given)


def _prize(raw: Mapping[str, Any]) -> PrizeRow:
    numbers = {name: _whole(raw.get(name, 0)) for name in ROW_NUMBERS}
    texts = {name: _text(raw.get(name, "")) for name in ("name", "label", "goods")}
    fields: dict[str, Any] = {**numbers, **texts}
    kind = raw.get("kind")
    return PrizeRow(
        id=_text(raw["id"]),
        who=option(PrizeFor, raw["who"]),
        kind=None if kind is None else option(PrizeKind, kind),
        picks=raw.get("picks", False) is True,
        left=raw.get("left", False) is True,
        heads=option(HeadShare, raw.get("heads", HeadShare.WHOLE.value)),
        division=option(Division, raw.get("division", Division.EACH.value)),
        **fields,
    )


def _gift(raw: Mapping[str, Any]) -> Gift:
    what, donor = (_text(raw.get(name, "")) for name in ("what", "donor"))
    return Gift(id=_text(raw["id"]), what=what, donor=donor, worth=_whole(raw.get("worth", 0)))


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -MOST_AMOUNT <= value <= MOST_AMOUNT:
        raise ValueError("a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ValueError("a text")
    return value


# --- what cannot be ------------------------------


def problems(plan: PrizePlan) -> list[Problem]:
    """What keeps this from being a plan; `at` is a line's place from 1."""
    wrong = []
    for place, prize in enumerate(plan.prizes, start=1):
        wrong += [Problem(name, code, text, (place,)) for name, code, text in _of_line(plan, prize)]
    for place, gift in enumerate(plan.gifts, start=1):
        if not gift.what:
            nameless = say(_("The gift of {donor}: what is it?"), donor=gift.donor or "?")
            wrong.append(Problem("what", "missing", nameless, (place,)))
    if min(plan.guarantee, plan.sponsors, plan.costs) < 0:
        wrong.append(Problem("guarantee", "range", say(_("Amounts are not below 0."))))
    shares = [
        sum(prize.percent * _times(prize) for prize in plan.prizes if prize.left == left)
        for left in (False, True)
    ]
    if (share := max(shares)) > 100_00:
        text = _("The shares of the pot are {share} % together: more than there is.")
        wrong.append(Problem("money", "share", say(text, share=hundredths(share))))
    return wrong


def hundredths(value: int) -> str:
    """`33.3` for 3330: a share as it is said."""
    whole, part = divmod(value, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".")


def _times(prize: PrizeRow) -> int:
    """How often a share is paid, as far as the plan itself says it."""
    if prize.division != Division.EACH:
        return 1
    if prize.who == PrizeFor.PLACES and prize.last > prize.first:
        return prize.last - prize.first + 1
    if prize.who in (*RAFFLES, PrizeFor.HAND):
        return max(1, prize.first)
    return 1


def _of_line(plan: PrizePlan, prize: PrizeRow) -> Iterable[tuple[str, str, Any]]:
    if not (prize.amount or prize.percent or prize.goods or prize.picks):
        yield "goods", "half", say(_("What is there to win? Money, goods or a gift from the table."))
    if prize.amount and prize.percent:
        yield "money", "both", say(_("Either an amount or a share of the pot, not both."))
    if min(prize.amount, prize.percent, prize.worth) < 0 or prize.percent > 100_00:
        yield "money", "range", say(_("Amounts are not below 0, and a share is at most 100 %."))
    if prize.picks and not plan.gifts:
        yield "goods", "no_gifts", say(_("There are no gifts on the table to choose from."))
    if prize.who in NAMED and not prize.name:
        yield "name", "missing", say(_("Which class or club?"))
    if prize.who == PrizeFor.PART and not 1 <= prize.first <= 100:
        yield "first", "range", say(_("A number from 1 to {most} is missing."), most=100)
    if prize.who in (PrizeFor.PLACES, PrizeFor.PER, PrizeFor.EVERY) and not 1 <= prize.first <= MOST_PLACE:
        yield "first", "range", say(_("A number from 1 to {most} is missing."), most=MOST_PLACE)
    if prize.who == PrizeFor.PLACES and prize.last > 0 and not prize.first <= prize.last <= MOST_PLACE:
        yield "last", "span", say(_("Places go from the better to the worse one."))
    if prize.who == PrizeFor.EVERY and prize.first == 1:
        yield "first", "range", say(_("Every single place: choose “Everybody”."))


# --- lines of before ------------------------------


def from_lines(lines: Sequence[Mapping[str, str]], classes: Iterable[str] = ()) -> PrizePlan:
    """Prizes that were written as texts, as goods for the same people; what they are called stays."""
    known = {name.casefold() for name in classes}
    return PrizePlan(
        # Nobody was refused a second prize, and equal was who shared a rank.
        rules=PrizeRules(per_person=PerPerson.ALL, equal=Equal.RANK),
        prizes=tuple(_from_line(place, line, known) for place, line in enumerate(lines, start=1)),
    )


def _from_line(place: int, line: Mapping[str, str], classes: set[str]) -> PrizeRow:
    label = " ".join(line["for"].split())[:LONGEST]
    goods = " ".join(line["prize"].split())[:LONGEST]
    won = PrizeRow(id=f"line-{place}", who=PrizeFor.PLACES, goods=goods)
    span = SPAN.fullmatch(label.casefold())
    if span:
        first, last = max(1, min(int(span[1]), MOST_PLACE)), min(int(span[2] or 0), MOST_PLACE)
        return replace(won, first=first, last=last)
    won, aim = replace(won, label=label), aim_of(label, classes)
    if aim.kind == "class":
        return replace(won, who=PrizeFor.CLASS, first=aim.place, name=aim.name)
    if aim.kind == "team":
        return replace(won, who=PrizeFor.TEAM, first=aim.place)
    return replace(won, who=option(PrizeFor, aim.kind))


def lines_mark(lines: Sequence[Mapping[str, str]]) -> str:
    """By this a plan knows the lines it was stored with."""
    text = "\n".join(f"{line.get('for', '')}\t{line.get('prize', '')}" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


OLD_WORDS = {PrizeFor.LAST: "last", PrizeFor.SECOND_LAST: "second last", PrizeFor.MIDDLE: "middle"}


def to_lines(plan: PrizePlan, prices: Mapping[str, str]) -> list[dict[str, str]]:
    """The same for programs that know nothing of plans, as far as they can say it. `prices`: what each line
    is worth in words."""
    lines = []
    for prize in plan.prizes:
        label = _old_label(prize)
        if label:
            lines.append({"for": label[:LONGEST], "prize": (prices.get(prize.id) or "?")[:LONGEST]})
    return lines


def _old_label(prize: PrizeRow) -> str:
    if prize.who == PrizeFor.PLACES:
        if prize.last < 0:
            return ""
        return f"{prize.first}-{prize.last}" if prize.last > prize.first else str(prize.first)
    place = f" {prize.first}" if prize.first > 1 else ""
    if prize.who == PrizeFor.CLASS:
        return f"class {prize.name}{place}"
    return f"team{place}" if prize.who == PrizeFor.TEAM else OLD_WORDS.get(prize.who, "")
