"""How a customer lets on that something matters without saying what: in passing, often in half a sentence.

{labels} is "the colour and the size", {is} and {s} agree with it: "the size matters", "the pockets matter".
"""

NAMED = (
    "For the {noun}, {labels} matter{s} to me.", "I'm picky about {labels} of the {noun}.",
    "I do care about {labels} of the {noun}.", "With the {noun} I care about {labels}.",
    "Not just any {noun}, though: {labels} matter{s}.",
    "Don't pick just any {noun}, {labels} {is} important.",
    "I have a preference for {labels} of the {noun}.", "{labels} of the {noun} {is} important to me.",
    "{labels} of the {noun} matter{s}, too.", "I'm fussy about {labels} of the {noun}, I admit.",
    "Before you choose {a}, ask me about {labels}.", "Please ask me about {labels} of the {noun}.",
    "One thing about the {noun}, though: I care about {labels}.",
    "When it comes to the {noun}, {labels} {is} important to me.",
    "I know what I want when it comes to {labels} of the {noun}.",
    "I'm particular about {labels} of the {noun}.", "The {noun} has to be right when it comes to {labels}.",
    "Oh, and {labels} of the {noun} {is} important.", "I'd rather choose {labels} of the {noun} myself.",
    "As for the {noun}, it can't be just any: {labels} matter{s}.",
    "Could you ask me about {labels} of the {noun}?", "I have something in mind for {labels} of the {noun}.",
    "For the {noun} I look at {labels} first.", "I'll only take {a} if {labels} {is} right.",
    "Please don't choose {labels} of the {noun} for me.", "Check with me on {labels} of the {noun}, please.",
    "I've made up my mind about {labels} of the {noun}.", "I do have an opinion on {labels} of the {noun}.",
    "I'm not flexible on {labels} of the {noun}.", "About the {noun}: please ask me about {labels}.",
    "With the {noun}, {labels} {is} what I care about.", "For the {noun} I'm quite set on {labels}.",
    "My wife is fussy about {labels} of the {noun}.", "I haven't told you about {labels} of the {noun} yet.",
    "I'd hate to get {labels} of the {noun} wrong.", "Mind {labels} of the {noun}, please.",
    "As for the {noun}, I do have a preference for {labels}.", "With the {noun}, it depends on {labels}.",
    "I still have to tell you about {labels} of the {noun}.", "We need to talk about {labels} of the {noun}.",
)  # fmt: skip
HOW_MANY = (
    "Ask me how many {plural} I need.", "I haven't said how many {plural} I need yet.",
    "You'll need to know how many {plural} I want.", "Check with me how many {plural} I need.",
    "I know how many {plural} I need, just ask.", "Remind me to tell you how many {plural} I need.",
    "Please ask how many {plural} before you add anything.", "I'll say how many {plural} in a moment.",
    "We still have to talk about how many {plural}.", "You haven't asked me how many {plural} yet.",
    "Let me know when you need to know how many {plural}.",
    "Don't forget to ask me how many {plural} I want.",
    "I wrote down how many {plural} we need, so ask me.", "I've counted how many {plural} we need, just ask.",
    "We agreed at home on how many {plural}, so ask me.", "As for how many {plural}, ask me.",
    "It matters how many {plural} I get, so do ask.", "My list says how many {plural}, just ask me.",
    "Before I forget, ask me how many {plural} I need.", "Give me a minute and I'll say how many {plural}.",
    "I'll tell you in a minute how many {plural} I need.",
    "You'll want to know how many {plural}, I suppose.",
    "I have yet to tell you how many {plural} I need.", "I haven't told you how many {plural}, have I?",
    "Just ask when you need to know how many {plural}.", "I've worked out how many {plural} we need, ask me.",
    "And do ask me how many {plural}.", "I was told how many {plural} to get, so ask me.",
    "I can tell you how many {plural} I need.", "I'm not sure I said how many {plural}.",
    "I may need more than one, so ask me how many {plural}.", "Could you ask me how many {plural} I need?",
    "I'd better tell you how many {plural} when we get there.", "You can ask me how many {plural} I'd like.",
    "One or several, that is, so ask me how many {plural}.", "We'll come to how many {plural} in a moment.",
    "I'm sure about how many {plural} I need, so ask.", "Then you should ask me how many {plural}.",
    "I have yet to say how many {plural} it should be.", "When you get to it, ask me how many {plural}.",
)  # fmt: skip


def _all(heads: tuple[str, ...], tails: tuple[str, ...]) -> tuple[str, ...]:
    """Every beginning with every end."""
    return tuple(head + tail for head in heads for tail in tails)


_TAILS = (".", ", by the way.", ", just so you know.", ", though.", ", too.")
ANNOUNCED = {
    "budget": _all(
        ("There is a budget", "I do have a budget", "It has to stay within my budget",
         "We put some money aside, so there is a budget", "My budget is what it is",
         "I'm on a budget", "The budget is real", "I can't go beyond my budget"),
        (".", ", so ask me.", ", by the way.", ", mind.", ", just so you know."),
    ),
    "match": _all(
        ("The {noun} has to go with the {other}", "The {noun} has to match the {other}",
         "The {noun} and the {other} have to go together",
         "I want the {noun} to match the {other} in one way",
         "The {noun} can't be just any, it has to suit the {other}", "The {noun} needs to suit the {other}",
         "It matters that the {noun} goes with the {other}",
         "Make sure that the {noun} goes with the {other}"),
        (".", ", ask me how.", ", so ask me in what.", ", I'll explain.", ", more on that when you ask."),
    ),
    "shortlist": _all(
        ("I know how many I want to see", "It does matter how many you show me",
         "I don't want to see them all, so ask me how many",
         "You should know how many {plural} I'd like to hear about", "Ask me how many I want to see",
         "I haven't said how many you should show me",
         "I can't look at all of them, so ask me how many",
         "I know how many {plural} I want to hear about"),
        _TAILS,
    ),
    "preference": _all(
        ("Ask me what should come first", "I haven't said what they should be sorted by",
         "I know what I go by when I choose", "There is one thing I'd sort them by",
         "The order you show them in matters to me", "I can tell you what makes one better than another",
         "It matters to me which one comes first", "Ask me what decides it for me"),
        _TAILS,
    ),
}  # fmt: skip
# {} goes on with what the customer can tell: when I ordered it, what it cost
ASK_ME = (
    "I can tell you {}, if that helps.", "Ask me {} if you need to.", "If you need to know {}, just ask.",
    "I may not have told you {}.", "I still have to tell you {}.", "I could tell you {}, if you need that.",
    "I do remember {}.", "I don't know what you need, but I could tell you {}.",
    "If it helps, I know {}.", "I don't think I've said {}.", "I could also tell you {}.",
    "It might help you to know {}.", "Do you need to know {}?", "Shall I tell you {}?",
    "I can still tell you {}.", "You may want to ask {}.", "Apart from that, I know {}.",
    "Do ask if you want to know {}.", "Would it help if I told you {}?", "I'm happy to tell you {}.",
    "There is more I can tell you, such as {}.", "I left out {}.", "I forgot to say {}, so ask me.",
    "You'll probably want to know {}.", "I should be able to tell you {}.", "Feel free to ask {}.",
    "Maybe you need to know {}?", "In case it matters, I know {}.", "Ask away if you need to know {}.",
    "Just ask if it matters {}.", "Last time I was asked {}, so maybe you need that.",
    "I suppose you'll ask {}.", "You can ask me {}, too.", "You'll need to know {}, I suppose.",
    "If you're wondering {}, I can tell you.", "I'd be able to tell you {}.",
    "Let me know if you need to know {}.",
    "Does it matter {}?", "I can let you know {}.", "Should I have told you {}?",
)  # fmt: skip
