"""Standings: rule tables, a slow and obvious second reckoning, and laws."""
