"""The program's version: the first heading of CHANGELOG.md, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path


def version(repository: Path) -> str:
    heading = re.search(r"^## (\d+\.\d+\.\d+)", (repository / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heading, "CHANGELOG.md has no heading like: ## 1.2.3 - 2027-01-31"
    return heading[1]
