"""Drawn seats changed by hand."""
