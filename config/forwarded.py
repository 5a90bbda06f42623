"""Whose word about a visitor's address counts: that of our own proxies, and of them only what they add.

A proxy that passes on what a visitor has sent looks, in one request, like one that says the truth. So each
machine finds out how its proxy behaves (config/probing.py) and keeps the answer in a file; until it is known
to be honest, everybody is counted by the proxy's own address. What a stranger invents never counts.
"""

from __future__ import annotations

import enum
import ipaddress
import json
import logging
import os
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from config.env import Network

logger = logging.getLogger("stammtisch.proxy")
LOOK_AGAIN = 2.0  # seconds between two looks at the file
BETWEEN_NOTES = 60.0  # seconds between two lines about the same thing
OF_A_VISITOR = 64  # bits of an IPv6 address that belong to somebody; the rest he gives himself
NGINX = "in nginx: proxy_set_header X-Forwarded-For $remote_addr;"


class Conduct(enum.StrEnum):
    """What our proxy does with an X-Forwarded-For that a visitor has sent."""

    UNKNOWN = "unknown"  # nobody has been able to look
    REPLACES = "replaces"  # it is gone: exactly HOPS addresses arrive
    APPENDS = "appends"  # it stands to the left of what the proxies add
    PASSES = "passes"  # it arrives as if the proxy had said it
    MISSING = "missing"  # fewer addresses arrive than proxies are passed
    FURTHER = "further"  # more proxies are passed than HOPS says: all visitors would be one of them


HONEST = (Conduct.REPLACES, Conduct.APPENDS)
REASONS = {
    Conduct.UNKNOWN: "it is not known yet whether the proxy tells the truth (manage.py doctor finds out)",
    Conduct.PASSES: f"the proxy passes on what visitors invent; {NGINX}",
    Conduct.MISSING: f"the proxy sets no X-Forwarded-For, or HOPS is too large; {NGINX}",
    Conduct.FURTHER: "more proxies are passed than HOPS says",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """How the proxy of this machine behaves, and for which settings that was found out."""

    conduct: Conduct = Conduct.UNKNOWN
    hops: int = 0  # proxies that were really passed, as far as one can see
    url: str = ""
    at: float = 0.0  # seconds since 1970
    settings: str = ""


_lock = threading.Lock()
_looked = -LOOK_AGAIN
_stamp: tuple[int, int] | None = None
_seen = Seen()
_noted: dict[str, float] = {}


def under() -> str:
    """The settings that a finding holds for."""
    profile = settings.PROFILE
    return f"{' '.join(map(str, profile.proxies))} {profile.hops} {' '.join(profile.hosts)}"


def remember(seen: Seen) -> None:
    """For all processes of this machine, from their next look on."""
    global _looked
    file = Path(settings.PROXY_FILE)
    temporary = file.with_name(f"{file.name}-{os.getpid()}")
    temporary.write_text(json.dumps(asdict(seen)))
    temporary.replace(file)
    _looked = -LOOK_AGAIN


def seen() -> Seen:
    """What is known; nothing that was found out for other settings."""
    global _looked, _stamp, _seen
    now = time.monotonic()
    if now - _looked < LOOK_AGAIN:
        return _seen
    with _lock:
        _looked = now
        try:
            state = os.stat(settings.PROXY_FILE)
        except OSError:
            _stamp, _seen = None, Seen()
            return _seen
        if _stamp != (state.st_mtime_ns, state.st_ino):
            _stamp, _seen = (state.st_mtime_ns, state.st_ino), _read()
        return _seen


def _read() -> Seen:
    with suppress(OSError, ValueError, TypeError):
        row = json.loads(Path(settings.PROXY_FILE).read_text())
        known = Seen(**{**row, "conduct": Conduct(row["conduct"])})
        if known.settings == under():
            return known
    return Seen()


def judge(entries: list[str], invented: str, hops: int) -> tuple[Conduct, int]:
    """What arrived when a visitor had sent `invented`; and how many proxies have added something."""
    if invented in entries:
        added = len(entries) - 1 - entries.index(invented)
        if added < hops:
            return (Conduct.PASSES, added) if len(entries) >= hops else (Conduct.MISSING, added)
        return (Conduct.APPENDS if added == hops else Conduct.FURTHER), added
    if len(entries) < hops:
        return Conduct.MISSING, len(entries)
    return (Conduct.REPLACES if len(entries) == hops else Conduct.FURTHER), len(entries)


def entries_of(header: str) -> list[str]:
    """The addresses in X-Forwarded-For, as they were written."""
    return [entry for text in header.split(",") if (entry := text.strip())]


def visitor(peer: str, header: str) -> str:
    """The address of whoever asks through our proxies; the peer's own where nobody reliable names another."""
    if not is_own(peer):
        if header:
            note("a request from a machine that is not in PROXIES names a visitor; it is not believed")
        return peer
    conduct, entries, hops = seen().conduct, entries_of(header), settings.PROFILE.hops
    if conduct not in HONEST:
        note(f"visitors are counted by the proxy's address: {REASONS[conduct]}")
        return peer
    if len(entries) < hops or (conduct == Conduct.REPLACES and len(entries) > hops):
        note("counted by the proxy's address: X-Forwarded-For has not as many addresses as HOPS says")
        return peer
    address = plain(entries[-hops])
    if not address:
        note("counted by the proxy's address: what stands in X-Forwarded-For is no address")
    return address or peer


def note(sentence: str) -> None:
    """A line in the log, at most one in a minute about the same thing."""
    now = time.monotonic()
    if now - _noted.get(sentence, -BETWEEN_NOTES) >= BETWEEN_NOTES:
        _noted[sentence] = now
        logger.warning(sentence)


def is_own(peer: str) -> bool:
    """Is this one of our proxies?"""
    return _is_within(peer, settings.PROFILE.proxies)


@lru_cache(maxsize=1024)
def _is_within(peer: str, networks: tuple[Network, ...]) -> bool:
    parsed = _parsed(peer)
    return parsed is not None and any(parsed in network for network in networks)


def plain(text: str) -> str:
    """The address alone, without a port, as every proxy would write it; "" if it is none."""
    parsed = _parsed(text)
    if parsed is None and (bare := text.partition("]")[0].removeprefix("[")) != text:
        parsed = _parsed(bare)  # [2001:db8::1]:443
    if parsed is None and text.count(":") == 1:
        parsed = _parsed(text.partition(":")[0])
    return "" if parsed is None else str(parsed)


def whose(address: str) -> str:
    """What limits count by. With IPv6 a household has a whole network, and as many addresses as it likes."""
    parsed = _parsed(address)
    if parsed is None or parsed.version == 4:
        return address
    return str(ipaddress.IPv6Network((int(parsed) >> OF_A_VISITOR << OF_A_VISITOR, OF_A_VISITOR)))


@lru_cache(maxsize=4096)
def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    # ::ffff:192.0.2.1 is how a socket for both families writes an IPv4 visitor.
    return getattr(parsed, "ipv4_mapped", None) or parsed


def forget() -> None:
    """Start afresh (tests)."""
    global _looked
    _looked = -LOOK_AGAIN
    _noted.clear()
