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
         "I do mind about {labels}", "I have definite ideas about {labels}",
         "I'm not easy to please about {labels}", "I always look at {labels}",
         "I do pay attention to {labels}", "I can be difficult about {labels}",
         "{labels} {is} important to me"),
        (".", ", so please ask.", ", by the way."),
    ),
    "Not just any {noun}, though: {labels} matter{s}.", "Not just any {noun}, {labels} {is} important.",
    "{labels} matter{s}, too.", "Oh, and {labels} {is} important.",
    "My wife is fussy about {labels}.", "What I look at first: {labels}.",
    "I'm quite fussy about {labels}, sorry.",
    "Please check with me about {labels} before you pick any.", "I do have views on {labels}.",
)  # fmt: skip
# the same where a topic has no name: how heavy it is
NAMED_IN_HALF = tuple([line for line in NAMED if "about {labels}" in line or "on {labels}" in line])
MANY_NAMED = (
    "I've got a whole list of wishes: {labels}.",
    "I'm picky about all sorts of things: {labels}.",
    "There's a lot I care about: {labels}.",
)
HOW_MANY = (
    "Ask me how many {plural} I need.", "Please ask how many {plural} I need.",
    "I haven't said how many {plural} I need yet.", "Check with me how many {plural} I need.",
    "I still have to say how many {plural}.",
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
        "Some differences count more than others.", "I don't count every difference the same.",
        "Not every difference counts the same for me.", "Some differences hardly count, others do.",
        "One difference isn't as bad as another, mind.", "Not all differences are equally bad.",
    ),
    "shortlist": (
        "Don't show me all of them, ask me how many.", "I can't look at all of them, so ask me how many.",
        "I don't want too many {plural} to choose from.", "I don't need to see a lot of {plural}.",
    ),
    "preference": (
        "There's one thing I'd sort them by.", "It matters to me which one comes first.",
        "There's one thing that decides it for me.", "And please ask me before you put them in order.",
    ),
}  # fmt: skip
AT_ONCE = 3  # things that one sentence speaks of
# {} goes on with what may be asked: when I ordered it, what it cost
ASK_ME = (
    "In case that matters, ask me {}.", "You may want to ask me {}.", "If you need to know {}, just ask.",
    "Once you get that far, ask me {}.", "I don't know if you need to know {}, so ask me.",
    "You'll have to ask me {}.", "Ask me {} when you come to that.", "Should you need to know {}, ask me.",
)  # fmt: skip
# of an order that has to be found
REMEMBERS = (
    "If you can't find the order like that, ask me {}.", "If that's not enough to go by, ask me {}.",
    "I can't find the mail any more. If that helps, ask me {}.", "To find the order, ask me {}.",
    "Ask me {} if there are several.", "Ask me {} if you can't find the order.",
    "If there's more than a single order like that, ask me {}.", "To tell my orders apart, ask me {}.",
    "If you need more to go by, ask me {}.", "Ask me {} if that helps.",
)  # fmt: skip
# the same where that is nearly all, but for a few things
NEARLY_ALL = (
    "Ask me anything about that order, except perhaps {}.",
    "I remember that order well, except perhaps {}, so just ask.",
)
ALL = ("Ask me anything about that order.", "I remember that order well, so just ask.")
# the same of what one sentence has no room for
AND_ALSO = (
    "Or ask me {}.", "You could also ask me {}.", "Or else ask me {}.", "And if need be, ask me {}.",
)  # fmt: skip
