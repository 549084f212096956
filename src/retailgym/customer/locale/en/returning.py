"""How customers say why and how something goes back, and what they want for it."""

REASON = {
    "changed_mind": (
        "I've simply changed my mind.", "There's nothing wrong with it, I just don't want it any more.",
        "I don't need it after all.",
    ),
    "damaged": ("It arrived damaged.", "It was damaged on its way to me.",
    "It was damaged when it came out of the parcel."),
    "defective": ("It's faulty.", "There's something wrong with it, it's badly made.",
    "It's faulty, and I did nothing to it."),
    "wrong_item": ("It isn't what I ordered, you sent me something else.",
    "The wrong thing was in the parcel.", "Something else altogether was in the parcel."),
    "not_as_described": ("It isn't what your page promised.", "It looks nothing like the description.",
    "The description was plain wrong."),
    "missing_parts": ("Some parts were missing from the start.", "It came without some of its parts.",
    "Some pieces were not in the parcel."),
}  # fmt: skip
RATHER_ANOTHER = (  # of those who change their mind and want another one
    "I've simply changed my mind.", "There's nothing wrong with it, I'd just rather have another one.",
    "It is fine, just not the right one for me.",
)  # fmt: skip
CONDITION = {
    "unopened": ("I never opened it.", "It is still packed up as it came.", "It's unopened."),
    "opened": ("I opened it, but I haven't used it.", "I've opened it, but not used it.",
    "I only unpacked it, I haven't used it."),
    "used": ("It has been used.", "I've used it a few times.", "I did use it."),
    "incomplete": ("I've lost a part of it.", "A part has gone missing here at home.",
        "It isn't complete any more, I mislaid a part."),
}  # fmt: skip
WORN = {  # the same of clothes
    "opened": ("I unpacked it, but I haven't worn it.", "I only tried it on, I haven't worn it.",
    "I've tried it on, but not worn it."),
    "used": ("I've worn it.", "I've worn it a few times.", "I did wear it."),
}  # fmt: skip
OF_ANOTHER = {  # the same of who got something else than they ordered, and never had that in their hands
    "unopened": ("What came is still packed up.", "I never opened what came."),
    "opened": ("I only unpacked what came.", "I've opened what came, no more than that."),
    "incomplete": ("I've lost a part of what came.", "Of what came, a part has gone missing here at home."),
}  # fmt: skip
BOX = {
    "kept": ("I still have the box.", "The original packaging is here.", "I kept all the packaging."),
    "gone": (
        "The box is gone.",
        "I threw the packaging away.",
        "The original packaging went out with the rubbish.",
    ),
}
RECEIPT = {
    "kept": (
        "I kept the receipt somewhere at home.",
        "The receipt is in a drawer at home.",
        "I do have the receipt, just not with me.",
    ),
    "gone": ("I can't find the receipt.", "I don't have a receipt any more.", "The receipt is lost."),
}
HAZARD = {
    "harmless": (
        "It's perfectly safe.",
        "It isn't dangerous or anything.",
        "There's nothing dangerous about it.",
    ),
    "dangerous": (
        "Somebody could get hurt with it.",
        "It's dangerous as it is.",
        "Honestly, it isn't safe as it is.",
    ),
}
GOING_BACK = ("{n} of them should go back.", "I'm sending back {n} of them.", "{n} of them are going back.")
# of what has been spoken of as one thing until then
LEFT_OUT = (
    "It's not just the one: {n} of them are going back.",
    "I'm sending back {n} of them, in fact.",
    "Actually, {n} of them are going back.",
)
ONE_GOING_BACK = ("Only the {n}.", "It's only the {n}.", "I'm sending back only the {n}.")
PAIRS_GOING_BACK = ("{n} pairs should go back.", "I'm sending back {n} pairs.")
PAIRS_LEFT_OUT = (
    "I'm sending back {n} pairs, in fact.",
    "Actually, {n} pairs are going back.",
)
ONE_PAIR_GOING_BACK = ("Just {n} pair.", "Only {n} pair.", "I'm returning just {n} pair.")
WANTS = {
    "refund": ("I'd like my money back.", "I want a refund, please.", "A refund, please.",
    "Please give me my money back."),
    "exchange": ("I don't want the money, I want to swap it.", "I'd like to exchange it.",
    "I want an exchange, please.",
        "I'd like another one in its place."),
}  # fmt: skip
MODEL = {
    "same": (
        "The same product, but a different version this time.",
        "It should be the same product, just in another version.",
        "The same product, just a different version.",
    )
}
# what a customer can tell of what goes back, as they go on from ASK_ME
TELLABLE = {
    "reason": "why it is going back", "condition": "what state it is in",
    "box": "whether the box is still there", "receipt": "whether there is a receipt",
    "hazard": "whether it is dangerous", "count": "how many are going back",
}  # fmt: skip
