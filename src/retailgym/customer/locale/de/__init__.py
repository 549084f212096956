"""German: every line that a customer speaks, as yet in one way each."""
