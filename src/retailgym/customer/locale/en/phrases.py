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
        "{hi} I'm planning {np}.", "{hi} I need to shop for {np}.",
        "{hi} could you put a shopping list together for {np}?",
        "{hi} my next project is {np}.", "{hi} what I have in mind is {np}.",
        "{hi} I'm getting things together for {np}.",
        "{hi} I need some things for {np}.",
        "{hi} help me with the shopping for {np}, would you?",
        "{hi} I'd like to buy a few things for {np}.",
        "{hi} what do you have for {np}?",
        "{hi} can you help me shop for {np}?",
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
        "{hi} something I bought has to go back: {np}.", "{hi} how do I go about returning {np}?",
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
        "{hi} I'd like to track a parcel with {np} in it.",
        "{hi} I'm trying to find out where {np} {is} that I bought.",
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
# of these the first ones only where more things follow, and none of them after another matter
OF_A_LIST = (
    "{hi} first on my list is {np}{qty}.", "{hi} we need a few things at home, first of all {np}{qty}.",
    "{hi} let's start with {np}{qty}.",
    "{hi} I've got quite a list today, and at the top of it is {np}{qty}.",
)  # fmt: skip
# who or what it is for, which no list is that is bought as prizes for a raffle
FOR_SOMEBODY = (
    "{hi} a friend of mine needs {np}.", "{hi} I'm finally getting myself {np}.",
    "{hi} at home we could do with {np}.",
)  # fmt: skip
AT_THE_START = (
    *OF_A_LIST, "{hi} I came in for {np}{qty}.", "{hi} what I need today is {np}{qty}.",
    "{hi} let's get this over with: {np}{qty}.", "{hi} quick order: {np}{qty}.",
    "{hi} I was told to ask here. It's about {np} I bought from you.",
)  # fmt: skip
NEXT = (
    "Then {np}{qty}.", "Also {np}{qty}.", "I also need {np}{qty}.", "Next on the list: {np}{qty}.",
    "And {np}, please{qty}.",
    "On top of that, {np}{qty}.", "I'd also like {np}{qty}.", "And also {np}{qty}.", "Plus {np}{qty}.",
    "And could you add {np}{qty}?",
    "Oh, and {np}{qty}.", "I need {np}, too{qty}.", "Then I need {np}{qty}.",
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
        "I still need {np}.",
        "And {np}.", "Please find me {np}.", "I'd like {np}, too.", "I want {np}.",
        "Plus {np}.",
        "Then I need {np}.", "{np} as well.",
        "On top of that, {np}.",
    ),
}  # fmt: skip
# where several go back
SWAP_EACH = (
    "For each of them I'd like {np}.", "Please swap each of them for {np}.", "In place of each I want {np}.",
)  # fmt: skip
# of the first thing for what was spoken of, such as a project: nothing stands before it on the list
BEGINS_IN: dict[str, tuple[str, ...]] = {
    "bundle": (
        "I need {np}.", "I'd like {np}.", "Please find me {np}.", "I want {np}.", "I still need {np}.",
        "First of all, I need {np}.", "The first thing is {np}.", "Let's start with {np}.",
        "First, {np}.", "I'm looking for {np}.", "To begin with, I need {np}.", "I'm after {np}.",
    ),
}  # fmt: skip
# that more matters than is said: by the number of points, as on a list, and never without an offer to go on
ONE_OTHER = (
    "There's one more thing, so please check with me before you decide.",
    "I do have one more wish, I'll tell you once you've had a look.",
    "One more thing matters to me, but see what you have first.",
)  # fmt: skip
OTHERS = (  # {n} a number
    "There are {n} more points on my list, so please check with me before you decide.",
    "I have {n} more wishes, I'll go through them with you.",
    "{n} more things matter to me, just ask as you go along.",
)  # fmt: skip
# the same where some are named: {labels} the colour, or the colour and the size; {things} all that matter
ONE_AMONG = (
    "I've got a list of {things}, such as {labels}, so please check with me before you decide.",
    "There are {things} on my list, {labels} for a start. I'll go through them with you.",
    "I'm picky about {things}, first of all {labels}, so just ask as you go along.",
    "I care about {things}, beginning with {labels}. We can go through them together.",
)  # fmt: skip
SOME_AMONG = (
    "I've got a list of {things}, such as {labels}, so please check with me before you decide.",
    "There are {things} on my list, among them {labels}. I'll go through them with you.",
    "I'm picky about {things}, including {labels}, so just ask as you go along.",
    "I care about {things}, beginning with {labels}. We can go through them together.",
)  # fmt: skip
THINGS, MORE_THINGS = "{n} things", "{n} more things"
SO_MANY = (
    "{things} matter to me, I'll tell you once you've had a look.",
    "There are {things} that matter to me, so please check with me before you decide.",
    "I'm picky about {things}, just ask as you go along.",
)  # fmt: skip
# the same where one thing is named, and there is one more
AND_ONE_OTHER = (
    "I'm picky about {labels}, and there's {another}, but see what you have first.",
    "I do care about {labels} and {another}, I'll get to that.",
    "I'm particular about {labels}, and about {another} that I'll tell you when you've had a look.",
    "I'm choosy about {labels}, I'm afraid, and then there's {another}, just ask.",
    "I'm fussy about {labels} and {another}, so please check with me before you decide.",
    "I have definite ideas about {labels}, and {another} matters, too, but one step at a time.",
)  # fmt: skip
ANOTHER = ("one other thing", "one more thing")
# of several things at once, behind all of them: {nouns} the kettle and the toaster each
OTHERS_OF_EACH = (
    "There's {another} I want for {nouns}, I'll tell you when you get to them.",
    "There's {another} I care about with {nouns}, just ask when you get to them.",
    "I have {another} in mind for {nouns}, I'll get to that.",
)  # fmt: skip
MORE_OF_EACH = (
    "There are {things} I want for {nouns}, I'll tell you when you get to them.",
    "I have {things} in mind for {nouns}, I'll get to that.",
)
OF_ALL, OF_SOME = "each of these", "{} each"
ONE_OTHER_OF = (  # of one thing among several
    "I do have one more wish for the {noun}, I'll tell you when you get to it.",
    "There's one more thing about the {noun}, just ask.",
    "For the {noun} there's one more thing, I'll get to that.",
    "One more thing matters for the {noun}, so please check with me before you pick it.",
)  # fmt: skip
OTHERS_OF = (
    "I've got {n} more wishes for the {noun}, I'll tell you when you get to it.",
    "There are {n} more points on my list for the {noun}, just ask.",
    "For the {noun} there are {n} more points, so please check with me before you pick it.",
)  # fmt: skip
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
# before what is remembered of an order, where that is much
RECALLING = (
    "I can't find the mail any more, so here's what I remember.",
    "Let me tell you what I remember of the order.", "Let's see if this is enough to find the order.",
)  # fmt: skip
# what a replacement must have; {says} one or more
KEEPS = (
    "I need {another} {says}.", "Whatever else you have, I want {one} {says}.",
    "I need a replacement {says}.",
    "I'll take {one} {says}.", "I'd like something else {says}.",
    "Is there {another} {says}?",
    "Find me {another} {says}.", "It need not be the same, but I want {one} {says}.",
)  # fmt: skip
REFUSED = ("But {says}.", "{says}, please.", "And {says}.", "Oh, and {says}.", "{says}, though.",
           "But please, {says}.")  # fmt: skip
REFUSED_NAMED = ("For the {noun}, {says}, please.", "As for the {noun}, {says}.", "About the {noun}: {says}.")
REFUSED_ALONE = ("{says}, please.", "{says}.", "{says}, thanks.")
# what most people would be glad of
REFUSED_BECAUSE = (
    "{says}, I've had that before.", "{says}, that's what my last one was like.",
    "{says}, I didn't get on with that last time.", "{says}, I've tried that.",
)  # fmt: skip
GIVE_OR_TAKE = (
    "that costs about the same, give or take {amount}", "for about the same price, give or take {amount}",
    "within {amount} of that price",
)  # fmt: skip
MORE_OR_LESS = (  # where that is much
    "within {amount} of the old price", "at most {amount} dearer or cheaper than the old one",
)  # fmt: skip
# before the noun: of a number that is left open, and of one that hangs on something
SEVERAL, SOME = "several", "some"
ONE = ("one", "just one", "just one")  # before what goes back
SO_MANY_OF = "{n} {plural}{says}"  # two kettles that whistle
ONE_FIRST = 650  # per mille of those who want one: they say it before the thing
# of numbers that are chosen together, where that has just been said of another thing
BY_THE_SAME_SUM = ("as many as fit into that sum",)
JUST_ONE = (", just {n}", ", only {n}", ", {n} is enough", ", {n} will do")
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
    "Perhaps this helps. {}", "Maybe this helps you find it. {}", "All I can add is this. {}",
    "Well, there's this, if it helps. {}", "Just this, perhaps. {}",
)  # fmt: skip
PENSIVE = ("", "Well. ", "Let me think. ", "Hm. ", "Now let me see. ", "Um... ", "Let's see. ", "Er... ")
# of what was put to choose from
THAT_IS = ("{}, that is.", "So {}.", "That would be {}.")
VALUE = (
    "{one} {says}, please.", "It should be {one} {says}.", "I want {one} {says}.", "I'd like {one} {says}.",
    "I'm after {one} {says}.",
    "It has to be {one} {says}.", "I need {one} {says}.", "I do want {one} {says}.",
    "Make it {one} {says}.",
)  # fmt: skip
VALUE_ALONE = ("{says}.", "{says}, please.", "{says}, I'd say.", "{says}, that's a must.")
# of several: with a clause, and without
VALUE_OF_EACH = (
    "For the {plural}, ones {says}.", "For the {plural} I'd like ones {says}.",
    "As for the {plural}, I want ones {says}.", "I'd like {plural} {says}.",
)  # fmt: skip
VALUE_OF_SEVERAL = (
    "For the {plural}: {says}.", "The {plural} {says}, please.", "I'd like the {plural} {says}.",
    "I want the {plural} {says}.",
)  # fmt: skip
VALUE_NAMED = (
    "For the {noun}, {one} {says}.", "As for the {noun}, I want {one} {says}.", "{a} {says}, please.",
    "For the {noun} I'd like {one} {says}.", "About the {noun}: {one} {says}, please.",
    "I'd like {a} {says}.",
)  # fmt: skip
NAMED_ALONE = ("The {noun} {says}, please.", "I'd like the {noun} {says}.", "I want the {noun} {says}.")
APPOSED = ("{says}.", "{says}, please.", "{says}, thanks.", "{says}, I'd say.")
APPOSED_NAMED = (
    "For the {noun}: {says}.",
    "As for the {noun}, {says}, please.",
    "The {noun}? Well, {says}.",
    "The {noun}: {says}.",
)
COUNT = (
    "{n} {plural}, please.",
    "I need {n} {plural}.",
    "{n} {plural} will do.",
    "{n} {plural} in all.",
)
COUNT_ONE = ("Just {n} {noun}.", "{n} {noun}, please.", "I need only {n} {noun}.", "{n} {noun} is enough.")

# of what comes in packs
COUNT_PACKS = (
    "For the {plural}: {n} packs, please.",
    "The {plural}: {n} packs.",
    "Of the {plural}, {n} packs in all.",
)
COUNT_PACK = (
    "For the {plural}: just {n} pack.",
    "The {plural}: {n} pack is enough.",
    "Of the {plural}, just {n} pack.",
)

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
        "Yes, yes, go ahead, that's what I had in mind.",
        "Absolutely, please do, you've been quick.",
        "Yes, that's the lot, go ahead.",
    ),
    "shy": ("Yes, please do, thanks.", "Yes please.", "Um, yes, go ahead."),
}
RIGHT: dict[Tone, tuple[str, ...]] = {
    "brisk": ("Yes.", "Correct.", "That's right."),
    "warm": ("Yes, that's right, thank you!", "Yes, exactly.", "That's right, thanks for checking."),
    "dry": ("Yes, that's right.", "If that's what I said, yes.", "Yes, it is."),
    "chatty": ("Yes, exactly, you've got it.", "That's right, yes.", "Yes, that sounds right."),
    "shy": ("Yes, I think so.", "Yes, that's right.", "Um, yes."),
}
# of an order, which they know only as far as they remember it: another may fit that as well, so that nobody
# says yes
RECALLED = (
    "That fits what I remember.", "It would fit what I remember.", "Going by what I remember, it fits.",
    "As far as I remember, that fits.", "Nothing I remember speaks against it.",
)  # fmt: skip
# of somebody who has said goodbye already
GONE = ("Goodbye.", "Bye now.", "As I said, goodbye.", "No, I'm off.")
OBJECTS = (
    "Hold on, we never talked about {labels}.", "Wait, I haven't told you about {labels} yet.",
    "Not so fast, we haven't settled {labels}.",
    "You haven't asked me about {labels}.",
)  # fmt: skip
# of a number that was read back: {counts} as "how many kettles"
MISCOUNTED = (  # of a number that they have not told: it may be right, or hang on what they cannot know
    "Hold on, we haven't settled {counts} I need.", "Wait, you haven't asked {counts} I want.",
    "Not so fast, we never talked about {counts} I'd like.",
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
EITHER = (
    "Either is fine with me.", "Any of those would do.", "I'd take any of those.", "Those are all fine.",
)  # fmt: skip
ANOTHER_ONE = (
    "No, that's not the one I mean.", "No, not that one. I mean another.", "That's not mine, I'm afraid.",
    "No, mine is another one.", "No, that isn't the one I have here.",
)  # fmt: skip
NOT_SO = (
    "No, that isn't right.", "No, that's not how it was.", "No, that's not it.", "No, it wasn't like that.",
    "No, that's wrong, I'm afraid.",
)  # fmt: skip
CALLED = {  # topics that are called otherwise than in filters
    "shipping_days": "delivery time", "rating": "customer rating", "audio": "sound",
    "preference": "choice",
    "safety_start": "kind of safety start",
    "burn_time": "time per fill", "casing": "outer material", "climate": "running temperature",
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
    "spills": "spill protection", "start_up": "start-up",
    "system": "computer system", "user": "intended use", "water": "water suitability",
    "weather": "weather protection", "wind": "wind protection",
}  # fmt: skip
# topics that people speak of in half a sentence and not by a name; {it} is the thing
SPOKEN = {
    "origin": "where {it} is made", "weight": "how heavy {it} is", "material": "what {it} is made of",
    "noise_level": "how loud {it} is", "noise": "how loud {it} is", "capacity": "how much {it} holds",
    "rating": "what the reviews say", "shipping_days": "how soon {it} is here",
    "packed_length": "how long {it} is when packed", "charging_time": "how long {it} takes to charge",
    "shelf_life": "how long {it} keeps", "devices": "how many devices {it} takes",
    "max_load": "how much {it} can carry", "luggage": "how much {it} can carry",
    "load": "how much {it} can carry", "garden_size": "how big a garden {it} is for",
    "skin_type": "what skin {it} is for", "hair_type": "what hair {it} is for",
    "user": "what kind of work {it} is for", "riding": "what kind of riding {it} is for",
    "trip": "what kind of trip {it} is for",
    "concern": "what {it} can help with",
    "room": "which room {it} is for", "season": "which season {it} is for",
    "laptop_size": "what size of laptop {it} holds", "recycled_content": "how much of {it} is recycled",
    "natural_content": "how much of {it} is natural", "plant_content": "how much of {it} is from plants",
    "hem_allowance": "how far {it} can be let down", "drying_time": "how long {it} takes to dry",
    "washing": "how {it} is washed", "smell": "whether {it} has a smell", "cleaning": "how {it} is cleaned",
    "assembly": "how {it} is put together", "ebike": "whether {it} can go on an e-bike",
    "heat_use": "how much heat {it} can take", "water": "what water {it} is for",
    "frequency": "how often {it} can be used",
    "brightness": "how bright {it} is", "warmth": "how warm {it} is", "burn_time": "how long {it} can burn",
    "moisture": "how much damp {it} can take", "cold": "how much cold {it} can take",
    "wind": "how much wind {it} can take", "climate": "what temperatures {it} can take",
    "power_draw": "how much power {it} takes", "safety": "which safety feature {it} has",
    "repair": "who can mend {it}", "repairs": "who can mend {it}", "casing": "what {it} is covered in",
}  # fmt: skip
# {} are the topics, such as the colour and the size
# of what has no name of its own
NOT_MINDED = {
    "closeness": (
        "Nothing counts more than the rest.", "It all counts the same to me.",
        "No, one thing counts like another.",
    ),
}  # fmt: skip
DOES_NOT_MIND = (
    "I'm not fussy about {}.", "I don't really care about {}.", "I'm not bothered about {}.",
    "I'm not picky about {}.", "I'm not particular about {}.",
)  # fmt: skip
# of what they sort by, which nobody says they don't mind
COUNTS = (  # of what need not be as it was, but is weighed
    "I could live with a difference in {}, but I'd rather there were none.",
    "A difference in {} rules nothing out, I'd just like it less.",
)
NO_LIMIT = ("I'm flexible on {}.", "Nothing is fixed when it comes to {}.", "I could be flexible about {}.")
OF_WHICH = " of {}"  # the kettle
# of what is bought already
NOTHING_TO_CHOOSE = (
    "There's nothing to choose about {}, I've bought it already.",
    "As for {}, that was settled when I bought it.",
    "I'm not choosing {} now, this is about what I've bought.",
)
ANY_OF_THEM = (
    "Whichever of them fits what I told you best.", "You pick, as long as it's what I asked for.",
    "I can't choose between them, you decide.", "Any of them, if it has all I told you.",
)  # fmt: skip
JUST_ONE_OF_EACH = ("One of each, please.", "One of each will do.", "Just one of each.")
JUST_ONE_OF_IT = ("Just the one, please.", "One will do.", "One is all I need.")
DOES_NOT_KNOW = (
    "I don't remember.", "I couldn't tell you that, I'm afraid.", "No idea, sorry.", "I really don't know.",
    "That I can't recall.", "I don't have that to hand.",
    "I'd have to check, I don't know.",
)  # fmt: skip
# the same of what else was asked
NOR_THE_REST = ("The rest I don't know either.", "Nor could I tell you the rest.", "The rest I can't recall.")
# of what nobody keeps in mind, in words of their own
NOT_KNOWN = {
    "brand": ("The brand I don't remember.", "Which brand it was I couldn't say.", "I forget the brand."),
    "colour": ("I couldn't say which colour.", "The colour I don't remember.", "I forget the colour."),
    "product": ("It could be, I can't say for sure.", "Possibly, but I couldn't swear to it."),
    "reason": ("I'm just asking.", "No particular reason, I'm just asking."),
    "coupon_kind": ("What kind of coupon it was I don't remember.", "A code is all I recall, not its kind."),
    "condition": ("I haven't looked at it that closely.", "I couldn't tell you what state it is in."),
    "contents": ("Whether that was in it I couldn't say.", "I couldn't tell you all that was in it."),
    "item_kinds": (
        "How many things were in it I don't recall.",
        "I forget how much there was in that order.",
    ),
    "same_model": ("I haven't made up my mind about that.", "What I'd take instead I don't know yet."),
    "payment": ("How I paid I don't remember.", "I forget how I paid for it."),
    "name": ("The name I don't remember.", "I forget the name.", "What name I put I couldn't say."),
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
    "Oh, sorry, then I misremembered.",
    "Then I must have got that wrong.", "If that is what your records say, I've mixed it up.",
    "I may well be mistaken about that.", "Could be, my memory isn't what it was. Go by your records.",
)  # fmt: skip
# of days to choose from: {days} as they were put
PICKS = ("It would be {days}, then.", "That must be {days}.", "Going by what I remember, {days}.")
PICKS_ANY = ("It could be {days}, I can't tell.", "From what I remember, {days}, either is possible.")
PICKS_NONE = ("Neither of those, as far as I remember.", "None of those, I'd say.")
THERE_IS_MORE = (
    "And there's something else, but one thing at a time.", "There is more, ask me about that next.",
    "Something else matters as well, we'll come to that.",
)  # fmt: skip
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
