"""How does our proxy behave? Found out by being a visitor who lies.

A probe goes to the public address, with an invented X-Forwarded-For. Whichever worker gets it answers what
has arrived, and signs the answer, for nobody else is to be believed about it. So a proxy that passes on what
visitors invent is known before a visitor does.
"""

from __future__ import annotations

import fcntl
import http.client
import ipaddress
import json
import logging
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from config import forwarded
from config.forwarded import Conduct, Seen

logger = logging.getLogger("stammtisch.proxy")
HEADER = "Stammtisch-Probe"
PATH = "/healthz"  # answers under every name, and is never redirected
SALT = "stammtisch probe"
LASTS = 120  # seconds: a probe is asked and answered at once
PATIENCE = 5.0  # seconds
SOON = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds: the proxy may start after us
AGAIN = 600.0  # seconds


class Unreachable(Exception):  # noqa: N818 (what it is)
    """The public address does not lead here."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What has arrived of a probe, and how."""

    url: str
    invented: str
    forwarded: list[str]
    proto: str
    host: str
    peer: str
    peer_is_own: bool
    certificate: str = ""  # what is wrong with it

    @property
    def judged(self) -> tuple[Conduct, int]:
        return forwarded.judge(self.forwarded, self.invented, settings.PROFILE.hops)


# --- The side that is asked ---------------------------------------------------------------------------------


def answer(request: HttpRequest) -> HttpResponse | None:
    """What has arrived, for whoever has our key; None for everybody else."""
    question = _opened(request.headers.get(HEADER, ""))
    if question is None:
        return None
    peer = str(request.META.get("REMOTE_ADDR", ""))
    arrived = {
        "nonce": question.get("nonce"),
        "forwarded": forwarded.entries_of(request.headers.get("X-Forwarded-For", "")),
        "proto": request.headers.get("X-Forwarded-Proto", ""),
        "host": request.META.get("HTTP_HOST", ""),
        "peer": peer,
        "peer_is_own": forwarded.is_own(peer),
    }
    return HttpResponse(signing.dumps(arrived, salt=SALT), content_type="text/plain")


def _opened(text: str) -> dict[str, Any] | None:
    try:
        value = signing.loads(text, salt=SALT, max_age=LASTS) if text else None
    except signing.BadSignature:
        return None
    return value if isinstance(value, dict) else None


# --- The side that asks -------------------------------------------------------------------------------------


def probe(url: str, at: str = "") -> Arrived:
    """Ask as a visitor who lies; `at`: the machine to ask, if not the name's. Raises Unreachable."""
    nonce = secrets.token_hex(8)
    # A network that is kept for documentation: nobody's address.
    invented = str(ipaddress.IPv6Address((0x20010DB8 << 96) | secrets.randbits(64)))
    headers = {
        HEADER: signing.dumps({"nonce": nonce}, salt=SALT),
        "X-Forwarded-For": invented,
        "Connection": "close",
    }
    text, certificate = _fetched(url, at, headers)
    arrived = _opened(text)
    if arrived is None or arrived.pop("nonce", "") != nonce:
        raise Unreachable("somebody else answers there")
    return Arrived(url=url, invented=invented, certificate=certificate, **arrived)


def _fetched(url: str, at: str, headers: dict[str, str]) -> tuple[str, str]:
    """The answer, and what is wrong with the certificate: our signature says whose answer it is."""
    wrong = ""
    try:
        return _asked(url, at, headers, ssl.create_default_context()), ""
    except ssl.SSLCertVerificationError as error:
        wrong = error.verify_message or str(error)
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(str(error) or type(error).__name__) from None
    blind = ssl.create_default_context()
    blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
    try:
        return _asked(url, at, headers, blind), wrong
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(str(error) or type(error).__name__) from None


def _asked(url: str, at: str, headers: dict[str, str], context: ssl.SSLContext) -> str:
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    name, port = parts.hostname or "", parts.port or (443 if secure else 80)
    connection = http.client.HTTPConnection(name, port, timeout=PATIENCE)
    connection.sock = socket.create_connection((at or name, port), PATIENCE)
    try:
        if secure:
            connection.sock = context.wrap_socket(connection.sock, server_hostname=name)
        connection.request("GET", PATH, headers={"Host": parts.netloc, **headers})
        return connection.getresponse().read(64_000).decode("utf-8", "replace").strip()
    finally:
        connection.close()


def places() -> Iterator[tuple[str, str]]:
    """Where to ask: the public name; and, should it not lead here from inside, the proxy itself."""
    for host in settings.PROFILE.hosts[:3]:
        yield f"https://{host}", ""
    if settings.PROFILE.hops == 1:  # of several proxies only the last one could be asked so
        for network in settings.PROFILE.proxies:
            at = "127.0.0.1" if network.is_loopback and network.version == 4 else str(network.network_address)
            if network.is_loopback or network.num_addresses == 1:
                yield f"https://{settings.PROFILE.hosts[0]}", at


def find_out() -> Arrived | None:
    """Ask everywhere until somebody answers, and remember it; None: nobody does, and all stays as it was."""
    for url, at in places():
        try:
            arrived = probe(url, at)
        except Unreachable:
            continue
        remember(arrived)
        return arrived
    return None


def remember(arrived: Arrived) -> None:
    conduct, hops = arrived.judged
    if not arrived.peer_is_own:  # then nothing that it says counts anyway
        conduct = Conduct.UNKNOWN
    before = forwarded.seen()
    forwarded.remember(
        Seen(conduct=conduct, hops=hops, url=arrived.url, at=time.time(), settings=forwarded.under())
    )
    if before.conduct == conduct:
        return
    if conduct in forwarded.HONEST:
        logger.info("the proxy tells the truth about visitors (%s, by way of %s)", conduct, arrived.url)
    elif not arrived.peer_is_own:
        logger.warning("requests come from a machine that is not in PROXIES", extra={"address": arrived.peer})
    else:
        logger.warning("visitors are counted by the proxy's address: %s", forwarded.REASONS[conduct])


@dataclass
class Watch:
    """A thread of each worker; one worker of a machine at a time asks."""

    pause: threading.Event = field(default_factory=threading.Event)  # nobody sets it but who ends the watch
    find: Callable[[], Arrived | None] = find_out

    def start(self) -> None:
        threading.Thread(target=self.run, name="proxy", daemon=True).start()

    def run(self) -> None:
        soon = iter(SOON)
        while not self.pause.wait(next(soon, AGAIN)):
            try:
                known = self.look()
            except Exception:
                logger.exception("probe")
                continue
            if known:
                soon = iter(())

    def look(self) -> bool:
        """Ask, unless another worker does or has done so lately. Is it known how the proxy behaves?"""
        with open(f"{settings.PROXY_FILE}.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            forwarded.forget()
            if time.time() - forwarded.seen().at < AGAIN / 2:
                return True
            return self.find() is not None


def look_anew() -> None:
    """At a start: what was known counts on, but somebody asks again soon."""
    try:
        row = json.loads(settings.PROXY_FILE.read_text())
        settings.PROXY_FILE.write_text(json.dumps({**row, "at": 0.0}))
    except (OSError, ValueError, TypeError):
        return
