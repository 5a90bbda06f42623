"""Tools that make the stored schedules; for development only."""
