"""A hall looks through the proxy of deploy/nginx.conf while hands are saved: thousands ask, hardly anybody
asks the application, and everybody sees what is so, in his own language.
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import os
import random
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from config.shared import FRESH, MEANWHILE
from faults.club import Club, club
from faults.frame import CannotTry, Check, Stage, main
from faults.load import enter, quantiles, viewer_address
from faults.phone import Phone, Place
from faults.viewers import Looks, Viewer, connect
from tests import backstage, nginx
from tests.server import NAME
from tests.watchdog import descendants

LANGUAGES = ("de", "en", "es")
MOST = 3.0  # questions a second to the application, for each page and language
BOARDS = 12  # every so-manieth viewer is a screen
EVERY = {"hall": 5.0, "board": 1.0}  # seconds, as static/hall.js and static/board.js ask
SECRET = "Geheimrat"
CHANGES = {  # proxies that break the promise
    "proxy-mixes-languages": ((r"(proxy_cache_key \S+) \$stammtisch_language", r"\1"),),
    "proxy-keeps-nothing": ((r"proxy_cache stammtisch;", "proxy_cache off;"),),
    "proxy-goes-on-alone": (
        (r"proxy_cache_revalidate on;", "proxy_ignore_headers Vary Cache-Control; proxy_cache_valid 1h;"),
        (r"proxy_ignore_headers Vary; ", ""),
    ),
}
# An event whose first round is on, with a device at every table, a screen, and somebody who hides his name.
HALL = """
import json
from django.urls import reverse
from tests.tournaments.event_builders import add_entrants, an_event
from tests.tournaments.hall import begin
from tournaments.access import credentials
from tournaments.events.plan.screens import create_screen
from tournaments.models import Player, ShownAs, Sitting
event = an_event(title="Hall")
entrants = add_entrants(event, {people})
Player.objects.filter(memberships__entrant=entrants[0]).update(
    name="Fritz {secret}", shown_as=ShownAs.PSEUDONYM, pseudonym="Kreuzdame"
)
begin(event)
screen = create_screen(event=event, name="wall", shows="ranking")
places = [
    [sitting.pk, reverse("table", args=[sitting.pk]), credentials.cookie_name(sitting),
     credentials.claim(sitting, "bench")]
    for sitting in Sitting.objects.filter(event=event).order_by("number")
]
print(json.dumps([event.pk, screen.pk, places]))
"""


@dataclass
class Hall:
    """What all viewers have seen together, and what is so."""

    saved: list[float] = field(default_factory=list)  # when each hand was acknowledged
    base: int = 0  # entries before the first of them
    looks: Looks = field(default_factory=Looks)
    late: list[float] = field(default_factory=list)  # seconds a viewer was behind, of every answer
    bodies: dict[tuple[str, bytes], tuple[str, bytes]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)
    ahead: int = 0  # pages that knew more than their tag says

    def behind(self, entries: int, asked: float) -> float:
        """For how long something had been saved that an answer did not know when it was asked for."""
        seen = max(0, entries - self.base)
        return max(0.0, asked - self.saved[seen]) if seen < len(self.saved) else 0.0


class Watcher(Viewer):
    """A page that looks closely at what it is given."""

    def __init__(
        self,
        hall: Hall,
        page: str,
        language: str,
        path: str,
        headers: Mapping[str, str],
        chance: random.Random,
    ) -> None:
        super().__init__(path, headers, hall.looks, chance, EVERY[page])
        self.hall, self.page, self.language = hall, page, language
        self.entries = 0

    def heard(self, head: bytes, body: bytes) -> None:
        lines = dict(line.partition(b":")[::2] for line in head.split(b"\r\n")[1:])
        headers = {name.strip().lower(): value.strip() for name, value in lines.items()}
        status, tag = head[9:12], headers.get(b"etag", b"")
        if status not in (b"200", b"304"):
            self.hall.wrong[f"status {status.decode()}"] += 1
            return
        if b"set-cookie" in headers:
            self.hall.wrong["a cookie for everybody"] += 1
        if not tag.endswith(f'|{self.language}"'.encode()):
            self.hall.wrong["another language"] += 1
            return
        if status == b"200":
            self._read(tag, body, packed=headers.get(b"content-encoding") == b"gzip")
        entries = int(tag.split(b"|")[2].rpartition(b"-")[2])
        if entries < self.entries:
            self.hall.wrong["an older state after a newer one"] += 1
        self.entries = entries
        assert self.asked is not None
        self.hall.late.append(self.hall.behind(entries, self.asked))

    def _read(self, tag: bytes, body: bytes, *, packed: bool) -> None:
        text = gzip.decompress(body) if packed else body
        if SECRET.encode() in text:
            self.hall.wrong["a hidden name"] += 1
        _language, before = self.hall.bodies.setdefault((self.page, tag), (self.language, text))
        if before != text:  # a worker has seen the next hand while it made this one's page; its tag follows
            self.hall.ahead += 1


def run(stage: Stage) -> None:
    """The hall looks while hands come; then nobody writes any more, and everybody sees the last of them."""
    if nginx.program() is None:
        raise CannotTry("nginx is not installed here: apt-get install nginx-light")
    with club(stage) as house:
        facts = house.server.python(HALL.format(people=4 * stage.amount("tables"), secret=SECRET))
        event, screen, places = json.loads(facts.strip().splitlines()[-1])
        backstage.close(house.server.data)
        pages = {
            "hall": f"/e/{event}/standings/?part=live",
            "board": f"/e/{event}/board/{screen}/?part=live",
        }
        with nginx.in_front_of(house.server.port, CHANGES.get(stage.broken, ())) as proxy:
            assert house.server.process
            assert proxy.process
            before = spent(house.server.process.pid), spent(proxy.process.pid)
            asyncio.run(evening(stage, house, proxy, pages, [Place(*place) for place in places]))
            stage.figure(application_cpu_s=round(spent(house.server.process.pid) - before[0], 1))
            stage.figure(proxy_cpu_s=round(spent(proxy.process.pid) - before[1], 1))
            count(stage, proxy, pages)
            complaints = proxy.complaints()
            stage.figure(
                proxy_complains=len(complaints),
                **({"for_instance": complaints[-1][:300]} if complaints else {}),
            )
        house.server.stop()
        house.judge()


async def evening(
    stage: Stage, house: Club, proxy: nginx.Nginx, pages: Mapping[str, str], places: list[Place]
) -> None:
    """Viewers in three languages, and a phone at every table."""
    hall = Hall(base=entries_now(house, pages["hall"]))
    crowd = []
    for number in range(stage.amount("viewers")):
        page = "board" if number % BOARDS == 0 else "hall"
        language = LANGUAGES[(number + number // BOARDS) % len(LANGUAGES)]
        watcher = Watcher(hall, page, language, pages[page], headers_of(number, language), stage.chance)
        crowd.append(await connect(watcher, proxy.port, viewer_address(number)))
    looking = time.monotonic()
    phones = [house.phone(place) for place in places]
    await write(stage, phones, hall)
    began = time.monotonic()
    watchers = [watcher for watcher in crowd if isinstance(watcher, Watcher)]
    last = entries_now(house, pages["hall"])
    longest = max(EVERY.values()) + FRESH + MEANWHILE + 20
    while time.monotonic() < began + longest and any(each.entries != last for each in watchers):
        await asyncio.sleep(0.2)
    behind = sum(each.entries != last for each in watchers)
    stage.figure(looked_s=round(time.monotonic() - looking, 1))
    stage.figure(ahead=hall.ahead, cut_off=sum(each.transport is None for each in watchers))
    for watcher in watchers:
        watcher.stop()
    stage.demand(not behind, f"{behind} of {len(watchers)} never saw the last hand")
    stage.demand(
        last - hall.base == len(hall.saved), f"{last - hall.base} entries of {len(hall.saved)} hands"
    )
    stage.demand(not hall.wrong, f"answers: {dict(hall.wrong)}")
    stage.figure(viewers=len(watchers), hands=len(hall.saved), answers=dict(hall.looks.answers))
    stage.within("late_p99_s", quantiles(hall.late)[98], FRESH + 1)
    stage.within("late_most_s", max(hall.late), FRESH + MEANWHILE)
    stage.within("look_p95_ms", 1000 * quantiles(hall.looks.took)[94], 150)
    stage.figure(asked_late_p95_ms=round(1000 * quantiles(hall.looks.late)[94], 1))


def spent(pid: int) -> float:
    """Seconds of the processor that a process and all below it have used."""
    ticks = 0
    for number in (pid, *(process.pid for process in descendants(pid))):
        with suppress(OSError):  # it has just ended
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def headers_of(number: int, language: str) -> dict[str, str]:
    """What browsers send: some chose their language on a page, some have other things with them."""
    chosen = number % 2 == 0
    cookies = [f"me-{number}={number}", f"csrftoken={number:032}"]
    if chosen:
        cookies.append(f"django_language={language}")
    wish = "fr,en;q=0.1" if chosen else f"{language}-AT,{language};q=0.9,en;q=0.5"
    return {
        "Host": NAME,
        "Accept-Encoding": "gzip, br",
        "Accept-Language": wish,
        "Cookie": "; ".join(cookies),
    }


def entries_now(house: Club, path: str) -> int:
    """How many entries all sheets have, as the application itself says."""
    tag = house.server.get(path, **{"X-Forwarded-Proto": "https"}).headers["ETag"]
    return int(tag.split("|")[2].rpartition("-")[2])


async def write(stage: Stage, phones: list[Phone], hall: Hall) -> None:
    """Hands at all tables, some in every second."""
    numbers = {phone.place.table: itertools.count(1) for phone in phones}
    end = time.monotonic() + stage.amount("seconds")
    pause = len(phones) / stage.amount("hands_per_s")

    async def at_table(phone: Phone) -> None:
        phone.resend = 0
        await asyncio.sleep(phone.chance.uniform(0, pause))
        while time.monotonic() < end:
            await enter(phone, numbers)
            hall.saved.append(asyncio.get_running_loop().time())
            await asyncio.sleep(phone.chance.uniform(0.5, 1.5) * pause)

    await asyncio.gather(*map(at_table, phones))


def count(stage: Stage, proxy: nginx.Nginx, pages: Mapping[str, str]) -> None:
    """How often the application was asked."""
    seconds = stage.figures["looked_s"]
    asked = Counter((path, language) for status, _cache, language, path in proxy.asked() if status != "-")
    rates = {key: number / seconds for key, number in asked.items() if key[0] in pages.values()}
    stage.figure(asked_per_s=round(max(rates.values(), default=0), 2), asked=sum(asked.values()))
    for (path, language), rate in rates.items():
        stage.demand(rate < MOST, f"{path} in {language}: asked {rate:.1f} times a second")
    stage.demand(len(rates) == len(pages) * len(LANGUAGES), f"only {sorted(rates)} were asked for")
    stage.figure(looks=sum(stage.figures["answers"].values()))


CHECK = Check(
    "cached",
    "G33",
    " ".join(__doc__.split()),
    run,
    amounts={"viewers": 2000, "tables": 40, "seconds": 60, "hands_per_s": 6},
    quick={"viewers": 240, "tables": 12, "seconds": 12, "hands_per_s": 3},
    breaks=tuple(CHANGES),
    engines=("postgresql",),
    seconds=600,
)

if __name__ == "__main__":
    main(CHECK)
