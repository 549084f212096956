"""What a customer remembers of an order, in words: roughly, as people do, and what they have forgotten."""

ONE, SEVERAL = {"things": "kind of thing"}, {"things": "different things"}
SAYS: dict[str, dict[str, tuple[str,
    ...]]] = {  # topic, value; {} is the number or the noun that the value holds, {noun} what was bought
    "placed": {
        "less": ("I ordered it less than {} ago.", "I'd say I ordered it less than {} ago.",
        "I ordered it within the last {}."),
        "more": ("I ordered it more than {} ago, I know that much.", "I'd say I ordered it over {} ago.",
        "I ordered it at least {} ago."),
    },
    "paid": {
        "less": ("It was priced under {}.", "The price was under {}.", "I paid less than {} for one."),
        "more": ("It cost more than {}, I know that much.",
        "The price was over {}, I forget how much exactly.",
        "I paid over {} for one, I forget how much exactly."),
    },
    "pieces": {
        "one": ("I only took one {noun}.", "There was just one {noun} in the order.",
        "I ordered a single {noun}."),
        "several": ("I ordered more than one {noun} at once, I forget how many.",
        "There was more than one {noun} in the order, I couldn't say how many.",
        "I know that I ordered more than one {noun}."),
    },
    "recipient": {
        "me": ("I had it sent to myself.", "The parcel was addressed to me.",
        "It was sent to me, nobody else."),
        "other": ("I had it sent to somebody else.", "The parcel was addressed to somebody else.",
        "It was sent to somebody else, not me."),
    },
    "method": {
        "standard": ("I took the standard delivery for it.", "I just picked ordinary delivery.",
        "I took standard delivery, not express or next-day."),
        "courier": ("I took the fast delivery, express or next-day.",
        "I paid for the faster delivery.",
        "I paid extra to have it sent quickly."),
    },
    "beside": {
        "with": ("There was also {} in that order.", "I ordered {} along with it.",
        "The order had {} as well."),
        "without": ("I can't remember what else there was. I did buy {} from you, but that was another time.",
        "I forget what else came along. I did buy {} from you, but that was another time.",
        "I'm not sure any more what else there was. I did buy {} from you, but that was another time."),
    },
    "items": {
        "less": ("I had {} {things} in that order at most.", "I had no more than {} {things} in that order.",
        "I ordered no more than {} {things}."),
        "only": ("I had just {} kind of thing in that order.",
        "There was only {} kind of thing in that order.", "I ordered only {} kind of thing."),
        "more": ("The order was for more than {} {things}.", "I had more than {} {things} in that order.",
        "I ordered more than {} {things}."),
    },
    "coupon": {
        "yes": ("I used a coupon for that order.", "There was a discount code on the order.",
        "I got something off with a voucher code."),
        "no": ("There was no coupon on that order.", "I had no discount code for it.",
        "I didn't use a voucher code."),
    },
    "gift": {
        "yes": ("I had the order marked as a gift.", "It was ordered as a gift.",
        "The order was a present, and marked as one."),
        "no": ("The order wasn't marked as a gift.", "It wasn't a present.", "It wasn't ordered as a gift."),
    },
    "dearest": {
        "yes": (
            "It was the dearest thing in that order.",
            "It was the most expensive thing in that order.",
            "Everything else in that order was cheaper.",
        ),
        "no": (
            "There was something dearer in that order.",
            "Something else in that order cost more.",
            "It wasn't the dearest thing in that order.",
        ),
    },
    "month": {
        "first": (
            "I ordered it before payday, so by the 15th of the month.",
            "I ordered it before I got paid, by the 15th of the month.",
            "I hadn't been paid yet when I ordered it, so that was by the 15th of the month.",
        ),
        "second": (
            "I ordered it after payday, so after the 15th of the month.",
            "I get paid on the 15th of the month, and I only ordered it after that.",
            "I'd been paid by the time I ordered it, so that was after the 15th of the month.",
        ),
    },
    "weekday": {
        "weekend": ("I ordered it at a weekend.", "I ordered it on a Saturday or a Sunday.",
        "I ordered it on the weekend."),
        "weekday": ("I ordered it during the week.", "I ordered it on a working day.",
        "I didn't order it at a weekend."),
    },
}  # fmt: skip
# the same with both sides in the same words: which of them is so knows only who understands the sentence
EITHER_WAY: dict[str, dict[str, tuple[str, ...]]] = {
    "placed": {
        "less": ("I ordered it less than {} ago, not more.",
        "I ordered it {} ago or less, surely not more."),
        "more": ("I ordered it more than {} ago, not less.",
        "I ordered it {} ago or more, surely not less."),
    },
    "paid": {
        "less": ("It was priced under {}, not over.", "I paid less than {} for one, not more."),
        "more": ("It was priced over {}, not under.", "I paid more than {} for one, not less."),
    },
    "pieces": {
        "one": ("I took only one {noun}, not several {plural}.",
        "I ordered just one of those {plural}, not two or more."),
        "several": ("I took several {plural}, not only one {noun}.",
        "I ordered two or more of those {plural}, not just one."),
    },
    "recipient": {
        "me": ("The name on the parcel was mine, not somebody else's.",
        "It wasn't for somebody else, I had it sent to me."),
        "other": ("The name on the parcel was somebody else's, not mine.",
        "It wasn't for me, I had it sent to somebody else."),
    },
    "method": {
        "standard": ("I picked the ordinary delivery, not express or next-day.",
        "I had it sent the usual way, not the quick way that costs extra."),
        "courier": ("I picked express or next-day delivery, not the ordinary.",
        "I had it sent the quick way that costs extra, not the usual way."),
    },
    "beside": {
        "with": ("I can't remember what else there was, but I did buy {} with it, not another time.",
        "I forget what else came along. I bought {} in that order, not in another."),
        "without": ("I can't remember what else there was, but I did buy {} another time, not with it.",
        "I forget what else came along. I bought {} in another order, not in that."),
    },
    "items": {
        "less": ("I had {0} {things} or fewer in that order, not more than {0}.",
        "That wasn't an order of more than {0} {things} but of {0} or fewer."),
        "more": ("I had more than {0} {things} in that order, not {0} or fewer.",
        "That wasn't an order of {0} {things} or fewer but of more than {0}."),
        "only": ("The order was of only {0} kind of thing, not of several.",
        "That order wasn't mixed, that was just {0} kind of thing."),
        "not only": ("The order was of several, not of only {0} kind of thing.",
        "That order was mixed, that wasn't just {0} kind of thing."),
    },
    "coupon": {
        "yes": ("That was an order with a coupon, not without.",
        "I was using a discount code, not paying the full price."),
        "no": ("That was an order without a coupon, not with.",
        "I was paying the full price, not using a discount code."),
    },
    "gift": {
        "yes": ("I had it marked as a gift, not as an ordinary order.",
        "I did tick the gift box, I didn't leave that empty."),
        "no": ("I had it marked as an ordinary order, not as a gift.",
        "I did leave the gift box empty, I didn't tick that."),
    },
    "month": {
        "first": ("I ordered it by the 15th of the month, so not after payday.",
        "I ordered it early in the month, up to the 15th, and not late, when I'd been paid."),
        "second": ("I ordered it after payday, so not by the 15th of the month.",
        "I ordered it late in the month, when I'd been paid, and not early, up to the 15th."),
    },
    "weekday": {
        "weekend": ("I ordered it at a weekend, not during the week.",
        "I ordered it on a Saturday or a Sunday rather than on a working day."),
        "weekday": ("I ordered it during the week, not at a weekend.",
        "I ordered it on a working day rather than on a Saturday or a Sunday."),
    },
}  # fmt: skip
# what was or was not in the order, where somebody says unasked which one they mean
WHICH_ORDER = {
    "with": (
        "I mean an order with {}, not without.",
        "I bought {} along with it, not another time.",
        "In that order I had {}, and not in another.",
    ),
    "without": (
        "I mean an order without {}, not with.",
        "I bought {} another time, not along with it.",
        "In another order I had {}, and not in that.",
    ),
}
# of what was spoken of as one until then
SEVERAL_AFTER_ALL = (
    "I ordered more than one {noun}, in fact, I forget how many.",
    "There was more than one {noun} in the order, now that I come to think.",
    "More than one {noun}, in fact.",
)
# what may be known of a day that is forgotten; then nobody says that they forget when it was
OF_THE_DAY = ("month", "weekday")
DAY_UNKNOWN = (
    "I couldn't tell you the exact day I ordered it.",
    "I've forgotten the exact date I ordered it.",
    "I don't remember the exact date of the order.",
)
UNKNOWN = {
    "placed": (
        "I couldn't say when I ordered it.",
        "I've forgotten when I ordered it.",
        "I can't remember when I ordered it.",
    ),
    "paid": (
        "I don't remember what it cost.",
        "I couldn't say what I paid for it.",
        "The price has slipped my mind.",
    ),
    "pieces": (
        "I couldn't say whether I took one {noun} or more.",
        "I may have ordered more than one {noun}, I'm not sure.",
        "One {noun}, I think, but I'm not sure.",
    ),
    "recipient": (
        "I often order for others as well, so I couldn't say who the parcel was for.",
        "We all order here, so I'd have to check who the parcel was for.",
        "I buy things for the whole family, so I'm not sure who the parcel was for.",
    ),
    "method": (
        "I don't know how it was sent.",
        "I don't remember which delivery I took.",
        "I forget how it was shipped.",
    ),
    "beside": (
        "I can't remember what else was in the order.",
        "I don't know what came along with it.",
        "I forget what else I ordered with it.",
    ),
    "items": (
        "I can't tell you how many items the order had.",
        "I don't know how many things were in that order.",
        "I forget how many items there were.",
    ),
    "coupon": (
        "I don't remember if I had a coupon.",
        "I'm not sure about a coupon.",
        "I forget if I used a code.",
    ),
    "gift": (
        "I don't know if it was marked as a gift.",
        "I'm not sure if I ticked gift.",
        "I forget whether it was marked as a gift.",
    ),
    "dearest": (
        "I can't say if it was the dearest.",
        "I don't know if anything cost more.",
        "I forget what the others cost.",
    ),
    "month": (
        "I can't say if that was early or late in the month.",
        "I don't know any more if that was early in the month or late.",
        "I forget if that was before payday or after.",
    ),
    "weekday": (
        "I can't say what day of the week that was.",
        "I don't know on what weekday that was.",
        "I forget which weekday that was.",
    ),
    "order_number": (
        "I don't have the number at hand.",
        "The number? I deleted that mail.",
        "I can't find the order number.",
    ),
}
# what was beside it, by who knows whether any of that was dearer
NOT_ALL_LISTED = {
    "with": (
        "I forget what else exactly. I did buy {} with it, not another time.",
        "I can't remember what else exactly. I bought {} in that order, not in another.",
        "I'm not sure any more what else exactly. There was {} in that order, not in some other.",
    ),
    "without": (
        "I forget what else exactly. I did buy {} another time, not with it.",
        "I can't remember what else exactly. I bought {} in another order, not in that.",
        "I'm not sure any more what else exactly. There was {} in some other order, not in that.",
    ),
}
ALONE_DEAREST = (  # that nothing cost more, where it is known that it came alone
    "There was nothing else in that order, so nothing cost more.",
    "Nothing in that order cost more, since nothing else was in that order.",
)
ALONE_COMPARED = (  # the same, of who has forgotten it
    "There was nothing else in that order to compare with.",
    "I had nothing in that order to compare with.",
)
ALONE = (  # what was beside it, where it is known that it came alone
    "Nothing else, that was all.",
    "There was nothing else in that order.",
    "Nothing else came with it.",
)
LABELS = {  # what has not been told yet, as it goes on from "would it help to know"
    "placed": "when I ordered it", "paid": "what it cost", "pieces": "whether I ordered more than one",
    "recipient": "who the parcel was for",
    "method": "how it was sent", "beside": "what else was in the order",
    "items": "how big the order was",
    "coupon": "whether I used a coupon", "gift": "whether the order was a gift",
    "dearest": "whether it was the most expensive thing in the order",
    "month": "whether I ordered it early or late in the month",
    "weekday": "what day of the week I ordered it",
    "order_number": "what the order number is",
}  # fmt: skip
