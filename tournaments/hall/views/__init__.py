"""Pages everybody may see: the front page, events, boards for projectors."""
