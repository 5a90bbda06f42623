"""Guessing: typed codes of tables from many addresses, and passwords; whoever has a card still gets in.

What was tried is extrapolated to an evening of four hours at the limit.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import TOKEN
from faults.wire import Line
from tests import backstage

HOURS = 4
CODE_BITS = 40
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
CARD = """
import json
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import accounts, credentials
event = an_event(here=8)
begin(event)
handed = accounts.create_account(name="owner", owner=True)
print(json.dumps([event.pk, credentials.event_table_key(event, 1)]))
"""


def run(stage: Stage) -> None:
    """Codes, then a card, then passwords."""
    with club(stage, env={"DESK_IN_WIFI": "1"} if stage.engine == "sqlite" else {}) as house:
        event, key = json.loads(house.server.python(CARD))
        backstage.close(house.server.data)
        asyncio.run(guess(stage, house, event, key))


async def guess(stage: Stage, house: Club, event: int, key: str) -> None:
    """As fast as it goes."""
    began = time.monotonic()
    codes: Counter[int] = Counter()
    count = stage.amount("guesses")
    for start in range(0, count, 50):
        codes += Counter(
            await asyncio.gather(*(type_code(stage, house, number) for number in range(start, start + 50)))
        )
    minutes = (time.monotonic() - began) / 60
    stage.figure(codes_tried=count, codes_judged=count - codes[429], code_answers=str(dict(codes)))
    stage.demand(not codes[302], "a guessed code was right")
    processes = 2 if stage.engine == "postgresql" else 1  # limits of several processes add up, at worst
    judged = count - codes[429]
    allowed = processes * 200 * (1 + minutes)
    stage.demand(
        judged <= allowed * 1.05, f"{judged} typed codes were judged in {minutes:.1f} min, not {allowed:.0f}"
    )
    chance = processes * 200 * 60 * HOURS / 2**CODE_BITS
    stage.figure(chance_in_4_hours=float(f"{chance:.1e}"))
    stage.demand(chance < 1e-7, f"the chance to hit a table is {chance:.1e}")
    line = house.line()
    form = {"csrfmiddlewaretoken": TOKEN, "table": f"e{event}.1", "key": key}
    scanned = await line.ask("POST", "/j", form, {"Cookie": f"csrftoken={TOKEN}"})
    stage.demand(scanned.status == 302, f"whoever scans a card meanwhile is answered with {scanned.status}")
    await passwords(stage, house)


async def type_code(stage: Stage, house: Club, number: int) -> int:
    """One guess, from an address of its own; the status."""
    line = house.line()
    code = "".join(stage.chance.choices(ALPHABET, k=8))
    form = {"csrfmiddlewaretoken": TOKEN, "table": str(1 + number % 250), "key": f"{code[:4]}-{code[4:]}"}
    try:
        return (await line.ask("POST", "/j", form, {"Cookie": f"csrftoken={TOKEN}"}, patience=60)).status
    finally:
        line.close()


async def passwords(stage: Stage, house: Club) -> None:
    """Thirty for one account from one address; the same account from elsewhere is not locked."""
    line, elsewhere = house.line(), house.line()
    judged = 0
    for number in range(30):
        judged += await log_in(line, number) != 429
    stage.figure(passwords_judged=judged)
    stage.demand(judged <= 11, f"{judged} of 30 passwords were judged at once")
    stage.demand(await log_in(elsewhere, 99) != 429, "guessing from one address locks the account for others")


async def log_in(line: Line, number: int) -> int:
    """A wrong password."""
    form = {"csrfmiddlewaretoken": TOKEN, "username": "owner", "password": f"wrong-{number}"}
    reply = await line.ask("POST", "/desk/login/", form, {"Cookie": f"csrftoken={TOKEN}"})
    return int(reply.status)


CHECK = Check(
    "bruteforce",
    "G22",
    __doc__.splitlines()[0],
    run,
    amounts={"guesses": 5000},
    quick={"guesses": 600},
    breaks=("no-limits",),
    engines=("sqlite", "postgresql"),
)

if __name__ == "__main__":
    main(CHECK)
