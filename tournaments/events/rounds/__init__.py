"""Rounds while they are played: made public, opened, closed, with their clock."""
