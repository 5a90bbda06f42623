"""The one switch, PROFILE, and everything it decides. Contradictions stop the program before it serves."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Any

from config.databaseurl import postgresql
from config.env import Env, Network
from config.postgresql import STANDBY, reaching

CLUB = "club"
FEDERATION = "federation"


@dataclass(frozen=True)
class Profile:
    """What the environment asks for, checked for contradictions."""

    name: str
    dev: bool
    bind: str
    port: int
    port_chosen: bool  # named by PORT, so another one would surprise
    hosts: list[str]
    workers: int
    threads: int
    proxies: tuple[Network, ...]  # whose word about a visitor counts
    hops: int  # own proxies that a request passes, one after the other
    database: dict[str, Any] | None  # None: the SQLite file in the data directory

    @property
    def club(self) -> bool:
        return self.name == CLUB

    @property
    def https(self) -> bool:
        return self.name == FEDERATION


def profile(env: Env) -> Profile:
    """Decide by PROFILE; raises ImproperlyConfigured with the sentence to show."""
    with env.together():
        name = env.choice("PROFILE", CLUB, FEDERATION)
        dev = env.flag("DEV")
        # In a club, phones and the laptop's own browser must both get through, and the server can listen on
        # one address or on all: so on all. It answers only names in ALLOWED_HOSTS and neighbours on private
        # networks. In a federation the proxy in front stands on the same machine.
        default_bind = "0.0.0.0" if name == CLUB and not dev else "127.0.0.1"
        bind = env.address("BIND", default_bind)
        for refusal in (club_refusals if name == CLUB else federation_refusals)(env, bind):
            env.refuse(refusal)
        if dev and not ipaddress.ip_address(bind).is_loopback:
            env.refuse(
                f"DEV=1 shows the program's inside to everyone who can reach {bind}. "
                "Please remove DEV, or set BIND=127.0.0.1."
            )
        return Profile(
            name=name,
            dev=dev,
            bind=bind,
            port=env.number("PORT", 8000, 1, 65535),
            port_chosen=bool(env.text("PORT")),
            hosts=env.hosts("HOSTS" if name == CLUB else "ALLOWED_HOSTS"),
            workers=env.number("WORKERS", 1 if name == CLUB else 2, 1, 64),
            threads=env.number("THREADS", 4, 1, 64),
            proxies=env.networks("PROXIES", "127.0.0.1 ::1"),
            hops=env.number("HOPS", 1, 1, 9),
            database=database(env) if name == FEDERATION else None,
        )


def database(env: Env) -> dict[str, Any] | None:
    """Django's settings for DATABASE_URL; None if it is missing or cannot be."""
    if not (url := env.text("DATABASE_URL")):
        return None
    try:
        return reaching(postgresql(url))
    except ValueError as error:
        env.refuse(str(error))
        return None


def replica(env: Env, profile: Profile) -> dict[str, Any] | None:
    """Django's settings for DATABASE_REPLICA_URL; None if pages are read where they are written."""
    url = env.text("DATABASE_REPLICA_URL")
    if not url:
        return None
    if profile.club:
        env.refuse(
            "PROFILE=club keeps its data in one SQLite file and takes no DATABASE_REPLICA_URL. "
            "Please remove DATABASE_REPLICA_URL, or choose PROFILE=federation."
        )
        return None
    try:
        return reaching(postgresql(url), STANDBY)
    except ValueError as error:
        env.refuse(str(error).replace("DATABASE_URL", "DATABASE_REPLICA_URL"))
        return None


def club_refusals(env: Env, bind: str) -> list[str]:
    refusals = []
    if env.text("DATABASE_URL"):
        refusals.append(
            "PROFILE=club keeps its data in one SQLite file and takes no DATABASE_URL. "
            "Please remove DATABASE_URL, or choose PROFILE=federation."
        )
    if env.text("ALLOWED_HOSTS"):
        refusals.append(
            "PROFILE=club finds the addresses of this machine itself and takes no ALLOWED_HOSTS. "
            "Please name further host names in HOSTS, or choose PROFILE=federation."
        )
    for name in ("PROXIES", "HOPS"):
        if env.text(name):
            refusals.append(
                f"PROFILE=club stands behind no proxy. Please remove {name}, or choose PROFILE=federation."
            )
    for name in ("METRICS_PORT", "LOG"):
        if env.text(name):
            refusals.append(
                f"PROFILE=club is watched by nobody but its organisers. Please remove {name}, "
                "or choose PROFILE=federation."
            )
    if env.number("WORKERS", 1, 1, 64) > 1:
        refusals.append(
            "PROFILE=club serves one SQLite file, and only one process may write it. "
            "Please remove WORKERS, or choose PROFILE=federation."
        )
    if not ipaddress.ip_address(bind).is_private and not ipaddress.ip_address(bind).is_unspecified:
        refusals.append(
            f"PROFILE=club speaks plain http and is for a private network; {bind} is a public address. "
            "Please remove BIND, or choose PROFILE=federation behind an https proxy."
        )
    return refusals


def federation_refusals(env: Env, bind: str) -> list[str]:
    refusals = []
    if env.flag("DEV"):
        refusals.append(
            "DEV=1 is for programming at one's own desk. Please remove DEV or PROFILE=federation."
        )
    if not env.text("DATABASE_URL"):
        refusals.append(
            "PROFILE=federation needs its PostgreSQL database in DATABASE_URL, "
            "for example postgresql://name:password@127.0.0.1:5432/stammtisch. "
            "For one SQLite file choose PROFILE=club."
        )
    if not env.text("ALLOWED_HOSTS"):
        refusals.append(
            "PROFILE=federation needs the public host names in ALLOWED_HOSTS, for example punkte.example.org."
        )
    if env.text("HOSTS"):
        refusals.append("PROFILE=federation takes its host names from ALLOWED_HOSTS. Please remove HOSTS.")
    if env.flag("DESK_IN_WIFI"):
        refusals.append("PROFILE=federation always asks organisers to log in. Please remove DESK_IN_WIFI.")
    return refusals
