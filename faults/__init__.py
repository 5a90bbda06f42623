"""What goes wrong, made on purpose: every test here says in figures what is lost, and can be made to fail."""
