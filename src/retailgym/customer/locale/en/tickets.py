"""What customers write to the desk, and how they answer. {noun} is the item; wording lives here and nowhere
else."""

from ....core.task import Tone

GREETINGS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("", "Hello.", "To whom it may concern:"),
    "warm": ("Hello there!", "Hi, hope you are well.", "Good morning."),
    "dry": ("Hello.", "Good day.", ""),
    "chatty": (
        "Hi, it's me again, sorry to bother you!",
        "Hello, I hope I've come to the right place.",
        "Hi! I hope you can help me.",
    ),
    "shy": ("Hello, I hope this is the right form.", "Hi, sorry to trouble you.", "Hello."),
}
CLOSINGS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("Please sort it out.", "Please deal with it.", ""),
    "warm": ("Thank you for looking into it!", "Thanks in advance, you are always so helpful.",
    "Many thanks."),
    "dry": ("I await your answer.", "That is all.", ""),
    "chatty": ("Looking forward to hearing from you, and have a nice day!",
    "Do write back when you can, I check my mail all the time.",
    "I'd be glad to hear from you."),
    "shy": ("Thank you for reading this.", "Thank you very much, that is all from me.", "Thanks."),
}  # fmt: skip
# of those who have waited for some days, whatever their tone
WAITING = {
    "greetings": ("Hello.", "Hello again.", ""),
    "closings": (
        "Please answer soon.",
        "I hope to hear from you soon.",
        "I am still waiting for an answer.",
        "",
    ),
}
NEXT = (
    "And that is not all. ",
    "There is more, I'm afraid. ",
    "There's something else. ",
    "That's not my only trouble. ",
    "And then there's this. ",
)

# where what is wrong is left out
MATTER = (
    "I'm writing about the {noun}",
    "This is about the {noun} from my last order",
    "I have a request about the {noun} that I ordered",
    "It's the {noun} that I have to write to you about",
)

# topic -> value -> ways to say it
SAYS: dict[str, dict[str, tuple[str, ...]]] = {
    "reason": {
        "damaged": (
            "The {noun} arrived damaged", "When I unpacked the {noun} I found it damaged",
            "My {noun} was damaged in the post",
            "The parcel was in a bad state, and the {noun} is damaged",
            "The {noun} got damaged on its way to me",
            "The {noun} came out of the parcel in a sorry state, plainly damaged on the way",
        ),
        "defective": (
            "The {noun} is defective", "There is a defect in the {noun}",
            "The {noun} turned out faulty right from the first day",
            "The {noun} has a fault and I can't use it like this",
            "Something was wrong with the {noun} right away, that must be a defect",
        ),
        "wrong_item": (
            "You sent me the wrong thing instead of the {noun} I ordered",
            "Instead of the {noun} I ordered, something else altogether came",
            "You sent me something else, not the {noun} I ordered",
            "The box says {noun}, but what is inside is not what I ordered",
            "Someone must have mixed up the parcels, I got another item instead of my {noun}",
        ),
        "not_as_described": (
            "The {noun} is nothing like the description on your page",
            "The {noun} is not what your page promised",
            "The {noun} does not match its description",
            "From your page I expected something quite different from the {noun} that came",
        ),
        "missing_parts": (
            "There are parts missing from the {noun}",
            "The {noun} came incomplete, something wasn't in the box",
            "I can't use the {noun} because something wasn't in the parcel",
            "Some of the parts for the {noun} were never in the box",
        ),
        "changed_mind": (
            "I've changed my mind about the {noun}",
            "The {noun} is fine, just not the right one for me",
            "There's nothing wrong with the {noun}, I just chose badly",
            "On second thoughts the {noun} is not right for me",
            "Now that the {noun} is here, I don't want to keep it",
        ),
        "late": (
            "The {noun} came too late to be of any use",
            "By the time the {noun} got here I no longer needed it",
            "The {noun} took so long to come that it is of no use to me now",
            "The {noun} was late and now I have no use for it",
        ),
        "never_arrived": (
            "The {noun} never arrived", "I am still waiting for the {noun}, it never got here",
            "The {noun} has never reached me",
            "I never received the {noun}",
            "To this day there is no sign of the {noun}, nothing was delivered",
        ),
        "charged_twice": (
            "I was charged twice for the {noun}", "My statement shows the {noun} twice",
            "You have taken the money for the {noun} twice",
            "There is a double charge for the {noun}",
        ),
    },
    "wants": {
        "refund": ("I want my money back", "I would like a refund", "Please refund me",
        "I'd like my money back"),
        "exchange": ("I would like a replacement", "Please send me another one",
        "I want a replacement",
        "Could you send me another one, please"),
        "store_credit": ("Store credit would suit me", "I would like store credit for it",
        "Please give me store credit", "I'd take store credit"),
    },
    "condition": {
        "unseen": ("I never had it in my hands, so I cannot tell", "How should I know, I have never seen it"),
        "unopened": ("It's still unopened", "I haven't opened it",
        "It's still packed up, I never opened it"),
        "opened": ("I've opened it but not used it", "I opened it but haven't used it",
        "I only unpacked it"),
        "used": ("I've used it a few times", "It has been used", "I did use it"),
        "incomplete": ("I've opened it and it isn't complete", "I unpacked it and not everything is there",
        "Not everything was in it when I opened it"),
    },
    "packaging": {
        "unseen": ("I never got any packaging", "No box has ever reached me"),
        "kept": ("I still have the original packaging", "I still have the box",
        "I kept the box and the wrapping"),
        "gone": ("The box is gone", "I've thrown the packaging away",
        "I don't have the box any more"),
    },
    "photo": {
        "fault": ("[Attached: a photo of the {noun}, which shows the fault that is claimed.]",
        "[A photo of the {noun} is attached, and the claimed fault can be seen in it.]"),
        "no_fault": ("[Attached: a photo of the {noun}, which does not show the fault that is claimed.]",
        "[A photo of the {noun} is attached, but the claimed fault cannot be seen in it.]"),
        "none": ("I have no photo of it", "I didn't take a photo",
        "I have no photo to send"),
    },
    "hazard": {
        "unseen": ("I have never seen it, so it could hardly have hurt me",),
        "harmless": ("There's nothing dangerous about it", "It isn't dangerous, only annoying",
        "It isn't dangerous or anything"),
        "dangerous": ("Someone could get hurt by it", "It's dangerous like this",
        "It could hurt somebody"),
    },
    "since": {
        "arrival": ("It was like that from the first day", "I noticed it as soon as I opened the parcel"),
        "later": ("I noticed it a few days later", "It took me some days to notice"),
        "due": ("I have been waiting since the day it was due", "Ever since it should have come"),
    },
    "for_whom": {
        "self": ("It was for myself", "I bought it for my own use"),
        "present": ("It was a present", "I bought it as a gift for somebody else"),
    },
    "receipt": {
        "kept": ("I have the receipt", "I can show you the receipt", "I kept the receipt"),
        "gone": ("I have no receipt any more", "I can't find the receipt",
        "I've lost the receipt"),
    },
    "dispute": {
        "open": (
            "I've told my bank to take back what I paid for {items}",
            "I have disputed the payment for {items} with my bank",
            "I've asked my bank for the money that I paid for {items}",
            "I have raised a dispute with my bank over {items}",
        ),
    },
}  # fmt: skip
WORN = {  # in what state clothes are
    "opened": ("I've tried it on but not worn it", "I unpacked it but haven't worn it",
    "I only tried it on"),
    "used": ("I've worn it a few times", "I've worn it", "I did wear it"),
}  # fmt: skip
# {bought} is how many were ordered
QUANTITY = {
    "one": ("It is just the one", "I only ordered one"),
    "all": ("I ordered {n}, and this is about all {n} of them", "It's about all {n} that I ordered"),
    "both": ("I ordered two, and this is about both of them", "It's about both that I ordered"),
    "some": (
        "I ordered {bought}, but this is only about {n} of them",
        "It's only about {n} of the {bought} that I ordered",
    ),
}
PAIRS = {
    "one": ("It is just the one pair", "I only ordered one pair"),
    "all": ("I ordered {n} pairs, and this is about all {n}", "It's about all {n} pairs that I ordered"),
    "both": ("I ordered two pairs, and this is about both", "It's about both pairs that I ordered"),
    "one of": ("I ordered {bought} pairs, but this is only about one pair",
    "It's only about one of the {bought} pairs that I ordered"),
    "some": ("I ordered {bought} pairs, but this is only about {n} pairs",
    "It's only about {n} of the {bought} pairs that I ordered"),
}  # fmt: skip
# of whom something else came than they ordered
PHOTO_OF_ANOTHER = {
    "fault": (
        "[Attached: a photo of what came instead of the {noun}, which shows the fault that is claimed.]",
        "[A photo of what came instead of the {noun} is attached, and the claimed fault can be seen in it.]",
    ),
    "no_fault": (
        "[Attached: a photo of what came instead of the {noun}, which does not show the fault that is "
        "claimed.]",
        "[A photo of what came instead of the {noun} is attached, but the claimed fault cannot be seen in "
        "it.]",
    ),
}
# the same of whatever else they say, once it has been said: they never had in hand what they ordered
OF_ANOTHER = {
    "condition": {
        "unopened": ("What came is still unopened", "I haven't opened what came"),
        "opened": ("I only unpacked what came", "I've opened what came, no more than that"),
        "incomplete": ("What came isn't complete", "Of what came, not everything is there"),
    },
    "photo": {"none": ("I have no photo of what came", "I didn't take a photo of what came")},
    "hazard": {
        "harmless": ("There's nothing dangerous about what came", "What came isn't dangerous or anything"),
        "dangerous": ("Someone could get hurt by what came", "What came is dangerous"),
    },
}  # fmt: skip
# of what is used up and has no parts that could be defective
BAD_BATCH = (
    "There is something wrong with the {noun}, that must be a bad batch",
    "Something was wrong with the {noun} right away, that must be a defect",
    "The {noun} turned out faulty when I opened it, that must be a bad batch",
)
# of who has nothing against the thing but would rather have the bank take the money back than return it
MIND_DISPUTED = (
    "I've changed my mind about the {noun}, and going through the bank seemed quicker",
    "There's nothing wrong with the {noun}, I just don't need it, and asking the bank seemed easiest",
    "The {noun} is fine, but I don't need it any more, and I thought the bank would sort it out for me",
)
# of who has nothing against the thing but wants it in another version
ANOTHER_VERSION = (
    "I would like to swap it for another version", "Please exchange it for a different version",
    "I'd like another version of it instead",
)  # fmt: skip
SWAP = ("I would rather have {one} {says}", "I need {one} {says}", "It should be {one} {says} instead")
# of several; most of what is said stands behind "them" as well: "in navy", but not "that is navy"
SWAP_SEVERAL = ("I would rather have them {says}", "I need them {says}")
SWAP_ONE = (
    "I would rather have {says}",
    "It is {says} that I need",
    "It should be {says} instead",
)  # "the black one"
ABOUT = (
    "As for the {noun}:",
    "For the {noun}:",
    "About the {noun}:",
)  # before an answer, where there are several things

# behind an answer to a question about so many that it is not answered for all
WHICH_ITEM = (
    "For anything more, please tell me which item you mean.",
    "If you need more, please ask me about one item at a time.",
    "For the rest, please say which item you mean.",
)

NOT_ALL = "The form does not ask for everything."
LABELS = {
    "since": "since when", "for_whom": "for whom",
    "wants": "what you want us to do", "condition": "condition", "packaging": "packaging", "photo": "photo",
    "hazard": "whether it is dangerous",
    "receipt": "proof of purchase", "quantity": "how many", "reason": "what is wrong", "order": "order",
    "dispute": "dispute",
}  # fmt: skip
# a package is what an item came in, and "... and set?" asks whether all is well
OPTION_LABELS = {"bundle": "bundle", "set": "which of the sets"}
CUES: dict[str, tuple[str, ...]] = {
    "since": (
        "since when", "how long", "when did you notice", "when did it start", "notice it", "first notice",
        "notice the", "when did the problem", "when did this", "when did the fault", "discover",
    ),
    "for_whom": (
        "for whom", "who was it for", "who is it for", "whom was it", "gift", "present", "for yourself",
        "for someone", "for somebody", "someone else", "somebody else", "recipient",
    ),
    "reason": ("what is wrong", "what's wrong", "what happened", "wrong with", "problem"),
    "wants": (
        "want us to", "like us to", "would you like", "do you want", "prefer", "refund", "exchange",
        "store credit", "money back", "outcome",
        "resolve",
        "solution", "replacement", "should we do", "can we do", "hoping for",
    ),
    "condition": ("condition", "state", "opened", "unopened", "open", "used", "use it", "sealed"),
    "packaging": ("packaging", "box", "wrapping", "packing"),
    "photo": ("photo", "picture", "image"),
    "hazard": ("danger", "dangerous", "hurt", "injure", "safe", "safety", "hazard", "risk"),
    "receipt": ("proof of purchase", "receipt", "invoice", "order confirmation"),
    "quantity": ("how many", "number of", "quantity", "unit", "piece"),
    "order": ("order number", "order id", "which order"),
    "dispute": ("bank", "dispute", "chargeback"),
}  # fmt: skip

_OUTCOME = r"(?:an? |the )?(?:store credit|credit|voucher|replacement|refund|exchange|money back|new one)"
# Questions in words that would be taken for another: how they look, and the same in plainer words.
REWORDS = (
    (
        r"\b(?:disputed|affected|returned|claimed)"
        r"(?= (?:\w+ ){0,2}(?:items?|products?|articles?|lines?|things?))",
        "",
    ),
    (r"(?<=\byou )order(?:ed)?(?= (?:it|them|this|these|that)\b)", "buy"),  # which is no word for the order
    (r"(?<=bank )open(?:ed)?\b|\bopen(?:ed)?(?= (?:a|the|your) (?:dispute|chargeback|case|ticket))", "made"),
    (r"\bwhen (?:did|have) you (?:first )?(?:notice|discover|spot|see|seen|find)d?\b", "since when is"),
    (
        rf"\b(?:do|would|could|will) you (?:\w+ )?(?:accept|take|want|like|prefer|be \w+ with) {_OUTCOME}"
        rf"(?:,? (?:or )?{_OUTCOME})*"
        rf"|\b(?:is|are|would) {_OUTCOME} (?:be )?(?:\w+ )?(?:okay|ok|fine|acceptable|alright|good|enough)\b",
        "what would you like us to do",
    ),
)

ON_FILE = (
    "You must have that on file, surely.", "That should be in your own records.",
    "I'd have thought your system knows that.",
    "Look it up, please, you have all that.",
)  # fmt: skip
ON_FILE_CUES = frozenset(
    (
        "name address email phone account customer membership tier price paid pay payment card delivered "
        "delivery shipped ordered date when "
        "day tracking "
        "carrier courier number id total amount cost bank coupon discount voucher order charged twice "
        "arrive arrived"
    ).split()
)
NOTHING_TO_ADD = (
    "I have nothing to add to that.",
    "I don't know what to tell you there.",
    "I can't say more about that.",
)
UNCONCERNED_REST = ("As for the rest, I don't mind.", "The rest is all the same to me.")  # after an answer
UNCONCERNED = ("I don't mind.", "That is all the same to me.", "I have no preference there.")
AS_ORDERED = ("As many as I ordered.", "The number that I ordered.")  # where all is the same
UNKNOWN = ("I don't know, sorry.", "I couldn't tell you.", "No idea, I'm afraid.")
PUZZLED = (
    "Sorry, I don't follow. What do you want to know?", "I'm not sure what you are asking.",
    "Could you put that differently? I did not get it.", "I don't understand the question.",
)  # fmt: skip
MOODS = ("furious", "angry", "annoyed", "impatient", "calm", "pleased")
SILENCE = ("[The customer is furious and no longer answers.]", "[No answer. The customer is furious.]")
SNAPS: dict[str, tuple[str, ...]] = {
    "angry": ("This is getting beyond a joke.", "I am not amused.", "How much longer?"),
    "annoyed": ("I have been waiting long enough.", "Fine.", "Well."),
    "impatient": ("All right.", "Let's be quick.", ""),
    "calm": ("", "", "Sure."),
    "pleased": ("Thank you for taking care of it.", "Glad to hear from you.", "Lovely."),
}
ACCUSED = (
    "Are you calling me a liar?",
    "How dare you suggest that!",
    "I do not have to put up with such accusations.",
)
GOOD_NEWS = ("That is good to hear.", "Great, thank you.", "Oh, that helps.")
BAD_NEWS = ("That is not what I hoped for.", "I am not happy about that.", "That is a disappointment.")

# when an item came, as it is remembered
ARRIVED = ("It came {n} ago", "It arrived {n} ago", "It got here {n} ago")
ARRIVED_LABEL = "when it came"
ARRIVED_CUES = ("when did it come", "when did it arrive", "when was it delivered", "date of delivery")
CONCEDES = ("You are right, I must have mixed that up.", "Then I remember it wrongly.")
