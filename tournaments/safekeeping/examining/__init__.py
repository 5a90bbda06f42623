"""The doctor: what could spoil an evening, looked at before it begins, with a sentence and what to do."""
