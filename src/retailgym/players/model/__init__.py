"""A model at the counter: any endpoint that speaks OpenAI's chat protocol. `client` needs the extra `models`;
nothing else here does."""
