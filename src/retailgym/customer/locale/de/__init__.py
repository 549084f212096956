"""German, as far as a cart at level 0 needs it: what a customer opens with, answers, confirms and refuses."""
