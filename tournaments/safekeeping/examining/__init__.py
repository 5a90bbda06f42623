"""The doctor: what could spoil an evening, looked at beforehand, each with a sentence and what to do."""
