"""Two laptops, each with its own server: one follows the other, and goes on where it was whatever happens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.evening import Evening, an_evening
from tests.patience import wait_until
from tests.server import RealServer

LOCAL = "127.0.0.1"
STATE = """
import json
from tournaments.models import EventLog, SheetHead
heads = SheetHead.objects.exclude(sitting__event=None).order_by("sitting__round__number", "sitting__number")
print(json.dumps({
    "log": [[str(log.event.uid), log.head, log.head_hash] for log in EventLog.objects.order_by("event__uid")],
    "sheets": list(heads.values_list("head_seq", "head_hash")),
}))
"""
ITS_OWN = """
import uuid
from tournaments.models import Installation
Installation.objects.update(uid=uuid.uuid4())
"""
SEALED = """
from tournaments.following.sealing import seal
from tournaments.models import EventLog
for log in EventLog.objects.select_related("event"):
    seal(log.event)
"""
SOURCE = """
import json
from tournaments.models import LogSource
print(json.dumps(list(LogSource.objects.values_list("state", "detail"))))
"""
STANDINGS = """
from tournaments.models import Event
from tournaments.exchange.results import as_json
from tournaments.hall.gathering import hall
from tournaments.events.ground.stamps import stamp_of
import json
event = Event.objects.get(title={title!r})
rows = as_json(hall(stamp_of(event.pk)))
print(json.dumps([rows["standings"], [row["number"] for row in rows["rounds"]]]))
"""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[tuple[RealServer, RealServer]]:
    """The club's laptop, and another one beside it."""
    first, second = (RealServer(tmp_path / name) for name in ("first", "second"))
    second.python(ITS_OWN)  # what tests are given is a copy
    first.start()
    second.start()
    yield first, second
    for server in (first, second):
        server.kill()


def words_of(page: str) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", page)[:600]


def desk(server: RealServer, path: str, **form: str) -> str:
    """What somebody at the laptop itself sends; the page that comes back."""
    here = {"Host": f"localhost:{server.port}"}
    page = server.request("GET", "/desk/following/", headers=here)
    assert page.status == 200, words_of(page.text)
    cookie = re.search(r"csrftoken=(\w+)", page.headers["Set-Cookie"])
    assert cookie is not None
    token = {"csrfmiddlewaretoken": cookie.group(1)}
    answer = server.request(
        "POST", path, {**form, **token}, {**here, "Cookie": f"csrftoken={cookie.group(1)}"}
    )
    return answer.text if answer.status != 302 else ""


def code_of(server: RealServer, kind: str) -> str:
    shown = re.search(r'class="code">([A-Z2-7-]+)<', desk(server, "/desk/following/code/", kind=kind))
    assert shown is not None
    return shown.group(1)


def pair(shows: RealServer, types: RealServer, kind: str = "spare") -> None:
    form = {"address": f"{LOCAL}:{shows.port}", "code": code_of(shows, kind), "earlier": "1"}
    refused = desk(types, "/desk/following/join/", **form)
    assert not refused, words_of(refused)


def state(server: RealServer) -> dict[str, object]:
    known = json.loads(server.python(STATE))
    assert isinstance(known, dict)
    return known


def are_level(leads: RealServer, follows: RealServer) -> bool:
    leads.python(SEALED)
    there, here = state(leads), state(follows)
    return bool(there["log"]) and there == here


def source_of(server: RealServer) -> str:
    return str(json.loads(server.python(SOURCE))[-1][0])


def wait_level(leads: RealServer, follows: RealServer) -> None:
    wait_until(lambda: are_level(leads, follows), f"both to be level; {follows.python(SOURCE)}")


def standings(server: RealServer, evening: Evening, title: str) -> str:
    return server.python(STANDINGS.format(title=title))


@pytest.mark.long
def test_a_spare_laptop_is_level_whatever_happens(laptops: tuple[RealServer, RealServer]) -> None:
    leads, spare = laptops
    evening = an_evening(leads, "Zwei Laptops")
    pair(leads, spare)
    wait_level(leads, spare)
    evening.play(2, 1)  # a hand while both are on
    wait_level(leads, spare)
    spare.restart()  # the spare one dies
    evening.play(1, 2)
    wait_level(leads, spare)
    leads.kill()  # the network is cut, for the one who asks
    wait_until(lambda: source_of(spare) == "no_answer", "the spare to know that nobody answers")
    leads.start()
    evening.play(2, 1, 3)
    wait_level(leads, spare)
    assert standings(leads, evening, "Zwei Laptops") == standings(spare, evening, "Zwei Laptops")
    assert source_of(spare) == "level"
    reader = leads.python(
        "from tournaments.models import LogReader\nprint(LogReader.objects.get().pk)"
    ).strip()
    desk(leads, f"/desk/following/readers/{reader}/revoke/")
    wait_until(lambda: source_of(spare) == "revoked", "the spare to know that it is sent away")
    before = state(spare)
    evening.play(1, 1)
    assert state(spare) == before
    pair(leads, spare)  # and once more
    wait_level(leads, spare)


@pytest.mark.long
def test_another_hall_sends_its_event_up(laptops: tuple[RealServer, RealServer]) -> None:
    main, hall = laptops
    evening = an_evening(hall, "Der andere Saal")
    main.kill()  # no network in the other hall: it plays
    evening.play(1, 2)
    main.start()
    pair(main, hall, "hall")
    wait_level(hall, main)
    main.kill()
    wait_until(lambda: source_of(hall) == "no_answer", "the hall to know that nobody answers")
    evening.play(2, 1)
    hall.restart()
    main.start()
    wait_level(hall, main)
    assert standings(main, evening, "Der andere Saal") == standings(hall, evening, "Der andere Saal")


@pytest.mark.long
def test_a_directory_takes_everything_along(laptops: tuple[RealServer, RealServer], tmp_path: Path) -> None:
    leads, other = laptops
    evening = an_evening(leads, "Auf dem Stick")
    stick, address = tmp_path / "stick", f"http://{LOCAL}:{leads.port}"
    other.manage("follow", address, "--code", code_of(leads, "spare"), "--to", str(stick), "--once")
    evening.play(2, 1)
    other.manage("follow", address, "--to", str(stick), "--once")
    files = sorted(stick.glob("*/*.json"))
    assert len(files) == 2
    other.manage("follow", address, "--to", str(stick), "--once")  # nothing new: no file
    assert sorted(stick.glob("*/*.json")) == files
    assert not state(other)["log"]
    other.kill()
    for _again in range(2):
        other.manage("follow", str(stick))
        assert are_level(leads, other)
