"""Makes the catalogue of best known schedules (tournaments/engines/draw/catalogue/). For development only."""
