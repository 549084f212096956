"""The customer's stock of phrases. Wording lives here and nowhere else."""

from ....core.task import Tone

# {np} a kettle made of steel, in navy; {qty} ", two of them"
FIRST: dict[str, tuple[str, ...]] = {
    "cart": (
        "{hi} I need {np}{qty}.", "{hi} I'd like to order {np}{qty}.",
        "{hi} please add {np}{qty}.", "{hi} I'm after {np}{qty}.",
        "{hi} please get me {np}{qty}.", "{hi} I want to buy {np}{qty}.", "{hi} can you find me {np}{qty}?",
        "{hi} first on my list is {np}{qty}.",
        "{hi} I came in for {np}{qty}.", "{hi} we need a few things at home, first of all {np}{qty}.",
        "{hi} I'd love {np}{qty}.",
        "{hi} could you get me {np}{qty}?", "{hi} what I need today is {np}{qty}.",
        "{hi} I was hoping to get {np}{qty}.",
        "{hi} I want to place an order: {np}{qty}.", "{hi} let's start with {np}{qty}.",
    ),
    "bundle": (
        "{hi} I'm planning {np}.", "{hi} I need everything for {np}.",
        "{hi} could you put a shopping list together for {np}?",
        "{hi} my next project is {np}.", "{hi} what I have in mind is {np}.",
        "{hi} I'm getting things together for {np}.",
        "{hi} I need some things for {np}.",
        "{hi} help me with the shopping for {np}, would you?",
        "{hi} I'd like to buy everything for {np}.",
        "{hi} what do you have for {np}?",
        "{hi} this is for {np}, and I need everything.", "{hi} can you help me shop for {np}?",
        "{hi} we're planning {np}.",
        "{hi} could you help me with {np}?",
    ),
    "discovery": (
        "{hi} I'm looking for {np}.", "{hi} have you got {np}?",
        "{hi} could you recommend {np}?", "{hi} I need {np}.",
        "{hi} help me choose {np}, please.", "{hi} I've been thinking of buying {np}.",
        "{hi} I'm finally getting myself {np}.",
        "{hi} do you sell {np}?", "{hi} I'd like some advice: I want {np}.", "{hi} can you suggest {np}?",
        "{hi} I'd like to buy {np}.",
        "{hi} I can't make up my mind. I'm after {np}.",
        "{hi} a friend of mine needs {np}.",
        "{hi} I'm shopping around for {np}.", "{hi} at home we could do with {np}.",
        "{hi} find me {np}, would you?",
    ),
    "returns": (
        "{hi} I'd like to send {np} back that I bought here.", "{hi} I want to return {np}.",
        "{hi} {np} I got from you {has} to go back.",
        "{hi} can I bring back {np}?", "{hi} this is about {np} I ordered, it has to go back.",
        "{hi} I need to send something back: {np}.",
        "{hi} I bought {np} from you and it has to go back.", "{hi} how do I go about returning {np}?",
        "{hi} I've got {np} here that {needs} to go back.",
        "{hi} would you take {np} back?", "{hi} I've got {np} to return.",
        "{hi} I'm returning {np} I ordered here.",
    ),
    "tracking": (
        "{hi} I ordered {np} from you. Where is it now?", "{hi} I'm waiting for news of {np} I ordered.",
        "{hi} I bought {np} here and have lost track of it.",
        "{hi} one of my orders had {np} in it. What has become of that?",
        "{hi} quick question: I ordered {np}, how far has it got?",
        "{hi} what happened to my order? It was for {np}.",
        "{hi} where is my parcel? The one with {np} in it.",
        "{hi} my order had {np} in it. Has that been delivered, and when?",
        "{hi} I'd like to track a parcel, there's {np} in it.",
        "{hi} I'm trying to find out where {np} is that I bought.",
        "{hi} I ordered {np} and would like to know where it is.",
        "{hi} I keep being asked about {np} I ordered. Can you see where it is?",
    ),
    "policy": (
        "{hi} I have a question about {np} I got from you.", "{hi} it's about {np} I have from your shop.",
        "{hi} could you look something up for me? It's about {np} I bought here.",
        "{hi} I'd like to know something about {np} I bought.",
        "{hi} I have {np} from you, and there is something I need to know.",
        "{hi} a quick question on {np} that I bought from you.",
        "{hi} I can't find this on your pages. I bought {np} here.",
        "{hi} just a question about {np} I bought from you.",
        "{hi} I bought {np} here and I'm wondering about something.",
        "{hi} I was told to ask here. It's about {np} I bought from you.",
    ),
    "substitution": (
        "{hi} I'd picked out {np}. Now it's sold out.",
        "{hi} I wanted {np}. It's gone, so what can I have instead?",
        "{hi} I was after {np}, and of course it's sold out.",
        "{hi} I waited too long. I wanted {np}, and now it's sold out.",
        "{hi} the other day you still had {np}. Now there are none left.",
        "{hi} I wanted {np}. It's sold out, so what else is there?",
        "{hi} I was about to order {np}. Now it's sold out.",
        "{hi} I'd made up my mind to get {np}. Now it's sold out.",
        "{hi} you used to have {np}. Now it's sold out, so I need something like it.",
        "{hi} I came back for {np}. It's sold out.",
        "{hi} I wanted {np}, but somebody was quicker. What else is there?",
        "{hi} I missed out on {np}. You have none left.",
    ),
}  # fmt: skip
NEXT = (
    "Then {np}{qty}.", "Also {np}{qty}.", "I also need {np}{qty}.", "Next on the list: {np}{qty}.",
    "And {np}, please{qty}.",
    "On top of that, {np}{qty}.", "I'd also like {np}{qty}.", "And also {np}{qty}.", "Plus {np}{qty}.",
    "And could you add {np}{qty}?",
    "Oh, and {np}{qty}.", "I need {np}, too{qty}.", "Then there's {np}{qty}.",
    "My sister asked for {np}{qty}.",
    "Not to forget {np}{qty}.", "While you are at it, {np}{qty}.",
)  # fmt: skip
NEXT_IN: dict[str, tuple[str, ...]] = {
    "returns": (
        "Instead I'd like {np}.", "What I want in its place is {np}.", "I'd swap it for {np}.",
        "I'd like to swap it for {np}.",
        "In exchange I want {np}.", "What I'd rather have is {np}.", "Instead I would take {np}.",
        "In return, can I have {np}?",
    ),
    "bundle": (
        "I need {np}.", "I'll need {np}.", "Then {np}.", "Also {np}.",
        "I'm missing {np}.",
        "And {np}.", "Please find me {np}.", "I'd like {np}, too.", "I want {np}.",
        "Plus {np}.",
        "Then I need {np}.", "And {np}, of course.", "{np} as well.",
        "On top of that, {np}.",
    ),
}  # fmt: skip
# of the first thing for what was spoken of, such as a project: nothing stands before it on the list
BEGINS_IN: dict[str, tuple[str, ...]] = {
    "bundle": (
        "I need {np}.", "I'd like {np}.", "Please find me {np}.", "I want {np}.", "I'm missing {np}.",
        "First of all, I need {np}.", "The first thing is {np}.", "Let's start with {np}.",
        "First, {np}.", "I'm looking for {np}.", "To begin with, I need {np}.", "I'm after {np}.",
    ),
}  # fmt: skip
# what a project may cost, and how its pieces must match; {label} is an attribute of the item, {than} one of
# the other item
BUDGET = (
    "All of it together may cost {amount} at most.", "I can spend {amount} on the lot and no more.",
    "My budget for everything is {amount}.",
    "The whole thing must not come to more than {amount}.",
    "I've put aside {amount}, and that has to cover all of it.",
    "Together it has to stay within {amount}.", "{amount} is all there is for it, everything included.",
)  # fmt: skip
# {same} is how two things are alike, such as "be made of the same material"
SAME = (
    "The {noun} has to {same} as the {other}.",
    "The {noun} and the {other} have to {same}.",
    "I want the {noun} to {same} as the {other}.",
    "Mind that the {noun} must {same} as the {other}.",
)  # fmt: skip
SAME_BY_NAME = "have the same {label}"
ALIKE = {
    "brand": "be the same brand", "material": "be made of the same material",
    "connector": "use the same connector", "voltage": "run on the same voltage",
    "bulb_base": "take the same bulb base", "mount": "use the same mount",
    "bed_size": "be for the same bed size", "tyre_width": "be for the same tyre width",
    "hob": "work on the same hob", "gas_fitting": "take the same gas fitting",
    "skin_type": "be for the same skin type", "hair_type": "be for the same hair type",
    "fabric": "be made of the same fabric", "style": "be in the same style",
    "light_colour": "give the same light colour", "coating": "have the same kind of coating",
    "housing": "have the same kind of housing", "shell": "have the same shell material",
    "backlight": "have the same kind of backlight", "certification": "carry the same certification",
        "dimming": "dim in the same way", "control": "be controlled in the same way",
    "handle": "have the same kind of handle", "cleaning": "be cleaned in the same way",
    "controls": "have the same kind of controls", "rim": "have the same kind of rim",
    "heat_use": "stand the same heat", "casing": "have the same outer material",
    "grip": "have the same kind of grip", "weather": "stand the same weather",
    "lock": "have the same kind of lock", "lining": "have the same lining",
    "concern": "be for the same purpose", "free_from": "be free of the same thing",
    "container": "come in the same kind of container", "colour_care": "suit the same hair colour",
    "frequency": "be used just as often", "warmth": "be just as warm",
    "wash_temperature": "be washed at the same temperature", 
    "room": "be for the same room", "moisture": "stand the same damp", "care": "be cleaned in the same way",
    "garden_size": "be for the same size of garden", "motor": "have the same kind of motor",
    "user": "be made for the same kind of work", "riding": "be for the same kind of riding",
    "season": "be for the same season", "ebike": "be approved for the same e-bikes",
    "fitting": "be fitted in the same way", "trip": "be for the same kind of trip",
    "cold": "work in the same cold", "wheel_size": "fit the same wheel size",
    "pattern": "have the same pattern", "finish": "have the same finish",
    "key_ingredient": "have the same key ingredient",
    "capacity": "hold just as much", "diameter": "have the same diameter",
    "oven_heat": "stand the same oven heat",
    "battery_life": "last just as long on a charge", "power": "deliver just as much power",
    "brightness": "be just as bright", "flicker": "flicker just as little", "beam": "have the same beam",
    "noise": "be just as quiet", "ignition": "light in the same way",
    "texture": "have the same texture", "plant_content": "have the same plant content",
    "drying_time": "dry just as fast",
}  # fmt: skip
SAME_BECAUSE = {
    "connector": (
        "The {noun} has to take the same connector as the {other}, I don't want two sorts of cable.",
    ),
    "voltage": ("The {noun} has to run on the same voltage as the {other}, so that I can swap batteries.",),
    "bulb_base": ("The {noun} has to have the bulb base that the {other} takes, or they won't go together.",),
    "bed_size": ("The {noun} is for the same bed as the {other}, so the bed size has to be the same.",),
    "wheel_size": ("The {noun} goes on the same bike as the {other}, so the wheel size has to be the same.",),
    "mount": ("The {noun} has to have the same mount as the {other}, I have no adapter.",),
    "pattern": ("The {noun} has to match the {other}: same pattern, please.",),
    "material": ("The {noun} has to go with the {other}, so the same material, please.",),
    "style": ("The {noun} has to look right next to the {other}, so the same style, please.",),
    "housing": ("The {noun} will stand next to the {other}, so I want the same housing.",),
    "skin_type": ("The {noun} is for the same person as the {other}, so it has to suit the same skin type.",),
    "hair_type": ("The {noun} is for the same person as the {other}, so it has to suit the same hair type.",),
}
SAME_OR_ANY = (
    "The {noun} has to {same} as the {other}, or one of them has to say {any}.",
    "The {noun} and the {other} have to {same}; if one of them says {any}, that's fine too.",
    "I want the {noun} and the {other} to {same}, unless one of them says {any}, which goes with everything.",
)  # fmt: skip
AT_LEAST = (
    "The {label} of the {noun} must be at least the {than} of the {other}.",
    "I don't want a {noun} whose {label} falls short of the {than} of the {other}.",
    "Make sure that the {label} of the {noun} is no less than the {than} of the {other}.",
)  # fmt: skip
AT_MOST = (
    "The {label} of the {noun} must be no more than the {than} of the {other}.",
    "I don't want a {noun} whose {label} goes beyond the {than} of the {other}.",
    "Make sure that the {label} of the {noun} is no more than the {than} of the {other}.",
)  # fmt: skip
COMPARED = {  # the same, with what it is for, by the match
    "power at_least power_draw": (
        "The {noun} is to power the {other}, so its {label} has to be at least the {other}'s {than}.",
    ),
    "weight at_most load": (
        "The {noun} goes on top of the {other}, so its {label} can't be more than the {other}'s {than}.",
    ),
    "max_load at_most max_load": (
        "A full {noun} will stand on the {other}, so its {label} can't be more than the {other}'s.",
    ),
    "capacity at_most capacity": (
        "One boil of the {other} has to do, so the {label} of the {noun} can't be more than the {other}'s.",
    ),
    "capacity at_least capacity": (
        "One boil has to fill the {other}, so the {label} of the {noun} has to be at least the {other}'s.",
    ),
}
# how many to recommend and what comes first; {n} a number
ONE_OTHER = (
    "One more thing matters to me.", "There's one more thing I care about.",
    "I'm picky about one more thing.", "There's one more thing, so ask me.",
    "Ask me, there's one more thing.", "And one more thing, just ask.",
)  # fmt: skip
OTHERS = (
    "{n} more things matter to me.", "There are {n} more things I care about.",
    "I'm picky about {n} more things.", "There are {n} more things, so ask me.",
    "Ask me, there are {n} more things.", "And {n} more things, just ask.",
)  # fmt: skip
ONE_OTHER_OF = (  # the same of one thing among several
    "One more thing about it matters to me.", "There's one more thing about it, so ask me.",
    "Ask me, there's one more thing about the {noun}.", "And one more thing about it, just ask.",
    "I care about one more thing there.", "One more thing there, so do ask.",
)  # fmt: skip
OTHERS_OF = (
    "{n} more things about it matter to me.", "There are {n} more things about it, so ask me.",
    "Ask me, there are {n} more things about the {noun}.", "And {n} more things about it, just ask.",
    "I care about {n} more things there.",
)  # fmt: skip
SHORTLIST = (
    "Show me the best {n}.", "A shortlist of {n}, please.", "{n} suggestions will do.",
    "I'd like {n} to choose from.", "Pick {n} for me.",
    "Narrow it down to {n}.", "Give me your top {n}.",
)  # fmt: skip
JUST_THE_BEST = (
    "Only the best one, please.", "One suggestion is enough.", "Just tell me the best one.",
    "Just one, not a list.", "Pick one for me.",
)  # fmt: skip
PREFERENCE = {
    "price up": ("The cheapest first, please.", "Cheapest at the top, please.", "The cheaper the better.",
    "Go by price, lowest first."),
    "price down": (
        "Most expensive first, you get what you pay for.",
        "Go by price, dearest first, I want something that lasts.",
        "Dearest at the top, I don't want to buy twice.",
    ),
    "rating down": (
        "Best rated first, please.", "Put the one with the most stars at the top.",
        "Go by the reviews, best rating first.",
    ),
    "shipping_days up": (
        "The quickest to arrive comes first.", "Whichever gets here soonest first, please.",
        "Go by delivery, fastest first.",
    ),
}  # fmt: skip
PREFERENCE_OF = {
    "weight up": ("The lightest comes first.", "Go by weight, lightest first.", "The lighter, the better."),
}
# by a number of the product's own: {most} is highest or longest, {more} higher or longer
PREFERENCE_BY = (
    "The one with the {most} {label} comes first.",
    "Go by {label}, {most} first.",
    "The {more} the {label}, the better.",
)
MOST = {"up": ("lowest", "lower"), "down": ("highest", "higher")}
MOST_LARGE = {"up": ("smallest", "smaller"), "down": ("largest", "larger")}  # whatever it is
MOST_LONG = {"up": ("shortest", "shorter"), "down": ("longest", "longer")}
LONG = ("months", "month", "h", "min", "days", "years", "cm", "m")  # units
# {weekday} when it must be here
BY_WEEKDAY = (
    "that arrives by {weekday}",
    "that is here by {weekday}",
    "that gets here on {weekday} at the latest",
)
BY_THE_WEEKEND = (
    "that arrives by the weekend, Saturday at the latest",
    "that is here for the weekend, so by Saturday",
)
# what a replacement must have; {says} one or more
KEEPS = (
    "I need {another} {says}.", "Whatever else you have, I want {one} {says}.",
    "I need a replacement {says}.",
    "I'd be happy with {one} {says}.", "I'd like something else {says}.",
    "Is there {another} {says}?",
    "Find me {another} {says}.", "It need not be the same, but I want {one} {says}.",
)  # fmt: skip
REFUSED = ("But {says}.", "{says}, please.", "And {says}.", "Oh, and {says}.", "{says}, though.",
           "But please, {says}.")  # fmt: skip
REFUSED_ALONE = ("{says}, please.", "{says}.", "{says}, thanks.")
# what most people would be glad of
REFUSED_BECAUSE = (
    "{says}, I've had that before.", "{says}, that's what my last one was like.",
    "{says}, I didn't get on with that last time.", "{says}, I've tried that.",
)  # fmt: skip
GIVE_OR_TAKE = (
    "that costs about the same, give or take {amount}", "for the same price, give or take {amount}",
    "within {amount} of that price",
)  # fmt: skip
MORE_OR_LESS = (  # where that is much
    "that costs up to {amount} more or less", "up to {amount} dearer or cheaper",
)  # fmt: skip
SEVERAL = (
    ", {n} of them",
    ", {n} in all",
    ", make it {n}",
    ", {n} pieces",
    ", and I need {n} of those",
    ", {n} altogether",
)
JUST_ONE = (", just {n}", ", only {n}", ", {n} is enough", ", {n} will do")
PAIRS = (
    ", {n} pairs in all",
    ", {n} pairs",
    ", make it {n} pairs",
    ", and I need {n} pairs",
    ", {n} pairs altogether",
)
PACKS = (", {n} packs in all", ", {n} packs", ", make it {n} packs", ", and I need {n} packs")
ONE_PACK = (", just {n} pack", ", only {n} pack", ", {n} pack will do")
ONE_PAIR = (", just {n} pair", ", only {n} pair", ", {n} pair is enough", ", {n} pair will do")


BEFORE_ANSWER: dict[Tone, tuple[str, ...]] = {
    "brisk": ("",),
    "warm": ("Thanks for asking. ", "", "", "", "", "", "", ""),
    "dry": ("Well. ", "Let me think. ", "Hm. ", "", "", "", "", "", ""),
    "chatty": (
        "Oh, right. ",
        "Now let me see. ",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
    ),
    "shy": ("Um... ", "Oh, sorry. ", "Er... ", "", "", "", "", "", ""),
}
# before what is remembered of an order, brought up when asked for more
BY_THE_WAY = (
    "Perhaps this helps: {}", "Maybe this helps you find it: {}", "All I can add is this: {}",
    "Well, there's this, if it helps: {}", "Just this, perhaps: {}",
)  # fmt: skip
PENSIVE = ("", "Well. ", "Let me think. ", "Hm. ", "Now let me see. ", "Um... ", "Oh, sorry. ", "Er... ")
# of what was put to choose from
THAT_IS = ("{}, that is.", "So {}.", "That would be {}.")
VALUE = (
    "{one} {says}, please.", "It should be {one} {says}.", "I want {one} {says}.", "I'd like {one} {says}.",
    "I'm after {one} {says}.",
    "It has to be {one} {says}.", "I need {one} {says}.", "I'd prefer {one} {says}.",
    "{one} {says} would be best.",
)  # fmt: skip
VALUE_ALONE = ("{says}.", "{says}, please.", "{says}, I'd say.", "{says}, that's a must.")
VALUE_NAMED = (
    "For the {noun}, {one} {says}.", "As for the {noun}, I want {one} {says}.",
    "The {noun} should be {one} {says}.", "{a} {says}.",
    "For the {noun} I'd like {one} {says}.", "With the {noun}, I'd like {one} {says}.",
    "About the {noun}: {one} {says}, please.",
    "I'd like {a} {says}.",
)  # fmt: skip
APPOSED = ("{says}.", "{says}, please.", "{says}, thanks.", "{says}, I'd say.")
APPOSED_NAMED = (
    "For the {noun}: {says}.",
    "As for the {noun}, {says}, please.",
    "The {noun}? Well, {says}.",
    "With the {noun}, {says}.",
)
COUNT = (
    "{n} {plural}, please.",
    "I need {n} {plural}.",
    "{n} {plural} will do.",
    "Make that {n} {plural}.",
    "{n} {plural} in all.",
)
COUNT_ONE = ("Just {n} {noun}.", "{n} {noun}, please.", "I need only {n} {noun}.", "{n} {noun} is enough.")

INSTEAD = (
    "Then take the {noun}{says}.", "In that case I'll settle for the {noun}{says}.",
    "Pity. Give me the {noun}{says}, then.",
    "All right, the {noun}{says}, then.", "Never mind, then I'll have the {noun}{says}.",
    "What a shame. Then I'd like the {noun}{says}.",
    "Well, then let's go for the {noun}{says}.",
)  # fmt: skip
LEAVE_OUT = (
    "Then leave the {noun} out.", "In that case skip the {noun} altogether.",
    "Pity. Drop the {noun} from the list, then.",
    "Then I'll do without the {noun}.", "Forget about the {noun}, then.",
)  # fmt: skip
DOUBTS = (
    "Are you sure? Please look again.",
    "Really? I don't think that's so. Check once more, please.",
    "That surprises me, have another look.",
)
CONFIRMS: dict[Tone, tuple[str, ...]] = {
    "brisk": ("Yes.", "Go ahead.", "Do it.", "Yes, go."),
    "warm": (
        "Yes please, go ahead, and thank you!",
        "That's lovely, please do.",
        "Yes, wonderful, go ahead.",
    ),
    "dry": ("Yes, go ahead.", "If that's what I said, yes.", "Go on, then."),
    "chatty": (
        "Yes, yes, go ahead, I'm looking forward to it already.",
        "Absolutely, please do, you've been quick.",
        "Yes, that's the lot, go ahead.",
    ),
    "shy": ("Yes, I think so, thanks.", "Yes please.", "Um, yes, go ahead."),
}
RIGHT: dict[Tone, tuple[str, ...]] = {
    "brisk": ("Yes.", "Correct.", "That's right."),
    "warm": ("Yes, that's right, thank you!", "Yes, exactly.", "That's right, thanks for checking."),
    "dry": ("Yes, that's right.", "If that's what I said, yes.", "Yes, it is."),
    "chatty": ("Yes, exactly, you've got it.", "That's right, yes.", "Yes, that sounds right."),
    "shy": ("Yes, I think so.", "Yes, that's right.", "Um, yes."),
}
# of an order, which they know only as far as they remember it
RECALLED = (
    "Yes, that fits what I remember.", "Yes, as far as I remember.", "Yes, going by what I remember.",
    "Yes, that sounds right.",
)  # fmt: skip
OBJECTS = (
    "Hold on, we never talked about {labels}.", "Wait, I haven't told you about {labels} yet.",
    "Not so fast, we haven't settled {labels}.",
    "You haven't asked me about {labels}.",
)  # fmt: skip
MISSES = (
    "No, I still need {nouns}.", "Wait, where did you put {nouns}?", "Hold on, what about {nouns}?",
    "No, I asked for {nouns} as well.",
)  # fmt: skip
ACCEPTS = (
    "Yes, that works.", "Yes, that's fine.", "That works for me.", "Yes, that would do nicely.",
    "Sure, that's good.", "Yes, I'd take that.", "Yes, okay with me.",
)  # fmt: skip
DECLINES = (
    "No, that won't do.", "No, sorry, not that.", "No, that's not what I want.", "No, I'd rather not.",
    "I'd rather not, no.", "No, please not that one.",
    "No, that isn't right for me.",
)  # fmt: skip
NOT_SO = (
    "No, that isn't right.", "No, that's not how it was.", "No, that's not it.", "No, it wasn't like that.",
    "No, that's wrong, I'm afraid.",
)  # fmt: skip
CALLED = {  # topics that are called otherwise than in filters
    "shipping_days": "delivery time", "rating": "customer rating", "audio": "sound",
    "burn_time": "burning time", "casing": "outer material", "climate": "running temperature",
    "cold": "cold performance",
    "colour_care": "colour care", "concern": "purpose", "trip": "intended use", "room": "intended room",
    "tidying": "cable tidy", "joining": "stacking", "luggage": "maximum load",
    "puncture": "puncture protection", "carrying": "carrying strap",
    "devices": "device count", "dust": "dust control",
    "ebike": "e-bike approval", "fabric_weight": "thickness", "free_from": "free-from label",
    "frequency": "frequency of use", "garden_size": "recommended garden size",
    "guarantee": "chip guarantee", "heat_use": "heat resistance", "jacket": "cable covering",
    "max_load": "maximum load", "moisture": "moisture resistance", "noise_level": "noise",
    "origin": "country of origin", "pack": "pack size", "range": "wireless range", "recipes": "recipe guide",
    "repairs": "repair service", "riding": "intended use", "runtime": "running time",
    "safety_start": "starting safety", "spills": "spill protection", "start_up": "start-up",
    "system": "computer system", "user": "intended use", "water": "water suitability",
    "weather": "weather protection", "wind": "wind protection",
}  # fmt: skip
# {} are the topics, such as the colour and the size
DOES_NOT_MIND = (
    "As for {}, I don't mind.", "I don't mind about {}.", "I'm not fussy about {}.",
    "As for {}, whatever you think best.", "I have no preference on {}.", "I'll leave {} to you.",
    "I don't really care about {}.", "You choose {} for me.",
)  # fmt: skip
# of what is bought already
NOTHING_TO_CHOOSE = (
    "There's nothing to choose about {}, I've bought it already.",
    "As for {}, that was settled when I bought it.",
    "I'm not choosing {} now, this is about what I've bought.",
)
JUST_ONE_OF_IT = ("Just the one, please.", "One will do.", "One is all I need.")
DOES_NOT_KNOW = (
    "I don't remember.", "I couldn't tell you that, I'm afraid.", "No idea, sorry.", "I really don't know.",
    "That I can't recall.", "I don't have that to hand.",
    "I'd have to check, I don't know.",
)  # fmt: skip
# of what nobody keeps in mind, in words of their own
NOT_KNOWN = {
    "reason": ("I'm just asking.", "No particular reason, I'm just asking."),
    "coupon_kind": ("What kind of coupon it was I don't remember.", "A code is all I recall, not its kind."),
    "condition": ("I haven't looked at it that closely.", "I couldn't tell you what state it is in."),
    "contents": ("Whether that was in it I couldn't say.", "I couldn't tell you all that was in it."),
    "payment": ("How I paid I don't remember.", "I forget how I paid for it."),
    "with_me": ("I still have it here.", "It's here with me, I haven't sent anything off."),
}
SHRUGS = (
    "I don't follow, what is it you want to know?", "Not sure what you mean.",
    "Sorry, I don't understand the question.", "I don't get what you're asking.",
    "Sorry, what do you mean?", "I didn't quite catch that, what are you asking?",
)  # fmt: skip
SHRUGS_AT = (
    "I didn't catch what you meant by \"{}\".", "What you asked about \"{}\" I don't follow.",
    "And what do you mean by \"{}\"?",
)  # fmt: skip
CONCEDES = (
    "Then I must have got that wrong.", "If that is what your records say, I've mixed it up.",
    "I may well be mistaken about that.", "Could be, my memory isn't what it was. Go by your records.",
)  # fmt: skip
# of days to choose from: {days} as they were put
PICKS = ("It would be {days}, then.", "That must be {days}.", "Going by what I remember, {days}.")
PICKS_ANY = ("It could be {days}, I can't tell.", "From what I remember, {days}, either is possible.")
PICKS_NONE = ("Neither of those, as far as I remember.", "None of those, I'd say.")
ACKNOWLEDGES = ("Okay.", "All right.", "Fine.", "Mm-hm.", "If you say so.", "Okay, and?")
NOTHING_MORE_OF = (
    "Nothing else about the {noun}.", "That's all there is to the {noun}.",
    "For the {noun} that was everything.", "No, nothing more for the {noun}.",
)  # fmt: skip
NOTHING_MORE = (
    "No, that's everything.",
    "Nothing else.",
    "That was all.",
    "No, you have it all.",
    "I've told you everything.",
)

# what a customer can tell of an order: {when}, {amount}, {name}, {id}
PLACED = (
    "I ordered it {when}.", "I bought it {when}.", "That was {when}.", "I placed the order {when}.",
    "It must have been {when} that I ordered it.",
    "The order is from {when}.",
)  # fmt: skip
PAID = (
    "It was about {amount} apiece.", "I think it cost around {amount}.", "It was priced at {amount} or so.",
    "I remember a price of about {amount} each.",
    "It set me back roughly {amount} apiece.",
)  # fmt: skip
RECIPIENT = (
    "I had it sent to {name}.",
    "The parcel was for {name}.",
    "It was addressed to {name}.",
    "{name} was to get it.",
)
OWN_NAME = (
    "It was sent to me, {name}.",
    "It was addressed to myself, {name}.",
    "It was in my own name, {name}.",
)
PIECES = ("There were {n} of them in the order.", "I ordered {n} of them at once.", "I took {n} of them.")
ONE_PIECE = ("There was just {n} in the order.", "I only ordered {n} of them.", "I took just the {n}.")
TURN = {
    "latest": ("I've bought a few of those, and I mean the latest.",
    "Not one of the earlier ones: the most recent I bought.",
        "It's the last one I ordered."),
    "first": ("I've bought a few of those, and I mean the very first.",
    "It's the oldest of those I bought from you.",
        "It's the first one I ever ordered."),
    "one before the latest": (
        "Not the last one I bought but the one before it.", "It's the second to last of those I ordered.",
        "I mean the one I bought just before the latest.",
    ),
}  # fmt: skip
ORDER_NUMBER = ("The order number is {id}.", "It says {id} on the order.", "I have the number here: {id}.")
# why and how something goes back
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
    "The wrong thing was in the parcel.", "I got somebody else's item."),
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
BOX = {
    "kept": ("I still have the box.", "The original packaging is here.", "I kept all the packaging."),
    "gone": (
        "The box is gone.",
        "I threw the packaging away.",
        "The original packaging went out with the rubbish.",
    ),
}
RECEIPT = {
    "kept": ("I have the receipt.", "I can show you the receipt.", "The receipt is right here."),
    "gone": ("I can't find the receipt.", "I don't have a receipt any more.", "The receipt is lost."),
}
HAZARD = {
    "harmless": (
        "Nobody could get hurt by it.",
        "It isn't dangerous or anything.",
        "It's no danger to anyone.",
    ),
    "dangerous": ("Somebody could get hurt with it.", "It's dangerous as it is.", "Honestly, it isn't safe."),
}
GOING_BACK = (
    "{n} of them should go back.",
    "I'm sending back {n} of them.",
    "{n} of them are going back.",
)
ONE_GOING_BACK = ("Just {n} of them is going back.", "Only {n} is going back.", "I'm returning just {n}.")
PAIRS_GOING_BACK = ("{n} pairs should go back.", "I'm sending back {n} pairs.")
ONE_PAIR_GOING_BACK = ("Just {n} pair is going back.", "I'm returning just {n} pair.")
WANTS = {
    "refund": ("I'd like my money back.", "I want a refund, please.", "A refund, please.",
    "Please give me my money back."),
    "exchange": ("I don't want the money, I want to swap it.", "I'd like to exchange it.",
    "I want an exchange, please.",
        "I'd like another one in its place."),
}  # fmt: skip
MODEL = {
    "same": (
        "It should be the same model.",
        "The same model, just not the same version.",
        "The same model, just a different version.",
    )
}
# topics of an order that a customer has not come to yet, as they go on from ASK_ME
TELLABLE = {
    "placed": "when I ordered it", "paid": "what it cost", "recipient": "whose name was on the parcel",
    "turn": "which of mine it is",
    "pieces": "how many I ordered",
    "order_number": "what the order number is", "reason": "why it is going back",
    "condition": "what state it is in",
    "box": "whether I kept the box", "receipt": "whether there is a receipt",
    "hazard": "whether it is dangerous",
    "count": "how many are going back",
}  # fmt: skip
