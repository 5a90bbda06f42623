"""Filters for the pages."""
