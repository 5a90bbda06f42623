"""The moment before the first visitor. The app looks at its database then, whichever server runs it."""

from __future__ import annotations

from django.dispatch import Signal

before_serving = Signal()
"""Sent in every process that is going to answer. A receiver that raises keeps it from serving."""
