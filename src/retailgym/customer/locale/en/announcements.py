"""How a customer lets on that something matters without saying what: in passing, often in half a sentence.

{labels} is "the colour and the size", {is} and {s} agree with it: "the size matters", "the pockets matter".
"""

NAMED = (
    "For the {noun}, {labels} matter{s}.", "{labels} of the {noun} matter{s} to me.",
    "I do care about {labels} of the {noun}.", "With the {noun} it comes down to {labels}.",
    "I am picky about {labels} of the {noun}.", "Don't pick just any {noun}, {labels} {is} important.",
    "I have something in mind as to {labels} of the {noun}.", "Mind {labels} of the {noun}.",
    "{labels} of the {noun} {is} not all the same to me.", "As for the {noun}, I have a view on {labels}.",
    "Before you choose {a} we should talk about {labels}.",
    "When you look for the {noun}, keep {labels} in mind.",
    "I won't take just any {noun}, since {labels} matter{s}.", "Do ask me about {labels} of the {noun}.",
    "{labels} of the {noun} {is} what I look at.", "With the {noun}, mostly {labels}.",
    "Fussy about {labels} of the {noun}, I admit.", "{labels} of the {noun}: not just any.",
    "Not any {noun}, mind, because of {labels}.", "With the {noun} it all depends on {labels}.",
    "I'd only be happy with the {noun} if {labels} {is} right.", "{labels} of the {noun}, that's the thing.",
    "I got {labels} of the {noun} wrong last time, never again.",
    "My wife has views on {labels} of the {noun}.", "Careful with {labels} of the {noun}.",
    "I know what I like when it comes to {labels} of the {noun}.",
    "About {labels} of the {noun} I'm particular.", "{labels} of the {noun} {is} where I'm difficult.",
    "It's {labels} of the {noun} that I worry about.",
    "I want the right {noun} as far as {labels} go{es}.",
    "Oh, and {labels} of the {noun} {is} important.", "{labels} of the {noun}, please watch out for that.",
    "One thing about the {noun}, though: {labels}.", "I can't live with any old {noun}, {labels} count{s}.",
    "There was a reason I wanted to choose {labels} of the {noun} myself.",
    "I've thought about {labels} of the {noun} a lot.", "So much depends on {labels} of the {noun}.",
    "What would annoy me is if you ignored {labels} of the {noun}.",
    "For me {a} stands or falls with {labels}.", "{labels} of the {noun} I'd rather pick myself.",
    "We've argued at home about {labels} of the {noun}.",
    "You'd think any {noun} would do, but no: {labels}.",
)  # fmt: skip
HOW_MANY = (
    "How many {plural} I need, I still have to tell you.", "Ask me how many {plural}.",
    "We have not settled how many {plural} yet.", "I'll tell you how many {plural} in a second.",
    "The number of {plural} is another question.", "As to how many {plural}, ask me.",
    "And then there is the question of how many {plural}.",
    "It does matter how many {plural} there are, so ask.", "Guess how many {plural}, or better, ask me.",
    "How many {plural} it should be, you'd have to ask.", "Remind me to tell you how many {plural}.",
    "How many {plural}, I'll say later.", "I know exactly how many {plural}.",
    "How many {plural}, that's the thing.", "Now, how many {plural} was it...",
    "I've counted how many {plural} we need.", "I wrote down how many {plural} somewhere.",
    "My list says how many {plural}, let me find it.", "How many {plural}, I have it here.",
    "There's a certain number of {plural} I'm after.", "I do know how many {plural} I want.",
    "It is settled how many {plural}.", "I have made up my mind how many {plural}.",
    "How many {plural}, we'll come to that.", "I mustn't forget how many {plural}.",
    "I was told how many {plural} to get.", "The number of {plural} is fixed, by the way.",
    "I promised somebody how many {plural} there would be.", "Not just any number of {plural}, mind.",
    "You may ask how many {plural}.", "You'll want to know how many {plural}.",
    "I have the number of {plural} in my head.", "About how many {plural} I'm quite sure.",
    "My husband knows how many {plural}, and so do I.", "I thought hard about how many {plural}.",
    "How many {plural}, I have worked that out.", "Right, then there is how many {plural}.",
    "Please ask how many {plural} before you add anything.", "We agreed on how many {plural}.",
    "And how many {plural}, of course.",
)  # fmt: skip


def _all(heads: tuple[str, ...], tails: tuple[str, ...]) -> tuple[str, ...]:
    """Every beginning with every end."""
    return tuple(head + tail for head in heads for tail in tails)


_TAILS = (".", ", by the way.", ", mind.", ", I should say.", ", as it happens.")
ANNOUNCED = {
    "budget": _all(
        ("There is a budget", "I do have a budget", "It has to stay within my budget",
         "We put some money aside, so there is a budget", "My budget is what it is",
         "I'm on a budget", "The budget is real", "I can't go beyond my budget"),
        (".", ", so ask me.", ", by the way.", ", mind.", ", just so you know."),
    ),
    "match": _all(
        ("Before you choose the {noun}, ask me about the {label}",
         "As for the {noun}, I do care about the {label}",
         "The {noun} can't be just any, because of the {label}",
         "With the {noun} I'm thinking of the {label}", "What counts for the {noun} is the {label}",
         "Don't forget the {label} when it comes to the {noun}", "For the {noun} I care about the {label}",
         "I do have a condition for the {noun}: the {label}"),
        _TAILS,
    ),
    "shortlist": _all(
        ("I know how many I want to see", "It does matter how many you show me",
         "I don't want to see too many, so ask me how many",
         "There is a number of {plural} I'd like to compare", "Ask me how many I want to see",
         "How many you should pick out is another question",
         "I can't look at all of them, so ask me how many",
         "I know how many {plural} I want to hear about"),
        _TAILS,
    ),
    "preference": _all(
        ("Ask me what should come first", "I have a view on which should come first",
         "I know what I go by when I choose", "There is one thing I'd sort them by",
         "The order they come in does matter", "I can tell you what makes one better than another",
         "Which one goes at the top does matter", "I do know what decides it for me"),
        _TAILS,
    ),
}  # fmt: skip
# {} goes on with what the customer can tell: when I ordered it, what it cost
ASK_ME = (
    "I can tell you {}, if that helps.", "Ask me {}.", "If you need to know {}, just ask.",
    "I'll tell you {} when you get to it.", "I still have to tell you {}.", "I do know {}.",
    "I do remember {}.", "No idea what you need, but I could tell you {}.",
    "If it helps, I know {}.", "I haven't said {} yet.", "I could say {}, too.",
    "You haven't asked me {} yet.", "Do you want to hear {}?", "Shall I tell you {}?",
    "I can still tell you {}.", "I'd have to say {} as well, I suppose.", "Apart from that, I know {}.",
    "Oh, and {}, if you like.", "We could start with {}.", "I'm happy to say {}.",
    "There is more, such as {}.", "I left out {}.", "I skipped {}, sorry.",
    "I know you'll want to hear {}.", "I'm told people always ask {}.", "Go on, ask me {}.",
    "I meant to say {}.", "In case it matters, I know {}.", "That's not all, I can also say {}.",
    "Anything you like, {}, just ask.", "Last time I was asked {}.", "I suppose it depends on {}.",
    "Whatever you need, {} and so on.", "You can ask me {}, too.", "I didn't want to bore you with {}.",
    "You'll be wondering {}.", "I'd be able to say {}.", "People tend to ask {}.",
    "Somebody will ask me {} anyway.", "I was going to mention {}.",
)  # fmt: skip
