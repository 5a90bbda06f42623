"""Settings of the test run: always the club profile, in a data directory of its own that goes away.

With TEST_DATABASE, an address of PostgreSQL, all that needs a database has it there: tests/other_engine.py.

Tests marked both_engines are run a second time on PostgreSQL: tests/config/test_postgres.py starts another
pytest with TEST_ENGINE and PROFILE=federation, and this file then leaves the profile as it is.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from typing import Any

import django
import hypothesis
import pytest
from django.test import Client

from config import collected
from tests import covered
from tests.plain import plain_pages, plain_texts
from tests.vocabularies import watch_vocabularies

PROFILE = ["PROFILE", "DATABASE_URL", "ALLOWED_HOSTS"]
SETTINGS = [
    "DEV",
    "HOSTS",
    "BIND",
    "PORT",
    "WORKERS",
    "THREADS",
    "PROXIES",
    "TIME_ZONE",
    "DESK_IN_WIFI",
    "HSTS_SUBDOMAINS",
    "GO_ON",
    "PHONE_PACE",
    "CLUB_EVENTS",
    "CLUB_PEOPLE",
    "CLUB_MEGABYTES",
    "CLUB_TABLES",
    "CLUB_REQUESTS",
    "REQUESTS",
    "EMAIL_URL",
    "MAIL_FROM",
    "HOPS",
    "METRICS_PORT",
    "LOG",
]

# In the order they import each other.
pytest_plugins = [
    "tests.watchdog",
    "tests.server",
    "tests.browser",
    "tests.postgres",
    "tests.pooler",
    "tests.guards",
    "tests.durations",
    "tests.garbage",
]

# Before the program is loaded.
covered.begin()
pytest_configure = covered.pytest_configure

# Before anything is said: a catalogue is read once.
plain_texts()
plain_pages()
watch_vocabularies()


def on_other_engine() -> None:
    """A club has no PostgreSQL; for its tests it gets one, before Django reads the settings."""
    if address := os.environ.get("TEST_DATABASE"):
        from config import settings
        from config.databaseurl import postgresql

        settings.DATABASES = {"default": postgresql(address)}


if "PYTEST_XDIST_WORKER" in os.environ:
    on_other_engine()

# Workers of a parallel run inherit all this; only their databases get names of their own.
if "PYTEST_XDIST_WORKER" not in os.environ:
    for name in SETTINGS if os.environ.get("TEST_ENGINE") else PROFILE + SETTINGS:
        os.environ.pop(name, None)
    # Servers and commands that tests start would otherwise compile every library anew, each for a second.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["STAMMTISCH_DATA"] = tempfile.mkdtemp(prefix="stammtisch-test-")
    os.environ["TIME_ZONE"] = "Europe/Berlin"
    os.environ["PHONE_PACE"] = "1000"  # a test's phones do not wait as people do
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright leaves an event loop in the main thread
    atexit.register(shutil.rmtree, os.environ["STAMMTISCH_DATA"], ignore_errors=True)
    on_other_engine()
    django.setup()
    # A page that names a static file that does not exist fails here as it would in the evening.
    collected.collect_if_changed()

# A busy machine is no reason to fail. HYPOTHESIS_PROFILE=thorough looks longer.
PATIENT: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [hypothesis.HealthCheck.too_slow],
    "print_blob": True,
}
hypothesis.settings.register_profile("usual", **PATIENT)
hypothesis.settings.register_profile("thorough", **PATIENT, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


@pytest.fixture
def client() -> Client:
    """In the federation profile requests come through the https proxy."""
    return Client(headers={"X-Forwarded-Proto": "https"} if os.environ.get("TEST_ENGINE") else None)
