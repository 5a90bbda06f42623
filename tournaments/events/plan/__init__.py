"""Changing what an event is: its head, rules, ranking, stages, prizes, screens."""
