"""Makes the catalogue of best known schedules (tournaments/draw/catalogue/). For development only."""
