"""How a customer lets on that something matters without saying what: in passing, often in half a sentence.

{labels} is "the colour and the size", {is} and {s} agree with it: "the size matters", "the pockets matter".
"""

NAMED = (
    "I'm picky about {labels} of the {noun}.", "I'm a bit fussy about {labels} of the {noun}.",
    "I do care about {labels} of the {noun}.", "{labels} of the {noun} matter{s} to me.",
    "{labels} of the {noun} matter{s}, too.", "{labels} of the {noun} {is} important to me.",
    "Oh, and {labels} of the {noun} {is} important.", "For the {noun}, {labels} matter{s} to me.",
    "With the {noun} I care about {labels}.", "When it comes to the {noun}, {labels} matter{s} to me.",
    "Ask me about {labels} before you pick {a}.", "Ask me about {labels} of the {noun}, please.",
    "Not just any {noun}, though: {labels} matter{s}.",
    "Don't pick just any {noun}, {labels} {is} important.",
    "I'm particular about {labels} of the {noun}.", "I'm choosy about {labels} of the {noun}.",
    "We should talk about {labels} of the {noun}, too.",
    "I haven't told you about {labels} of the {noun} yet.",
    "I still have to tell you about {labels} of the {noun}.",
    "My wife is fussy about {labels} of the {noun}.",
    "One thing about the {noun}: {labels} matter{s} to me.",
    "I do have a preference for {labels} of the {noun}.",
    "Please ask me about {labels} of the {noun} first.",
    "I'm quite fussy about {labels} of the {noun}, sorry.",
    "With the {noun}, {labels} {is} important to me.", "Do ask me about {labels} of the {noun}.",
)  # fmt: skip
HOW_MANY = (
    "Ask me how many {plural} I need.", "I haven't said how many {plural} I need yet.",
    "Oh, and ask me how many {plural}.", "I'll tell you in a minute how many {plural} I need.",
    "I haven't told you how many {plural}, have I?", "Check with me how many {plural} I need.",
    "I know how many {plural} I need, just ask.", "And do ask me how many {plural}.",
    "Don't forget to ask me how many {plural} I want.", "Before I forget, ask me how many {plural} I need.",
    "I've counted how many {plural} we need, just ask.", "Please ask how many {plural} before you add any.",
    "I may need more than one, so ask me how many {plural}.", "Could you ask me how many {plural} I need?",
    "I wrote down how many {plural} we need, so ask me.", "I still have to say how many {plural}.",
    "You'll need to know how many {plural}, so ask me.", "I'm not sure I said how many {plural}.",
    "We agreed at home on how many {plural}, so ask me.",
    "I've worked out how many {plural} we need, ask me.",
)  # fmt: skip


def _all(heads: tuple[str, ...], tails: tuple[str, ...]) -> tuple[str, ...]:
    """Every beginning with every end."""
    return tuple(head + tail for head in heads for tail in tails)


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
        "I know how many {plural} I want to hear about.", "How many you show me does matter, by the way.",
    ),
    "preference": (
        "Ask me what to sort them by.", "I haven't said what they should be sorted by.",
        "There's one thing I'd sort them by.", "Ask me which should come first.",
        "It matters to me which one comes first.", "I know what I'd sort them by, just ask.",
        "Ask me what decides it for me.", "The order you show them in matters to me.",
    ),
}  # fmt: skip
# {} goes on with what the customer can tell: when I ordered it, what it cost
ASK_ME = (
    "I can tell you {}, if that helps.", "Ask me {} if you need to.", "If you need to know {}, just ask.",
    "I still have to tell you {}.", "I could tell you {}, if you need that.", "I do remember {}.",
    "If it helps, I know {}.", "I don't think I've said {}.", "I can also tell you {}.",
    "Do you need to know {}?", "Shall I tell you {}?", "Would it help if I told you {}?",
    "I'm happy to tell you {}.", "I haven't told you {} yet.", "You can ask me {}, too.",
    "Let me know if you need to know {}.", "In case it matters, I know {}.", "Feel free to ask {}.",
    "You'll probably want to know {}.", "I forgot to say {}, so ask me.",
)  # fmt: skip
