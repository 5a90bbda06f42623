"""What a start costs, and how much memory the serving process has after an evening of 150 people."""

from __future__ import annotations

import html
import http.client
import http.cookiejar
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench import hall, web
from bench.crowd import Question
from bench.figure import Figure, in_turns
from faults.phone import some_hands
from tests import backstage
from tests.patience import wait_until
from tests.server import RealServer, free_port

CPU_SECONDS = 1.5  # that a start may take on the machine for which the goals were set
START_GOAL = 8.0  # bare starts: about these 1.5 s where a bare one takes 0.17
MOST_MEMORY = 120  # megabytes
PEOPLE, TABLES, HANDS = 150, 20, 24  # the hands are those of tables beside the event
TIDY_SECONDS = 15  # after so long at most a server gives back what it does not need
MOST_OF_A_KIND = 12  # addresses that differ in numbers only
TICKS = os.sysconf("SC_CLK_TCK")
# The same server with nothing behind it: a site of one view, with what a project of Django begins with.
BARE = """
import sys
from django.conf import settings
apps = [f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages", "staticfiles")]
settings.configure(
    ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x", INSTALLED_APPS=apps, STATIC_URL="static/"
)
import django
django.setup()
from django.core.asgi import get_asgi_application
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path("", lambda request: HttpResponse("hello"))]
application = get_asgi_application()
import multiprocessing
multiprocessing.set_start_method("fork")
from granian import Granian
from granian.constants import Interfaces
server = Granian(
    "bare",
    address="127.0.0.1",
    port=int(sys.argv[1]),
    interface=Interfaces.ASGINL,
    workers=1,
    log_enabled=False,
)
server.serve(target_loader=lambda: application, wrap_loader=False)
"""
LINK = re.compile(r'(?:href|hx-get)="([^"#]+)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
PRINT_ALL = re.compile(r'action="([^"]+/paper/all/)"')
FINISHED = re.compile(r'href="([^"]+/paper/all/[^"]+\?file)"')


def measure(*, short: bool = False) -> Iterator[Figure]:
    """The start with nothing to prepare, then the memory."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        data = Path(directory) / "data"
        RealServer(data, fresh=True).start().stop()
        value, yardstick = in_turns(lambda: start_cost(data), bare_cost, 2 if short else 5)
    yield Figure(
        "start.cpu",
        f"processor time of all processes until the first page is answered (here at most {CPU_SECONDS} s)",
        value,
        "s",
        yardstick,
        "a site of one view, with Django and granian",
        START_GOAL,
    )
    if not short:
        yield evening(PEOPLE)


# --- The start ----------------------------------------------------------------------------------------------


def start_cost(data: Path) -> float:
    """Seconds of processor time of the server and its worker until the front page has been answered."""
    server = RealServer(data)
    server.process = server.spawn()
    try:
        return cost_of_first_answer(server.process.pid, server.port)
    finally:
        server.stop()


def bare_cost() -> float:
    """The same of a site of one view."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", BARE, str(port)], stdout=subprocess.DEVNULL) as process:
        try:
            return cost_of_first_answer(process.pid, port)
        finally:
            process.terminate()


def cost_of_first_answer(pid: int, port: int) -> float:
    """Ask until somebody answers; what all processes have cost by then."""
    wait_until(lambda: answers(port), "the first answer")
    return sum(map(cpu_of, processes(pid)))


def answers(port: int) -> bool:
    """Is there a front page?"""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", "/", headers={"Host": "localhost"})
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


def processes(pid: int) -> list[int]:
    """This one and all below it."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(child) for file in children for child in file.read_text().split()]
    return [pid, *(each for child in below for each in processes(child))]


def cpu_of(pid: int) -> float:
    """Seconds of processor time, by itself and for the system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


# --- The memory ---------------------------------------------------------------------------------------------


def evening(people: int) -> Figure:
    """An event is played and tables write hands; then every page is asked for, and everything printed."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data", fresh=True).start()
        server.stop()  # who has prepared something has more in memory
        try:
            process = server.start().process
            assert process
            assert answers(server.port)
            at_start = memory(process.pid)
            played = server.manage("shell", "-v", "0", "-c", hall.MADE.format(people=people))
            walker = Walker(server.port)
            for asked in hands_of_an_evening(server):
                web.answered(server, [asked])
                walker.get(f"/e/{played.split()[-2]}/standings/?part=live")
            walker.look_at_everything()
            time.sleep(TIDY_SECONDS + 1)  # until what is not needed any more has gone back
            return Figure(
                "memory.evening",
                f"memory of the serving process after an evening of {people} people, "
                f"{walker.asked} pages and papers (at most {MOST_MEMORY} MB)",
                memory(process.pid),
                "MB",
                at_start,
                "the same process right after its start",
                MOST_MEMORY / at_start,
                size=people,
            )
        finally:
            backstage.close(server.data)
            server.kill()


def hands_of_an_evening(server: RealServer) -> Iterator[list[Question]]:
    """Table by table what its phone sends."""
    for number, place in enumerate(web.open_tables(server, TABLES)):
        yield [web.saved(place, hand) for hand in some_hands(place.table, HANDS, random.Random(number))]


def memory(pid: int) -> float:
    """Resident megabytes of the largest process: the parent of the worker only waits."""
    return max(map(_resident, processes(pid)))


def _resident(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


class Walker:
    """Follows links as somebody at the laptop would who looks at everything."""

    def __init__(self, port: int) -> None:
        self.site = f"http://localhost:{port}"
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
        self.kinds: Counter[str] = Counter()
        self.asked = 0
        self.reached = ""

    def look_at_everything(self) -> None:
        """Links of links, so many of a kind; where everything can be printed in one file, that too."""
        waiting, seen = ["/", "/desk/"], {"/", "/desk/"}
        while waiting:
            address = waiting.pop()
            page = self.get(address)
            if everything := PRINT_ALL.search(page):
                self.print_all(everything[1], page)
            for link in LINK.findall(page):
                there = urllib.parse.urljoin(address, html.unescape(link))
                kind = re.sub(r"\d+", "N", there.partition("?")[0])
                if there in seen or not there.startswith("/") or there.startswith("/static/"):
                    continue
                seen.add(there)
                self.kinds[kind] += 1
                if self.kinds[kind] <= MOST_OF_A_KIND:
                    waiting.append(there)

    def print_all(self, action: str, page: str) -> None:
        """Everything in one file."""
        token = TOKEN.search(page)
        assert token
        self.get(action, {"csrfmiddlewaretoken": token[1]})
        job = self.reached
        wait_until(lambda: FINISHED.search(self.get(job)), "everything on paper")
        self.get(job + "?file")

    def get(self, address: str, form: dict[str, str] | None = None) -> str:
        """A page; empty if it is something else, or refused. `reached` says where it was."""
        self.asked += 1
        sent = urllib.parse.urlencode(form).encode() if form is not None else None
        asked = urllib.request.Request(self.site + address, sent, {"Referer": self.site + address})
        try:
            with self.browser.open(asked, timeout=300) as answer:
                is_page = answer.headers["Content-Type"].startswith("text/html")
                content = answer.read()
                self.reached = urllib.parse.urlsplit(answer.url).path
                return content.decode() if is_page else ""
        except urllib.error.HTTPError:
            return ""


if __name__ == "__main__":
    for each in measure():
        print(
            each.name,
            f"{each.value:.2f}",
            f"{each.yardstick:.2f}",
            f"{each.ratio:.2f}",
            each.what,
            flush=True,
        )
