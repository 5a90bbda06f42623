"""A club's settings, but with the database setting many guides recommend. The server has to refuse them."""

from __future__ import annotations

from config.settings import *  # noqa: F403
from config.settings import SQLITE

DATABASES = {
    "default": SQLITE
    | {
        "OPTIONS": SQLITE["OPTIONS"]
        | {
            "init_command": SQLITE["OPTIONS"]["init_command"].replace(
                "synchronous=FULL", "synchronous=NORMAL"
            )
        }
    }
}
