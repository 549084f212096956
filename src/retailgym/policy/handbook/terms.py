"""In-house words: what the handbook calls each topic, its groups and flags, and how each kind of document
speaks. Customers do not use these words; the glossaries say what they mean."""

from ..book import TOPICS

# topic: the names that a shop may have for it; each episode's shop has one of them
TERMS: dict[str, tuple[str, str, str]] = {t.name: t.terms for t in TOPICS.values()}
# what is said of a topic that is answered by yes or no; a requirement or an entitlement is not granted
VERBS: dict[str, tuple[str, str]] = {
    "send_back": ("applies", "is waived"),
    "withdrawal_right": ("exists", "does not exist"),
    "shipping_refund": ("is due", "is not due"),
}
GRANTED = ("is granted", "is refused")
# fact: what a named set of its values is called; what is true or false is a flag
FAMILIES: dict[str, str] = {
    "department": "product group", "tier": "customer group", "reason": "reason group",
    "condition": "condition grade", "region": "delivery zone", "product_sort": "goods class",
    "shipping_method": "service class", "tender": "payment group", "carrier_status": "scan status",
}  # fmt: skip
# how something is said to be in one
BELONGS: dict[str, str] = {
    "product group": "the item belongs to", "customer group": "the customer belongs to",
    "reason group": "the reason belongs to", "condition grade": "the item is of",
    "delivery zone": "the order goes to", "goods class": "the item belongs to",
    "service class": "the order goes by", "payment group": "the payment belongs to",
    "scan status": "the parcel has", "case group": "the case belongs to",
}  # fmt: skip
LIST, FLAG = "case group", "flag"
RULING = ("circular", "supplement", "notice", "procedure")  # they rank in an order of the shop's own
TALK = ("FAQ", "minutes")  # they decide nothing
GUIDELINE, GLOSSARY, RANKING, GENERAL = "guideline", "glossary", "reading guide", "general provisions"
ISSUERS = ("customer service", "the warehouse", "finance", "the legal department", "the buying department")
# how documents of a kind begin and end
OPENINGS: dict[str, tuple[str, ...]] = {
    "circular": (
        "To everyone who deals with customers. Please note the wording below and use it from the date above.",
        "Dear colleagues, following our latest review we ask all teams to work as set out here.",
        "Memo to all teams. The points below have been agreed with management; please file this copy.",
    ),
    "supplement": (
        "Addendum to the handbook. Whatever is not mentioned here stays as it is.",
        "Local addendum. Read it together with the guideline of this part.",
        "This addendum adds to the guideline for the customers named above.",
    ),
    "notice": (
        "Product notice. Please brief your shift before opening.",
        "Notice to stores and contact centres about the goods and cases named below.",
        "Service notice. Keep it at hand; customers have been asking.",
    ),
    "procedure": (
        "Work instruction. Go through the steps in order and skip what does not apply.",
        "How we handle these cases, step by step. New colleagues: have a lead sit in the first time.",
        "Desk procedure. Follow the steps from top to bottom.",
    ),
    "FAQ": (
        "What colleagues ask us most, answered briefly.",
        "Questions from the shop floor this quarter.",
    ),
    "minutes": (
        "Minutes of the weekly operations meeting. Present: heads of all departments.",
        "Minutes, policy round table. Apologies from finance.",
    ),
    "glossary": ("What our words mean, across all documents.",),
}
CLOSINGS: dict[str, tuple[str, ...]] = {
    "circular": ("Questions to your team lead.", "Thank you for your support.", ""),
    "supplement": ("", "Filed with the guideline."),
    "notice": ("Please take this notice down when it is withdrawn.", ""),
    "procedure": ("End of procedure.", "If in doubt, escalate before you act.", ""),
    "FAQ": ("More questions? Write to the issuing department.", ""),
    "minutes": ("Next meeting as usual.", "No further business."),
}
# how a section of a document of a kind leads up to what it says of a rule; {n} its number, {k} the section's
LEADS: dict[str, tuple[str, ...]] = {
    "guideline": ("Rule {n}",),
    "glossary": ("Rule {n}",),
    "circular": (
        "Please apply rule {n} as follows",
        "Rule {n} reads",
        "Until further notice, rule {n} is",
        "With effect from the date above, rule {n} is",
    ),
    "supplement": ("For this addendum, rule {n} is", "Rule {n}, local wording", "Addition at rule {n}"),
    "notice": ("Rule {n}, please note", "Concerning rule {n}", "Customers are told under rule {n}"),
    "procedure": ("Step {k} (rule {n})",),
    "FAQ": ("Somebody asked about rule {n}", "On rule {n}", "Rule {n} again"),
    "minutes": (
        "The meeting was reminded of rule {n}",
        "Rule {n} was discussed, with this result",
        "Customer service reported on rule {n}",
    ),
}
