"""DATABASE_URL: postgresql://name:password@host:port,host:port/database?option=value.

More is understood than a strict address allows: a password is written as it is, also with @, / or #. What
cannot be read is refused with a sentence that says which character to write how.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, unquote

SCHEMES = ("postgresql", "postgres")
EXAMPLE = "postgresql://name:password@127.0.0.1:5432/stammtisch"
# One machine, or several separated by commas; of a socket the directory, with %2F for /.
HOST = r"(?:\[[0-9a-fA-F:.%]+\]|(?:[\w.-]|%[0-9a-fA-F]{2})*)"
PORT = r"(?::[^,/?@:\[\]]*)?"
PLACE = re.compile(
    rf"(?P<hosts>{HOST}{PORT}(?:,{HOST}{PORT})*)(?:/(?P<name>[^/?#@]*))?(?:\?(?P<options>.*))?"
)
WRITE_AS = "Please write %40 for @, %2F for /, %3A for :, %23 for # and %25 for % in name and password."


def postgresql(url: str) -> dict[str, Any]:
    """Django's database settings; raises ValueError with the sentence to show."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in SCHEMES:
        raise ValueError(
            f"DATABASE_URL begins with {scheme if separator else 'nothing'}, and PROFILE=federation works "
            f"with PostgreSQL only. Please give an address like {EXAMPLE}."
        )
    credentials, place = split(rest)
    user, _colon, password = credentials.partition(":")
    hosts, ports = machines(place["hosts"] or "")
    options = dict(parse_qsl(place["options"] or ""))
    name = unquote(place["name"] or "") or options.pop("dbname", "")
    if not name:
        raise ValueError("DATABASE_URL names no database: please end it with /stammtisch or the like.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(user) or options.pop("user", ""),
        "PASSWORD": unquote(password) or options.pop("password", ""),
        "HOST": options.pop("host", "") or hosts,
        "PORT": ports or options.pop("port", ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # By this name the database lists our connections, and a start sees whether others serve.
        "OPTIONS": {"application_name": "stammtisch", **options},
    }


def split(rest: str) -> tuple[str, dict[str, str | None]]:
    """Name and password, and what comes after them: at the last @ behind which a place is left.

    A password may hold any character, a place may not: so the place decides. An @ in an option is none of
    both, for what follows it names no database.
    """
    places = [(position, PLACE.fullmatch(rest, position + 1)) for position in at_signs(rest)]
    named = [(position, place) for position, place in places if place and place["name"]]
    for position, place in (*named, *places):
        if place:
            return rest[: max(position, 0)], place.groupdict()
    raise ValueError(f"DATABASE_URL cannot be read. It has to look like {EXAMPLE}. {WRITE_AS}")


def at_signs(rest: str) -> list[int]:
    """Where name and password may end, the rightmost first; -1: there are none."""
    return [position for position in range(len(rest) - 1, -1, -1) if rest[position] == "@"] + [-1]


def machines(hosts: str) -> tuple[str, str]:
    """The hosts and their ports as the database's library takes them; raises ValueError."""
    names, ports = [], []
    for host in hosts.split(","):
        name, colon, port = (
            ("", "", "") if not host else host.rpartition(":") if has_port(host) else (host, "", "")
        )
        if colon and port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ValueError(
                f"DATABASE_URL: the port {port} is not a number from 1 to 65535. Or does the password hold "
                f"one of these characters? {WRITE_AS}"
            )
        names.append(unquote(name).strip("[]"))
        ports.append(port)
    several = ",".join(port or "5432" for port in ports) if any(ports) else ""
    return ",".join(names), several


def has_port(host: str) -> bool:
    """Is the last colon the one before the port, and not one of an IPv6 address?"""
    return ":" in host.rpartition("]")[2]
