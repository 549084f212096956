"""How customers say what depends on something else."""

# numbers of a line, and the length of a list, by what another matter comes to
BY_MATTER = {
    "quantity": ("{yes} if {condition}, otherwise {no}", "{no}, unless {condition}, then {yes}"),
    "shortlist": (
        "{why}: show me {yes} if {condition}, otherwise {no}.",
        "{why}. If {condition}, show me {yes}, otherwise {no}.",
    ),
    "bought": (  # the length of a list that is bought as a whole
        "{why_bought}: {yes} if {condition}, otherwise {no}.",
        "{why_bought}. If {condition}, I'll have {yes}, otherwise {no}.",
    ),
}
# why the length of a list hangs on it, by unit
WHY_SO_MANY = {
    "cents": "How many I look at depends on what I can spend",
    "days": "How many I look at depends on what I'm going to keep",
    "yes": "How many I look at depends on what I'm going to keep",
    "one of": "How many I look at depends on how much time I'll have",
}
# why so many are bought
WHY_SO_MANY_BOUGHT = {
    "cents": "How many I take depends on what I can spend",
    "days": "How many I take depends on what I'm going to keep",
    "yes": "How many I take depends on what I'm going to keep",
    "one of": "How many I take depends on what else gets here",
}
# answers about money that somebody gets, of which more means that they buy more
GAINS = ("compensation", "price_adjustment", "late_credit", "lost_refund")
# by what was asked
ANSWERS = {
    "restocking_fee": ("the restocking fee for the {noun} is more than {limit}",),
    "compensation": ("I get more than {limit} for keeping the {noun}",),
    "price_adjustment": ("I get more than {limit} back because the {noun} became cheaper",),
    "return_window": ("there are more than {limit} days to return the {noun}",),
    "exchange_window": ("there are more than {limit} days to exchange the {noun}",),
    "adjustment_window": ("the price of the {noun} is protected for more than {limit} days",),
    "warranty_term": ("the warranty on the {noun} runs for more than {limit} days",),
    "return_allowed": ("you would take the {noun} back", "the {noun} can go back"),
    "exchange_allowed": ("you would exchange the {noun}", "the {noun} can be exchanged"),
    "warranty_covers": ("the warranty on the {noun} covers it",),
    "send_back": ("I have to send the {noun} back",),
}
# by job and unit otherwise; a list of conditions by what is so, where it is one of several
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

# {plural} the other thing, of which there are several
AS_MANY = ("the same number as the {plural}", "as many as the {plural}")
MORE = ("{n} more than the {plural}",)
FEWER = ("{n} fewer than the {plural}",)
BY_PRICE = (
    "{below} of them, or just {above} if they cost more than {amount} each",
    "{below} of them, but only {above} if they cost more than {amount} each",
)
BY_REST = (
    "as many as I can have without the whole order going over {amount}, but one at least and no more than "
    "{most}",
    "as many as I can get without spending more than {amount} on the whole order, one at least and {most} at "
    "the most",
)
# {plural} the other things, of which as many are bought as go best with these
TOGETHER_UP_TO = (
    "as many of them and of the {plural} as {amount} for the whole order will buy, with as little left over "
    "as possible, one to {most} of each",
    "as many of them and of the {plural} as bring the whole order as close to {amount} as it gets without "
    "going over, one to {most} of each",
)
BY_SOME = (
    "{below} of them, or just {above} if I've already spent more than {amount} on {nouns} together",
    "{below} of them, but only {above} if I already pay more than {amount} for {nouns} together",
)
AS_LINE = ("with the same {label} as the {noun}", "that has the same {label} as the {noun}")
LIST_BY_PRICE = (
    "If the best one costs more than {amount}, show me {above}, otherwise {below}.",
    "Show me {below}, or {above} if the best one costs more than {amount}.",
)
# by the topic that decides which of two questions is asked
POLICY_CONDITIONS = {
    "return_allowed": ("can I still return it", "would you still take it back"),
    "exchange_allowed": ("can I still exchange it", "would you still swap it for me"),
    "return_window": ("do I get more than {n} days from delivery to return it",),
}
# why somebody asks so
WHY_IF = {"return_window": ("I can't post it yet. ", "I won't get to it for a while. ")}
ASKED_IF = (
    "First of all, {condition}? If so, {then}? If not, {otherwise}?",
    "Tell me, {condition}? If yes, {then}? Otherwise, {otherwise}?",
    "So, {condition}? If that's a yes, {then}? And if not, {otherwise}?",
)
# the questions as they go on after a condition
POLICY_BRANCHES = {
    "restocking_fee": ("what would the restocking fee be", "how much would you keep as a restocking fee"),
    "exchange_window": (
        "within how many days of delivery would you exchange it",
        "how many days after delivery can I still have it exchanged",
    ),
}
# where one of each thing of an order is asked about
ALL_OF_IT = (
    "I mean one of everything from that order that hasn't gone back yet, not just the {noun}, all added up."
    "{left_out}",
    "Please add that up for everything from that order that hasn't gone back yet, one of each, not just for "
    "the {noun}.{left_out}",
)
# where several orders are; {before}: how many more, right before the one that is meant
ALL_OF_THEM = (
    "I mean one of everything in that order and in {before}, not just the {noun}, all added up. Only count "
    "what has arrived and hasn't gone back yet.{left_out}",
    "Please add that up for one of everything in that order and in {before}. Only count what has arrived and "
    "hasn't gone back yet.{left_out}",
)
# no pronoun for the order: of what comes in pairs it would become "them" or "that pair"
ONE_BEFORE = "the order I placed right before that"
SEVERAL_BEFORE = "the {n} orders I placed right before that"
LEFT_OUT = " Leave out what can't be returned any more."
# where other things go back as well
GOING_ALONG = (
    "And not just the {noun}: if there was anything else in that order or in {before}, one of each goes back "
    "as well, but no other {plural}. What I say about the {noun} goes for all of it. I only mean what has "
    "arrived, hasn't gone back yet and can still be returned.",
    "I'd also like to return one of anything else that was in that order or in {before}, but no other "
    "{plural}. What I say about the {noun} is true of all of it. Take back what can still be returned, if it "
    "has arrived and hasn't gone back yet.",
)
# where every parcel of some orders is asked about
ALL_PARCELS = (
    "And not just the {noun}: I want to know when everything is here. Please go through every parcel of "
    "{orders}, and tell me about the one with the latest date, past or still to come.",
    "I mean every parcel of {orders}, since I want to know when everything is here. Please tell me about the "
    "parcel with the latest date, past or still to come.",
)
# where one of them is asked for that is neither the first nor the last
NTH_PARCEL = (
    "And not just the {noun}: please count every parcel of {orders} by date, past or still to come, starting "
    "with the earliest, and tell me about the {nth} one. That's as far as my own list goes.",
    "I mean every parcel of {orders}. Please put them in order by date, past or still to come, earliest "
    "first, and tell me about the {nth} one. I've ticked off the earlier ones.",
)
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
)
THAT_ORDER, AND_BEFORE = "that order", "that order and {before}"
SAME_UNLESS = (  # {same} as in phrases.SAME; what they cost that do not match decides nothing
    "The {noun} should {same} as the {other}, unless even the cheapest two like that cost more than {amount} "
    "together.",
    "The {noun} should {same} as the {other}, if that can be had for {amount} or less for the two. Otherwise "
    "never mind.",
    "I'd like the {noun} to {same} as the {other}, but only if you have two like that for {amount} or less "
    "together.",
    "The {noun} has to {same} as the {other}, as long as the two can be had for {amount} or less. Otherwise "
    "any will do.",
)
# what is wanted for an item of a ticket, by how another one is settled
BY_ITEM = (
    "If {condition}, I want {yes} for the {noun}, otherwise {no}",
    "For the {noun} I'd like {no}, or {yes} if {condition}",
)
ITEM_CONDITIONS = {
    "refund": "I get my money back for the {other}",
    "deny": "you turn down the {other}",
    "exchange": "you exchange the {other}",
    "store_credit": "I get store credit for the {other}",
}
SUM_CONDITION = "I get more than {amount} back in money for the {one} and the {two} together"
WANTED = {"refund": "my money back", "store_credit": "store credit"}
# by what to choose, where a price is weighed against other things
RECKONING = (
    "Cheapest first, but it isn't all about the price: {terms}.{more}",
    "Put the best value at the top. I go by price, but {terms}.{more}",
    "I don't just go by price: {terms}.{more} With that counted in, cheapest first.",
)
RECKONED_TOO = " {terms}."  # behind the first two
PAYS = "I'd pay "  # is not said twice in a row
RECKONED = {
    "shipping_days": "each day sooner is worth {amount} to me",
    "rating": "I'd pay {amount} more for every tenth of a star",
    "like": "I'd pay {amount} more for one {says}",
    "dislike": "one {says} would have to be {amount} cheaper",
}
# where days and stars count from some number on
RECKONED_BEYOND = {
    "shipping_days": "for each day it takes after the first {number} it would have to be {amount} cheaper",
    "rating": "I'd pay {amount} more for every tenth of a star above {number}",
}
# how close something comes to what has sold out, where not every difference counts alike
CLOSENESS = (
    "Count the differences from the old one, the fewest wins: {parts}.",
    "I want the one that differs least from the old one: {parts}. None of that rules anything out.",
)
COUNTS = {
    3: "one in the {label} counts three times",
    2: "one in the {label} twice",
    0: "the {label} {does}n't matter",
}
DAY_COUNTS = "every day that it takes longer to get here than the old one counts as half a difference"
PRICE_COUNTS = "every full {amount} up or down in price counts as half a difference"
# what makes one list of things for a project better than another
MOST_STARS = (
    "Get me the most stars for my money, all the ratings added up.",
    "I want the best-rated set I can afford: add up all the ratings, and the highest total wins.",
)
MOST_SPENT = (
    "I'm paying with a gift card, and what I don't use of it is lost. So get as close to the budget as you "
    "can without going over.",
    "What isn't spent of the budget this month is lost to us, so I want the list that leaves the least of it "
    "over.",
)
LEAST_MONEY = (
    "Of all the lists that will do I want the cheapest.",
    "Apart from that, keep it as cheap as you can: the lowest total wins.",
)
VOUCHER = "I have a voucher: {off} off if it all comes to {least} or more."
# for some of the things alone, one line for each; {things} such as "the kettle and the toaster"
PART_VOUCHERS = (
    "A second one takes {off} off if {things} together come to {least} or more.",
    "And a third one takes {off} off if {things} together come to {least} or more.",
)
VOUCHERS_TOGETHER = "I can use all of them at once, and each goes by the prices before anything comes off."
AFTER_VOUCHER = "The budget is for what I pay in the end, once that is taken off."  # where it has been named
HERE_SOON = "At least {n} of the things have to be here within {days} days."
# what a list is to come to that somebody buys as a whole; {few} as below
TOGETHER = (
    "They're all prizes for our raffle, so they may come to {limit} together at most. For variety, {few}, "
    "please. At least {soon} have to be here within {days} days. Apart from that, get me the most stars you "
    "can, all of them added up, and if two lists have as many, the cheaper of the two. Put the cheapest "
    "first, or the better rated where two cost the same.",
    "I need them as prizes for a raffle, and {limit} has to pay for the lot. I want a mix: {few}. At least "
    "{soon} of them have to be here within {days} days. Add up the stars: the highest total wins, and if two "
    "lists have as many, the cheaper one does. Put the cheapest first, or the better rated where two cost "
    "the same.",
)
NO_TWO_OF_A_BRAND, FEW_OF_A_BRAND = "no two of the same brand", "no more than {n} of any brand"
FEW_ALIKE = "no more than {n} with the same {label}"
