"""From sheets to standings: what was written, what organisers have decided, the final list."""
