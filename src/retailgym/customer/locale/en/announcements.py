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
    "I've got a whole list of wishes: {labels}.",
    "I'm picky about all sorts of things: {labels}.",
    "There's a lot I care about: {labels}.",
)
HOW_MANY = (
    "Let me just work out how many {plural} I need.", "I still have to count how many {plural} I need.",
    "I'm still working out how many {plural} I need.", "I haven't said yet how many {plural} I need.",
    "I'll have to think how many {plural} I need.",
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
        "There's one thing I'd sort them by.", "It matters to me which one comes first.",
        "There's one thing that decides it for me.", "I do care which one comes first.",
    ),
}  # fmt: skip
AT_ONCE = 3  # things that one sentence speaks of
# what has not been said yet: {} is why it goes back, whether the box is still there
DEPENDS = (
    "There's also the question of {}.", "Then there's the question of {}.", "You may want to know {}, too.",
    "I expect you'll want to know {}.", "You'll probably want to know {}.", "You may also need to know {}.",
    "I suppose you'll need to know {}.", "There's still the question of {}.",
)  # fmt: skip
# the same of how many go back
COUNTING = ("I haven't said yet {}.", "I still have to see {}.", "We still have to settle {}.")
# of an order that has to be found: {} is when it was ordered, what it cost
REMEMBERS = (
    "I do remember a bit about that order, like {}.", "I might still know {}, if that helps.",
    "If that's not enough to go by, I do remember a bit more, like {}.",
    "If you can't find the order that way, I do remember a bit more, like {}.",
    "I can't find the mail any more, but I do remember a bit, like {}.",
    "If there's more than a single order like that, I might still know {}.",
    "I think I still know {}, if that helps.", "If you need more to go by, I think I still know {}.",
    "I could say {}, if that's any use.", "If you see several orders like that, I could say {}.",
)  # fmt: skip
# the same of what one sentence has no room for
AND_ALSO = (
    "I might even know {}.",
    "I could also say {}.",
    "And I believe I could say {}.",
    "Perhaps also {}.",
)
# the same where that is nearly all, but for a few things
NEARLY_ALL = (
    "Just ask if you need more about that order. I don't remember {}, though.",
    "I remember that order quite well. I'm just not sure any more {}.",
    "I remember that order well. I just couldn't say any more {}.",
    "Ask me if you need more about that order. I'm not sure any more {}, though.",
)
ALL = ("Just ask if you need more about that order.", "I remember that order well, if that helps.")
