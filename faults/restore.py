"""An older backup is put back in the middle of an evening: the phones bring back every hand, once, in order.

What they bring is compared entry by entry with what was there before the accident.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.history import Row
from faults.phone import TOKEN, Phone, some_hands
from tests import backstage


def run(stage: Stage) -> None:
    """Several evenings, each with an accident of its own."""
    for number in range(stage.amount("evenings")):
        if number:
            stage.new_history()
        accident(stage, number)
    stage.figure(evenings=stage.amount("evenings"))


def accident(stage: Stage, number: int) -> None:
    """Play, back up, play on, lose the laptop, restore, let the phones come."""
    with club(stage, name=f"evening-{number}") as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        hands = {
            phone.name: some_hands(phone.place.table, stage.amount("hands"), phone.chance) for phone in phones
        }
        early = {phone.name: stage.chance.randrange(1, stage.amount("hands") - 1) for phone in phones}
        asyncio.run(play(stage, phones, {name: hands[name][: early[name]] for name in hands}))
        file = backed_up(house)
        asyncio.run(play(stage, phones, {name: hands[name][early[name] : -1] for name in hands}))
        journals = asyncio.run(journals_of(stage, phones))
        before = house.rows()
        house.server.kill()
        backstage.close(house.server.data)
        house.server.manage("restore", str(file), "--without-mirror")
        house.server.start()
        restored = house.rows()
        stage.demand(len(restored) < len(before), "the backup was not older: nothing was tried")
        if stage.broken != "page-forgets":
            asyncio.run(offer(stage, phones, journals))
        asyncio.run(play(stage, phones, {name: hands[name][-1:] for name in hands}))
        after = house.rows()
        compare(stage, before, after, len(phones))
        house.server.stop()
        house.judge()
        stage.figure(restored=len(restored), lost_by_the_backup=len(before) - len(restored))


async def play(stage: Stage, phones: list[Phone], hands: dict[str, Any]) -> None:
    """Everybody enters his hands."""
    for phone in phones:
        phone.waiting.extend(hands[phone.name])
    try:
        await asyncio.wait_for(asyncio.gather(*(phone.flush() for phone in phones)), 120)
    except TimeoutError:
        stage.breach(f"{sum(len(phone.waiting) for phone in phones)} hands are not saved after two minutes")
    for phone in phones:
        phone.line.close()


def backed_up(house: Club) -> Path:
    """The backup that was made just now."""
    return Path(json.loads(house.server.manage("backup", "--json"))["file"])


async def journals_of(stage: Stage, phones: list[Phone]) -> dict[str, Any]:
    """What every phone keeps: the whole sheet of its table."""
    journals = {}
    for phone in phones:
        reply = await phone.line.ask(
            "GET", f"{phone.place.path}journal/?after=0", headers=phone.headers, patience=60
        )
        stage.demand(reply.status == 200, f"the journal is answered with {reply.status}")
        journals[phone.name] = reply.json()
        phone.line.close()
    return journals


async def offer(stage: Stage, phones: list[Phone], journals: dict[str, Any]) -> None:
    """The phones notice another epoch and offer what they know; some of them twice."""
    outcomes: dict[str, int] = {}
    for phone in [*phones, *phones[:2]]:
        journal = journals[phone.name]
        look = await phone.line.ask(
            "GET", f"{phone.place.path}?part=live", headers=phone.headers, patience=60
        )
        mark = look.headers.get("stammtisch-server", "")
        stage.demand(
            mark and not mark.endswith(journal["epoch"]), "the phones cannot see that it is another copy"
        )
        names = ("epoch", "server", "event", "round", "table", "people", "entries")
        body = json.dumps({name: journal[name] for name in names}).encode()
        headers = {**phone.headers, "Content-Type": "application/json", "X-CSRFToken": TOKEN}
        reply = await phone.line.ask("POST", f"{phone.place.path}offer/", body, headers, patience=60)
        stage.demand(reply.status == 200, f"an offer is answered with {reply.status}: {reply.text[:200]}")
        if reply.status == 200:
            facts = reply.json()
            for what in ("taken", "known", "waiting", "aside", "refused"):
                outcomes[what] = outcomes.get(what, 0) + len(facts[what])
    for phone in phones:
        phone.line.close()
    stage.figure(offered=outcomes)


def compare(stage: Stage, before: list[Row], after: list[Row], tables: int) -> None:
    """Everything is there as it was; after it one more hand at every table."""
    then, now = (
        {(row.table, row.seq, row.number, row.entry, row.content) for row in rows} for rows in (before, after)
    )
    for row in sorted(then - now, key=str)[:5]:
        stage.breach(f"not back after the restore: entry {row[1]} of table {row[0]}")
    stage.demand(len(now - then) == tables, f"{len(now - then)} new entries at {tables} tables")


CHECK = Check(
    "restore",
    "G11",
    __doc__.splitlines()[0],
    run,
    amounts={"evenings": 20, "tables": 8, "hands": 12},
    quick={"evenings": 1, "tables": 4, "hands": 6},
    breaks=("page-forgets",),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
