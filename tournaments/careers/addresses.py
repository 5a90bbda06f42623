"""The address of somebody's page for everybody: his number with a part that nobody guesses.

Registers are numbered; whoever counts numbers finds nothing, on a laptop as little as on a server. The page
is found from the club's records, or by who was given its address.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from django.conf import settings
from django.urls import register_converter

SECRET_LENGTH = 16  # base32: 80 bit
_SAID = re.compile(r"([0-9]{1,18})-([a-z2-7]{16})")


class PersonPath:
    """`12-abcdefghijklmnop`. A wrong secret leads nowhere."""

    regex = r"[0-9]+-[a-z2-7]+"

    def to_python(self, value: str) -> int:
        """The person; raises ValueError, and so no page answers, for a wrong secret."""
        parts = _SAID.fullmatch(value)
        if parts is None or not hmac.compare_digest(parts[2], secret_part(int(parts[1]))):
            raise ValueError("nobody")
        return int(parts[1])

    def to_url(self, value: int) -> str:
        """The address as links say it."""
        return f"{int(value)}-{secret_part(int(value))}"


def secret_part(person: int) -> str:
    """What nobody can guess about somebody's address."""
    message = f"stammtisch years of person {person}".encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:SECRET_LENGTH]


register_converter(PersonPath, "somebody")
