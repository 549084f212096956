"""The report of a run: its data, its page, its charts, and the same in Markdown."""
