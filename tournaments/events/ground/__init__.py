"""What every change of an event stands on: one change at a time, the log, who plays, which stage is on."""
