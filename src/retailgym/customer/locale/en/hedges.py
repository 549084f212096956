"""How people take back, soften or qualify what they write, and how they are rude. The notation is that of
`replies`."""

# What only somebody who has not decided asks for.
ASKS = (
    "please|kindly|could|can|need*|require*|would ~ "
    "send|attach|mail|email|upload|provide|share|reply|submit ~ <photo>|<identity>; need*|require* ~ "
    "<photo>|<identity>; please|kindly <ask> ~ <photo>|<identity>; <photo>|<identity> please"
)
NOT = "not no never unable without nothing none neither nor impossible hardly"
# Before a decision, a refusal.
REFUSES = "not no never unable neither nor impossible declin* refus* reject* deny denied"
# The same after one.
REFUSED = (
    "is|are|was|were|can|could|will|would not|no|unable|impossible|longer; not "
    "possible|available|allowed; can|could|will ~ not be; out of the question; impossible"
)
# Beside a negation: nobody has to.
NEED_NOT = "need* necess* requir* oblig* bother want have must worry expect*"
# Beside a refusal: it is none yet.
SO_FAR = "yet until before unless now moment point myself alone own meantime first"
# What may be kept of a refund.
BESIDES = "shipping delivery postage fee fees restocking cost costs full whole entire"
CARD = "card bank original cash method paypal also additionally"  # where no store credit goes
LATER = "once soon after when before until upon then"  # beside a grant: only after something else
# After these words a decision is spoken of, not announced.
MENTIONS = (
    "request* ask* wish* wanted want claim* hop* application question* regard* concern* about whether "
    "decide decision before until appl* options possible eligible consider* discuss* thank* if prefer* "
    "instead than"
)
# Before these words too.
MENTIONED = (
    "request* claim* policy period window deadline application form rate need* requir* must subject "
    "exceed* pending wait* question*"
)
# Who says so commits to nothing.
HEDGES = (
    "depend* either whether possibly perhaps maybe might would potentially various usually generally "
    "normally typically theoretically applicable hypothetically presumably probably conceivably "
    "supposedly sometimes somehow"
)
# The same in phrases.
HEDGED = (
    "as the case may be; may be that; may well; could be; it may be|well|have|come; there may; we may; "
    "where it applies; as with others; in some|certain|many|most|other cases; case by case; or ~ or ~ or; "
    "may get|have|need|receive|refund|exchange|be; under some|certain; should it|the|this; suppose*; "
    "assuming; in the event; where appropriate|relevant|possible|this|it; one of; if "
    "so|approved|not|any|needed|necessary|unclear|possible|it|the|a|that|this|in|applicable; in "
    "theory|principle; for example|instance; or else; may or may"
)
# The same at the end of a sentence.
UNSURE = (
    "or not; in a way; some of that; as the case may be; if "
    "so|approved|needed|applicable|necessary|it|the|a|that|this; where it applies; or for another"
)
# Hedges even where nothing is decided yet.
GUESSES = "depend* either possibly perhaps maybe might potentially whether"
TO_CUSTOMER = "you your u back refund* pay* paid again"  # where an amount goes that is paid
REQUESTS = "please kindly could can need* require* would may"
INSULTS = (
    "idiot* stupid* moron* liar* dumb* fool* scammer* crook* thief thieves fraudster* cheat* pathetic "
    "shut hell damn* loser* lying clown* imbecile* crap* bullshit shit* fuck* ass asshole* bastard* jerk* "
    "ignorant incompetent whine whining greedy disgust* shameless dimwit* halfwit* brainless clueless "
    "joker* parasite* scum filthy sucker* conman swindler* twit twits cretin* nitwit* buffoon* dunce* "
    "blockhead* simpleton* crybaby crybabies"
)
RUDE = (
    "learn to read; leave us alone; get lost; get a life; waste* ~ our|my time; do not care; could not "
    "care less; your own fault; what did you expect; shut up; go away; stop bothering; stop ~ "
    "complaining|moaning|whin*; grow up; sick of you; tired of you; too thick; use your brain; people "
    "like you; how dare"
)
NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)

SHORT = {
    "won't": "will not",
    "can't": "can not",
    "cannot": "can not",
    "n't": " not",
    "'ll": " will",
    "'re": " are",
    "'ve": " have",
    "'d": " would",
    "it's": "it is",
    "that's": "that is",
    "there's": "there is",
    "here's": "here is",
    "i'm": "i am",
    "let's": "let us",
    "unfortunately no": "no",
    "needn't": "need not",
    "what's": "what is",
}
