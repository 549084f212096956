"""How a customer lets on that something matters without saying what: in passing, often in half a sentence.

{labels} is "the colour and the size", {is} and {s} agree with it: "the size matters", "the pockets matter".
"""


def _all(heads: tuple[str, ...], tails: tuple[str, ...]) -> tuple[str, ...]:
    """Every beginning with every end."""
    return tuple(head + tail for head in heads for tail in tails)


# of the thing that was just spoken of
NAMED = (
    *_all(
        ("I'm picky about {labels}", "I'm a bit fussy about {labels}", "I do care about {labels}",
         "I'm choosy about {labels}", "I'm particular about {labels}", "{labels} matter{s} to me",
         "I have definite ideas about {labels}", "I'm quite fussy about {labels}",
         "I do pay attention to {labels}", "I won't compromise on {labels}", "{labels} {is} important to me"),
        (".", ", though.", ", by the way.", ", I'm afraid."),
    ),
    "Not just any {noun}, though: {labels} matter{s}.", "Not just any {noun}, {labels} {is} important.",
    "{labels} matter{s}, too.", "Oh, and {labels} {is} important.",
    "My wife is fussy about {labels}.", "I'm quite fussy about {labels}, sorry.",
)  # fmt: skip
# the same where a topic has no name: how heavy it is
NAMED_IN_HALF = tuple([line for line in NAMED if "about {labels}" in line or "on {labels}" in line])
MANY_NAMED = (
    "I've got a whole list of wishes that we'd better go through: {labels}.",
    "I'm picky about all sorts of things, so let's go through them: {labels}.",
    "There's a lot I care about, so please check each with me: {labels}.",
)
HOW_MANY = (
    "Let me just count how many {plural} I need.", "I still have to count how many {plural} I need.",
    "I'm not quite sure yet how many {plural} I need.", "I'll have to see how many {plural} I need.",
    "I'm just counting how many {plural} I need.",
)  # fmt: skip


ANNOUNCED = {
    "budget": (
        "I do have a budget, by the way.", "I'm on a budget.",
        "We've put some money aside for this, so there's a budget.", "I've got a budget for this.",
        "I can't go over my budget.", "There's a budget, mind.", "It has to fit my budget.",
    ),
    "match": (
        "The {noun} has to go with the {other}.", "The {noun} has to match the {other}.",
        "The {noun} and the {other} have to go together.", "The {noun} needs to suit the {other}.",
        "Make sure that the {noun} goes with the {other}.",
    ),
    "closeness": (
        "As close as possible, please, but some things matter more than others.",
        "I'd like something as close as possible, though not everything matters the same.",
        "I know nothing will be quite the same, but some differences bother me more than others.",
        "The next best thing will do, but some things matter more to me than others.",
        "Something as close as you have, please, but some differences are worse than others.",
    ),
    "shortlist": (
        "Please don't show me all of them.", "I can't look at all of them.",
        "I don't want too many {plural} to choose from.", "I don't need to see a lot of {plural}.",
    ),
    "preference": (
        "Please put them in order for me.", "Could you rank them for me?",
        "Sort them for me, please.", "Rank them for me, please.",
    ),
}  # fmt: skip
AT_ONCE = 3  # things that one sentence speaks of
# what has not been said yet: {} is why it goes back, or whether the box is still there
DEPENDS = (
    "Does it matter {}?", "I don't know if it matters {}.", "Do you need to know {}?",
    "Does it make a difference {}?", "Not sure if it matters {}.", "Do you have to know {}?",
)  # fmt: skip
# the same of what one sentence has no room for
AND_ALSO = ("Or {}?", "Or maybe {}?", "Or perhaps {}?")
# of how many go back, right behind the one that was spoken of
COUNTING = ("Maybe more than one.", "Possibly more than one.", "Perhaps more than one.")
# of an order that has to be found: {} is when it was ordered, or what it cost
REMEMBERS = (
    "If you can't find the order, would it help to know {}?",
    "I don't have the order number here. Would it help to know {}?",
    "I've lost the order number. Would you still find the order if you knew {}?",
    "Would you find the order if you knew {}?",
    "I can't find the confirmation mail. Would it help to know {}?",
)  # fmt: skip
# the same of what nobody would think of by itself, such as how big the order was
ASK_ME = (
    "If you can't find the order, just ask me.",
    "I don't have the order number here, so just ask if you need to know more.",
    "I've lost the order number, but ask me if you can't find the order.",
)  # fmt: skip
HARDLY_BY_ITSELF = ("pieces", "method", "items", "gift", "dearest")
# behind that, of what it has no room for
AND_MORE = ("Or do you need more than that?", "Or would you need more?", "Or do you need more to go by?")
# the same where that is nearly all: {even} and {but} as below, or nothing
NEARLY_ALL = (
    "I remember that order well{even}{but}, so just ask.",
    "I still remember that order quite well{even}{but}, if that helps.",
    "I remember most of that order{even}{but}, if you need it to find it.",
)  # fmt: skip
EVEN, BUT = ", even {}", ", though not {}"
# what nobody is asked about, so that they bring it up; and what they are, so that they say it is forgotten
UNASKED = {"weekday": "the day of the week", "month": "whether it was early or late in the month"}
ASKED_FOR = ("paid", "recipient", "method", "beside", "coupon")
