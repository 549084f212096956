"""Makers of the generated pages: `python -m docs_tools` writes them all; the tests say when that is due."""
