"""The doctor: what could spoil an evening, looked at before it begins, each with a sentence and what to do."""
