"""The database backend named in settings. Django looks for it under this name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from config import databasenote


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite makes an empty file when there is none. Beside a note that would be a loss in silence."""

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        file = Path(str(params["database"]))
        if file.is_absolute() and databasenote.file_for(file).exists():
            params["database"] = f"{file.as_uri()}?mode=rw"
        return params
