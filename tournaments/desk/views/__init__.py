"""Views of the organisers' desk."""
