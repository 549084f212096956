"""Ways to say what a reply must say, and the words that count in them. Several phrasings for each; others are
measured against these."""

DECISION: dict[str, tuple[str, ...]] = {
    "refund": (
        "we have approved a refund", "we are refunding you the money", "you will get your money back",
        "your claim is accepted and you get a refund",
        "we pay the money back to you", "we accept the return", "the refund is approved",
        "your refund comes to the amount", "we refund the item",
        "your return has been accepted", "we give you back the second payment",
    ),
    "partial_refund": (
        "we offer you a partial refund of the amount", "you get part of the price back",
        "we pay compensation", "we refund a part of the price",
        "we have approved compensation", "we accept part of the dispute",
        "you get some of the money back as compensation",
        "a share of the price goes back to you",
    ),
    "exchange": (
        "we will exchange it", "we have arranged an exchange", "your exchange is approved",
        "we will swap it for a new one",
        "we are sending you a replacement",
        "you will get a replacement", "you may exchange the item for a new one",
    ),
    "store_credit": (
        "you will get store credit", "we have issued store credit", "the refund is paid as store credit",
        "we have approved store credit",
        "we credit the amount to your account", "you get a voucher for our store",
        "we give you store credit for the money",
    ),
    "deny": (
        "we have to decline your claim", "we cannot refund it", "your request is rejected",
        "we are unable to give you a refund",
        "no refund can be given",
        "we cannot take it back", "we must refuse the claim", "we cannot pay you back",
        "we have to turn down your request",
        "we cannot give you the money back",
        "the claim is denied", "we cannot approve your claim", "we are unable to approve the refund",
    ),
    "escalate": (
        "I have escalated your case", "your case has been passed to my supervisor",
        "your ticket has been escalated",
        "a senior colleague has been handed your case",
        "I am forwarding your request to the team", "the case goes to a supervisor",
    ),
    "request_info": (
        "we need more information from you", "before we can decide we need one more thing from you",
        "your claim must wait until we know more",
        "we have to wait before deciding", "to go on with your claim I need something from you",
        "we cannot decide yet and need more information",
    ),
}  # fmt: skip

WHY: dict[str, tuple[str, ...]] = {
    "damaged": ("it arrived damaged", "it was broken when it reached you", "it was damaged on the way",
    "it came in pieces",
    "it was damaged in transit"),
    "defective": ("it has a defect", "it is faulty", "it does not work", "it has a fault"),
    "wrong_item": ("we sent you the wrong item", "you got another item than the one you ordered",
    "that was the wrong item",
    "the wrong thing was sent by mistake"),
    "not_as_described": ("it does not match its description", "our description was misleading",
    "it was not as described"),
    "missing_parts": (
        "some parts were missing", "it was incomplete", "parts were not in the box",
        "it came without all its parts",
        "it was incomplete when it reached you",
    ),
    "never_arrived": ("the parcel was lost by the carrier", "it never arrived", "it never reached you",
    "the order did not arrive",
    "the carrier has lost it"),
    "charged_twice": ("you were charged twice", "you paid twice", "the item was charged two times",
    "there was a double charge"),
    "in_policy": (
        "you are within the return window", "our policy allows the return",
        "you may return it under our policy", "it came back in time",
        "as our policy says",
        "our rules allow it", "you asked in time", "it is fine under our exchange policy",
        "the exchange period is still open",
        "you can return it",
        "returning it is okay", "we have accepted the return as it is in time",
    ),
    "dispute_accepted": ("we accept the dispute of your bank", "the dispute is accepted",
    "we do not contest the dispute"),
    "dispute_contested": ("we contest the dispute", "our records support the charge",
    "we contest what your bank has disputed"),
    "not_shown": ("our records do not show the fault", "the fault is not shown in our records",
    "what you say is not borne out by the records"),
    "reported_late": (
        "the fault was reported too late", "it was reported after too many days",
        "you told us about the fault too late",
        "the damage was reported after the reporting time",
        "the reporting time was over",
    ),
    "window": ("the return window has closed", "it is past the return window",
    "the period for returns is over", "the time for returns is over",
    "it is too late for a return"),
    "not_returnable": (
        "it cannot be returned", "it is a final sale item", "used items are excluded from returns",
        "our policy does not allow a return of it",
        "it is not returnable",
    ),
    "arrived": (
        "the carrier shows that it was delivered", "the parcel was delivered",
        "it was delivered and signed for", "the tracking shows a delivery",
        "the carrier shows a signed delivery of the parcel",
    ),
    "charged_once": ("you were charged only once", "the payment record shows one charge",
    "the item was charged once"),
    "limit": (
        "the amount is above what I may decide", "a refund of this size needs approval by a supervisor",
        "I may not approve such a large sum by myself",
        "it is more than I am allowed to decide", "the sum is above my limit", "it exceeds my approval limit",
    ),
    "review": (
        "it has to be reviewed", "your request needs a closer look", "some details must be checked first",
        "it must be reviewed before we can decide",
        "the case needs to be checked",
    ),
    "evidence": ("the evidence is not on file", "the evidence that we need is missing",
    "we lack the evidence for the dispute"),
    "identity": ("we have to verify your identity", "we must confirm who you are",
    "we need to confirm your identity"),
    "in_transit": ("the parcel is still on its way", "it is still in transit",
    "the carrier shows it on its way"),
    "photo": ("there is no photo yet", "our policy asks for a photo as proof", "we need a photo as proof",
    "no photo of the damage has been sent"),
}  # fmt: skip

NEXT: dict[str, tuple[str, ...]] = {
    "object": (
        "if you disagree please write to us", "you may reply to this message if you do not agree",
        "please contact us again if you have other information",
        "let us know if you see it differently", "if that is wrong please answer this message",
        "write to us if you have evidence",
        "if you have a statement please send it to us", "get back to us with any objections",
    ),
    "colleague": (
        "a colleague will contact you", "you will hear from my colleague",
        "my colleagues will be in touch with you",
        "someone from the team will write to you",
        "my supervisor will come back to you", "the team will be in touch",
    ),
    "evidence": ("please send the missing documents", "please send us the evidence",
    "could you send us the evidence that is missing"),
    "identity": ("please send proof of your identity", "please send us a copy of your ID",
    "send us proof of who you are"),
    "in_transit": ("please let us know if it has not come", "write to us if it does not arrive",
    "please wait for the parcel",
    "please give it a few more days"),
    "photo": ("please send us a photo", "could you please reply with a picture",
    "please send a photo of the item"),
    "bank": ("you will be paid by your bank", "you get the money through your bank",
    "your bank will pay you"),
    "replacement": (
        "the replacement is on its way", "we ship the replacement to you",
        "the new one will be shipped to the same address",
        "we are sending you a replacement",
        "you will get the new one", "we send the new one out",
    ),
    "nothing": (
        "you do not have to send it back", "you can keep it", "no need to return anything",
        "there is nothing you have to do",
        "you need not take any action",
        "it need not be sent back", "you do not need to do anything", "you are welcome to keep it",
        "it stays with you",
    ),
    "send_back": (
        "please send it back to us", "please return the item", "please ship it back with the label",
        "post it back to us",
        "all we need is the item back",
        "please pack it and send it back", "please return what you received", "once it has come back to us",
    ),
}  # fmt: skip

# One concept for all words that mean the same here. Words that are in no group, and are no function words, do
# not count.
GROUPS = {
    "refund": ("refund refunds refunded refunding reimburse reimbursed reimbursing reimbursement repay "
               "repaid "
               "repayment"),
    "money": "money amount sum price payment payout compensation",
    "back": "back",
    "pay": "pay paid pays paying goes give giving given",
    "credit": "credit credited credits voucher",
    "store": "store shop account",
    "part": "part partial partially share portion some compensation compensate",
    "exchange": "exchange exchanged exchanging exchanges swap swapped swapping",
    "replace": "replacement replace replaced replacing new",
    "approve": "approve approved approval accept accepted accepting accepts grant granted authorise "
               "authorised authorized okay fine allow "
        "allowed allows arranged agree",
    "not": "not no cannot unable never nothing without neither nor only once one",
    "deny": "decline declined declining deny denied reject rejected refuse refused turn down",
    "escalate": "escalate escalated escalating pass passed passing forward forwarded forwarding handed hand",
    "supervisor": "supervisor supervisors senior colleague colleagues team specialist manager someone they",
    "need": "need needs needed require requires required must",
    "wait": "wait waiting hold before until yet still decide deciding settle",
    "info": "information info documents document details thing more",
    "photo": "photo photos picture pictures image photograph",
    "identity": "identity id identification verify confirm",
    "proof": "proof evidence prove statement",
    "send": "send sent sending post ship shipped shipping mail posting",
    "write": "write reply answer contact respond touch hear message know",
    "return": "return returned returning returns returnable",
    "keep": "keep keeps stays stay",
    "do": "do anything action",
    "damaged": "damaged damage broken dented cracked pieces smashed crushed transit",
    "faulty": "faulty fault defect defective work works working",
    "wrong": "wrong another different mistake other",
    "describe": "description described describe misleading match",
    "missing": "missing incomplete lack lacking",
    "parts": "parts piece screws screw box",
    "lost": "lost",
    "arrive": "arrive arrived arrival reach reached reaches came come delivered delivery deliver signed got",
    "carrier": "carrier tracking courier parcel",
    "twice": "twice double two second times",
    "charge": "charge charged charges",
    "window": "window period time",
    "late": "late over ended closed expired passed after past",
    "report": "report reported reporting told",
    "final": "final sale used excluded",
    "policy": "policy rules terms",
    "limit": "above limit large size exceeds exceed beyond",
    "review": "review reviewed check checked closer look",
    "dispute": "dispute disputed disputes chargeback",
    "contest": "contest contested contesting support",
    "bank": "bank",
    "record": "record records show shows shown",
    "object": "disagree objection objections differently contrary otherwise agree",
    "way": "way",
    "time": "days day weeks week within",
}  # fmt: skip
FUNCTION = frozenset(
    (
        "a an the to you your yours we us our i my me it its is are was were be been being of for and or in "
        "on at by with from that this "
        "these those there here "
        "so as if but has have had will would can could may might should shall do does did not no any all "
        "please when which who what than "
        "then too very just "
        "they them their he she his her about into out up off over under after before because since until "
        "once also still yet only own re "
        "ll ve m s d am"
    ).split()
)
INSULTS = frozenset(
    "idiot idiots stupid moron morons liar liars dumb fool fools scammer scammers crook crooks thief thieves "
    "fraudster cheat cheater "
    "pathetic shut hell damn loser".split()
)
