"""What is kept on disk: the catalogue, and the indexes derived from it."""
