"""Matches of two: knockout, round robin, Swiss."""
