"""Hostile requests at every address, as everybody: no 5xx, no crash in the log, no memory that only grows.

Forms with the names of real fields and the values nobody expects, JSON that is none, methods nobody uses,
bodies that lie about themselves, and raw bytes that are no HTTP.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from faults.club import Club, club, log_of
from faults.frame import Check, Stage, main
from faults.phone import TOKEN, Place, a_hand, cells
from faults.tracing import worker_of
from faults.wire import FORM, Line, NoAnswer
from tests import backstage

HALL = """
import json
from django.urls import reverse
from tests.tournaments.crawling import routes
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
from tournaments.access import credentials
event = an_event(here=8)
round_ = begin(event)
sitting = round_.sittings.all()[0]
path, cookie = reverse("table", args=[sitting.pk]), credentials.cookie_name(sitting)
place = [sitting.pk, path, cookie, credentials.claim(sitting)]
print(json.dumps([event.pk, place, sorted(set(routes()))]))
"""
ANSWERERS = 8
LATER = ("rehears",)  # starts programs of its own
SLOW = (".pdf", "rehears", "export")
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
NAMES = re.compile(r'name="([^"]+)"')
KINDS = ("csv", "json", "xlsx", "pdf", "txt", "..", "html")
WORDS = (
    "entry",
    "hand",
    "seen",
    "claimed",
    "part",
    "next",
    "reason",
    "name",
    "do",
    "to",
    "sure",
    "table",
    "key",
)
HOSTILE = (
    "", "0", "-1", "1", "1e309", "NaN", "Infinity", "٣", "²", "0x10", "1_000", "9" * 30,
    "9" * 400, "2147483648",
    "9223372036854775808", "-0", "1.5", "1,5", "null", "true", "[]", "{}", "\x00",
    "a\x00b", "\ud800", "\u202eabc",
    "\u200b", "\ufeff", "\r\n", "a\r\nSet-Cookie: x=1", "' OR 1=1 --",
    '"><script>alert(1)</script>', "{{7*7}}",
    "{% debug %}", "%s%s%n", "../../etc/passwd", "//evil.example",
    "https://evil.example/", "javascript:alert(1)",
    "=cmd()", "ä" * 300, "😀" * 2000, "Z͑ͫ" * 200, "A" * 70_000, "00000000-0000-0000-0000-000000000000",
    "00000000000000000000000000000000", "{00000000-0000-0000-0000-000000000000}",
    "urn:uuid:0", "on", "12:99", "31.02.2026",
    "2026-02-31", "0000-00-00", "99999-01-01", "1;DROP TABLE", "\t", " ", "\u00a0", "İ", "ß", "ﬀ",
)  # fmt: skip
RAW = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: club.test\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: club.test\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: club.test\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: club.test\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: club.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: club.test\r\nCookie: " + b"a=b; " * 3000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: club.test\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


@dataclass
class Attacker:
    """Somebody who asks: a stranger, a phone of a table, the laptop itself."""

    line: Line
    cookie: str
    chance: random.Random


def run(stage: Stage) -> None:
    """Warm up, measure the memory, ask, look."""
    with club(stage) as house:
        event, place, routes = json.loads(house.server.python(HALL))
        backstage.close(house.server.data)
        attack = Attack(stage, house, event, Place(*place), routes)
        asyncio.run(attack.perform())
        look(stage, house)


def look(stage: Stage, house: Club) -> None:
    """What the log says; the file is whole."""
    # A Host that is not ours is refused by Django, and noted with where it did.
    traces = [
        line
        for line in log_of(house.server)
        if line.get("trace") and not str(line.get("logger")).startswith("django.security")
    ]
    for line in traces[:5]:
        stage.breach(f"crash in the log: {json.dumps(line)[:400]}")
    stage.figure(traces=len(traces))
    house.server.stop()
    house.judge(refusals=True, others=True)


class Attack:
    """All requests."""

    def __init__(self, stage: Stage, house: Club, event: int, place: Place, routes: list[str]) -> None:
        self.stage = stage
        self.house = house
        self.event = event
        self.place = place
        self.routes = [route for route in routes if not any(word in route for word in LATER)]
        self.fields = list(WORDS)
        self.statuses: Counter[int] = Counter()
        self.silent = 0
        self.hand = 0

    async def perform(self) -> None:
        """Learn the fields, ask a tenth, then the rest."""
        await self.learn()
        requests = self.stage.amount("requests")
        await self.ask_many(requests // 5)
        before = memory(worker_of(self.house.server))
        await self.ask_many(requests - requests // 5)
        growth = (memory(worker_of(self.house.server)) - before) / 1e6
        self.stage.figure(requests=sum(self.statuses.values()), no_answer=self.silent)
        self.stage.figure(statuses={str(status): count for status, count in sorted(self.statuses.items())})
        self.stage.figure(routes=len(self.routes), fields=len(self.fields))
        self.stage.within("growth_mb", growth, 50.0)

    async def learn(self) -> None:
        """The names of fields on pages that a desk and a phone see."""
        attacker = self.attackers()[2]
        for path in [
            "/",
            "/new/cego/",
            "/desk/",
            f"/desk/e/{self.event}/",
            f"/desk/e/{self.event}/rounds/",
            self.place.path,
        ]:
            reply = await attacker.line.ask("GET", path, headers={"Cookie": attacker.cookie}, patience=60)
            self.fields += [name for name in NAMES.findall(reply.text) if name not in self.fields]

    def attackers(self) -> list[Attacker]:
        """A stranger, a phone, the laptop."""
        port = self.house.server.port
        chance = self.stage.chance
        laptop = Line(port, host=f"localhost:{port}")
        writer = f"csrftoken={TOKEN}; {self.place.cookie}={self.place.secret}"
        return [
            Attacker(self.house.line(), f"csrftoken={TOKEN}", random.Random(chance.random())),
            Attacker(self.house.line(), writer, random.Random(chance.random())),
            Attacker(laptop, f"csrftoken={TOKEN}", random.Random(chance.random())),
        ]

    async def ask_many(self, count: int) -> None:
        """From several connections at once."""
        crew = [attacker for _set in range(ANSWERERS) for attacker in self.attackers()]
        await asyncio.gather(*(self.ask_on(attacker, count // len(crew) + 1) for attacker in crew))
        for attacker in crew:
            attacker.line.close()

    async def ask_on(self, attacker: Attacker, count: int) -> None:
        """One connection's share. Limits count addresses, so it moves on now and then."""
        for number in range(count):
            if number % 20 == 0 and attacker.line.address != "127.0.0.1":
                attacker.line.close()
                attacker.line = self.house.line()
            try:
                if attacker.chance.random() < 0.01:
                    request = attacker.chance.choice(RAW)
                    reply = await attacker.line.send_raw(request, patience=15)
                    attacker.line.close()
                else:
                    method, path, body, headers = self.request(attacker)
                    request = f"{method} {path} {body[:200]!r}".encode()
                    reply = await attacker.line.ask(method, path, body, headers, patience=60)
            except NoAnswer:
                self.silent += 1
                continue
            self.statuses[reply.status] += 1
            if reply.status >= 500:
                self.stage.breach(f"{reply.status}: {request[:300]!r}")

    def request(self, attacker: Attacker) -> tuple[str, str, bytes, dict[str, str]]:
        """Method, path, body, headers."""
        chance = attacker.chance
        route = chance.choice(self.routes)
        if any(word in route for word in SLOW) and chance.random() < 0.9:
            route = chance.choice(self.routes)
        path = "/" + PARAMETER.sub(lambda match: self.parameter(chance, match), route)
        headers = {"Cookie": attacker.cookie}
        if chance.random() < 0.3:
            path += "?" + urlencode(self.form(chance), errors="surrogatepass")
        method = chance.choices(
            ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"), (40, 50, 4, 2, 2, 1, 1)
        )[0]
        if chance.random() < 0.2:
            headers["HX-Request"] = "true"
        if chance.random() < 0.1:
            headers["Accept-Language"] = chance.choice(
                ("en", "es", "xx", "de;q=9", "*", "a" * 500, "en-" + "x" * 300)
            )
        if method in ("GET", "HEAD", "OPTIONS", "TRACE"):
            return method, path, b"", headers
        headers["Stammtisch-Outbox"] = chance.choice(("1", "0", "x"))
        if chance.random() < 0.12:
            headers |= {"Content-Type": "application/json", "X-CSRFToken": TOKEN}
            return method, path, self.json(chance), headers
        if chance.random() < 0.15:
            return method, self.place.path, self.nearly_right(chance), {**headers, "Content-Type": FORM}
        headers["Content-Type"] = chance.choices(
            (
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "text/plain",
                "x/y; charset=zz",
            ),
            (90, 4, 4, 2),
        )[0]
        body = urlencode(
            [("csrfmiddlewaretoken", TOKEN), *self.form(chance)], errors="surrogatepass"
        ).encode()
        return method, path, body, headers

    def parameter(self, chance: random.Random, match: re.Match[str]) -> str:
        """A value for a part of the path; often one that exists."""
        kind, name = match[1] or "str", match[2]
        if kind == "int":
            likely = self.place.table if "table" in name else self.event if name == "pk" else 1
            return str(chance.choice((likely, likely, likely, 1, 2, 0, 10**8, 10**18, self.place.table)))
        if kind == "str" and name in ("kind", "what"):
            return chance.choice(KINDS)
        if kind == "uuid":
            return "00000000-0000-4000-8000-000000000000"
        word = chance.choice(("cego", "caesar", "truco", "cabo", "ecarte", "x", "..", "ü", "%00"))
        return quote(word, safe="%") if kind != "slug" else word.strip(".%ü") or "cego"

    def form(self, chance: random.Random) -> list[tuple[str, str]]:
        """Some known fields with some unknown values."""
        return [
            (
                chance.choice(self.fields) if chance.random() < 0.95 else chance.choice(HOSTILE)[:100],
                value(chance),
            )
            for _field in range(chance.randrange(8))
        ]

    def nearly_right(self, chance: random.Random) -> bytes:
        """A hand as a phone sends it, with a thing or two that is not as it should be."""
        self.hand += 1
        hand = a_hand(self.place.table, 1 + self.hand % 60, chance)
        form = {"csrfmiddlewaretoken": TOKEN, "entry": str(hand.entry), "hand": str(hand.number)}
        form |= cells(hand.raw)
        for name in chance.sample(list(form)[1:], chance.randrange(3)):
            form[name] = value(chance)
        if chance.random() < 0.3:
            form[chance.choice(self.fields)] = value(chance)
        return urlencode(form, errors="surrogatepass").encode()

    def json(self, chance: random.Random) -> bytes:
        """JSON, or something like it."""
        if chance.random() < 0.4:
            return chance.choice(
                (
                    b"",
                    b"{",
                    b"[" * 5000,
                    b'{"a":' * 2000,
                    b"NaN",
                    b'"\\ud800"',
                    b"\xff",
                    b'{"a":1,"a":2}',
                    b"1e999",
                    b"null",
                )
            )
        keys = (
            "epoch",
            "server",
            "event",
            "round",
            "table",
            "people",
            "entries",
            "id",
            "seq",
            "kind",
            "payload",
            "receipt",
        )
        entries = [{chance.choice(keys): wild(chance, 2) for _key in range(5)} for _entry in range(3)]
        return json.dumps(
            {**{chance.choice(keys): wild(chance, 3) for _key in range(6)}, "entries": entries}
        ).encode()


def value(chance: random.Random) -> str:
    """What nobody expects in a field."""
    if chance.random() < 0.3:
        return str(chance.randrange(-3, 80))
    if chance.random() < 0.3:
        return "".join(
            chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 0xD7FF)))) for _ in range(12)
        )
    return chance.choice(HOSTILE)


def wild(chance: random.Random, depth: int) -> object:
    """Any JSON."""
    if depth and chance.random() < 0.3:
        return [wild(chance, depth - 1) for _item in range(3)]
    if depth and chance.random() < 0.3:
        return {chance.choice(HOSTILE)[:50]: wild(chance, depth - 1) for _item in range(3)}
    return chance.choice((None, True, 0, -1, 1, 1.5, 10**30, "", "x", chance.choice(HOSTILE)))


def memory(pid: int) -> int:
    """Bytes that a process really holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


CHECK = Check(
    "fuzz",
    "G18",
    __doc__.splitlines()[0],
    run,
    amounts={"requests": 50_000},
    quick={"requests": 1_500},
    breaks=("careless",),
    engines=("sqlite", "postgresql"),
    seconds=3600,
)

if __name__ == "__main__":
    main(CHECK)
