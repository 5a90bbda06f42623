"""Files that pages need together are made into one when static files are collected, without comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, get_finders
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
    content = b"\n".join(without_comments(path, part(path)) for path in settings.BUNDLES[name])
    file = Path(settings.BUNDLE_DIR) / name
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return file


def of_phones(directory: Path) -> list[str]:
    """What a table's page loads besides its bundle: a phone gets it without comments, too."""
    files = [directory / "app.css", *directory.glob("games/*.js"), *directory.glob("games/*.css")]
    return sorted(file.relative_to(directory).as_posix() for file in files if file.exists())


def part(path: str) -> bytes:
    """A static file as it was written. A bundle may have the name of its only part."""
    others = (finder for finder in get_finders() if not isinstance(finder, BundleFinder))
    source = next(filter(None, (finder.find(path) for finder in others)), None)
    if not source:
        raise FileNotFoundError(f"{path}: settings.BUNDLES names it, and no static file has this name")
    return Path(str(source)).read_bytes()


# A licence stands between /*! and */ and is not touched.
COMMENTS = {
    ".js": re.compile(rb"^[ \t]*(?://.*\n)?", re.MULTILINE),  # and indentation
    ".css": re.compile(rb"/\*[^!].*?\*/\n?", re.DOTALL),
}


# No string of our style sheets holds one of these beside a space: a test looks.
AROUND_RULES = re.compile(rb"\s*([{};])\s*|([:,])\s+")


def without_comments(path: str, content: bytes) -> bytes:
    """What a phone needs of a file: comments on lines of their own stay here, and layout."""
    suffix = Path(path).suffix
    pattern = COMMENTS.get(suffix)
    bare = pattern.sub(b"", content) if pattern else content
    return AROUND_RULES.sub(rb"\1\2", bare) if suffix == ".css" else bare
