"""What somebody types as the address of another installation, as one that can be asked.

In a club's own network there is no certificate: plain http. Everywhere else a token travels over https only.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from config import addresses

LONGEST = 200
EXAMPLE = "http://192.168.1.5:8000"
MARK = "pair="  # behind the "#" of what the QR code says: the code that is shown with the address


class NoAddress(ValueError):  # noqa: N818 (what it is, as one would say it)
    """What was typed is none; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class TypedAddress:
    """Where to ask, without a slash at its end, and the code if it was typed along."""

    base: str
    code: str = ""


def read_address(text: str) -> TypedAddress:
    """Raises NoAddress."""
    text = "".join(text.split())
    bare = "://" not in text
    try:
        parts = urlsplit(f"//{text}" if bare else text)
        host, port = (parts.hostname or "").casefold(), parts.port
    except ValueError:
        raise NoAddress(_no_address()) from None
    near = is_near(host)
    scheme = ("http" if near else "https") if bare else parts.scheme.casefold()
    if not host or scheme not in ("http", "https") or parts.username or parts.password:
        raise NoAddress(_no_address())
    if scheme == "http" and not near:
        raise NoAddress(
            _("Outside the club’s own network a server is only asked over https: please type https:// first.")
        )
    name = f"[{host}]" if ":" in host else host
    base = f"{scheme}://{name}" + ("" if port is None else f":{port}")
    if len(base) > LONGEST or not base.isascii():
        raise NoAddress(_no_address())
    code = parts.fragment.removeprefix(MARK) if parts.fragment.startswith(MARK) else ""
    return TypedAddress(base, code)


def is_near(host: str) -> bool:
    """Is this a machine of the own network, by its address or by a name that only such a network has?"""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".local", ".fritz.box")) or "." not in host
    return addresses.is_neighbour(host)


def _no_address() -> str:
    return _("This is no address of a Stammtisch. It looks like this: {example}").format(example=EXAMPLE)
