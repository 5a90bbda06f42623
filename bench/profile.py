"""Where the time of a path goes, without a server around it: `make profile PATH_NAME=hand`.

Says what it costs, which sentences it says to the database, and the dearest rooms, functions and templates.
Milliseconds of functions are shares of what it costs without the profiler; waiting for the disk counts in
them, and small functions seem dearer than they are. What is really cheaper shows in `make bench`.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

import dev
from bench.figure import TURNS, in_turns

ROOT = Path(__file__).resolve().parents[1]
TABLES = 40
EMPTY = "/favicon.ico"
TIMES = 100
DEAREST = 20
ROOMS = 12
LIBRARIES = ("django", "asgiref", "granian", "htmx", "whitenoise", "reportlab", "numpy")
PATHS = ("hand", "picture", "page", "poll", "preview", "front", "ranking", "standings")

Work = Callable[[], object]
# File, line, name; of each: calls that are no recursion, calls, seconds alone, seconds with callees, callers.
Function = tuple[str, int, str]
Costs = tuple[int, int, float, float, dict[Function, tuple[int, int, float, float]]]


def paths(people: int) -> dict[str, Work]:
    """What can be looked at, on an event of Cego that has begun; everybody's turn comes in turn."""
    from django.test import Client

    from bench.evening import Evening
    from tournaments.events.results.ranking import standings_of

    evening = Evening(people)
    tables = cycle(evening.crew)
    numbers = count()
    reader = Client(headers={"host": "localhost"})
    tags: dict[str, str] = {}
    script = {"HX-Request": "true"}

    def hand() -> object:
        return evening.save(next(tables))

    def picture() -> object:
        return evening.save(next(tables), outbox=True)

    def page() -> object:
        writer = next(tables)
        return writer.browser.get(writer.path)

    def poll() -> object:
        writer = next(tables)
        address = f"{writer.path}?part=live"
        answer = writer.browser.get(address, headers={**script, "If-None-Match": tags.get(address, "")})
        tags[address] = answer.headers.get("ETag", "")
        return answer

    def preview() -> object:
        writer = next(tables)
        asked = {"part": "preview", **evening.cells()}
        return writer.browser.get(writer.path, asked, headers=script)

    def front() -> object:
        return reader.get("/")

    def after_a_hand(work: Work) -> Work:
        def change_first() -> object:
            evening.record(next(numbers) % evening.tables)
            return work()

        return change_first

    ranking = f"/e/{evening.event.pk}/standings/?part=live"
    return {
        "nothing": lambda: reader.get(EMPTY),
        "hand": hand,
        "picture": picture,
        "page": page,
        "poll": poll,
        "preview": preview,
        "front": front,
        "ranking": after_a_hand(lambda: reader.get(ranking)),
        "standings": after_a_hand(lambda: standings_of(evening.event)),
    }


@dataclass
class Templates:
    """Milliseconds and times of each template, with and without those inside it."""

    whole: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    inside: list[float] = field(default_factory=list)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Every template that is rendered meanwhile."""
        from django.template import base

        kind: Any = base.Template
        original = kind._render

        def render(template: Any, context: Any) -> Any:
            began = time.process_time()
            self.inside.append(0.0)
            try:
                return original(template, context)
            finally:
                took = time.process_time() - began
                name = template.name or "(no name)"
                self.whole[name] += took  # type: ignore[assignment]
                self.alone[name] += took - self.inside.pop()  # type: ignore[assignment]
                self.times[name] += 1
                if self.inside:
                    self.inside[-1] += took

        kind._render = render
        try:
            yield
        finally:
            kind._render = original


def own_costs(stats: pstats.Stats) -> dict[Function, tuple[int, float]]:
    """Calls and seconds alone of every function; what is built in counts as its callers'."""
    functions: dict[Function, Costs] = stats.stats  # type: ignore[attr-defined]
    costs: dict[Function, tuple[int, float]] = {}
    for function, (_primitive, calls, alone, _whole, _callers) in functions.items():
        if function[0] != "~":
            costs[function] = (calls, alone)
    for function, (*_numbers, callers) in functions.items():
        if function[0] == "~":
            for caller, (_primitive, _calls, alone, _whole) in callers.items():
                calls, before = costs.get(caller, (0, 0.0))
                costs[caller] = (calls, before + alone)
    return costs


def room_of(file: str) -> str:
    """Where a function lives: `tournaments.table`, `django.template`, or the standard library."""
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        parts = path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:2])
    for library in LIBRARIES:
        if library in path.parts:
            at = len(path.parts) - 1 - path.parts[::-1].index(library)
            return ".".join([part.removesuffix(".py") for part in path.parts[at : at + 2]])
    return f"Python: {path.stem}"


def place_of(function: Function) -> str:
    file, line, name = function
    path = Path(file)
    short = str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
    for home in ("site-packages/", f"python{sys.version_info[0]}.{sys.version_info[1]}/"):
        short = short.rpartition(home)[2]
    return f"{name} ({short}:{line})"


def processor_ms(work: Work, times: int) -> float:
    """The median."""
    took = []
    for _time in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return statistics.median(took) * 1000


def report(name: str, work: Work, nothing: Work, times: int) -> Iterator[str]:
    """All lines."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _time in range(TABLES):  # warm, at every table
        work()
    cost, empty = in_turns(lambda: processor_ms(work, times // TURNS), lambda: processor_ms(nothing, times))
    with CaptureQueriesContext(connection) as captured:
        work()
    statements = [" ".join(query["sql"].split())[:150] for query in captured.captured_queries]
    yield (
        f"{name}: {cost:.2f} ms of processor time, {cost / empty:.1f} times an empty view;"
        f" {len(statements)} statements"
    )
    yield from titled("Statements", (f"{number:>3}  {text}" for number, text in enumerate(statements, 1)))
    templates = Templates()
    with templates.watched():
        for _time in range(times):
            work()
    profiler = cProfile.Profile()
    profiler.enable()
    for _time in range(times):
        work()
    profiler.disable()
    yield from dearest_functions(pstats.Stats(profiler), cost, times)
    heading = "Dearest templates: ms alone, ms with those inside, times each"
    yield from titled(heading, dearest_templates(templates, times))


def titled(heading: str, lines: Iterable[str]) -> Iterator[str]:
    yield from ("", heading, *(f"  {line}" for line in lines))


def dearest_functions(stats: pstats.Stats, cost: float, times: int) -> Iterator[str]:
    """Rooms, functions alone, and those of the program with all that they call."""
    alone = own_costs(stats)
    total = sum(seconds for _calls, seconds in alone.values())
    rooms: Counter[str] = Counter()
    for function, (_calls, seconds) in alone.items():
        rooms[room_of(function[0])] += seconds  # type: ignore[assignment]
    shares = (f"{seconds / total:>6.1%}  {room}" for room, seconds in rooms.most_common(ROOMS))
    yield from titled("Where it is spent (what is built in with its callers)", shares)

    functions: dict[Function, Costs] = stats.stats  # type: ignore[attr-defined]
    whole = {
        function: (calls, seconds)
        for function, (_primitive, calls, _alone, seconds, _callers) in functions.items()
        if function[0] != "~" and not room_of(function[0]).startswith(("bench", "Python", *LIBRARIES))
    }
    for heading, costs in {
        "Dearest functions: ms alone, calls each time": alone,
        "Dearest of the program with all that they call: ms, calls each time": whole,
    }.items():
        ordered = sorted(costs.items(), key=lambda item: -item[1][1])[:DEAREST]
        yield from titled(
            heading,
            (
                f"{seconds / total * cost:>8.3f} {calls / times:>8.1f}  {place_of(function)}"
                for function, (calls, seconds) in ordered
            ),
        )


def dearest_templates(templates: Templates, times: int) -> Iterator[str]:
    for template, alone in templates.alone.most_common(DEAREST):
        whole, often = templates.whole[template], templates.times[template]
        yield f"{alone / times * 1000:>8.3f} {whole / times * 1000:>8.3f} {often / times:>6.1f}  {template}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.profile", description=__doc__)
    parser.add_argument("path", choices=PATHS)
    parser.add_argument("--people", type=int, default=4 * TABLES, help="of the event")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    if "BENCH_PROFILE" not in os.environ:
        sys.exit(in_a_fresh_place())
    from bench.evening import set_up

    set_up()
    works = paths(asked.people)
    print(*report(asked.path, works[asked.path], works["nothing"], asked.times), sep="\n")


def in_a_fresh_place() -> int:
    """The same command with an empty directory for data: settings are read once."""
    inherited = {key: value for key, value in os.environ.items() if key not in dev.SETTINGS.split()}
    with tempfile.TemporaryDirectory(prefix="stammtisch-profile-") as data:
        around = {"STAMMTISCH_DATA": data, "HOSTS": "localhost", "PHONE_PACE": "1000", "BENCH_PROFILE": "1"}
        command = [sys.executable, "-m", "bench.profile", *sys.argv[1:]]
        return subprocess.run(command, env={**inherited, **around}, check=False).returncode


if __name__ == "__main__":
    main()
