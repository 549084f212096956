"""Processes of the package that do not import it again: one imports what commands and servers need, and forks
each of them."""

import multiprocessing

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "retailgym.cli.app",
        "retailgym.evaluation",
        "retailgym.bench.episodes",
        "retailgym.catalog.importing.run",
        "retailgym.players",
        "retailgym.serving.run",
        "retailgym.serving.app",
        "aiohttp",
        "rich.progress",
        "rich.table",
    ]
)
