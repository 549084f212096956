"""A plain letter of the desk: what a player that knows its decisions writes of one item. {amount} and {days}
are filled in."""

LETTER = {
    "refund": "we have approved a refund of {amount}",
    "partial_refund": "we have approved a partial refund of {amount}",
    "exchange": "we will exchange it",
    "store_credit": "you get store credit of {amount}",
    "deny": "we have to decline your claim",
    "escalate": "your case has been passed to my supervisor",
    "request_info": "we cannot decide yet and need something from you",
}

BECAUSE = {
    "damaged": "it was damaged on the way to you",
    "defective": "it has a defect",
    "wrong_item": "we sent you the wrong item",
    "not_as_described": "it did not match our description",
    "missing_parts": "some of its parts were missing",
    "never_arrived": "the carrier has lost it",
    "charged_twice": "you were charged twice",
    "in_policy": "you asked within the return period",
    "dispute_accepted": "we accept the dispute of your bank",
    "dispute_contested": "our records support the charge",
    "not_shown": "our records do not show the fault",
    "reported_late": "it was reported too late",
    "window": "the return period is over",
    "not_returnable": "it is excluded from returns",
    "arrived": "the carrier shows that it was delivered",
    "charged_once": "our records show only one charge",
    "limit": "the amount is above what I may approve",
    "review": "it has to be reviewed first",
    "evidence": "the evidence that we need is missing",
    "identity": "we have to confirm your identity",
    "in_transit": "the parcel is still on its way",
    "photo": "we need a photo as proof",
}

THEN = {
    "object": "If you disagree, please write to us.",
    "colleague": "A colleague will contact you.",
    "evidence": "Please send us the missing documents.",
    "identity": "Please send us a copy of your ID.",
    "in_transit": "Please let us know if it does not come.",
    "photo": "Please send us a photo.",
    "bank": "The money comes to you through your bank.",
    "replacement": "The replacement will be shipped to you.",
    "nothing": "You do not have to send anything back.",
    "send_back": "Please send it back to us.",
}

PAID = "The money is paid within {days} days."
TO_PAY = "The difference of {amount} will be charged to you."
TO_GET = "You get the difference of {amount} back."
SPLIT = "Of that, {parts} go back to the payments that you used."
