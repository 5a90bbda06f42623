"""A club's settings under which no time of the product's own decides over a test, on the busiest machine.

Also an address whose answer is under way as long as a test wants: it is when the data directory holds a file
"answering", and ends when there is one named "go-on".
"""

from __future__ import annotations

from config import database, serving
from config.arriving import Limits
from config.settings import *  # noqa: F403
from config.settings import SQLITE
from tests.patience import PATIENCE

ROOT_URLCONF = "tests.config.slow_urls"
DATABASES = {"default": SQLITE | {"OPTIONS": SQLITE["OPTIONS"] | {"timeout": PATIENCE}}}
database.PATIENCE = PATIENCE
# Longer than any test waits: a server that ended only because of them would not end in time.
serving.STOP_SECONDS = 10 * int(PATIENCE)
HEADER_SECONDS = 10 * PATIENCE
ARRIVING = Limits(seconds=10 * PATIENCE)
