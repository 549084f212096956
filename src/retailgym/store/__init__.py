"""Your own shop: its catalogue, its policy, its words, its calendar."""
