"""The shop behind a socket: OpenEnv, plain HTTP and MCP servers, their clients, and the records. Import what
you need by its module."""
