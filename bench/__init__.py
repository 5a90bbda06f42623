"""Measurements: `python -m bench` from the root of the repository. Numbers of one run belong together."""
