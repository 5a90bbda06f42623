"""The sheet of one table, for those who write on it and those who read it."""
