"""The addresses of tables. In a club a table is its number; in a federation a number alone is no address.

There every address of a table carries a secret part, derived from the installation's secret: whoever was
given the address may look, whoever counts numbers finds nothing. Pages of an event lead to its tables by it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from functools import lru_cache

from django.conf import settings
from django.urls import register_converter

SECRET_LENGTH = 16  # base32: 80 bit
_SAID = re.compile(r"([0-9]{1,18})(?:-([a-z2-7]{16}))?")


class TableNumber(int):
    """A table's number as an address says it; `shared`: with its secret part."""

    shared: bool

    def __new__(cls, number: int, shared: bool) -> TableNumber:
        """The number, and how it was come by."""
        table_number = super().__new__(cls, number)
        table_number.shared = shared
        return table_number


class TablePath:
    """`12` in a club, `12-abcdefghijklmnop` in a federation. A wrong secret leads nowhere."""

    regex = r"[0-9]+(?:-[a-z2-7]+)?"

    def to_python(self, value: str) -> TableNumber:
        """The number that was asked for; raises ValueError, and so no page answers, for a wrong secret."""
        parts = _SAID.fullmatch(value)
        if parts is None:
            raise ValueError("no table")
        number = int(parts[1])
        if parts[2] is None:
            return TableNumber(number, settings.PROFILE.club)
        if not hmac.compare_digest(parts[2], secret_part(number)):
            raise ValueError("no table")
        return TableNumber(number, True)

    def to_url(self, value: int) -> str:
        """The address as links, redirects and QR codes say it."""
        return str(int(value)) if settings.PROFILE.club else f"{int(value)}-{secret_part(int(value))}"


def secret_part(number: int) -> str:
    """What nobody can guess about a table's address."""
    return _secret_part(number, settings.SECRET_KEY)


@lru_cache(maxsize=4096)
def _secret_part(number: int, key: str) -> str:
    message = f"stammtisch address of table {number}".encode()
    digest = hmac.new(key.encode(), message, hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:SECRET_LENGTH]


def is_shared(pk: int) -> bool:
    """May anybody who comes by this address look?"""
    return pk.shared if isinstance(pk, TableNumber) else settings.PROFILE.club


register_converter(TablePath, "table")
