"""Everybody at a table sends the same hand at the same moment: equal ones, other ones, the same one twice."""

from __future__ import annotations

import asyncio
import statistics
import time
import uuid
from collections import Counter, defaultdict

from faults.club import club
from faults.frame import Check, Stage, main
from faults.history import Hand
from faults.phone import Phone, a_hand
from faults.wire import NoAnswer, Reply

DEVICES = 5
TOGETHER = 20  # tables that send at the same moment: the machine of the phones is the same one here


def run(stage: Stage) -> None:
    """Rounds of simultaneous posts; each hand has exactly one winner, and every loser hears of it."""
    answers: list[tuple[Hand, str, int]] = []
    took: list[float] = []
    with club(stage) as house:
        crews = [
            [house.phone(place) for place in crew]
            for crew in house.open_tables(stage.amount("tables"), DEVICES)
        ]
        for phone in (phone for crew in crews for phone in crew):
            phone.patience = 60  # nobody gives up: that would be another race
        asyncio.run(rounds(stage, crews, answers, took))
        house.server.stop()
        house.judge(refusals=True)
        look(stage, answers, house.aside())
    stage.figure(posts=len(answers), p95_ms=round(1000 * statistics.quantiles(took, n=20)[-1], 1))
    stage.figure(outcomes=dict(Counter(what for _hand, what, _status in answers)))
    stage.figure(
        statuses={str(status): count for status, count in Counter(each[2] for each in answers).items()}
    )


async def rounds(
    stage: Stage, crews: list[list[Phone]], answers: list[tuple[Hand, str, int]], took: list[float]
) -> None:
    """All hands of all tables, some tables at once."""
    for number in range(1, stage.amount("rounds") + 1):
        for start in range(0, len(crews), TOGETHER):
            posts = [
                post for crew in crews[start : start + TOGETHER] for post in round_of(stage, crew, number)
            ]
            done = await asyncio.gather(*(send_until_clear(phone, hand, took) for phone, hand in posts))
            answers += done


def round_of(stage: Stage, crew: list[Phone], number: int) -> list[tuple[Phone, Hand]]:
    """Who sends what: two different results, one of them entered twice, one tapped twice."""
    chance = stage.chance
    first = a_hand(crew[0].place.table, number, chance)
    other = Hand.new(first.table, number, {**first.raw, "points": 10 + number % 10}, uuid_of(stage))
    equal = Hand.new(first.table, number, first.raw, uuid_of(stage))
    hands = [first, first, other, equal, Hand.new(first.table, number, other.raw, uuid_of(stage))]
    order = chance.sample(range(len(crew)), len(crew))
    return [(crew[place], hand) for place, hand in zip(order, hands, strict=True)]


def uuid_of(stage: Stage) -> uuid.UUID:
    """An id as a phone makes it, the same with the same seed."""
    return uuid.UUID(int=stage.chance.getrandbits(128), version=4)


async def send_until_clear(phone: Phone, hand: Hand, took: list[float]) -> tuple[Hand, str, int]:
    """One post, again while the server says that it is not saved; what came of it, and its status."""
    for _try in range(50):
        phone.history.note("invoke", hand)
        began = time.perf_counter()
        reply: Reply | None = None
        what, seq = "info", None
        try:
            reply = await phone.post(hand)
            what, seq = phone.understand(reply, hand)
        except NoAnswer:
            pass
        took.append(time.perf_counter() - began)
        phone.history.note(what, hand, seq=seq)
        if what != "info":
            break
        await phone.pause(0)
    return hand, what, reply.status if reply else 0


def look(stage: Stage, answers: list[tuple[Hand, str, int]], aside: set[uuid.UUID]) -> None:
    """One winner for every hand; a refusal is a clean conflict, and durably put aside."""
    contents: dict[tuple[int, int], set[str]] = defaultdict(set)
    for hand, what, status in answers:
        if what == "ok":
            contents[hand.table, hand.number].add(hand.content)
        elif what == "fail":
            stage.breach(f"refused, not put aside ({status}): hand {hand.number} of table {hand.table}")
        elif what == "info":
            stage.breach(f"no clear answer to hand {hand.number} of table {hand.table} ({status})")
    not_saved = stage.history.count("info")
    stage.demand(not not_saved, f'{not_saved} times "not saved, try again", and nothing was wrong')
    for (table, number), different in contents.items():
        stage.demand(len(different) == 1, f"two winners: hand {number} of table {table}")
    rounds_played = stage.amount("tables") * stage.amount("rounds")
    stage.demand(len(contents) == rounds_played, f"{rounds_played - len(contents)} hands without a winner")
    losers = {hand.entry for hand, what, _status in answers if what in ("aside", "fail")}
    stage.demand(losers <= aside, f"{len(losers - aside)} of {len(losers)} other versions are not put aside")
    stage.figure(winners=len(contents), losers=len(losers), put_aside=len(losers & aside))


CHECK = Check(
    "race",
    "G8",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 250, "rounds": 8},
    quick={"tables": 20, "rounds": 3},
    breaks=("no-keys", "deferred"),
    engines=("sqlite", "postgresql"),
)

if __name__ == "__main__":
    main(CHECK)
