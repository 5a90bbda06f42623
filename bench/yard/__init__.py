"""The yardsticks of the web: views that do next to nothing, behind the same server and middleware."""

from __future__ import annotations

SETTINGS = {"DJANGO_SETTINGS_MODULE": "bench.yard.settings"}  # of a server that has the yardsticks, too
EMPTY = "/yard/empty"
SAME = "/yard/same"  # 304 to whoever sends TAG
INSERT = "/yard/insert"  # POST: one row, durable
TAG = 'W/"yard"'
