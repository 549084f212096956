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
         "{labels} {is} important to me"),
        (".", ", so ask me.", ", just ask.", ", by the way."),
    ),
    *_all(
        ("Ask me about {labels}", "Do ask me about {labels}", "Please ask me about {labels}"),
        (".", " first.", " before you pick any.", ", would you?", ", I have something in mind."),
    ),
    "Not just any {noun}, though: {labels} matter{s}.", "Not just any {noun}, {labels} {is} important.",
    "{labels} matter{s}, too.", "Oh, and {labels} {is} important.", "I have something in mind for {labels}.",
    "With {labels}, I know what I want.", "We should talk about {labels}, too.",
    "I haven't told you about {labels} yet.", "I still have to tell you about {labels}.",
    "My wife is fussy about {labels}.", "One thing: {labels} matter{s} to me.",
    "I do have a preference for {labels}.", "I'm quite fussy about {labels}, sorry.",
    "There's {labels} to talk about, too.", "I know what I want for {labels}.",
    "When it comes to the {noun}, {labels} matter{s}.", "With the {noun}, I care about {labels}.",
)  # fmt: skip
MANY_NAMED = (
    "I've got a whole list of wishes: {labels}.",
    "I'm picky, so ask me about all of this: {labels}.",
    "There's a lot I care about: {labels}.",
    "I have something in mind for each of these: {labels}.",
)
HOW_MANY = (
    "Ask me how many {plural} I need.", "I haven't said how many {plural} I need yet.",
    "Oh, and ask me how many {plural}.", "I'll tell you in a minute how many {plural} I need.",
    "I haven't told you how many {plural}, have I?", "Check with me how many {plural} I need.",
    "I know how many {plural} I need, just ask.", "And do ask me how many {plural}.",
    "Don't forget to ask me how many {plural} I want.", "Before I forget, ask me how many {plural} I need.",
    "I've counted how many {plural} we need, just ask.", "Please ask how many {plural} before you add any.",
    "I may need more than one, so ask me how many {plural}.", "Could you ask me how many {plural} I need?",
    "I wrote down how many {plural} we need, so ask me.", "I still have to say how many {plural}.",
    "You'll need to know how many {plural}, so ask me.", "I don't think I said how many {plural}.",
    "I've worked out how many {plural} we need, ask me.",
)  # fmt: skip


ANNOUNCED = {
    "budget": (
        "There is a budget, so ask me.", "I do have a budget, by the way.", "I'm on a budget, so ask me.",
        "We've put some money aside for this, so there's a budget.", "I've got a budget for this.",
        "I can't go over my budget, so ask me.", "There's a budget, mind.", "It has to fit my budget.",
    ),
    "match": _all(
        ("The {noun} has to go with the {other}", "The {noun} has to match the {other}",
         "The {noun} and the {other} have to go together", "The {noun} needs to suit the {other}",
         "Make sure that the {noun} goes with the {other}"),
        (".", ", ask me how.", ", I'll explain.", ", so do ask."),
    ),
    "shortlist": (
        "Ask me how many I want to see.", "I don't want to see them all, so ask me how many.",
        "I can't look at all of them, so ask me how many.", "Ask me how many {plural} to show me.",
        "I know how many I'd like to see, just ask.", "I haven't said how many you should show me.",
        "I know how many {plural} I want to hear about.", "I have a number in mind for the list, so ask me.",
    ),
    "preference": (
        "Ask me what to sort them by.", "I haven't said how to sort them.",
        "There's one thing I'd sort them by.", "Ask me which should come first.",
        "It matters to me which one comes first.", "I know what I'd sort them by, just ask.",
        "Ask me what decides it for me.", "Ask me which ones to put at the top.",
    ),
}  # fmt: skip
# the same of a long list
MANY_TOLD = (
    "I can tell you a lot about the order, just ask: {}.", "Ask me whatever you need to know: {}.",
    "There's more I can tell you, so do ask: {}.", "I haven't told you everything yet: {}.",
)  # fmt: skip
# {} goes on with what the customer can tell: when I ordered it, what it cost
ASK_ME = (
    "I can tell you {}, if that helps.", "Ask me {} if you need to.", "If you need to know {}, just ask.",
    "I still have to tell you {}.", "I could tell you {}, if you need that.",
    "If it helps, I can say {}.", "I don't think I've said {}.", "I can also tell you {}.",
    "Do you need to know {}?", "Shall I tell you {}?", "Would it help if I told you {}?",
    "I'm happy to tell you {}.", "I haven't told you {} yet.", "You can ask me {}, too.",
    "Let me know if you need to know {}.", "In case it matters, I can tell you {}.", "Feel free to ask {}.",
    "You'll probably want to know {}.", "I forgot to say {}.",
)  # fmt: skip
