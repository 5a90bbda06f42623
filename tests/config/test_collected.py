"""Static files are collected when one has changed, and only then."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import override_settings

from config import bundles
from config.collected import collect_if_changed

forget_finders: Any = finders.get_finder.cache_clear  # type: ignore[attr-defined]

SOURCES = Path(__file__).parents[2] / "static"


@pytest.fixture
def source(tmp_path: Path, settings: Any) -> Path:
    """A directory with one style sheet, and an own place to collect it to."""
    directory = tmp_path / "source"
    directory.mkdir()
    (directory / "club.css").write_text("body { color: black }")
    settings.STATICFILES_DIRS = [directory]
    settings.BUNDLES = {"all.css": ("club.css", "page.css")}
    settings.BUNDLE_DIR = tmp_path / "bundles"
    (directory / "page.css").write_text("main { color: green }")
    settings.STATIC_ROOT = tmp_path / "collected"
    forget_finders()
    return directory


@pytest.fixture(autouse=True)
def forget(settings: Any) -> Any:
    yield
    forget_finders()


def test_the_second_start_finds_nothing_to_collect(source: Path) -> None:
    assert [collect_if_changed(), collect_if_changed()] == [True, False]


def test_a_changed_file_is_collected_again(source: Path, settings: Any) -> None:
    collect_if_changed()
    (source / "club.css").write_text("body { color: green }")
    os.utime(source / "club.css", ns=(1, 1))  # a clock may be coarse; what counts is that it differs
    assert collect_if_changed()
    assert "green" in (settings.STATIC_ROOT / "club.css").read_text()


def test_what_every_page_needs_is_one_file_and_follows_its_parts(source: Path, settings: Any) -> None:
    collect_if_changed()
    sheet = settings.STATIC_ROOT / "all.css"
    assert sheet.read_text() == "body{color:black}\nmain{color:green}"
    (source / "page.css").write_text("main { color: red }")
    os.utime(source / "page.css", ns=(1, 1))
    assert collect_if_changed()
    assert "red" in sheet.read_text()
    (source / "page.css").unlink()
    with pytest.raises(FileNotFoundError, match=r"page\.css: settings\.BUNDLES names it"):
        collect_if_changed()


def test_a_file_no_longer_there_is_no_longer_served(source: Path, settings: Any) -> None:
    (source / "old.css").write_text("a {}")
    collect_if_changed()
    (source / "old.css").unlink()
    assert collect_if_changed()
    assert not list(Path(settings.STATIC_ROOT).glob("old*"))


def test_browsers_may_keep_a_file_because_its_name_changes_with_it(source: Path, settings: Any) -> None:
    with override_settings():  # resets the storage, which remembers names
        collect_if_changed()
        names = list(Path(settings.STATIC_ROOT).glob("club.*.css"))
    assert len(names) == 1
    assert staticfiles_storage.manifest_strict  # type: ignore[attr-defined]


def test_a_style_sheet_travels_without_its_lines_and_means_the_same(source: Path, settings: Any) -> None:
    (source / "page.css").write_text(
        "/* why */\nmain {\n  color: green;\n  font: 1em a, b;\n}\n\n@media print {\n  p { color: red }\n}\n"
    )
    collect_if_changed()
    sheet = (settings.STATIC_ROOT / "all.css").read_text()
    assert sheet.endswith("main{color:green;font:1em a,b;}@media print{p{color:red}}")


def test_no_string_of_a_style_sheet_changes_when_its_layout_goes() -> None:
    for name in bundles.of_phones(SOURCES):
        if name.endswith(".css"):
            text = (SOURCES / name).read_bytes()
            strings = re.findall(rb'"[^"\n]*"', bundles.COMMENTS[".css"].sub(b"", text))
            assert strings == re.findall(rb'"[^"\n]*"', bundles.without_comments(name, text)), name
