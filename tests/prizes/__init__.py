"""Prizes and pots, without pages."""
