"""Read environment variables and refuse nonsense with a sentence that says what to change."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "yes", "true", "on"}
NO = {"0", "no", "false", "off", ""}
HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?", re.IGNORECASE)


class Env:
    """The environment, read one variable at a time. An empty variable counts as absent."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self.text(name, "1" if default else "").lower()
        if value in YES:
            return True
        if value in NO:
            return False
        raise ImproperlyConfigured(f"{name}={value}: please write 1 or 0.")

    def choice(self, name: str, *choices: str) -> str:
        """One of the choices; the first is the default."""
        value = self.text(name, choices[0])
        if value not in choices:
            raise ImproperlyConfigured(f"{name}={value}: please choose {' or '.join(choices)}.")
        return value

    def choices(self, name: str, *choices: str) -> frozenset[str]:
        """Some of the choices, separated by commas or blanks; none if the variable is absent."""
        named = frozenset(self.text(name).replace(",", " ").split())
        for value in sorted(named.difference(choices)):
            raise ImproperlyConfigured(f"{name}={value}: please choose from {', '.join(choices)}.")
        return named

    def number(self, name: str, default: int, low: int, high: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
            raise ImproperlyConfigured(f"{name}={value}: please give a whole number from {low} to {high}.")
        return int(value)

    def hosts(self, name: str) -> list[str]:
        """Host names and addresses, separated by commas or blanks; no ports, no patterns."""
        hosts = self.text(name).replace(",", " ").split()
        for host in hosts:
            if "*" in host:
                raise ImproperlyConfigured(
                    f"{name} contains {host}: please list every name; a pattern would let any page on the "
                    "internet talk to this server."
                )
            if not (HOST.fullmatch(host) or is_address(host.strip("[]"))):
                raise ImproperlyConfigured(
                    f"{name} contains {host}: please give bare names or addresses, "
                    "without http:// and without a port."
                )
        return hosts

    def address(self, name: str, default: str) -> str:
        value = self.text(name, default)
        if not is_address(value):
            raise ImproperlyConfigured(
                f"{name}={value}: please give an address of this machine such as 127.0.0.1 or 192.168.1.20."
            )
        return value


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
