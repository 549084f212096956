"""The customer's stock of phrases. Wording lives here and nowhere else."""

from ..problem import Tone

GREETINGS = (
    "", "", "Hi,", "Hello,", "Hi there,", "Good morning,", "Hey,", "Good afternoon,", "Hello there,", "Hi, me again,", "Morning,",
)  # fmt: skip

# {np} a kettle made of steel, in navy; {qty} ", two of them"
FIRST: dict[str, tuple[str, ...]] = {
    "cart": (
        "{hi} I need {np}{qty}.", "{hi} I'd like to order {np}{qty}.", "{hi} could you put {np} in my cart{qty}?", "{hi} I'm after {np}{qty}.",
        "{hi} please get me {np}{qty}.", "{hi} I want to buy {np}{qty}.", "{hi} can you find me {np}{qty}?", "{hi} my list starts with {np}{qty}.",
        "{hi} I came in for {np}{qty}.", "{hi} we are short of a few things at home, first of all {np}{qty}.", "{hi} I'd love {np}{qty}.",
        "{hi} put {np} in the basket for me{qty}, would you?", "{hi} what I need today is {np}{qty}.", "{hi} I was hoping to get {np}{qty}.",
        "{hi} I'm doing an order and it should have {np}{qty}.", "{hi} let's begin with {np}{qty}.",
    ),
}  # fmt: skip
NEXT = (
    "Then {np}{qty}.", "Also {np}{qty}.", "I also need {np}{qty}.", "Next on the list: {np}{qty}.", "And {np}{qty}, please.",
    "On top of that {np}{qty}.", "Besides that I want {np}{qty}.", "After that {np}{qty}.", "Plus {np}{qty}.", "And could you add {np}{qty}?",
    "Oh, and {np}{qty}.", "Another thing I need is {np}{qty}.", "Then there is {np}{qty}.", "My sister asked for {np}{qty}.",
    "For the office, {np}{qty}.", "While you are at it, {np}{qty}.",
)  # fmt: skip
SEVERAL = (", {n} of them", ", {n} in all", ", make it {n}", ", {n} pieces", ", and I need {n} of those", ", {n} altogether")
JUST_ONE = (", just {n}", ", only {n}", ", {n} is enough", ", {n} will do")

NAMED_ONE = (
    "For the {noun}, {labels} matters.", "{labels} of the {noun} matters to me.", "I do care about {labels} of the {noun}.",
    "With the {noun} it comes down to {labels}.", "I am picky about {labels} of the {noun}.", "Don't pick just any {noun}, {labels} is important.",
    "I have something in mind as to {labels} of the {noun}.", "There is one more thing about the {noun}: {labels}.",
    "Mind {labels} of the {noun}.", "{labels} of that {noun} is not all the same to me.", "As for the {noun}, I have a view on {labels}.",
    "Before you choose a {noun} we should talk about {labels}.",
)  # fmt: skip
NAMED_MANY = (
    "For the {noun}, {labels} matter.", "{labels} of the {noun} matter to me.", "I do care about {labels} of the {noun}.",
    "With the {noun} it comes down to {labels}.", "I am picky about {labels} of the {noun}.", "Don't pick just any {noun}, {labels} are important.",
    "I have something in mind as to {labels} of the {noun}.", "There are a few more things about the {noun}: {labels}.",
    "Mind {labels} of the {noun}.", "{labels} of that {noun} are not all the same to me.", "As for the {noun}, I have a view on {labels}.",
    "Before you choose a {noun} we should talk about {labels}.",
)  # fmt: skip
HOW_MANY = (
    "How many {plural} I need, I still have to tell you.", "Ask me how many {plural}.", "We have not settled how many {plural} yet.",
    "I'll tell you how many {plural} in a second.", "The number of {plural} is another question.", "As to how many {plural}, ask me.",
    "And then there is the question of how many {plural}.", "I have a number in mind for the {plural}.",
)  # fmt: skip

BEFORE_ANSWER: dict[Tone, tuple[str, ...]] = {
    "brisk": ("", ""),
    "warm": ("Sure. ", "Of course. ", "Happy to tell you. ", ""),
    "dry": ("", "Well. ", "Fine. "),
    "chatty": ("Good that you ask! ", "Ah yes, I should have said. ", "Oh, right. ", "I was just about to say. "),
    "shy": ("Oh, sorry. ", "Um, ", "Ah, sorry, I forgot. ", ""),
}
VALUE = (
    "One {says}, please.",
    "It should be one {says}.",
    "I want one {says}.",
    "{says}.",
    "I'd like one {says}.",
    "{says}, if you have it.",
)
VALUE_NAMED = (
    "For the {noun}, one {says}.", "As for the {noun}, I want one {says}.", "The {noun} should be one {says}.", "A {noun} {says}.",
    "With the {noun} I meant one {says}.",
)  # fmt: skip
COUNT = ("{n} {plural}, please.", "I need {n} {plural}.", "{n} of the {plural}.", "Make that {n} {plural}.", "{n} {plural} in all.")
COUNT_ONE = ("Just {n} {noun}.", "{n} {noun}, please.", "I need only {n} {noun}.", "{n} {noun} is enough.")

REPEATS = ("As I said: {}", "I told you already. {}", "Like I said before. {}", "Once more, then. {}", "I did mention it. {}")
CORRECTS = ("No, that is not what I said. {}", "Wait, that's wrong. {}", "Not quite. {}", "Hold on, no. {}")
INSTEAD = (
    "Then take the {noun} {says} instead.", "In that case the {noun} {says} will do.", "Pity. Give me the {noun} {says}, then.",
    "All right, the {noun} {says} instead.", "Never mind, then I'll have the {noun} {says}.",
)  # fmt: skip
LEAVE_OUT = (
    "Then leave the {noun} out.", "In that case skip the {noun} altogether.", "Pity. Drop the {noun} from the list, then.",
    "Then I'll do without the {noun}.", "Forget about the {noun}, then.",
)  # fmt: skip
DOUBTS = (
    "Are you sure? Please look again.",
    "Really? I don't think that's so. Check once more, please.",
    "That surprises me, have another look.",
)
CONFIRMS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("Yes.", "Go ahead.", "Do it.", "Yes, go."),
    "warm": ("Yes please, go ahead, and thank you!", "That's lovely, please do.", "Yes, wonderful, go ahead."),
    "dry": ("Yes, go ahead.", "If that's what I said, yes.", "Go on, then."),
    "chatty": (
        "Yes, yes, go ahead, I'm looking forward to it already.",
        "Absolutely, please do, you've been quick.",
        "Yes, that's the lot, go ahead.",
    ),
    "shy": ("Yes, I think so, thanks.", "Yes please.", "Um, yes, go ahead."),
}
ACKNOWLEDGES = ("Okay.", "All right.", "Fine.", "Mm-hm.", "If you say so.", "Okay, and?")
NOTHING_MORE = ("No, that's everything.", "Nothing else.", "That was all.", "No, you have it all.", "I've told you everything.")
LEAVES = (
    "I don't have time for this. Goodbye.", "You know what, I'll try elsewhere.", "This is going nowhere, I'm leaving.", "Never mind, I'm off.",
)  # fmt: skip
