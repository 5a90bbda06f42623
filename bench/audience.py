"""A hall in a process of its own: phones that write now and then, and a crowd that looks on all the time.

Reads what to do as JSON, and answers with what became of it, like `bench.crowd`.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.crowd import Question
from faults.viewers import Looks, Viewer, connect
from faults.wire import Line, NoAnswer, address_of

ENTRY = "stammtisch-entry"  # the header that names the hand: it is saved


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an evening."""

    hands: list[float]  # seconds until each was said to be saved
    not_saved: int  # hands of which that was not said at the first try
    answers: dict[str, int]  # to those who looked: status, later, silent
    looks: list[float]  # seconds
    late: list[float]  # seconds by which those who look have asked too late: the bench's own slowness


def evening(
    port: int,
    writers: Sequence[Sequence[Question]],
    watched: Sequence[str],
    viewers: int,
    seconds: float,
    headers: Sequence[Mapping[str, str]] = (),
) -> Outcome:
    """Each writer sends its hands evenly over the time; so many phones look on at the tables in turn.

    `headers` are what a phone at each of the watched tables sends besides.
    """
    asked = {
        "port": port,
        "writers": [[asdict(each) for each in writer] for writer in writers],
        "watched": list(watched),
        "viewers": viewers,
        "seconds": seconds,
        "headers": [dict(each) for each in headers] or [{}],
    }
    done = subprocess.run(
        [sys.executable, "-m", "bench.audience"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return Outcome(**json.loads(done.stdout))


async def play(asked: dict[str, Any]) -> Outcome:
    """In the process of its own."""
    chance, looks = random.Random(1), Looks()
    headers = {"Host": "localhost", "Accept-Encoding": "gzip", "Accept-Language": "de"}
    viewers = []
    for number in range(asked["viewers"]):
        path = f"{asked['watched'][number % len(asked['watched'])]}?part=live"
        more = asked["headers"][number % len(asked["watched"]) % len(asked["headers"])]
        viewer = Viewer(path, headers | more, looks, random.Random(number))
        viewers.append(await connect(viewer, asked["port"], f"127.200.{number // 250}.{1 + number % 250}"))
    end = time.monotonic() + asked["seconds"]
    lines = [[Question(**each) for each in writer] for writer in asked["writers"]]
    sent = await asyncio.gather(
        *(write(asked["port"], number, line, end, chance) for number, line in enumerate(lines))
    )
    for viewer in viewers:
        viewer.stop()
    hands = [took for line in sent for took, saved in line if saved]
    not_saved = sum(not saved for line in sent for _took, saved in line)
    return Outcome(hands, not_saved, dict(looks.answers), looks.took, looks.late)


async def write(
    port: int, number: int, hands: list[Question], end: float, chance: random.Random
) -> list[tuple[float, bool]]:
    """Seconds of each answer, and whether it has named the hand."""
    line = Line(port, address_of(number), host="localhost")
    sent = []
    pause = (end - time.monotonic()) / len(hands)
    due = time.monotonic() + chance.uniform(0, pause)
    for hand in hands:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        began = time.perf_counter()
        try:
            reply = await line.ask(hand.method, hand.path, hand.body.encode(), hand.headers)
        except NoAnswer:
            sent.append((time.perf_counter() - began, False))
        else:
            sent.append((time.perf_counter() - began, ENTRY in reply.headers))
        line.close()  # the server ends it just when the next hand comes; a browser opens another by itself
        due += pause
    return sent


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(play(json.load(sys.stdin))))))
