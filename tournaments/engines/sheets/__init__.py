"""What the entries of a score sheet come to, and whether they are in order.

Pure: rows of a database and rows of a file are the same here.
"""

from __future__ import annotations
