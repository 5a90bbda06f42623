"""Clubs of a federation's server: they come, live within limits, and leave with everything that is theirs."""
