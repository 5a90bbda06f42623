"""Read environment variables and refuse nonsense with a sentence that says what to change.

What is read `together` is refused together: whoever sets up a server reads all sentences after one start.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "yes", "true", "on"}
NO = {"0", "no", "false", "off", ""}
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?", re.IGNORECASE)


class Env:
    """The environment, read one variable at a time. An empty variable counts as absent."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._refusals: list[str] | None = None  # None: each is raised at once

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is refused inside is raised at the end, all of it in one ImproperlyConfigured."""
        if self._refusals is not None:
            yield
            return
        self._refusals = []
        try:
            yield
        except ImproperlyConfigured as error:
            self._refusals.append(str(error))
        finally:
            refusals, self._refusals = self._refusals, None
        if refusals:
            raise ImproperlyConfigured("\n".join(dict.fromkeys(refusals)))

    def refuse(self, sentence: str) -> None:
        """Something in the environment cannot be; inside `together` the rest is read all the same."""
        if self._refusals is None:
            raise ImproperlyConfigured(sentence)
        self._refusals.append(sentence)

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self.text(name, "1" if default else "").lower()
        if value in YES:
            return True
        if value in NO:
            return False
        self.refuse(f"{name}={value}: please write 1 or 0.")
        return False

    def choice(self, name: str, *choices: str) -> str:
        """One of the choices; the first is the default."""
        value = self.text(name, choices[0])
        if value not in choices:
            self.refuse(f"{name}={value}: please choose {' or '.join(choices)}.")
            return choices[0]
        return value

    def choices(self, name: str, *choices: str) -> frozenset[str]:
        """Some of the choices, separated by commas or blanks; none if the variable is absent."""
        named = frozenset(self.text(name).replace(",", " ").split())
        for value in sorted(named.difference(choices)):
            self.refuse(f"{name}={value}: please choose from {', '.join(choices)}.")
        return named.intersection(choices)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
            self.refuse(f"{name}={value}: please give a whole number from {low} to {high}.")
            return default
        return int(value)

    def hosts(self, name: str) -> list[str]:
        """Host names and addresses, separated by commas or blanks; no ports, no patterns."""
        hosts = self.text(name).replace(",", " ").split()
        for host in hosts:
            if "*" in host:
                self.refuse(
                    f"{name} contains {host}: please list every name; a pattern would let any page on the "
                    "internet talk to this server."
                )
            elif not (HOST.fullmatch(host) or is_address(host.strip("[]"))):
                self.refuse(
                    f"{name} contains {host}: please give bare names or addresses, "
                    "without http:// and without a port."
                )
        return hosts

    def networks(self, name: str, default: str) -> tuple[Network, ...]:
        """Addresses and networks such as 10.0.0.0/24, separated by commas or blanks."""
        networks = []
        for text in self.text(name, default).replace(",", " ").split():
            try:
                networks.append(ipaddress.ip_network(text.strip("[]"), strict=False))
            except ValueError:
                self.refuse(
                    f"{name} contains {text}: please give addresses such as 10.0.0.5 or networks such as "
                    "10.0.0.0/24; a name can mean another machine tomorrow."
                )
        return tuple(networks)

    def address(self, name: str, default: str) -> str:
        value = self.text(name, default)
        if not is_address(value):
            self.refuse(
                f"{name}={value}: please give an address of this machine such as 127.0.0.1 or 192.168.1.20."
            )
            return default
        return value


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
