"""The server of the package."""
