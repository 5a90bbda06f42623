"""Prizes of an event: what was announced, who gets what as it stands, what was given into whose hands."""
