"""Tools: typed functions of the world, one file per area. What an agent reads about them comes from their
signatures."""
