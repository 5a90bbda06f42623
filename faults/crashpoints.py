"""SIGKILL exactly at the n-th call that reaches the disk: of a hand, a correction, the end of a round.

What was done is there wholly or not at all, and doing it again with the same id heals it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from faults.club import Club, club
from faults.crash import come_back
from faults.frame import Check, Stage, main
from faults.history import Hand
from faults.phone import TOKEN, Phone, Place, a_hand, cells
from faults.tracing import inject, is_traced, traced, worker_of
from faults.wire import Line, NoAnswer
from tests import backstage
from tests.patience import wait_until

CALLS = ("pwrite64", "fdatasync")
MOST = 120  # calls of one deed
ROUND = """
import json
from django.urls import reverse
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import credentials
event = an_event(here=8)
round_ = begin(event)
places = []
for sitting in round_.sittings.all():
    cookie, secret = credentials.cookie_name(sitting), credentials.claim(sitting, "bench")
    places.append([sitting.pk, reverse("table", args=[sitting.pk]), cookie, secret])
print(json.dumps([event.pk, round_.number, places]))
"""
HALVES = (
    "SELECT e.sitting_id FROM tournaments_entry e JOIN tournaments_sheethead h USING (sitting_id) "
    "GROUP BY e.sitting_id HAVING max(e.seq) <> h.head_seq OR count(*) <> h.head_seq "
    "UNION SELECT e.sitting_id FROM tournaments_entry e "
    "LEFT JOIN tournaments_livehand l ON l.entry_id = e.id "
    "WHERE e.kind IN ('hand', 'correct') AND l.id IS NULL "
    "AND e.id NOT IN (SELECT supersedes_id FROM tournaments_entry WHERE supersedes_id IS NOT NULL)"
)


@dataclass
class Sweep:
    """One kind of deed, done again and again."""

    name: str
    prepare: Callable[[], Awaitable[None]]  # before every kill
    do: Callable[[], Awaitable[bool]]  # True: answered with success
    most: int


def run(stage: Stage) -> None:
    """All three, call by call."""
    with club(stage) as house:
        place = house.open_tables(1)[0][0]
        event, number, places = json.loads(house.server.python(ROUND))
        backstage.close(house.server.data)
        most = stage.amount("points")
        deeds = [
            a_new_hand(house, phone_at(house, place), most),
            a_correction(house, phone_at(house, Place(*places[0])), most),
            the_end_of_a_round(house, f"/desk/e/{event}/rounds/{number}/", most),
        ]
        points = 0
        for sweep in deeds:
            points += asyncio.run(go_through(stage, house, sweep))
        house.server.stop()
        house.judge()
    stage.figure(points=points)


def phone_at(house: Club, place: Place) -> Phone:
    """A phone that sends every hand once."""
    phone = house.phone(place)
    phone.resend = 0
    phone.patience = 60
    return phone


async def go_through(stage: Stage, house: Club, sweep: Sweep) -> int:
    """Kill at the first call, the second ...; until the deed gets to its end. How often it was killed."""
    points = 0
    for call in CALLS:
        for number in range(1, MOST):
            if number > sweep.most:
                break
            await sweep.prepare()
            killed = await strike(stage, house, sweep, call, number)
            halves = halves_of(house)
            stage.demand(not halves, f"{sweep.name}, {call} {number}: tables {halves} are half written")
            stage.demand(await heal(sweep), f"{sweep.name}, {call} {number}: doing it again does not heal it")
            if not killed:
                break
            points += 1
        stage.say(f"{sweep.name}: {call} up to {number}")
        stage.figure(**{f"{sweep.name} {call}": number - 1})
    return points


async def heal(sweep: Sweep) -> bool:
    """Do it again, until there is an answer."""
    for _try in range(20):
        with suppress(NoAnswer):
            return await sweep.do()
        await asyncio.sleep(0.2)
    return False


async def strike(stage: Stage, house: Club, sweep: Sweep, call: str, number: int) -> bool:
    """Do it once with a kill in the way; True if it came to that."""
    before = worker_of(house.server)
    with traced(house.server, stage.directory, *inject(call, f"signal=SIGKILL:when={number}")):
        try:
            done = await sweep.do()
        except NoAnswer:
            done = False
    house.hang_up()
    await asyncio.to_thread(wait_until, lambda: not is_traced(before), "strace to let go")
    await asyncio.to_thread(come_back, house)
    return not done or worker_of(house.server) != before


def halves_of(house: Club) -> list[int]:
    """Tables on which an entry and what follows from it do not fit."""
    connection = sqlite3.connect(f"file:{house.database}?mode=ro", uri=True)
    try:
        return [int(row[0]) for row in connection.execute(HALVES).fetchall()]
    finally:
        connection.close()


def a_new_hand(house: Club, phone: Phone, most: int) -> Sweep:
    """The next hand of a table."""
    hands: list[Hand] = []

    async def prepare() -> None:
        hands.append(a_hand(phone.place.table, len(hands) + 1, phone.chance))

    async def do() -> bool:
        what = await phone.send(hands[-1])
        if what == "info":
            raise NoAnswer
        return what == "ok"

    return Sweep("hand", prepare, do, most)


def a_correction(house: Club, phone: Phone, most: int) -> Sweep:
    """The last hand of a table gets other points, again and again."""
    hand = a_hand(phone.place.table, 1, phone.chance)
    forms: list[dict[str, str]] = []

    async def prepare() -> None:
        if not forms:
            await phone.send(hand)
        raw = {**hand.raw, "points": 20 + len(forms) % 40}
        control = {"csrfmiddlewaretoken": TOKEN, "entry": str(uuid_of(phone)), "hand": "1"}
        forms.append({**control, **cells(raw)})

    async def do() -> bool:
        reply = await phone.line.ask("POST", f"{phone.place.path}hand/1/", forms[-1], phone.headers)
        return reply.status in (200, 302)

    return Sweep("correction", prepare, do, most)


def uuid_of(phone: Phone) -> uuid.UUID:
    """An id as a phone makes it."""
    return uuid.UUID(int=phone.chance.getrandbits(128), version=4)


def the_end_of_a_round(house: Club, path: str, most: int) -> Sweep:
    """The organisers close a round at the laptop; before the next time they open it again."""
    line = Line(house.server.port, host=f"localhost:{house.server.port}")
    house.lines.append(line)
    begun: list[bool] = []

    async def post(what: str) -> int:
        form = {"csrfmiddlewaretoken": TOKEN, "reason": "bench"}
        form |= {"knows": "1"}
        body = "&".join(f"{name}={value}" for name, value in form.items()) + "&knows=2"
        headers = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
        return (await line.ask("POST", f"{path}{what}/", body.encode(), headers)).status

    async def prepare() -> None:
        if begun:
            await post("again")
        begun.append(True)

    async def do() -> bool:
        return await post("close") in (302, 422)  # 422: it is closed already

    return Sweep("end of a round", prepare, do, most)


CHECK = Check(
    "crashpoints",
    "G5",
    __doc__.splitlines()[0],
    run,
    amounts={"points": 100},
    quick={"points": 2},
    breaks=("no-transaction",),
    needs=("strace",),
    seconds=3600,
)

if __name__ == "__main__":
    main(CHECK)
