"""One log of an event, and who reads it elsewhere."""
