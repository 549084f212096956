"""The customer's words for questions about the policy, and for what only the customer can tell."""

from ....catalog.schema import cues
from . import returning

# what is asked, by the policy's topic; "it" is the thing that the customer has spoken of
ASKS: dict[str, tuple[str, ...]] = {
    "return_window": (
        "How many days do I have to send it back, counted from the day it came?",
        "How many days after delivery could I still return it?",
        "Up to how many days after delivery would you take it back?",
        "What is the time limit for returning it, in days from delivery?",
    ),
    "return_allowed": (
        "Could I still return it, yes or no?", "Would you take it back?", "Am I allowed to send it back?",
        "Can it go back to you at all?",
    ),
    "return_method": (
        "If I send it back, how does it travel?", "How would it get back to you if I return it?",
        "How do I hand it over if it goes back?",
        "How do I send it back: do I post it, or what?",
    ),
    "restocking_fee": (
        "If it goes back, how much do you keep as a restocking fee?",
        "What would the restocking fee come to if I return it?",
        "How much restocking fee would you take off my refund?",
        "Is there a restocking fee on it, and what does that come to?",
    ),
    "refund_method": (
        "In what form would I get my refund?",
        "How would you pay me the refund: to where I paid from, or in some other way?",
        "How would I be paid the refund?", "If it goes back, how is the refund paid?",
    ),
    "refund_time": (
        "Once it is back with you, how many days until the refund is paid?",
        "How soon after it reaches you would I be refunded, in days?",
        "Within how many days do you pay the refund once you have it?",
        "How many days does the refund take at most, once it has reached you?",
    ),
    "report_window": (
        "Within how many days of delivery must I report a fault?",
        "How many days after it came do I have for reporting a fault?",
        "What is the deadline for telling you about a fault, in days from delivery?",
    ),
    "compensation": (
        "I'm not happy with it. If I keep it anyway, how much compensation would I get?",
        "I'm not happy with it. How much compensation would I get for keeping it?",
        "It isn't as it should be. How much would you pay me if I keep it?",
    ),
    "exchange_window": (
        "How many days after delivery can I still have it exchanged?",
        "How long do I have to swap it, counted in days from delivery?",
        "Within how many days of delivery would you exchange it?",
    ),
    "exchange_allowed": (
        "Can I exchange it, yes or no?", "Would you swap it for me?", "Is an exchange still possible for it?",
    ),
    "warranty_term": (
        "How many days does its warranty run from delivery?",
        "For how long is it under warranty, in days after delivery?",
        "How many days of warranty does it have?",
    ),
    "warranty_covers": (
        "It has a fault. Does the warranty cover it?", "Is what's wrong with it covered by the warranty?",
        "Something is wrong with it. Would the warranty cover that?",
    ),
    "warranty_remedy": (
        "It has a fault. What would I get under the warranty?",
        "What would you do about its fault under warranty?",
        "Something is wrong with it. What would I get under the warranty?",
    ),
    "adjustment_window": (
        "For how many days after the order is its price protected?",
        "How many days does your price protection last on it?",
        "Up to how many days after I ordered do you pay me back if the price drops?",
    ),
    "price_adjustment": (
        "It is sold for less now: how much do I get back?",
        "What would you pay me back now that the price is lower?",
        "How much do I get back now that it has become cheaper?",
    ),
    "contents_record": (
        "If we disagree about what was in the parcel, which record decides?",
        "What do you go by in an argument about the contents of the parcel?",
        "Which record counts if we disagree about what was in the parcel?",
    ),
}  # fmt: skip

# what only the customer can tell, by the policy's fact; yes and no for those that are true or false
TELLS: dict[str, dict[str, tuple[str, ...]]] = {
    "reason": {**returning.REASON,
        "never_arrived": ("It never got here, as far as I can see.", "I never received it.",
        "It hasn't turned up at my place."),
        "late": ("It came too late to be of use.", "It arrived so late that I don't need it.",
        "It was late, that's my reason."),
    },
    "wants": {**returning.WANTS,
        "store_credit": ("Store credit is what I'm after.", "I'd be content with store credit.",
        "I'd like store credit for it."),
        "repair": ("I'd like it repaired.", "A repair is what I want.", "I just want it mended."),
    },
    "condition": {**returning.CONDITION},
    "packaging": {"yes": returning.BOX["kept"], "no": returning.BOX["gone"]},
    "receipt": {"yes": returning.RECEIPT["kept"], "no": returning.RECEIPT["gone"]},
    "hazard": {"yes": returning.HAZARD["dangerous"], "no": returning.HAZARD["harmless"]},
    "photo": {
        "yes": ("I've sent you a photo of it.", "You have my photo of it.", "I did send a photo."),
        "no": ("I haven't sent a photo.", "I didn't send a photo.", "I took no photo of it."),
    },
    "fault": {
        "manufacturing": ("It was badly made from the start.", "The fault comes from how it was made.",
        "It's a manufacturing fault."),
        "wear": ("It's worn out from use.", "It has simply worn down over time.", "That's ordinary wear."),
        "accident": ("I dropped it.", "It broke in an accident at home.",
        "It had an accident, I knocked it over."),
        "battery": ("The battery is the trouble.", "Its battery has given up.",
        "It's the battery that has failed."),
        "cosmetic": ("It's only the finish that has suffered.", "The finish is flawed, it still works.",
                     "It's a blemish in the finish, nothing else."),
    },
    "whole_order": {
        "yes": ("Everything in that order would go back.", "I'd return the whole order.",
        "All of the order is going back."),
        "no": ("Only this goes back, I'm keeping the rest.", "It's just part of the order that goes back.",
        "The rest of the order stays with me."),
    },
    "worn": {
        "yes": ("It does show signs of wear.", "You can see that it has been worn.",
        "There are signs of wear on it."),
        "no": ("It shows no signs of wear.", "Nobody could tell it was ever out of the box: no wear.",
        "There's no wear on it."),
    },
    "same_model": {
        "yes": ("I'd want the same product, just another version.",
        "I'd take the same product again, in another version.",
                "The same product, just a different version."),
        "no": ("I'd want a different product instead.", "I'd rather have something else instead.",
        "It's another product I have my eye on."),
    },
    "in_stock": {
        "yes": ("The one I want is in stock, I checked.", "You do have the one I want in stock.",
        "The one I'd like instead is in stock."),
        "no": ("The one I want is out of stock at the moment.",
        "Your page says that the one I want is out of stock.",
               "The one I'd like instead isn't in stock."),
    },
    "price_gap": {
        "dearer": ("The new one costs more.", "The one I want is dearer.",
        "The other one is more expensive."),
        "cheaper": ("The new one costs less.", "The one I want is cheaper than what I paid.",
        "The other one is less expensive."),
        "same": ("The new one costs the same.", "The price is the same for both.",
        "Both cost exactly the same."),
    },
    "cheaper_at": {
        "us": ("I saw the lower price here in your own shop.", "It's you who sell it for less.",
        "It's your own shop that has the lower price."),
        "rival": ("I saw the lower price at another shop.", "A different shop sells it for less.",
        "It's another shop that sells it for less."),
        "marketplace": ("I saw the lower price on a marketplace.",
        "Somebody on a marketplace sells it for less.",
                        "It's on one of those marketplaces for less."),
    },
    "clearance": {
        "yes": ("I got it in a promotion.", "It was part of a promotion.",
        "It came from one of your promotions."),
        "no": ("It's an ordinary one, not from a promotion.", "It wasn't part of any promotion.",
        "I paid full price for it, no promotion."),
    },
}  # fmt: skip
# the same for numbers: {amount} is money, {n} a number of days
TELLS_AMOUNT: dict[str, tuple[str, ...]] = {
    "difference_cents": (
        "The two are {amount} apart.",
        "The gap between the two is {amount}.",
        "We're talking about a gap of {amount}.",
    ),
    "price_drop_cents": (
        "The price is {amount} lower now.",
        "It has come down by {amount}.",
        "It's {amount} less than what I paid.",
    ),
    "gift_card_cents": (
        "There is {amount} left on it.",
        "It still holds {amount}.",
        "The balance is {amount}.",
    ),
    "gift_card_days": ("It was bought {n} days ago.", "I've had it for {n} days now.", "It's {n} days old."),
}
# the same of everything that came with some orders: what is asked, what is told, and what not yet
ASKS_OF_ALL: dict[str, tuple[str, ...]] = {
    "restocking_fee": (
        "If everything goes back, how much do you keep as a restocking fee?",
        "What would the restocking fees come to if I return everything?",
        "How much would you take off my refund as restocking fees if everything goes back?",
    ),
    "compensation": (
        "I'm not happy with the order. If I keep everything anyway, how much compensation would I get?",
        "I'm not happy with the order. How much compensation would I get for keeping everything?",
        "The order isn't as it should be. How much would you pay me if I keep everything?",
    ),
}
TELLS_OF_ALL: dict[str, dict[str, tuple[str, ...]]] = {
    "reason": {
        "changed_mind": ("I've changed my mind about all of it.",
        "There's nothing wrong with any of it, I just don't need it any more.",
        "I don't need any of it after all."),
        "damaged": ("Everything arrived damaged.", "Everything was damaged on the way to me.",
        "Every item was damaged when I unpacked it."),
        "late": ("Everything came too late to be of use.", "Everything arrived so late that I don't need it.",
        "Everything was late, that's my reason."),
    },
    "wants": {
        "refund": ("I'd like my money back.", "I want a refund, please.", "A refund, please."),
        "store_credit": ("Store credit is what I'm after.", "I'd be content with store credit.",
        "I'd like store credit for everything."),
    },
    "condition": {
        "unopened": ("I haven't opened any of it.", "Everything is still packed up as it came.",
        "Everything is unopened."),
        "opened": ("I've opened everything, but I haven't used any of it.",
        "Everything has been opened, but nothing has been used.",
        "I only unpacked everything, I haven't used any of it."),
        "used": ("Everything has been used.", "I've used everything a few times.", "I did use all of it."),
    },
    "packaging": {
        "yes": ("I still have all the boxes.", "I kept all the packaging.",
        "All the original packaging is here."),
        "no": ("All the boxes are gone.", "I threw all the packaging away.",
        "All the packaging went out with the rubbish."),
    },
    "receipt": {
        "yes": ("I kept all the receipts at home.", "The receipts are in a drawer at home.",
        "I do have all the receipts, just not with me."),
        "no": ("I can't find any of the receipts.", "I don't have the receipts any more.",
        "All the receipts are lost."),
    },
    "photo": {
        "yes": ("I've sent you photos of everything.", "You have my photos of everything.",
        "I did send photos of everything."),
        "no": ("I haven't sent any photos.", "I didn't send any photos.", "I took no photos at all."),
    },
    "hazard": {
        "no": ("It's all perfectly safe.", "Nothing is dangerous or anything.",
        "There's nothing dangerous about any of it."),
    },
    "worn": {
        "yes": ("Everything shows signs of wear.", "There are signs of wear on everything."),
        "no": ("Nothing shows signs of wear.", "There's no wear on any of it."),
    },
}  # fmt: skip
LABELS_OF_ALL: dict[str, str] = {
    "reason": "what my reason is", "wants": "what I'd like you to do",
    "condition": "what state things are in",
    "packaging": "whether the packaging is still there",
    "receipt": "whether there are any receipts",
    "photo": "whether there are any photos", "hazard": "whether anything is dangerous",
    "worn": "whether anything looks worn",
}  # fmt: skip
# topics that the customer has not come to yet
LABELS: dict[str, str] = {
    "reason": "what my reason is", "wants": "what I'd like you to do", "condition": "what state it is in",
    "packaging": "whether the packaging is still there",
    "receipt": "whether there is a receipt", "hazard": "whether it is dangerous",
    "photo": "whether there is a photo",
    "fault": "what went wrong with it",
    "whole_order": "whether the whole order goes back", "worn": "whether it looks worn",
    "same_model": "whether I'd want the same product",
    "in_stock": "whether the one I want is in stock",
    "price_gap": "whether the new one is dearer or cheaper",
    "difference_cents": "how far the prices are apart", "price_drop_cents": "by how much the price fell",
    "cheaper_at": "where the price is lower",
    "clearance": "whether it comes from a promotion", "gift_card_cents": "what is left on it",
    "gift_card_days": "how old it is",
}  # fmt: skip
CUES: dict[str, tuple[str, ...]] = {
    "reason": cues("why", "reason", "the matter", "what happened", "what is wrong", "what was wrong",
    "wrong with it"),
    "wants": cues("want me to do", "like me to do", "want us to do", "like us to do", "hoping for",
    "what would you like", "refund or", "repair or",
                  "prefer", "what outcome", "what are you after"),
    "condition": cues("condition", "state", "opened", "unopened", "used", "unused", "sealed", "what shape",
    "complete"),
    "packaging": cues("packaging", "box", "original box", "packing"),
    "receipt": cues("receipt", "proof of purchase"),
    "hazard": cues("dangerous", "danger", "hurt", "safe", "safety", "hazard", "injury", "harm"),
    "photo": cues("photo", "picture", "image", "photograph"),
    "fault": cues("fault", "went wrong", "gone wrong", "failed", "broke", "defect", "cause", "kind of fault",
    "what exactly happened"),
    "whole_order": cues("whole order", "entire order", "rest of the order", "everything in the order",
    "all of the order", "part of the order",
                        "whole thing"),
    "worn": cues("wear", "worn", "signs of wear", "look worn"),
    "same_model": cues("model", "same one", "another variant", "same product"),
    "in_stock": cues("in stock", "available", "out of stock", "availability", "stock"),
    "price_gap": cues("dearer", "cheaper", "costs more", "cost more", "costs less", "cost less",
    "more expensive", "less expensive"),
    "difference_cents": cues("how far apart", "far apart", "price difference", "difference", "gap",
    "prices apart", "how much dearer",
                             "how much cheaper",
                             "how much more", "how much less"),
    "price_drop_cents": cues("by how much", "how much did the price fall", "price fall", "price drop",
    "price fell", "how much lower",
                             "lower price now",
                             "new price", "current price", "how much cheaper is it now", "come down"),
    "cheaper_at": cues("where", "which shop", "who sells", "what shop", "whose shop"),
    "clearance": cues("promotion", "promotional", "clearance", "full price", "offer"),
    "gift_card_cents": cues("left on it", "balance", "how much is left", "how much is on", "what is left",
    "value", "how much"),
    "gift_card_days": cues("how old", "when", "how long ago", "bought", "purchased", "age", "purchase date"),
}  # fmt: skip
