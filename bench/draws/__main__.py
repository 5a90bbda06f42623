"""The measurements of draws alone, one line of JSON each."""

from __future__ import annotations

from bench.draws.described import describe
from bench.selection import asked_for, print_all

print_all(describe(asked_for()))
