"""How people differ in what they say: greetings, first lines, asides and answers, by the customer's tone.

No line here holds a number, or anything that could be taken for a value. {np} is a thing with what is said of
it, {qty} how many of it."""

from ....core.task import Tone

GREETINGS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("", "", "", "Hi,", "Morning,", "Right,"),
    "warm": (
        "Hello,",
        "Good morning,",
        "Hi there,",
        "Good afternoon,",
        "Hello there, I hope you're well,",
        "Hi, how nice to find someone here,",
    ),
    "dry": ("", "Hello,", "Good day,", "Afternoon,", "So,"),
    "chatty": (
        "Hi there,",
        "Hey,",
        "Hi, me again,",
        "Oh good, you're open,",
        "Well, hello,",
        "Phew, finally a free moment,",
    ),
    "shy": (
        "",
        "Um, hi,",
        "Hello, sorry to bother you,",
        "Excuse me,",
        "Hi, I hope I'm in the right place,",
        "Sorry,",
    ),
}
IN_BETWEEN = (
    "Now,",
    "By the way,",
    "While I'm here,",
    "Apart from that,",
    "Oh, and before I forget,",
)  # for what is brought up later, often in the middle of something else

# by job
FIRST: dict[str, dict[Tone, tuple[str, ...]]] = {
    "cart": {
        "brisk": (
            "{hi} {np}{qty}.", "{hi} I'll take {np}{qty}.", "{hi} quick order: {np}{qty}.",
            "{hi} I want {np}{qty}.", "{hi} get me {np}{qty}.",
        ),
        "warm": (
            "{hi} would you be so kind as to find me {np}{qty}?",
            "{hi} I'd be ever so grateful for {np}{qty}.",
            "{hi} could I please have {np}{qty}?",
            "{hi} it would be lovely to have {np}{qty}.", "{hi} I'm hoping you can find me {np}{qty}.",
        ),
        "dry": (
            "{hi} apparently we need {np}{qty}.", "{hi} it seems I need {np}{qty}.",
            "{hi} I have been told to buy {np}{qty}.",
            "{hi} I'm supposed to buy {np}{qty}.", "{hi} let's get this over with: {np}{qty}.",
        ),
        "chatty": (
            "{hi} you won't believe how long I've been meaning to buy {np}{qty}.",
            "{hi} my sister keeps telling me to get {np}{qty}.",
            "{hi} I've finally got round to buying {np}{qty}.",
            "{hi} I keep forgetting to buy {np}{qty}.",
            "{hi} I've got quite a list today, and at the top of it is {np}{qty}.",
        ),
        "shy": (
            "{hi} I was wondering if I could get {np}{qty}.", "{hi} I think I need {np}{qty}.",
            "{hi} would it be all right to order {np}{qty}?",
            "{hi} I'm not very good at this, but I'd like {np}{qty}.",
            "{hi} if it's no trouble, I'm looking for {np}{qty}.",
        ),
    },
}  # fmt: skip
NEXT: dict[str, dict[Tone, tuple[str, ...]]] = {
    "cart": {
        "brisk": ("{np}{qty}.", "Next, {np}{qty}.", "And {np}{qty}.", "Then get me {np}{qty}."),
        "warm": (
            "And I'd be very happy to have {np}{qty}.", "And would you add {np}{qty}, please?",
            "Could you also look for {np}{qty}?",
            "If you don't mind, I'd also love {np}{qty}.",
        ),
        "dry": (
            "Then there's the matter of {np}{qty}.", "Furthermore, {np}{qty}.",
            "The list goes on: {np}{qty}.",
            "And, while we're at it, {np}{qty}.",
        ),
        "chatty": (
            "Oh, and before I forget, {np}{qty}.", "And my son asked me to bring {np}{qty}.",
            "I nearly forgot, I also want {np}{qty}.",
            "And since I'm here anyway, {np}{qty}.",
        ),
        "shy": (
            "And, if I may, {np}{qty}.", "Um, also {np}{qty}.", "Sorry, and also {np}{qty}.",
            "I'd also like {np}{qty}, if that's all right.",
        ),
    },
}  # fmt: skip
ASIDES: dict[Tone, tuple[str, ...]] = {
    "brisk": (
        "Make it snappy.", "Be quick, please.", "I haven't got long.", "Let me know when it's done.",
        "Time is money.", "I'm in a hurry.",
        "No small talk, please.", "Off you go.", "Cheers.", "Thanks.",
    ),
    "warm": (
        "Thank you so much for your help.", "You're very kind.", "I really appreciate it.",
        "Take all the time you need.", "Many thanks in advance.",
        "I know I'm in good hands.", "It's good of you to do this for me.", "I hope your day is going well.",
        "I'm sure you'll find the right thing.",
        "Thanks a lot, truly.",
    ),
    "dry": (
        "I'll try to contain my excitement.", "Surprise me by getting it right.",
        "I trust this is not too exotic.", "It can't be that hard.",
        "We'll see how it goes.", "Such is life.", "I have been called particular.",
        "Make of that what you will.", "I'm told you are good at this.",
        "Nothing could thrill me more.",
    ),
    "chatty": (
        "My mother always said to buy things properly or not at all.", "It's been quite a week.",
        "I could go on for hours about this.",
        "The weather is awful today, isn't it?", "My husband says I'm overthinking this.",
        "Anyway, you know what I mean.",
        "I've been looking forward to this all day.", "The kids are shouting, so excuse me if I'm slow.",
        "Don't get me started on the last shop I tried.",
        "Honestly, shopping has never been my strong suit.",
    ),
    "shy": (
        "Sorry if that's a lot.", "I hope that makes sense.", "Please tell me if I got anything wrong.",
        "I don't want to be a bother.",
        "Sorry, I'm a bit nervous about ordering.", "No rush at all.", "I hope that's okay with you.",
        "I hope I said that right.",
        "Only if it's not too much work.", "Thank you for bearing with me.",
    ),
}  # fmt: skip

# each points to what follows, since something new may have been said before it
REPEATS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("As I said: {}", "As I said before: {}"),
    "warm": ("As I said, no problem: {}", "As I said before: {}"),
    "dry": ("As I said: {}", "As I said before: {}"),
    "chatty": ("As I said, but I do talk a lot: {}", "As I said before, I think: {}"),
    "shy": ("Um, as I said: {}", "As I think I said: {}"),
}
CORRECTS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("No. {}", "Wrong. {}", "That's not what I said. {}"),
    "warm": (
        "Oh, not quite, I'm afraid. {}",
        "Almost, but that's not what I meant. {}",
        "Nearly right, except for this. {}",
    ),
    "dry": ("No, that is not what I said. {}", "Close, but no. {}", "I said something else. {}"),
    "chatty": (
        "Oh no, wait, that's not it. {}",
        "Hold on, hold on, that's wrong. {}",
        "Ha, no, you've mixed something up. {}",
    ),
    "shy": (
        "Um, sorry, that isn't what I said. {}",
        "Sorry, I think there's a mistake. {}",
        "Oh, not quite, sorry. {}",
    ),
}
LEAVES: dict[Tone, tuple[str, ...]] = {
    "brisk": ("I don't have time for this. Goodbye.", "Enough. I'm leaving."),
    "warm": (
        "I'm sorry, but I really must go now. Goodbye.",
        "You've tried, bless you, but I'm leaving it there.",
    ),
    "dry": ("This is going nowhere, I'm leaving.", "You know what, I'll try elsewhere."),
    "chatty": (
        "Goodness, is that the time? Never mind, I'm off.",
        "This is going round in circles, I'm off to try elsewhere.",
    ),
    "shy": ("Sorry, I think I'd better go.", "Um, never mind, I'll try elsewhere. Sorry."),
}
