"""How customers say what depends on something else."""

# numbers of a line, and the length of a list, by what another matter comes to
BY_MATTER = {
    "quantity": ("{yes} if {condition}, otherwise {no}", "{no}, unless {condition}, then {yes}"),
    "shortlist": (
        "If {condition}, show me {yes}, otherwise {no}.",
        "Show me {no}, unless {condition}, then {yes}.",
    ),
}
# by job and unit; a list of conditions by what is so, where it is one of several
CONDITIONS = {
    ("returns", "cents"): (
        "I get more than {limit} back for the {noun}",
        "what comes back for the {noun} is more than {limit}",
    ),
    ("policy", "cents"): ("the amount I asked about for the {noun} is more than {limit}",),
    ("policy", "days"): ("the answer about the {noun} is more than {limit} days",),
    ("policy", "yes"): ("the answer about the {noun} is yes", "you can say yes about the {noun}"),
}
STATUS = {
    "preparing": "the {noun} has not left you yet",
    "in_transit": "the {noun} is on its way and in time",
    "delayed": "the {noun} is late and still on its way",
    "out_for_delivery": "the {noun} is out for delivery today",
    "held": "the {noun} is waiting at a pickup point",
    "delivered": "the {noun} has been delivered",
    "lost": "the {noun} is lost",
    "returned_to_sender": "the {noun} is going back to you",
}

AS_MANY = ("as many as {plural}", "the same number as {plural}")
MORE = ("{n} more than {plural}", "{n} more of them than {plural}")
FEWER = ("{n} fewer than {plural}", "{n} fewer of them than {plural}")
BY_PRICE = (
    "{above} if one costs more than {amount}, otherwise {below}",
    "{below}, unless one costs more than {amount}, then {above}",
)
BY_REST = (
    "{above} if everything else together comes to more than {amount}, otherwise {below}",
    "{below}, unless everything else together comes to more than {amount}, in which case {above}",
)
LIST_BY_PRICE = (
    "If the best one costs more than {amount}, show me {above}, otherwise {below}.",
    "Show me {below}, unless the best one costs more than {amount}, then {above}.",
)
# by the topic that decides which of two questions is asked
POLICY_CONDITIONS = {
    "return_allowed": ("I can still return it", "you would still take it back"),
    "exchange_allowed": ("I can still exchange it", "you would still swap it for me"),
    "return_window": ("I have more than {n} days from delivery to return it",),
    "warranty_covers": ("the warranty covers what is wrong with it", "its fault is covered by the warranty"),
}
# why somebody asks so
WHY_IF = {"return_window": ("I can't post it just yet. ", "I won't get to it for a while. ")}
ASKED_IF = (
    "If {condition}, {then}? If not, {otherwise}?",
    "If {condition}, {then}? Otherwise, {otherwise}?",
    "Say {condition}: {then}? And if not, {otherwise}?",
)
# the questions as they go on after a condition
POLICY_BRANCHES = {
    "restocking_fee": ("what would the restocking fee be", "how much would you keep as a restocking fee"),
    "refund_time": (
        "within how many days of getting it back do you pay the refund",
        "how many days after it reaches you would I be refunded",
    ),
    "return_method": ("how does it get back to you", "in what way do I send it or hand it in"),
    "refund_method": ("in what form would I get my refund", "how would the refund be paid"),
    "compensation": (
        "how much compensation do I get if I have to keep it",
        "how much would you pay me if I am stuck with it",
    ),
    "price_adjustment": (
        "how much do I get back now that it is sold for less",
        "what would you pay me back now that the price is lower",
    ),
    "warranty_term": (
        "how many days of warranty does it have",
        "for how many days after delivery is it under warranty",
    ),
    "exchange_window": (
        "within how many days of delivery would you exchange it",
        "how many days after delivery can I still have it exchanged",
    ),
    "return_window": (
        "how many days after delivery could I still return it",
        "up to how many days after delivery would you take it back",
    ),
    "warranty_remedy": ("what would I get under the warranty", "what will you do for me under the warranty"),
}
# where one of each thing of an order is asked about
ALL_OF_IT = (
    "I don't mean the {noun} alone: please tell me the sum for one of each thing that I still have from that "
    "order. The reason, the state and all that I have kept or sent you are the same for everything in it.",
    "And not just for the {noun}: I want the sum for one of each thing I still have from that order, all for "
    "the same reason, in the same state, and with the same things kept or sent to you.",
)
ON_CONDITION = (
    "To see which of the two I'm asking, look at the {noun} only. The amount I'd like to know is the total "
    "for one of each thing that I still have from that order. The reason, the state and all that I have kept "
    "or sent you are the same for everything in it.",
    "Whether that is so, please check for the {noun} only. But give me the total for one of each thing I "
    "still have from that order, all for the same reason, in the same state, and with the same things kept "
    "or sent to you.",
)
SAME_UNLESS = (  # {same} as in phrases.SAME
    "I want the {noun} and the {other} to {same}, unless the two then cost more than {amount} together.",
    "The {noun} and the {other} should {same} if the two can be had for {amount} or less, else never mind.",
    "The {noun} should {same} as the {other} if there are two for {amount} or less, otherwise I don't care.",
)
# what is wanted for an item of a ticket, by how another one is settled
BY_ITEM = (
    "If {condition}, I want {yes} for the {noun}, otherwise {no}",
    "For the {noun} I want {no}, unless {condition}, then {yes}",
)
ITEM_CONDITIONS = {
    "deny": "you turn down the {other}",
    "exchange": "the {other} is exchanged",
    "store_credit": "I get store credit for the {other}",
}
WANTED = {"refund": "my money back", "store_credit": "store credit"}
# by what to choose, where a price is weighed against other things
RECKONING = (
    "Take the price, {terms}. The lowest sum comes first.",
    "Work it out for each one: the price, then {terms}. What comes to the least goes to the top.",
    "I go by the price, but {terms}. The lowest result first, please.",
)
RECKONED = {
    "shipping_days": "add {amount} for every day of shipping",
    "rating": "take off {amount} for every tenth of a star",
    "like": "take off {amount} for one {says}",
    "dislike": "add {amount} for one {says}",
}
# how close something comes to what has sold out, where not every difference counts alike
CLOSENESS = (
    "As to how close it comes: {parts}. None of that is a must.",
    "None of it is a must, but when you compare it with the old one, {parts}.",
)
COUNTS = {
    3: "the {label} counts three times",
    2: "the {label} counts twice",
    0: "the {label} does not count",
}
PRICE_COUNTS = "every full {amount} dearer or cheaper counts one"
# what makes one list of things for a project better than another
MOST_STARS = (
    "Of all the lists that fit I want the one with the most stars, the ratings of all the things added up.",
    "Add up the ratings of all the things: I want the list with the highest sum that the budget allows.",
)
VOUCHER = (
    "My voucher takes {off} off if the things come to {least} or more; what I pay after that is what has to "
    "be within the budget."
)
HERE_SOON = "At least {n} of the things must have {days} shipping days or fewer."
