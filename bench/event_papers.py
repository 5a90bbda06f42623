"""How long the papers of an event take: 150 people, the largest hall of one laptop.

`python -m bench.event_papers` prints these measurements alone.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

PEOPLE = 150
RUNS = 3


def measure() -> Iterator[dict[str, Any]]:
    """Seconds of the best of three runs and kilobytes of each paper, then of all together."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEV", "1")
    import django

    django.setup()
    for what, make in _papers().items():
        yield _measured(what, make)


def _papers() -> dict[str, Callable[[], list[Any]]]:
    from tests.tournaments import event_samples as samples
    from tournaments.paper.event import read_logo

    picture = io.BytesIO()
    Image.effect_noise((1600, 900), 90).convert("RGB").save(picture, "JPEG")
    logo = read_logo(picture.getvalue())
    tables = len(samples.tables(PEOPLE))
    every: dict[str, Callable[[], list[Any]]] = {
        "participants": lambda: [samples.participants(PEOPLE)],
        "list for the door": lambda: [samples.participants(PEOPLE, door=True)],
        "seats by name": lambda: [samples.seating(PEOPLE, "name")],
        "seats by table": lambda: [samples.seating(PEOPLE, "table")],
        "table cards": lambda: [samples.cards(tables, "flat")],
        "table tents": lambda: [samples.cards(tables, "tent")],
        "score sheets": lambda: [samples.score_sheets(PEOPLE)],
        "results of a round": lambda: [samples.results(PEOPLE)],
        "standings": lambda: [samples.standings(PEOPLE, 5)],
        "cross table of 20": lambda: [samples.crosses(1, 20)],
        "double knockout of 32": lambda: [samples.knockout(32, double=True)],
        "corrections": lambda: [samples.corrections(40)],
        "gift table": lambda: [samples.gifts(PEOPLE)],
        "draw protocol": lambda: [samples.protocol(PEOPLE)],
    }
    for design in ("classic", "modern", "cards"):
        every[f"certificates, {design}"] = _certificates(design, logo)
    lists = list(every.values())
    every["everything in one file"] = lambda: [document for make in lists for document in make()]
    return every


def _certificates(design: str, logo: Any) -> Callable[[], list[Any]]:
    from tests.tournaments import event_samples as samples

    return lambda: [samples.certificates(PEOPLE, design=design, logo=logo)]


def _measured(what: str, make: Callable[[], list[Any]]) -> dict[str, Any]:
    from tournaments.paper.event import printed

    documents, took, data = make(), [], b""
    for _ in range(RUNS):
        start = time.perf_counter()
        data = printed(*documents)
        took.append(time.perf_counter() - start)
    return {
        "what": f"paper for {PEOPLE} people: {what}",
        "seconds": round(min(took), 3),
        "kilobytes": len(data) // 1024,
    }


if __name__ == "__main__":
    for figures in measure():
        print(json.dumps(figures), flush=True)
