"""Match-days: halls that play at the same time, ranked in one list."""
