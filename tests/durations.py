"""How long each test file took last time, in .cache/durations.json: by this `make quick` fills its minute.

And the order of a run: tests marked long start first, so that no worker is left alone with one at the end.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parent.parent / ".cache" / "durations.json"


def seconds_of_files() -> dict[str, float]:
    """Seconds of each test file that has run here, by its path."""
    try:
        return dict(json.loads(FILE.read_text()))
    except (OSError, ValueError):
        return {}


class Durations:
    """Adds up what the tests of a file took. In a parallel run the process that hands them out does it."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.get_closest_marker("long") is None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        options = session.config.option
        part_of_files = (
            options.keyword or options.markexpr or any("::" in name for name in options.file_or_dir)
        )
        if part_of_files or hasattr(session.config, "workerinput"):
            return
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps({**seconds_of_files(), **self.seconds}, indent=1, sort_keys=True))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Durations(), "stammtisch-durations")
