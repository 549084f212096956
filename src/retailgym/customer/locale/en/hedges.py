"""How people take back, soften or qualify what they write, and how they are rude. The notation is that of
`replies`."""

# What sums up: it is of all items that it fits, whichever was named last.
SUMS_UP = (
    "the|these|both|all|your "
    "refunds|credits|payments|amounts|sums|replacements|exchanges|swaps|new_ones|new_items"
)
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
# A negation that spares somebody something and refuses nothing: "you do not need to do anything for this".
SPARES = (
    "not need*|necess*|requir*|have_to|has_to|be_required|been_required|be_asked|be_expected; need not; no "
    "need|reason|cause; nothing|none ~ need*|have_to|has_to|must|required|necess*"
)
# What need not be sent at all: the item, or anything. And what else such a sentence may be about: something
# other, some cases, for now, more than was asked for.
KEEPS = (
    "not need|needs|have|has|required|necessary to send|return|ship|post|be ~ it|them|#i|anything back|"
    "returned; not need|needs|have|has|required|necessary to send|return|ship|post|do it|them|#i|anything|"
    "a_thing; not need|have to be|return|send returned|sent_back; no need to send|return|ship it|them|#i|"
    "anything; need not send|return|ship|be|do it|them|#i|anything|returned|sent_back; keep it|them|#i; "
    "keep the #i; nothing needs|has|need|have to be|come|go returned|sent|back; no return is|will ~ needed|"
    "required|necessary; return is|will not ~ needed|required|necessary; nothing to return|send"
)
SENDS_NOTHING = (
    "not need|have|required|necessary to send|provide|do ~ anything|a_thing; no need to send|provide|do "
    "anything; need not send|provide|do anything; nothing is|will ~ needed|required|necessary; nothing to "
    "send|provide|do"
)
BUT_FOR = (
    "if|where|when|unless|until|till|while|once|before|except|beyond|apart|beside|besides|other|others|"
    "rest|more|else|further|now|yet|today|box|packaging|package|packing|wrapping|receipt|label|manual|"
    "invoice|charger|cable|accessories|parts|gift|hurry|rush|soon|immediately|meantime|own|letter|form|"
    "note|instead|yourself|cost|pay; everything|anything|nothing that; nothing to do with; as_long_as; at "
    "once; right away; in the original"
)
# Of what follows, though nobody has to do anything for it: "to get your money back", "for the refund".
GOAL = "for|get|receive|have|claim|obtain|collect the|your|this"
# After a step that nobody has to take.
UNNEEDED = (
    "is|are|will|be not ~ need*|requir*|necess*|call*|expect*; unnecessary; not needed|required|necessary"
)
# Beside a refusal: it is none yet.
SO_FAR = "so_far today yet until before unless now moment point stage myself alone own meantime first"
# The same of what is still to be decided.
OPEN = "no decision|ruling|verdict; not ~ decided|decision; undecided"
# One case after the other: "if it is late, ...", "should it be late, ...".
CASES = (
    "if|where|when the|it|there|that|this|your|they|a|an ~ is|are|was|were|has|have; either ~ or; "
    "should|were the|it|there|that|this|your|they|a|an|we ~ be|have|prove|want|need|turn|to; "
    "customers|buyers|people|those who|whose ~ is|are|was|were|will|get"
)
# What a decision hangs on; twice in one sentence, and nothing is decided.
CONDITIONS = "if|unless|otherwise|should; or it|you|we|they|i may|might|could"
# What is done with one group of customers and, said twice, with another: a rule, and no decision.
GROUPS = "customers|buyers|people|those who|whose"
# A rule, which gives no reason yet: "defects must be reported at once".
RULES = (
    "must|should|can|may|shall be; have|has|need*|oblig*|requir*|ought|ask* ~ to be|report|notify|tell; "
    "policy|terms|rules ~ require*|oblige*|ask*|say*|state*"
)
# The customer is asked for the item, in many words; the same by a mere order; and what is here already.
WANTS_BACK = (
    "please|kindly|could|would|can|ask*|request*|grateful|oblige*|just|only|need*|simply|require*|trouble"
    "|want*|expect*|first|step|do|await*|forward|must|kind ~ "
    "return*|send*|ship*|post*|mail*|forward*|hand*|drop*|bring*|give*|pop|pack*|courier*|arrange*|collect*"
    " ~ <it>|yours|old|wrong|broken|original|faulty|damaged|home|culprit; return of ~ <it>|original|old; "
    "its|their|your "
    "return; await* ~ <it>; look* forward ~ return|receiving|<it>; get|have ~ <it> ~ to us|our|on_its_way|"
    "on_their_way|back|over; get|have that|this ~ way|back|over; just|only need ~ back; give|hand ~ "
    "him|her|courier|driver|carrier|postman ~ <it>; <it> ~ courier|driver|depot|post_office|parcel_shop|"
    "collection; once|after|when|soon|upon|until ~ you ~ return*|sent|posted|shipped|mailed|handed; "
    "once|after|when|soon|upon ~ return*|receiv*|receipt|got|have|arriv*|reach*|inspect* ~ "
    "<it>|yours|us|original|old; "
    "once|after|when|soon|upon ~ <it>|yours|original|old ~ returned|in|here|back|received|arriv*|reach*; "
    "pick*|collect* ~ up|<it>|old ~ <it>|old|you_have; "
    "need|want|require|expect , ~ <it>; "
    "like|want|need|require ~ <it>|yours|old ~ returned|back|sent; "
    "pick*|collect* ~ <it>|old|yours|you_have; prepaid; return label; label; "
    "you send|post|ship|mail|return ~ <it>|yours|old|first|us"
)
ORDERS_BACK = (
    "drop|post|ship|mail|send|return|hand|bring|pop|stick|pack|get|give|forward|chuck|place|take|put|box ~ "
    "<it>|yours|old|wrong|broken|original|faulty|damaged|dud|culprit|offender|home"
)
HAVE_IT = (
    "already; we|i have|got|received ~ <it> ~ here|back|safely|now; received|got|have your|the "
    "return|parcel|package; you returned|sent; just wait; returned by you; having ~ returned|received"
)
# Who is refused may come back, in many words: if we are wrong, if there is more to say.
COME_BACK = (
    "if|should|unless|any|anything|got|have ~ "
    "wrong|otherwise|differ*|mistake*|error*|new|more|evidence|proof|missed|overlook*|unfair|add|think|feel|"
    "believe|question*|objection*|doubt*|disagree*|unhappy|dissatisfied|change*|opinion|contrary|concern*|"
    "right|agree*|support*|apply|applies|correct|know|help*|unclear|doubts|see"
)
# Another one than the customer has goes out to them.
SENDS_ANOTHER = (
    "right|correct|other|another|different|new|fresh|proper|working|undamaged|flawless|perfect|"
    "substitute|intact|variant|version|size|"
    "colour|color|model|alternative|choice ~ will|shall|is|are|be|being|has|have|gets|goes|leaves|ships ~ "
    "sent|ship*|deliver*|dispatch*|despatch*|post*|mail*|suppl*|way|provid*|bring*|brought|ordered|"
    "reserved|aside|prepared|"
    "packed|yours|out|forward*|with_you; "
    "send*|ship*|deliver*|dispatch*|despatch*|post|posting|mail|mailing|supply*|provid*|forward*|bring* ~ "
    "right|correct|other|another|different|new|fresh|proper|working|undamaged|flawless|perfect|"
    "substitute|variant|version|size|colour|"
    "color|model|alternative ; one|ones|#i|item|article|product|what|version|variant|size|colour|color ~ you "
    "~ order*|chose|chosen|want*|ask*|pick*|select* ~ will|shall|is|are|be|being|goes|leaves|ships; "
    "will|shall|be|being|is|are ~ shipped|sent|posted|delivered|dispatched|despatched|mailed ~ "
    "to_you|your|today|soon|shortly|out; "
    "post|ship|send|mail|deliver|dispatch it|them|#i ~ to|out ~ you|your; "
    "be|get|receive sent|given|supplied ~ another|different|new|other|right|correct|fresh"
).replace(" ;", ";")
# A decision that the customer has asked for, not one that is taken.
ASKED_FOR = (
    "you ask*|request*|want*|seek|claim*|wish*|hop*|demand*|expect*; you are|have|were|had|would|may|that "
    "ask*|request*|want*|seeking|claim*|wish*|hop*|after|like|looking"
)
# What may be kept of a refund.
BESIDES = (
    "shipping delivery postage fee fees restocking cost costs full whole entire rest remainder remaining"
)
# What store credit is not good for, once it is granted.
NO_USE = (
    "credit|voucher|card|it ~ not ~ use*|transfer*|combin*|redeem*|expire*|convert*|withdraw*|cash|spent|"
    "resold|sold"
)
# What does not come a second time, beside what was granted.
NO_SECOND = (
    "separate|second|additional|extra|further|another ~ refund|payment|credit|sum|amount; refund*|pay*|"
    "paid|credit* ~ twice|second_time; on top of it|that|this|the"
)
CARD = "card bank original cash method paypal also additionally"  # where no store credit goes
DECLINES = "declin*; reject*; refus*; deny; denied; turn* ~ down; dismiss*"
# Nobody has been refused anything.
NOT_REFUSED = "no|nothing|none ~ is|are|has|have|was|been ~ declined|refused|rejected|turned_down|denied"
# A sum that is not paid: one that the customer names.
NOT_PAID = (
    "not|nor|unable ~ pay|refund|honour|honor|give|offer|credit|grant|match|promise|transfer|owe ~ #m; "
    "#m ~ not ~ pay|paid|payable|possible|refunded|honoured|honored|granted|owed|due|given|matched|promised; "
    "#m ~ not ~ record|records|file|noted|approv*|authori*|agreed|confirmed|available|entitled; #m ~ never; "
    "no ~ record|approval|agreement|promise|trace|note|evidence ~ #m; "
    "not|unable ~ find|see|confirm|locate|verify|trace ~ #m; "
    "not an|our approval|authorisation|authorization|promise; not ~ rely|act on it|that|this"
)
# What goes for a refusal: the thing is not taken back.
STAYS = (
    "can|could|will|do|does|is|are|be not ~ return*|back|accept*|eligible; not eligible|returnable; "
    "non-return*; "
    "nonreturn*; exclu*; final sale*; not possible"
)
# What goes for a refusal where nothing is granted, and what does not.
TURNS_DOWN = (
    "we|i ~ not; we|i ~ unable; ha*|must to_pass|pass|to_leave_it; nothing ~ we|i can; hands are tied; "
    "claim|request|case|return|complaint|refund|wish|application|there ~ not|no|nothing; a no; "
    "no ~ refund|exchange|replacement|money|credit|way|chance; bad news; can|could|will not"
)
UNDECIDED = "not ~ say|tell|promise|guarantee|know|decid*|determin*|confirm|judge|sure; yet; until; without"
# Whoever asks for something.
WANTED = "please|kindly|could|can|would|need* ~ <ask>; <ask> ~ please; then we|i ~ decide|continue|proceed"
THANKS = "thank* thanks received got_your have_your"
# What is said beside a reason.
NO_REASON = (
    "please; kindly; thank*; thanks; sorry; apolog*; hope*; regards; greetings; sincerely; faithfully; "
    "appreciat*; patien*; question*; happy to; glad to; pleased to; gladly; free to; hesitate; look* "
    "forward; day*; let|keep us|me|you; reach out; get|be in touch; contact*; anything else; send*; ship*; "
    "write; reply; label; here is|are; below; attach*; summary; following; assure*; matters; priority; "
    "policy; account; details; review*; look* ~ at|into; check*; case; ticket; message; reference; "
    "regarding; will|shall|would; can|could|may you|be"
)
# After these words a reason is given.
REASONED = (
    "because|since|as of|we|you|the|our|your|it|they|this|that|#i|goods|there|i|no|some|parts|what; because; "
    "reason ,|is|being|that|given; grounds ,|that; ground ,|that; why ,; basis ~ that|is; given that; "
    "due to; owing to; on account of; seeing that|as; fact that; "
    "acknowledge|accept|agree|see|confirm|understand|found|find|noted that|,"
)
# Beside a team: what it does with what comes back, which hands nobody's case on.
HANDLING = (
    "check* ~ in; inspect*; arriv*; receiv*; warehouse*; depot; returns team|department; return* ~ team"
)
# A case that goes to whoever stands above, whatever has been received or checked.
HANDS_ON = (
    "hand*|pass*|refer*|forward*|transfer* ~ to|by ~ supervisor*|manager*|boss|senior|superior*; escalat*"
)
# A look that somebody has taken already.
FINISHED = (
    "has|have|had ~ reviewed|looked|checked|assessed|gone|examined|inspected|tested|confirmed|agreed|read; "
    "reviewed|discussed|agreed|checked|spoke|spoken|talked ~ with; i|we consulted; "
    "was|were|been approved|authorised|authorized|signed|cleared|agreed|confirmed ~ by"
)
# What is granted or refused to people in general, where the customer is not spoken of.
GENERAL = (
    "only|always|never|usually|normally|all|most|any ~ refund*|exchang*|replac*|credit*; "
    "we|i do offer|give|accept|allow|provide; refund*|exchang*|replac*|credit* most|many|nearly|almost; "
    "policy|terms|rules|conditions|law ~ <allow>|apply|applies|exclude*|require*; "
    "customers|buyers|people|anyone|everyone|those|items|products|orders|returns|purchases|claims|"
    "refunds|goods|faults|"
    "exchanges|replacements ~ may|can|are|must|have|need|is|will|get|only|who"
)
USUALLY, BY_RULE = "generally usually normally typically", "in general; as a rule"
# What would have been, or is somebody else's to do.
UNREAL = (
    "would|could have been|refunded|sent|given|replaced|exchanged|offered|approved|paid|got|preferred|liked|"
    "issued|credited; only ~ can|may approve|authorise|authorize|decide|grant|sign|release"
)
# What a rule leaves as it is: "a sum paid before does not change what our policy gives".
UNCHANGED = (
    "not|never change*|alter*|affect*|influence* ~ policy|policies|rule|rules|terms|handbook|decision|outcome"
)
# A grant that hangs on what is still unknown.
NEWS = "wrong mistake* error* evidence proof otherwise new earlier proves mistaken"
# Beside a colleague: only if the customer wants that.
APPEALS = "if should disagree* appeal* object* reply* review* wish want ask"
NEW_ONE = (
    "new|fresh|replac*|another|brand-new ~ one|ones|#i|item|unit|pair|product|article; replac*; "
    "right|correct|other #i|item|product|article|ones|pair; correct one; item|one|product|#i ~ "
    "ordered|chose|wanted"
)
# Not the difference in price.
WHOLE_PRICE = (
    "purchase|whole|entire|original price|amount|sum; money back; everything you paid; price you paid"
)
# Behind a sum: it is what the customer paid. Before one: it is taken from them.
SPENT = "you|originally|initially|have|had paid"
CHARGES = "we|i|to|will|be|is|are|was|must|shall charge*|bill*|debit*; we|i|will take|deduct*|collect*"
PAYS_US = (
    "you|please|kindly pay|pays|paying; you will|would|must|only|just|still|also|then|can|should pay; you "
    "will only|just|still|also|then pay; you|will|would|still|just|only have|need to pay; for you to pay; "
    "leave* you to pay"
)
TAKES = (
    "you ~ pay|owe ~ #m|difference; charge*|bill*|debit*|collect*|invoice*|take|deduct* ~ #m|difference; "
    "#m|difference ~ charged|billed|debited|taken|deducted|invoiced|collected|due|owed|payable|extra|more; "
    "#m|difference ~ to_pay|on_top|paid_by_you; payable|due ~ #m; please|just|only|still|must pay ~ #m|"
    "difference; surcharge|top-up|extra ~ #m; dearer|pricier; costs|cost ~ more|extra"
)
# What was paid once, and is not to pay now.
CHARGED = "was|were|been charged|billed|debited; the|your|original|first|this|that charge of #m"
# An answer to the wish to have it earlier.
SOONER = "sooner; faster; quicker; earlier; rather ~ #n days|day|weeks"
# The time that money takes.
PAID_IN = (
    "pay*|paid|refund*|credit*|money|payment|amount|funds|sum|#m|transfer* ~ within|in|inside|by|than|"
    "takes|take #n; within|in|inside #n days ~ pay*|paid|refund*|credit*|money|payment|amount|funds|#m; "
    "payment|refund|credit|money|paid|time|when|timing , within|in|inside|at_most #n"
)
# A customer who has to pay.
TO_PAY = (
    "#m ~ to pay; pay ~ #m; charge* ~ #m; #m ~ charged|extra|more|surcharge; surcharge ~ #m; difference "
    "~ #m; top-up ~ #m; #m ~ on top; bill* ~ #m"
)
# What was asked for, where it is handed on rather than granted: "the exchange has been escalated".
_WISH = "exchange|exchanges|refund|refunds|replacement|swap|credit|voucher|store_credit"
HANDED_ON = (
    f"the|your|this|that {_WISH} ~ escalat*|referred|forwarded; the|your|this|that {_WISH} ~ passed|handed "
    f"on|to|over; escalat*|refer*|forward* the|your|this|that {_WISH}"
)
# For each of two items, and for every item alike, however many there are.
OF_TWO = "both; the two"
GRANTED_BEFORE = ("the store credit ", "the refund ", "the refunds ", "refunds are ", "store credit is paid ")
OF_EACH = "all items|of; each of; everything; all|any three|four|five|six; each item; them all"
THESE = "these|those|them_all; the items|goods|products|articles|replacements"  # those that were just named
OF_ONE, OF_ANY = "it its this that", "any|all|some|either of this|that|it"
SHARED = f"{OF_TWO}; {OF_EACH}"
LATER = "once after when before until upon as_soon_as"  # beside a grant: only after something else
# After these words a decision is spoken of, not announced.
MENTIONS = (
    "request* ask* mention* wish* wanted want claim* hop* "
    "application question* regard* concern* about whether "
    "decide decision before until appl* options possible eligible considered considering consideration "
    "consider_a consider_an consider_your discuss* thank* if prefer* "
    "instead than"
)
# The same, unless somebody does something after them: "with your request we pay".
MENTION_NOUNS = "request* claim* application question* case wish* order"
# Before these words too.
MENTIONED = (
    "request* claim* policy period window deadline application form rate need* requir* must subject "
    "exceed* pending wait* question*"
)
# After a decision that somebody else has to take.
OUT_OF_REACH = (
    "need*|require* ~ approv*|sign*|authori*|permission|okay|clearance|<senior>; "
    "above|beyond|exceed*|outside|over ~ my|limit|authority|what_i; to be possible|considered|granted|due"
)
# Who says so commits to nothing.
HEDGES = (
    "depend* either whether whichever possibly perhaps maybe might would potentially various usually "
    "generally "
    "normally typically theoretically applicable hypothetically presumably probably conceivably "
    "supposedly sometimes somehow"
)
# The same in phrases.
HEDGED = (
    "as the case may be; may be that; may well; could be; it may be|well|have|come; there may; we may; "
    "where it applies; as with others; in some|certain|many|most|other cases; case by case; or ~ or ~ "
    "or; may get|have|need|receive|refund|exchange|be; under some|certain; should it|the|this; "
    "suppose*; assuming; in the event; where appropriate|relevant|possible|this|it; one of "
    "the|these|several; if "
    "our|eligible|everything|allowed|stock|available|suitable|"
    "so|approved|not|any|needed|necessary|unclear|possible|it|the|a|that|this|in|applicable; in "
    "theory|principle; for example|instance; or else; one of ,; may or may; "
    "one|another|other|first|second|third option|possibility|alternative|choice|outcome; "
    "another|second|third|fourth|other is a|an|the"
)
# The same at the end of a sentence.
UNSURE = (
    "or not; in a way; some of that; as the case may be; if "
    "so|approved|needed|applicable|necessary|it|the|a|that|this; where it applies; or for another"
)
# Hedges even where nothing is decided yet.
GUESSES = "depend* either possibly perhaps maybe might potentially whether"
TO_CUSTOMER = "yes you your u back refund* pay* paid again"  # where an amount goes that is paid
REQUESTS = "please kindly could can need* require* would may"
INSULTS = (
    "idiot* stupid* moron* liar* dumb* fool* scammer* crook* thief thieves fraudster* cheat* pathetic "
    "hell damn* loser* lying clown* imbecile* crap* bullshit shit* fuck* ass asshole* bastard* "
    "jerk* ignorant incompetent whine whining greedy disgust* shameless dimwit* halfwit* brainless "
    "clueless joker* parasite* scum filthy sucker* conman swindler* twit twits cretin* nitwit* buffoon* "
    "dunce* blockhead* simpleton* crybaby crybabies"
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
# What answers a question that was asked just before.
YES = "yes yep yeah yup sure absolutely certainly"
NO = "no nope nah"
# As people type on a phone.
TEXTING = {
    "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not", "wasnt": "was not",
    "arent": "are not", "werent": "were not", "cant": "can not", "couldnt": "could not", "wont": "will not",
    "wouldnt": "would not", "shouldnt": "should not", "havent": "have not", "hasnt": "has not",
    "hadnt": "had not", "neednt": "need not", "aint": "is not", "im": "i am", "ive": "i have",
    "youre": "you are", "youll": "you will", "youve": "you have", "theyll": "they will",
    "theyre": "they are", "theyve": "they have", "weve": "we have", "itll": "it will", "thats": "that is",
    "theres": "there is", "heres": "here is", "whats": "what is", "u": "you", "ur": "your", "r": "are",
    "pls": "please", "plz": "please", "thx": "thanks", "ty": "thanks", "gonna": "going to",
    "gotta": "have to",
    "gimme": "give me", "lemme": "let me", "wanna": "want to", "cuz": "because", "coz": "because",
    "cos": "because", "bc": "because", "tho": "though", "n": "and", "b4": "before", "asap": "soon",
    "w": "with", "msg": "message", "acct": "account", "amt": "amount", "rcvd": "received",
    "recvd": "received", "info": "information", "approx": "at most", "max": "at most", "tmrw": "tomorrow",
    "2 us": "to us", "2 u": "to you", "4 u": "for you", "1st": "first",
    "swop": "swap", "swopped": "swapped", "dunno": "do not know",
}  # fmt: skip
# What sounds like a refusal and is none: phrases, and the plain words for them.
IDIOMS = {
    "of course": (
        "no problem at all; no problem*; no worries; not a problem; no bother; no hassle; no fuss; no "
        "sweat; no stress; no drama; no trouble; no questions asked; no strings attached; no ifs; no doubt; "
        "no quibble*; without a|any doubt; without "
        "delay|question|hesitation|fuss|hassle|quibble|further_ado; nothing to worry about; not to worry; "
        "do not worry; do not panic; not be alarmed; no biggie; no big deal; never mind; no brainer; not "
        "matter|minor"
    ),
    "free": (
        "at|for|with|and no extra|additional|further|added ~ cost*|charge|fee*|expense|payment; at|for|with "
        "no cost*|charge|fee*|expense; no extra|additional|further cost*|charge|fee*|payment; no "
        "cost|costs|fee|fees; without charg*|payment; not cost you anything|a_penny|a_cent|a_thing; not be "
        "charged anything|extra|more; nothing extra|more|further|else to pay; nothing to pay; "
        "you ~ not ~ pay "
        "anything|extra|more|a_penny|a_cent; not owe ~ anything|us; not charge you; no|nothing "
        "payment|charge|surcharge|fee ~ due|owed|payable|applies|apply|required|needed|necessary|from_you; "
        "nothing ~ due|owed|payable; no surcharge; "
        "without ~ surcharge|extra_charge|additional_charge|extra_cost|additional_cost|cost|costs|fee|fees; "
        "not pay|spend ~ "
        "cent|penny|dime|thing; not be billed|debited; nothing|not_a_cent|not_a_penny for you to pay"
    ),
    "by": "no|not later than; no|not more|longer than; not a day later than; never more|later than",
    "gladly": (
        "not only|just|merely; we|i would like to; we|i would be happy|glad|pleased to; "
        "instead_of|rather_than|in_lieu_of|in_place_of|as_opposed_to|not_as "
        "cash|money|refund|refunding|a_refund|payment|a_payment|a_cash_refund|your_money|money_back ~ "
        "to|on|onto|by ~ card|account|bank|method|cash; "
        "instead_of|rather_than|in_lieu_of|in_place_of|as_opposed_to|not_as "
        "cash|money|refunding|a_refund|payment|a_payment|a_cash_refund|your_money|money_back; "
        "we|i would rather|sooner"
    ),
    "regret": (
        "not the news|answer|outcome|result|experience|response|service|standard|impression|reply|decision; "
        "not what you|we ~ hop*|want*|expect*|aim*|wish*; should|must never|not have "
        "happened|occurred|been; not ~ good enough; not ~ thank|apologise|apologize ~ enough; can|could not "
        "be sorrier|more; no excuse*; not ideal|great|fun|cool|ok|okay|acceptable|nice|funny; not your "
        "fault|mistake|doing; no fault of yours|your_own|your; not ~ up to ~ standard*; not|never ~ "
        "happen*|recur|repeated ~ again|twice|anyone|others; not|never ~ recur; had no luck|success; "
        "not|never ~ easy|lightly; not a no|refusal|rejection|denial; "
        "not ~ turned|converted|exchanged|redeemed|paid|pay|changed ~ money|cash"
    ),
    "we have it": (
        "thank*|thanks ~ for ~ returning|sending|posting|shipping|bringing|mailing ~ "
        "it|them|#i|back|in|item|return; thank*|thanks ~ for ~ your|the return"
    ),
    "entitled to": "have|has a|the claim to",
    "#m": "; ".join(
        f"#m {who} paid{what}"
        for who in (
            "you",
            "that|which you",
            "you have|had|originally|initially|already|first",
            "that|which was",
        )
        for what in (" for|on the|your|this|these|both #i", " for|on it|them|this|these|#i", "")
    ),
    "price is": "price you|originally ~ paid was|is",
    "charged": (
        "charged|billed|debited|taken|deducted|collected to|from|on|against your card|account|bank|"
        "bank_account|credit_card|debit_card"
    ),
    "among": "is|are|was|were one of the|our|those|these ~ products|items|goods|articles|things|kinds|lines",
    "made whole": "not ~ out of pocket; not lose out|money|a_penny|a_cent",
    "anyway": "either way; in any|either case; one way or another; regardless; whatever happens",
    "allowed": (
        "in|within|during|by|for which ~ may|can|could|might be ~ made|returned|sent|brought|reported|raised"
    ),
    "feel free": "not hesitate; not be shy; not hold back; not be afraid",
}
