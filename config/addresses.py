"""The addresses and names of this machine on its networks, found without sending anything."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from functools import lru_cache

LOOPBACK = ("127.0.0.1", "::1")
# Bridges of container and virtual machine software: no phone ever comes from there.
INNER_NETWORKS = ("br-", "docker", "veth", "virbr", "vmnet", "vboxnet")
GET_ADDRESS = 0x8915  # Linux, SIOCGIFADDR


def own_addresses() -> list[str]:
    """This machine's private IPv4 addresses, the likeliest for the club's Wi-Fi first."""
    addresses = [address for address in (routed_address(), *interface_addresses()) if address]
    return [
        address for address in dict.fromkeys(addresses) if is_neighbour(address) and not is_loopback(address)
    ]


def own_names() -> list[str]:
    """The names other devices may use for this machine."""
    name = socket.gethostname().lower().partition(".")[0]
    return [name, f"{name}.local"] if name and name != "localhost" else []


def allowed_hosts(further: list[str]) -> list[str]:
    """Names under which a club's server answers. Never a pattern: a page on the internet could use it."""
    bracketed = [f"[{address}]" if ":" in address else address for address in LOOPBACK]
    return list(dict.fromkeys(["localhost", *bracketed, *own_addresses(), *own_names(), *further]))


def routed_address() -> str:
    """The address this machine would send from; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:  # no way out: a Wi-Fi without internet, or no network
            return ""
        return str(probe.getsockname()[0])


def interface_addresses() -> list[str]:
    if sys.platform != "linux":
        try:
            return [
                str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
            ]
        except OSError:
            return []
    import fcntl

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(INNER_NETWORKS):
                continue
            try:
                answer = fcntl.ioctl(probe, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an IPv4 address
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return addresses


def is_loopback(address: str) -> bool:
    return _parsed(address).is_loopback


def is_neighbour(address: str) -> bool:
    """On this machine or on a private network around it; an unreadable address is not."""
    return _parsed(address).is_private and not _parsed(address).is_unspecified


@lru_cache(maxsize=4096)
def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ipaddress.IPv4Address("0.0.0.0")
    # ::ffff:192.168.1.5 is how a socket for both families writes an IPv4 visitor.
    return getattr(parsed, "ipv4_mapped", None) or parsed
