"""Prizes as lines of text, as programs of before knew them: read as a plan, and written for them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.engines.plans.prizejson import option
from tournaments.engines.plans.prizeplan import LONGEST, PrizePlan, PrizeRow
from tournaments.engines.plans.prizeproblems import MOST_PLACE
from tournaments.engines.plans.prizes import SPAN, aim_of
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import Equal, PerPerson
from tournaments.engines.prizes.rules import PrizeRules


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
        return f"{prize.first}-{prize.until}" if prize.until > prize.first else str(prize.first)
    place = f" {prize.first}" if prize.first > 1 else ""
    if prize.who == PrizeFor.CLASS:
        return f"class {prize.name}{place}"
    return f"team{place}" if prize.who == PrizeFor.TEAM else OLD_WORDS.get(prize.who, "")
