"""What customers say, language by language: data alone."""
