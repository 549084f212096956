"""The shop's policy: rules as data, decisions, settlements to the cent, prose, questions, and files."""

from ..core.dates import day_of_year
from .bill import Bill, BillLine, Payment, Portion
from .book import ARTICLES, TOPICS
from .check import PolicyFault, check
from .claims import (
    Assessment,
    Claim,
    DisputeClaim,
    Warranty,
    assess_fraud,
    converted,
    prevailing,
    settle_claim,
    settle_dispute,
    settle_warranty,
)
from .decide import Case, Silent, decide, deciding
from .depth import matters, needed_facts
from .facts import DEPARTMENTS, FACTS, NETWORKS, REASONS, REGIONS, TIERS, Facts
from .files import Unsound, dump, load, read
from .policy import Policy, draw
from .prose import Article, answer_words, article, clause_text, fact_words, quoted, sections_of, why
from .questions import QUESTIONS, Question, QuestionStart, climb, draw_question
from .reading import Reading, policy_of, read_article
from .rules import Fact, Rule, Ruling, Topic
from .search import PolicyHit, search
from .settle import (
    Adjustment,
    Cancellation,
    ExchangeTerms,
    Return,
    settle_adjustment,
    settle_cancellation,
    settle_exchange,
    settle_return,
)
from .unsettled import unsettled

__all__ = [
    "ARTICLES",
    "DEPARTMENTS",
    "FACTS",
    "NETWORKS",
    "QUESTIONS",
    "REASONS",
    "REGIONS",
    "TIERS",
    "TOPICS",
    "Adjustment",
    "Article",
    "Assessment",
    "Bill",
    "BillLine",
    "Cancellation",
    "Case",
    "Claim",
    "DisputeClaim",
    "ExchangeTerms",
    "Fact",
    "Facts",
    "Payment",
    "Policy",
    "PolicyFault",
    "PolicyHit",
    "Portion",
    "Question",
    "QuestionStart",
    "Reading",
    "Return",
    "Rule",
    "Ruling",
    "Silent",
    "Topic",
    "Unsound",
    "Warranty",
    "answer_words",
    "article",
    "assess_fraud",
    "check",
    "clause_text",
    "climb",
    "converted",
    "day_of_year",
    "decide",
    "deciding",
    "draw",
    "draw_question",
    "dump",
    "fact_words",
    "load",
    "matters",
    "needed_facts",
    "policy_of",
    "prevailing",
    "quoted",
    "read",
    "read_article",
    "search",
    "sections_of",
    "settle_adjustment",
    "settle_cancellation",
    "settle_claim",
    "settle_dispute",
    "settle_exchange",
    "settle_return",
    "settle_warranty",
    "unsettled",
    "why",
]  # fmt: skip
