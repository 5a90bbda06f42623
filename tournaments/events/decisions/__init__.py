"""What organisers decide afterwards: hands put right and rulings, each with what it moves."""
