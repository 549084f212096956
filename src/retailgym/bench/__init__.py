"""What things cost: episodes, growth with the catalogue, the server, the adapters."""
