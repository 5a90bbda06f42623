"""Tables of four where two play against two, and partners change."""
