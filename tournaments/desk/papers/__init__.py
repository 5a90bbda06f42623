"""The papers of an event, filled from what the hall knows: one entry per paper in `shelf`."""

from __future__ import annotations

from tournaments.desk.papers.order import Order
from tournaments.desk.papers.shelf import PAPERS, Paper, documents

__all__ = ["PAPERS", "Order", "Paper", "documents"]
