CABO = None
