"""Load config/settings.py a second time under another environment, without touching the settings in use."""

from __future__ import annotations

import importlib.util
import os
from typing import Any
from unittest.mock import patch

from tests.server import ROOT

FEDERATION = {
    "PROFILE": "federation",
    "DATABASE_URL": "postgresql://stammtisch:secret@127.0.0.1:5432/stammtisch",
    "ALLOWED_HOSTS": "punkte.example.org",
}
# What a test can switch over in a running process: not the database, not the directories.
FIXED = {"DATABASES", "DATA_DIR", "SECRET_KEY", "ENV", "LOGGING", "LOG_FILE", "BASE_DIR", "STATIC_ROOT"}


def settings_of(**env: str) -> dict[str, Any]:
    """All settings as they would be with these variables."""
    spec = importlib.util.spec_from_file_location("settings_once_more", ROOT / "config" / "settings.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    keep = {name: os.environ[name] for name in ("STAMMTISCH_DATA", "TIME_ZONE", "PATH", "HOME")}
    with patch.dict(os.environ, {**keep, **env}, clear=True):
        spec.loader.exec_module(module)
    return {name: getattr(module, name) for name in dir(module) if name.isupper()}


def switchable(**env: str) -> dict[str, Any]:
    """The same for pytest-django's settings or override_settings."""
    return {name: value for name, value in settings_of(**env).items() if name not in FIXED}
