"""The shop's own policy: articles of sections, each a topic with the clauses that can be drawn for it."""

# the order of import is the order of print
from . import returns, remedies, delivery, orders, law, desk  # noqa: F401, I001
from .kit import ARTICLES, PROVISIONS, SECTIONS, TOPICS

__all__ = ["ARTICLES", "PROVISIONS", "SECTIONS", "TOPICS"]
