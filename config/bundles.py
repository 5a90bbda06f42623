"""Files that every page needs together, made into one when static files are collected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, find
from django.core.files.storage import FileSystemStorage, Storage


class BundleFinder(BaseFinder):
    """Finds settings.BUNDLES; makes a file anew when one of its parts has changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(settings.BUNDLE_DIR)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in settings.BUNDLES:
            bundle(name)
            yield name, self.storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in settings.BUNDLES:
            return []
        file = str(bundle(path))
        return [file] if find_all else file


def bundle(name: str) -> Path:
    """The bundle's file, up to date. Its time changes only with its content."""
    content = b"\n".join(part(path) for path in settings.BUNDLES[name])
    file = Path(settings.BUNDLE_DIR) / name
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return file


def part(path: str) -> bytes:
    source = find(path)
    if source is None:
        raise FileNotFoundError(f"{path}: settings.BUNDLES names it, and no static file has this name")
    return Path(source).read_bytes()
