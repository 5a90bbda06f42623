"""From typing the command until table 1 has its first hand saved, for an event that was prepared before."""

from __future__ import annotations

import asyncio
import json
import time

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import TOKEN, Place, a_hand
from tests import backstage
from tests.server import ROOT

CARDS = """
import json
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import credentials
event = an_event(here=40)
round_ = begin(event)
sitting = round_.sittings.get(number=1)
cookie, key = credentials.cookie_name(sitting), credentials.event_table_key(event, 1)
print(json.dumps([event.pk, sitting.pk, cookie, key]))
"""


def run(stage: Stage) -> None:
    """The day before: prepare and stop. On the day: start, scan, enter."""
    took = []
    with club(stage) as house:
        event, table, cookie, key = json.loads(house.server.python(CARDS))
        backstage.close(house.server.data)
        house.server.stop()
        for number in range(1, stage.amount("times") + 1):
            began = time.monotonic()
            house.server.start()
            asyncio.run(
                scan_and_enter(stage, house, event, Place(table, f"/t/{table}/", cookie, ""), key, number)
            )
            took.append(time.monotonic() - began)
            house.server.stop()
        house.judge()
    stage.figure(actions=2)  # the command, and scanning the card
    stage.within("until_first_hand_s", max(took), 60.0)
    stage.demand((ROOT / "dev.py").is_file(), "there is no command to type")


async def scan_and_enter(stage: Stage, house: Club, event: int, place: Place, key: str, number: int) -> None:
    """A phone that has never been here."""
    line = house.line()
    form = {"csrfmiddlewaretoken": TOKEN, "table": f"e{event}.1", "key": key}
    reply = await line.ask("POST", "/j", form, {"Cookie": f"csrftoken={TOKEN}"}, patience=60)
    given = [
        text for text in reply.headers.get("set-cookie", "").split("\n") if text.startswith(place.cookie)
    ]
    stage.demand(given, f"scanning the card is answered with {reply.status} and no right to write")
    if given:
        secret = given[0].partition("=")[2].partition(";")[0]
        phone = house.phone(Place(place.table, place.path, place.cookie, secret))
        phone.waiting.append(a_hand(place.table, number, phone.chance))
        await phone.flush()
    house.hang_up()


CHECK = Check(
    "coldstart",
    "G32",
    __doc__.splitlines()[0],
    run,
    amounts={"times": 5},
    quick={"times": 1},
    breaks=("no-keys",),
)

if __name__ == "__main__":
    main(CHECK)
