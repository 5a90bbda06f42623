"""Pages: functions only. A page and its fragment share one view."""
