"""What several environments sample alike, and how their experts move."""
