"""The club's time zone: named in TIME_ZONE, else the laptop's own, else Berlin's."""

from __future__ import annotations

import os
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from config.env import Env

LOCALTIME = "/etc/localtime"


def time_zone(env: Env) -> str:
    chosen = env.text("TIME_ZONE")
    if chosen and not is_zone(chosen):
        env.refuse(f"TIME_ZONE={chosen}: please give a name like Europe/Berlin.")
        chosen = ""
    return chosen or system_zone() or "Europe/Berlin"


def system_zone() -> str:
    """The zone the machine is set to; nothing if it is UTC, as on servers nobody has set up for a place."""
    zone = os.path.realpath(LOCALTIME).partition("zoneinfo/")[2]
    return zone if "/" in zone and not zone.startswith("Etc/") and is_zone(zone) else ""


def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
