"""What is made beside the process that serves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from config import press
from config.notsaved import NotSaved
from config.press import NotMade, Press
from scoring import GAMES, Problem, Table, Unreadable, game_for, say
from tests.patience import wait_until
from tests.processes import ROOT

HERE = "tests.config.pressed"


@pytest.fixture
def beside() -> Iterator[Press]:
    """Somebody prints."""
    other = Press(60)
    yield other
    other.end()


def ask(other: Press, function: str, *given: object) -> Any:
    return other.make((f"{HERE}:{function}", "de", given, {}))


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return b"\0" in (Path("/proc") / str(pid) / "cmdline").read_bytes()  # else it waits to be buried


def test_it_is_made_in_another_process_in_the_language_that_was_asked_for(beside: Press) -> None:
    pid, language, sentence = ask(beside, "about")
    assert pid == beside.pid != os.getpid()
    assert (language, sentence) == ("de", "Hausregeln")
    assert ask(beside, "about") == (pid, language, sentence)


def test_it_has_no_database_and_nothing_of_ours_that_is_open(beside: Press) -> None:
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)
    try:
        apps, files = ask(beside, "open_here")
        assert apps == 0
        assert os.readlink(f"/proc/self/fd/{writer}") not in files
    finally:
        os.close(reader)
        os.close(writer)


def test_games_and_tables_arrive_as_what_they_are(beside: Press) -> None:
    for game in GAMES:
        table = Table(game.accounts(game.seats[0], game.presets[0].rules), game.presets[0].rules)
        assert ask(beside, "same", game, table, {table: 1}) == (game, table, {table: 1})
        assert ask(beside, "looked_up", game, table) is True
    assert game_for("cego") is ask(beside, "given_back", game_for("cego"))


def test_what_it_refuses_is_refused_here(beside: Press) -> None:
    with pytest.raises(Unreadable) as refused:
        ask(beside, "refuses", Problem("points", "range", say("At most {high}.", high=3)))
    assert [problem.field for problem in refused.value.problems] == ["points"]
    with pytest.raises(ZeroDivisionError) as broken:
        ask(beside, "divides", 0)
    assert "pressed.py" in broken.value.__notes__[0]
    with pytest.raises(RuntimeError, match="cannot be sent"):
        ask(beside, "raises_what_cannot_be_sent")
    assert ask(beside, "divides", 2) == 0.5


def test_what_is_printed_by_the_way_is_no_answer(beside: Press) -> None:
    assert ask(beside, "chats") == "done"


def test_who_has_died_in_between_is_replaced(beside: Press) -> None:
    first = ask(beside, "divides", 1) and beside.pid
    assert first
    os.kill(first, signal.SIGKILL)
    assert ask(beside, "divides", 4) == 0.25
    assert beside.pid != first


def test_who_dies_of_a_paper_costs_this_paper_only(beside: Press) -> None:
    with pytest.raises(NotMade):
        ask(beside, "dies")
    assert beside.pid is None
    assert ask(beside, "divides", 4) == 0.25


def test_what_takes_too_long_is_ended_and_not_tried_again(beside: Press, tmp_path: Path) -> None:
    ask(beside, "divides", 1)
    beside.seconds = 0.5
    with pytest.raises(NotMade, match="too long"):
        ask(beside, "hangs", tmp_path / "began")
    assert (tmp_path / "began").read_text() == "."
    beside.seconds = 60
    assert ask(beside, "divides", 4) == 0.25


def test_it_ends_when_nobody_prints_and_begins_again(beside: Press) -> None:
    beside.idle = 0.05
    ask(beside, "divides", 1)
    wait_until(lambda: beside.pid is None, "the end of it")
    assert ask(beside, "divides", 4) == 0.25


def test_it_ends_after_so_many(beside: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST", 2)
    pids = [ask(beside, "about")[0] for _time in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_it_ends_with_whoever_has_asked_even_at_work(tmp_path: Path) -> None:
    began = tmp_path / "began"
    program = (
        "import os, threading, time\nfrom pathlib import Path\nfrom config.press import Press\n"
        f"other, began = Press(60), Path({str(began)!r})\n"
        f"work = ('{HERE}:hangs', 'de', (began,), {{}})\n"
        "threading.Thread(target=other.make, args=(work,), daemon=True).start()\n"
        "while not began.exists():\n    time.sleep(0.02)\n"
        "print(other.pid, flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    pid = int(done.stdout)
    wait_until(lambda: not is_there(pid), "the end of it")


def test_where_nobody_serves_it_is_made_here() -> None:
    with translation.override("de"):
        assert press.make(f"{HERE}:about") == (os.getpid(), "de", "Hausregeln")


def test_the_page_says_what_to_do(rf: RequestFactory) -> None:
    with translation.override("de"):
        answer = NotSaved(lambda request: HttpResponse()).process_exception(rf.get("/"), NotMade())
    assert answer is not None
    assert answer.status_code == 503
    assert "Bitte noch einmal versuchen" in answer.content.decode()
