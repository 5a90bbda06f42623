"""A plugin of pytest: for each mistake it runs the tests that reach its line.

Each in a fork of its own. The functions of the loaded module get the code of the changed one, so that nothing
is imported anew; what functions remember is forgotten. Each fork has its copy of the database.
"""

from __future__ import annotations

import functools
import gc
import inspect
import json
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from django.db import connections

from tests.mutants.operators import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent.parent
PROCESSES = {"real_server", "browser", "new_page", "page", "phone_page", "desktop", "watch", "live_server"}
KILLED, SURVIVED, TIMEOUT, UNREACHED = "killed", "survived", "timeout", "unreached"
PATIENCE = 10.0  # seconds that a fork has at least


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutants")
    group.addoption("--mutate", action="append", default=[], help="a module, as a path")
    group.addoption("--mutants-seconds", type=float, default=600.0)
    group.addoption("--mutants-out", default="")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with processes of their own do not run the code that is changed here."""
    items[:] = [item for item in items if not PROCESSES & fixtures_of(item)]


def fixtures_of(item: pytest.Item) -> set[str]:
    names: Sequence[str] = getattr(item, "fixturenames", ())
    return set(names)


def pytest_runtestloop(session: pytest.Session) -> bool:
    option = session.config.option
    Loop(session, [str(path) for path in option.mutate], option.mutants_seconds, option.mutants_out).run()
    return True


class Loop:
    def __init__(self, session: pytest.Session, paths: Sequence[str], seconds: float, out: str) -> None:
        self.items = {item.nodeid: item for item in session.items}
        self.paths = list(paths)
        self.seconds = seconds
        self.out = Path(out)
        self.work = Path(tempfile.mkdtemp(prefix="mutants-"))

    def run(self) -> None:
        self._prepare_database()
        reached, seconds = self._first_run()
        sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in self.paths}
        every = [mutant for path, source in sources.items() for mutant in mutants(path, source)]
        random.Random("mutants").shuffle(every)  # so that a short time shows a fair sample
        end = time.monotonic() + self.seconds
        with self.out.open("w", encoding="utf-8") as out:
            out.write(json.dumps({"mutants": len(every), "tests": len(seconds)}) + "\n")
            for mutant in every:
                if time.monotonic() > end:
                    break
                verdict = self._try(mutant, sources[mutant.path], reached[mutant.path], seconds)
                facts = {"path": mutant.path, "line": mutant.line, "what": mutant.what, "verdict": verdict}
                diff = mutant.diff(sources[mutant.path]) if verdict in (SURVIVED, UNREACHED) else ""
                out.write(json.dumps({**facts, "diff": diff}) + "\n")
                out.flush()
        shutil.rmtree(self.work, ignore_errors=True)

    def _prepare_database(self) -> None:
        """One test that needs it makes it, for all forks."""
        needs = [
            item for item in self.items.values() if "django_db_setup" in getattr(item, "fixturenames", ())
        ]
        if needs:
            other = next((item for item in self.items.values() if item is not needs[0]), needs[0])
            needs[0].config.hook.pytest_runtest_protocol(item=needs[0], nextitem=other)
        connections.close_all()
        self.database = Path(connections["default"].settings_dict["NAME"]) if needs else None

    def _own_database(self) -> None:
        if self.database is not None:
            path = self.work / f"{os.getpid()}.sqlite3"
            shutil.copyfile(self.database, path)
            connections["default"].settings_dict["NAME"] = str(path)

    def _first_run(self) -> tuple[dict[str, dict[int, list[str]]], dict[str, float]]:
        """Which tests run which line, and how long each test takes."""
        result = self.work / "first.json"
        pid = os.fork()
        if not pid:
            try:
                self._quiet()
                self._own_database()
                files = [str(ROOT / path) for path in self.paths]
                measured = coverage.Coverage(data_file=None, include=files, config_file=False)
                measured.start()
                seconds = {}
                for item, following in self._in_turn(list(self.items)):
                    measured.switch_context(item.nodeid)
                    began = time.perf_counter()
                    if self._passes(item, following):
                        seconds[item.nodeid] = time.perf_counter() - began
                measured.stop()
                data = measured.get_data()
                lines = {
                    path: {
                        line: [name for name in names if name in seconds]
                        for line, names in data.contexts_by_lineno(file).items()
                    }
                    for path, file in zip(self.paths, files, strict=True)
                }
                result.write_text(json.dumps([lines, seconds]))
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        by_path, durations = json.loads(result.read_text())
        return (
            {path: {int(line): names for line, names in lines.items()} for path, lines in by_path.items()},
            durations,
        )

    def _in_turn(self, names: Sequence[str]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
        items = [self.items[name] for name in names]
        # Never None: after the last test the fixtures of the session would be taken down for everybody.
        other = next(iter(self.items.values()))
        yield from zip(items, [*items[1:], other], strict=True)

    def _passes(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        from _pytest.runner import runtestprotocol

        reports = runtestprotocol(item, nextitem=following, log=False)
        return not any(report.failed for report in reports)

    def _try(
        self, mutant: Mutant, original: str, lines: dict[int, list[str]], seconds: dict[str, float]
    ) -> str:
        names = sorted(set(lines.get(mutant.line, ())), key=lambda name: seconds[name])
        if not names:
            return UNREACHED
        pid = os.fork()
        if not pid:
            status = 1
            try:
                self._quiet()
                self._own_database()
                put_in(mutant, original)
                status = 0 if all(self._passes(*pair) for pair in self._in_turn(names)) else 1
            finally:
                os._exit(status)
        patience = PATIENCE + 5 * sum(seconds[name] for name in names)
        verdict = waited(pid, patience)
        for file in self.work.glob(f"{pid}.sqlite3*"):
            file.unlink()
        return verdict

    @staticmethod
    def _quiet() -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)


def waited(pid: int, patience: float) -> str:
    """The verdict of a fork; one that does not end is ended."""
    pidfd = os.pidfd_open(pid)
    import select

    ended, _, _ = select.select([pidfd], [], [], patience)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    os.close(pidfd)
    _pid, status = os.waitpid(pid, 0)
    if not ended:
        return TIMEOUT
    return SURVIVED if status == 0 else KILLED


def put_in(mutant: Mutant, original: str) -> None:
    """The functions of the loaded module get the code of the changed one."""
    file = str(ROOT / mutant.path)
    before = list(functions_in(compile(original, file, "exec", dont_inherit=True)))
    after = list(functions_in(compile(mutant.source, file, "exec", dont_inherit=True)))
    changed = {
        (old.co_qualname, old.co_firstlineno): new
        for old, new in zip(before, after, strict=False)
        if old != new
    }
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == file:
            code = changed.get((thing.__code__.co_qualname, thing.__code__.co_firstlineno))
            if code is not None and len(code.co_freevars) == len(thing.__code__.co_freevars):
                thing.__code__ = code
        elif isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


def functions_in(code: CodeType) -> Iterator[CodeType]:
    """In the order of the module: functions, methods, and those inside them."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            yield from functions_in(constant)
