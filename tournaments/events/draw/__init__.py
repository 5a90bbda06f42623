"""Drawing rounds: what the engine is asked, and the draft that becomes a round."""
