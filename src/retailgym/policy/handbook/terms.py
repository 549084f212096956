"""In-house words: what the handbook calls each topic, its groups and markers. Customers do not use them; the
glossaries say what they mean."""

# topic: the names that a shop may have for it; each episode's shop has one of them
TERMS: dict[str, tuple[str, str, str]] = {
    "return_window": ("retention term", "trial span", "keep-or-send term"),
    "return_allowed": ("take-back consent", "intake approval", "acceptance of goods"),
    "return_method": ("inbound channel", "reverse route", "intake path"),
    "restocking_fee": ("handling deduction", "re-shelving levy", "intake levy"),
    "return_shipping": ("inbound freight share", "reverse postage", "carriage contribution"),
    "shipping_refund": ("carriage relief", "freight restitution", "outbound reimbursement"),
    "refund_method": ("repayment channel", "disbursement form", "settlement instrument"),
    "refund_time": ("disbursement term", "repayment span", "payout term"),
    "tender_order": ("tender sequence", "reversal sequence", "instrument order"),
    "report_window": ("notification term", "complaint span", "notice term"),
    "proof_needed": ("substantiation", "evidence class", "claim voucher"),
    "compensation": ("goodwill sum", "keep allowance", "indemnity sum"),
    "send_back": ("surrender duty", "remission duty", "hand-in duty"),
    "exchange_window": ("swap term", "conversion span", "switch term"),
    "exchange_allowed": ("swap consent", "conversion approval", "switch approval"),
    "price_difference": ("balance treatment", "differential rule", "delta handling"),
    "warranty_term": ("guarantee span", "assurance term", "endurance term"),
    "warranty_covers": ("assurance scope", "guarantee acceptance", "defect liability"),
    "warranty_remedy": ("assurance service", "guarantee measure", "make-good measure"),
    "delivery_charge": ("outbound carriage", "dispatch tariff", "freight tariff"),
    "late_credit": ("delay bonus", "tardiness allowance", "punctuality bonus"),
    "lost_after": ("tracing span", "search term", "silence span"),
    "insurance_limit": ("consignment cover", "transit ceiling", "liability ceiling"),
    "lost_refund": ("loss indemnity", "write-off sum", "forfeit sum"),
    "cancel_allowed": ("revocation consent", "order stop", "rescission approval"),
    "cancel_fee": ("revocation levy", "stop levy", "rescission levy"),
    "adjustment_window": ("tariff guard term", "markdown guard span", "levelling term"),
    "price_adjustment": ("levelling sum", "markdown rebate", "difference rebate"),
    "gift_card_life": ("voucher term", "stored-value span", "token lifetime"),
    "gift_card_cash": ("voucher encashment", "stored-value payout", "token redemption"),
    "tier_earned": ("loyalty grade", "patron grade", "standing"),
    "withdrawal_period": ("statutory term", "legal reflection span", "cooling-off term"),
    "withdrawal_right": ("statutory revocation", "legal opt-out", "statutory rescission"),
    "rate_day": ("conversion date", "quotation day", "fixing day"),
    "arrival_record": ("handover authority", "arrival source", "receipt authority"),
    "contents_record": ("packing authority", "contents source", "consignment authority"),
    "payment_source": ("ledger authority", "ledger source", "payment authority"),
    "condition_record": ("grading authority", "inspection source", "state authority"),
    "fraud_points": ("risk tally", "suspicion index", "alert sum"),
    "fraud_threshold": ("risk ceiling", "suspicion limit", "alert ceiling"),
    "fraud_action": ("risk measure", "suspicion step", "alert response"),
    "dispute_deadline": ("rebuttal term", "reply span", "response term"),
    "dispute_evidence": ("rebuttal file", "response dossier", "counter-evidence"),
    "dispute_response": ("rebuttal stance", "response line", "chargeback stance"),
    "priority": ("urgency grade", "handling class", "queue class"),
    "refund_limit": ("signing limit", "mandate ceiling", "authority ceiling"),
    "resolution": ("case outcome", "case disposal", "closing measure"),
}
# fact: what a named set of its values is called; what is true or false is a marker
FAMILIES: dict[str, str] = {
    "department": "assortment", "tier": "customer circle", "reason": "cause list", "condition": "state list",
    "region": "zone", "product_sort": "goods class", "shipping_method": "dispatch class",
    "tender": "payment class", "carrier_status": "scan class",
}  # fmt: skip
LIST, MARKER = "case list", "marker"
RULING = ("circular", "supplement", "notice", "procedure")  # they rank in an order of the shop's own
TALK = ("FAQ", "minutes")  # they decide nothing
GUIDELINE, GLOSSARY, RANKING = "guideline", "glossary", "reading guide"
ISSUERS = ("customer service", "the warehouse", "finance", "the legal department", "the buying department")
OPENINGS: dict[str, str] = {
    "circular": "To all who work with customers. From the date above the following holds.",
    "supplement": "In addition to the guideline the following holds.",
    "notice": "For the goods and cases named below the following holds.",
    "procedure": "Work through the items below in the order of their numbers.",
    "FAQ": "What colleagues ask most, in short.",
    "minutes": "From the weekly meeting; present were the heads of all departments.",
    "glossary": "What our words mean. They mean the same in all documents.",
}
