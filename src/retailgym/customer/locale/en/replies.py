"""How shops write to customers: what tells a decision, a reason and a next step. To teach the reader another
way to put it, add it here.

Phrases are set apart by semicolons. In a phrase `~` stands for up to six words, `word*` for any ending, `a|b`
for either, `a_b` for two words together, `<group>` for the words of a group, `#m` for an amount of money,
`#n` for another number, `#i` for an item of the ticket. `not` stands for any negation. A phrase that holds
none is turned into its contrary by one before it."""

GROUPS = {
    "send": (
        "send sends sending post* ship shipping mail return returned returning pop drop* bring stick put "
        "hand courier pack"
    ),
    "it": "it them this that #i item* article* product* goods parcel one ones what thing* these those",
    "write": (
        "write* reply* replies respond* answer* contact* message* email* mail call* touch tell inform* "
        "know appeal* object* hear get hit speak raise challenge* shout come reach ask"
    ),
    "contact": (
        "contact* touch hear email* mail* write* call* reach* reply respond* message* answer* inform* "
        "know update* back follow*"
    ),
    "senior": (
        "supervisor* manager* senior colleague* lead boss specialist* department* management expert* "
        "higher superior* someone"
    ),
    "pass": (
        "pass* hand* forward* refer* transfer* gone went give given gave taken moved submit* rais* "
        "assign* brought turned relay* goes sent"
    ),
    "ask": (
        "send* mail* email* attach* provide* upload* share* show* reply need* give* submit* forward* "
        "supply present* confirm* verif* prove* require* tak* add* get have see sharing want* ask* "
        "include* snap await* wait* without request* post* depend*"
    ),
    "photo": "photo* picture* image* snapshot* snap pic pics photograph*",
    "identity": "identity identif* id passport licence license ids",
    "evidence": "evidence document* paper* paperwork proof* material* documentation records statement",
    "pay": (
        "pay paid pays paying payout transfer* credited returned goes comes go come going coming sent "
        "back give giving issue* reach* arriv* land* show* appear* follow* see receive* get have with "
        "yours available"
    ),
    "period": "window period time timeframe deadline date days limit term terms cutoff day",
    "over": (
        "over end* clos* expir* pass* behind gone elaps* laps* out up finished past ran run missed exceeded"
    ),
    "records": (
        "record* file* document* paperwork evidence photo* picture* book* system* log* data check* note* "
        "warehouse test* tracking inspection carrier account* scan*"
    ),
    "show": (
        "show* support* confirm* back* bear* bore borne reflect* match* indicat* prov* reveal* mention* "
        "suggest* point* verif* substantiat* corroborat* establish* agree* see found find contain* tally*"
    ),
    "charge": "charge* payment* debit* transaction* bill* paid booking booked invoice* deduct*",
    "new": (
        "new fresh replacement* another other correct right substitut* fresh same swap replaced one ones "
        "item #i"
    ),
    "dispatch": (
        "ship* send* sent way post* mail* deliver* dispatch* out follow* arriv* leav* go goes reach* "
        "prepar* reserv* coming shortly soon next"
    ),
    "claim": (
        "claim* request* return* case complaint* refund* application this it that dispute* exchange* one"
    ),
    "allow": "allow* permit* cover* let* entitl* provid* accept* say* give* grant*",
}

DECISION = {
    "refund": (
        "refund*; reimburs*; repay*; repaid; money ~ back; cash ~ back|show*; pay* ~ back; paid back; #m "
        "~ back; back ~ #m; #m ~ goes|comes|go|come ~ to; return* ~ #m; #m ~ "
        "returned|paid|payable|transfer*|repaid; pay* ~ #m; give|giving ~ #m; <pay> ~ your|the money; "
        "get|receive|have ~ #m; #m ~ to|on|onto your card|account|bank|payment; credit* ~ to you|your "
        "by|through|via; accept* ~ return; return ~ accept*|approv*; #m ~ be with you; give ~ payment; "
        "knock #m off; #m ~ off; put* ~ #m ~ card; compensat*; owe you #m; #m ~ credited; send* you #m; "
        "price ~ is|be returned|given; payment ~ back; #m ~ is|are yours; money ~ on|is on its way; get ~ "
        "your money; money ~ returned|yours|paid; get all your money; restor* ~ #m; sum|amount|money ~ "
        "reach* you; give in; #m ~ again; settle* ~ in your favour"
    ),
    "partial": (
        "part* of ~ price|money|#m|dispute|payment|amount|sum|paid|order|what; partial*; in part; "
        "share|portion|fraction ~ of|to|back; compensat*; #m of the price; #m of what; price reduction; "
        "comes off; price ~ lowered; some of ~ price|money; knock #m off; reduc*; part refund; discount; "
        "partly; #m ~ off"
    ),
    "full": (
        "full refund|price|amount|sum|#m; whole|entire|complete price|amount|sum|refund|#m; in full; "
        "everything you paid"
    ),
    "exchange": (
        "exchange*; swap*; replac*; substitute*; change ~ for ~ new|other|another; get another one; be "
        "sent ~ new|another|one|other|right; send*|ship*|post*|mail*|dispatch*|deliver*|putting ~ "
        "new|another_one|another_#i|another_item|another_pair|right|correct|other_one|one_you|ones_you; "
        "get|receive|have a new one|#i; new|another|right|correct|other one|ones|#i|item|article|pair ~ "
        "ship*|sent|way|dispatch*|leav*|deliver*|with_you|out|yours"
    ),
    "store_credit": (
        "store credit*; shop credit*; voucher*; credit note*; credit ~ your|customer account|balance; "
        "credit* ~ #m; #m ~ credit*; gift card|voucher|credit|balance ~ worth|of|for|over; #m ~ "
        "voucher|gift|balance|coupon; as credit for; credit ~ spend|use*|available|yours; added to ~ "
        "balance|account ~ us; credit* ~ to your|customer account; in-store credit; account credit; in "
        "credit; a credit; credit of; as credit; balance with us; #m ~ your balance; the credit; "
        "merchandise credit"
    ),
    "deny": (
        "declin*; reject*; deny; denied; denies; denying; refus*; turn* ~ down; not ~ accept* ~ <claim>; "
        "not ~ approve* ~ <claim>; not ~ honour*|honor*|grant*|uphold|upheld ~ <claim>; <claim> ~ not ~ "
        "accept*|approv*|honour*|honor*|grant*|succe*|uphold|upheld|allow*|go|settle*; not ~ take* ~ "
        "back; not able to help; not ~ offer* ~ anything; say no; no from us; not ~ agree ~ to; not ~ "
        "pay* ~ out|anything|claim|you; money stays; not covered; not ~ help ~ with this; contest* ~ "
        "dispute|chargeback|charge|claim|bank|it|this|what; defend* ~ charge|this|it|dispute|payment; not "
        "~ go ahead; unsuccessful; answer is no; not ~ comply; not ~ return ~ money; <claim> ~ not ~ "
        "possible; ha* to pass on this; dismiss*; void; not ~ accept* ~ back; not ~ do that|it|this one; "
        "not ~ side with; not ~ in ~ position; thumbs down; nope; uphold ~ charge; stand* by ~ charge; "
        "not ~ do|offer ~ this|that|anything_for_you; not ~ entitled; fight* ~ "
        "dispute|chargeback|charge|it|this; challeng* ~ the|this|your dispute|chargeback; not ~ give ~ "
        "money; oppos* ~ dispute|chargeback|this|it"
    ),
    "no": "not ~ possible; not an option; out of the question; no can do; my hands are tied",
    "escalate": (
        "escalat*; <pass> ~ <senior>|team; <senior> ~ has|have|takes|took|taking ~ "
        "now|over|case|ticket|matter|charge; <senior> will decide|take|handle|look|review|deal; decided "
        "by ~ <senior>; decision ~ lies|rests ~ <senior>; up to ~ <senior>; with|lies|sits ~ my|our|a|the "
        "~ supervisor*|manager*|senior|boss|colleague*|specialist*|department*|lead; next level; <senior> "
        "~ to decide|approve; looked at by ~ <senior>; elevat*; upstairs; up the chain|ladder|line; in "
        "the hands of; bump* ~ up; kick* ~ up*; flag* ~ <senior>; hand*|pass*|forward*|refer* ~ "
        "case|ticket|matter|request|claim|file ~ over|on|up|to; hand*|pass*|forward*|refer* it|this|that "
        "~ to them|on_to"
    ),
    "request_info": (
        "not ~ decid*|decision|judge|assess|proceed|continue|settle|conclude|verdict|progress; before "
        "i|we ~ can|do|decide|proceed|go|pay|settle|take; on hold; pending; stay* ~ open; leave ~ open; "
        "remain* ~ open; still open; paused; not ~ go on|ahead|further; need* ~ "
        "<photo>|<identity>|<evidence>|information|info|details|who|confirm*|from_you; <ask> ~ "
        "<photo>|<identity>|who_you_are; wait* ~ for|until|till|a; no decision; nothing to decide; so "
        "that|we|i ~ can ~ assess|decide|judge|continue|check|proceed|go|help; to "
        "assess|judge|continue|proceed|decide|process|settle|go|move|carry|finish|complete ~ "
        ",|on|claim|this|it|your|the|with|further|ahead; not ~ say yes|anything; not ~ do anything; until "
        "~ have|receive*|see|know|confirm*|prove*|get|you|then; too early|soon; more information; please "
        "send ~ <evidence>; missing ~ from ~ file*; once we|i have ~ ,|we|i; as soon as we|i ~ "
        "have|get|receive ~ ,|we|i; one more thing; not ~ move ~ forward|on|ahead; give it ~ "
        "days|time|bit; wait* on; undecided; stuck; incomplete without; either way; not ~ tell; hang on; "
        "bear with; on ice; taken forward; not ~ know who|whether|if; ask* you ~ for|to_send; still need*"
    ),
}

WHY = {
    "damaged": (
        "damag*; broke; broken; smash*; crack*; shatter*; dent*; crush*; in pieces|bits; scratch*; not ~ "
        "surviv*; torn; bent; ruin*; batter*; bash*; poor|bad|sorry|terrible|rough state|condition|shape; "
        "not ~ one piece; wreck*; chip*; suffer*; busted; mangl*; knock* about; rough "
        "ride|handl*|journey; harm*; toast; accident*; mishap*; squash*; trash*; bruis*; dropped; "
        "mistreat*; snapped; split; wet; stain*; leak*; not ~ intact|in_good"
    ),
    "defective": (
        "defect*; fault*; malfunction*; not ~ work*; stop* work*; not ~ function*|do|perform*|run; gave "
        "up|out; fail*; dead on; out of order; flaw*; glitch*; broke* down; not ~ turn|switch on; quality "
        "issue|problem; broken; packed up; conk*; issue with; died; not right; lemon*; dud; dodgy; bust; "
        "misbehav*; not as it should; not ~ properly|usable; problem with"
    ),
    "wrong_item": (
        "wrong; different <it>; another item|article|product|thing|model; mix* ~ up; mix-up; mixup; not ~ "
        "what|one|<it> ~ order*|bought|asked|wanted|chose; something else; someone else*; somebody else*; "
        "other than; incorrect; mistake*; something different; not ~ your order; instead of; in error; "
        "swapped; not the #i; order wrong; not ~ chose|ordered|asked|bought|picked|wanted|meant; foreign; "
        "unordered; not yours; mis-pick*; mispick*; got your order; what you ordered"
    ),
    "not_as_described": (
        "descri*; mislead*; misled; advertis*; listing; page|website|photos|site|shop|online ~ "
        "sa*|promis*|show*|claim*|suggest*; not ~ match*; live|lived up; differ* from; expect*; "
        "inaccura*; not ~ as shown|stated|promised; promis*; not true; listed; false hopes|impression; "
        "product text|information|photo*; said online; claimed online"
    ),
    "missing_parts": (
        "missing; incomplete; not ~ complete; left out; without all|everything|some|its|their; not ~ in ~ "
        "box|parcel|package; lack*; absent; parts|pieces|bits|contents ~ not|left|forgot*; short of; came "
        "without; only ~ part of; not everything; omitted; forgot*; not ~ included; not ~ all ~ "
        "parts|there"
    ),
    "never_arrived": (
        "lost; never ~ arriv*|reach*|came|turn*|got|deliver*|show*|made|received; not ~ "
        "arriv*|reach*|turn*_up|make_it|deliver*|received|come|get|got|come; astray; went|gone|go "
        "missing; disappear*; vanish*; no trace; fail* ~ arrive|deliver*|reach; lose; not received; not ~ "
        "locate*|found|find|trace*; mislaid; misplac*; stolen; swallowed"
    ),
    "charged_twice": (
        "twice; two times; double*; duplicate*; second charge|payment|time|debit|amount; charg* ~ again; "
        "more than once; two charges|payments; too often; once too many; 2 times; one time too; extra "
        "charge; over-charg*|overcharg*"
    ),
    "in_policy": (
        "in time; in good|due|plenty|enough|ample ~ time; on time; within|inside ~ "
        "window|period|time|deadline|limit|timeframe|policy|rules|terms|allowed|term; before ~ "
        "deadline|end|cut|expir*|over|due|period|window|clos*|last; early enough; <period> ~ "
        "open|runs|running; <period> ~ not ~ <over>|up; policy|rules|terms|conditions ~ <allow>; "
        "eligible; meet* ~ conditions|policy|requirements|terms|rules; cover* by; well before; entitled; "
        "line|accordance with; under|per ~ policy|rules|terms|conditions; as ~ policy|rules|terms ~ "
        "<allow>; timely; promptly; soon enough; qualif*; right to|of return|withdraw*; can|may "
        "return|exchange|swap|send ~ it|them|#i|back; as our policy; okay|ok|fine ~ with|under|by; "
        "returning ~ okay|fine|ok; still return*|exchange*|within; days ~ left; ahead of; within the #n; "
        "<claim> ~ within; early; no later than; still ~ time; not too late; quick enough; fast enough; "
        "time left; before time; made it; by ~ deadline; policy ~ met; met ~ deadline; respect* ~ "
        "deadline|period; valid return; by the deadline; in window|period"
    ),
    "dispute_accepted": (
        "accept*; not ~ contest*|fight*|defend*|challeng*|oppos*|object*; agree*; dispute ~ "
        "right|justified|granted; concede*; dispute|chargeback; in your favour|favor"
    ),
    "dispute_contested": (
        "contest*; support ~ charge*; defend*; charge* ~ justified|right|correct|valid|stand*; "
        "records|documents ~ <show>; dispute|chargeback; evidence"
    ),
    "not_shown": (
        "<records> ~ not ~ <show>; no "
        "evidence|indication|sign|trace|proof|record|support|hint|fault|damage|problem; not ~ <show> ~ "
        "fault|problem|damage|claim|defect|it|anything|issue|account|description|what|version; not ~ "
        "<show>; nothing ~ <show>; contradict*; different picture|story; found nothing|no; "
        "another|different|other story|picture|tale; not ~ prove*|proof; "
        "unconfirmed|unproven|unsupported|unsubstantiated; fail* ~ <show>; not ~ see; inconsistent; "
        "<records> ~ otherwise|contrary|fine|intact|complete|order; not ~ consistent|line; nothing ~ "
        "file*|records; not ~ agree with"
    ),
    "window": (
        "too late; late; later than; <period> ~ <over>; <over> ~ <period>; "
        "after|past|outside|beyond|exceed* ~ <period>; no longer; expir*; overdue; miss* ~ "
        "deadline|window|date|cutoff|period|boat; only learned|heard|told; <period> ~ come and gone; "
        "waited too long; too long; not ~ in|on time; not ~ within; after that|then|this|it; sooner; "
        "earlier; out of time; outside of; long ago"
    ),
    "not_returnable": (
        "not ~ return*; exclu*; final sale*; not ~ come|go|take*|taken|sen*|accept*|give* ~ back; no "
        "returns; not ~ eligible|qualif*; exempt*; non-return*; nonreturn*; not ~ accept* ~ return*; "
        "policy|rules|terms ~ not ~ <allow>|possible; rule* out; once opened|used|sold|worn; used; "
        "opened; worn; hygiene; clearance; made to order; custom*; personal*; unopened; not ~ refund*; "
        "not ~ takeback|resell*|resold; policy ~ exclude*|prevent*|forbid*|prohibit*; non-refund*; not ~ "
        "allow*|permit* ~ return*|back"
    ),
    "arrived": (
        "deliver*; hand* ~ over|to_you; arriv*; signed; signature; proof of delivery; received ~ "
        "by|at|on; dropped off; reach* you|your|its; got|came to your|you; your door|doorstep|address; in "
        "your possession"
    ),
    "charged_once": (
        "one|single|once|only ~ <charge>|time; <charge> ~ once|one|single|only; no "
        "second|double|duplicate; not ~ twice|double|duplicate|second; once"
    ),
    "limit": (
        "above|over|beyond|exceed*|higher|larger|more|bigger|greater|outside ~ "
        "limit*|approve*|authori*|allow*|decide*|permitted|may|can|power*|remit|competence|sign|"
        "grant*|threshold|what; "
        "authority; limit*; pay grade|grade; such a|an large|big|high|sum; size ~ "
        "need*|require*|beyond|goes|has; need*|require* ~ "
        "approv*|sign*|authori*|permission|okay|ok|go-ahead; not ~ allow*|permitted|authori*|able ~ "
        "approve|decide|grant|sign|release|pay; too large|high|big|much; so much; this much; of this|that "
        "size|scale|magnitude|order; not ~ approve ~ myself|alone|own|sum|amount; sign-off; sign off; "
        "signoff; large|high|big|considerable|substantial sum|amount|value; big-ticket; sum involved; my "
        "level; my powers; clear it myself"
    ),
    "review": (
        "review*; examin*; closer look; look* ~ at|into|closer|over|closely; check*; investigat*; "
        "specialist*; assess*; verif*; inspect*; second opinion; clarif*; scrutin*; expert*; evaluat*; "
        "further steps; look* at; second pair; dig*; go* over; go* through; study; studied; analys*; "
        "verification"
    ),
    "evidence": (
        "<evidence> ~ missing|lack*|not|need*|incomplete|required|absent; "
        "lack*|missing|without|need*|no|require*|not ~ <evidence>|papers; <evidence>"
    ),
    "identity": (
        "<identity>; who you are; account holder; really you; talking|speaking to; yourself; verif* ~ "
        "you; owner of; person; who is ~ writing; you are you; proof ~ you are; who we are"
    ),
    "in_transit": (
        "in transit; on ~ way; under way|underway; still ~ "
        "travel*|moving|out|with|being|deliver*|transit|moves|road; not yet; en route; not ~ reach*; not "
        "~ arrived yet; travel*; coming; moving; with the carrier|courier; transit"
    ),
    "photo": "<photo>",
}

NEXT = {
    "send_back": (
        "<send> ~ back; <send> ~ to us; return*|ship*|post*|mail* ~ "
        "<it>|old|wrong|first|broken|faulty|damaged|dented|defective; need*|want*|require*|expect* ~ "
        "back; we|i ~ get|have|receive* ~ back; drop|pop|stick|put ~ post|mail; our way; send ~ "
        "in|off|over; upon|on|of|after "
        "arrival|receipt|its_arrival|its_return|its_receipt|their_arrival|their_return; return label; "
        "prepaid label|label; get ~ to us; <send>|dispatch*|forward* us|me ~ <it>|yours; "
        "dispatch*|forward* ~ to us|our; <send> ~ yours; <send> ~ to our; hand* ~ back; returning ~ <it>; "
        "once|after|when ~ <it> ~ arriv*|reach*|received|back|here|with_us|got|comes|come|gets; once we|i "
        "~ receive*|get|got|have; give ~ carrier|courier; hand ~ in|over|back; send <it>; have ~ "
        "collected|picked; collect* ~ <it>"
    ),
    "keep": (
        "keep* ~ <it>|rest|set|shelf|table|box|old|both|all; keep; hold|hang|hanging|holding on to|onto; "
        "yours to keep; dispos*; throw ~ away|out; bin it|them; recycle; do ~ like; stay* with you|yours; "
        "nothing ~ to do|return|send|pay|be|add; nothing|none ~ "
        "need*|required|expected|necessary|from_you|your_side|sent_back|left; no ~ action; not ~ do|take "
        "anything|any|action|more|further|a_thing|steps; that is all|everything|it; you are ~ "
        "set|done|sorted; all done|set|sorted; sit back; no return ~ need*|necessary|required; no need; "
        "need not; needless; donat*; without ~ doing|having|sending|returning; from ~ side; not ~ "
        "anything ~ else|more|return; no return; yours now; no further; not ~ lift; need do nothing; not "
        "~ back; do nothing; keep hold; chuck*; toss*; automatically; no ~ return*; at yours; "
        "unnecessary; on your end; all sorted; use ~ parts; up to you"
    ),
    "replacement": (
        "<new> ~ <dispatch>; <dispatch> ~ <new>; replac* ~ <dispatch>; exchange ~ goes|go|way|ship*|sent; "
        "second one|ones ~ with_you|<dispatch>; replac*|new|fresh ~ "
        "with_you|mail|heading|yours|up|today|tomorrow"
    ),
    "object": (
        "<write> ~ "
        "us|here|back|message|mail|email|why|otherwise|disagree*|agree|reconsider|differently|touch|"
        "know|in|again|me|this|decision; "
        "appeal*; object*; disagree* ~ <write>; send ~ to|us|it|more|any; reply*; challenge*; hit reply; "
        "respond; happy|glad|welcome to look|review|reconsider|hear|take|add"
    ),
    "colleague": (
        "<senior>|they|them|we|someone|who|manager|be|you|expect*|will ~ "
        "<contact>|back|decision|soon|shortly|message|answer|mail|news; hear from; be in touch; be "
        "contacted; word from; drop* you; you shall|will ~ be; you shall|will ~ "
        "outcome|result|decision|news|receive|get; keep you posted|updated; take it from here; sit tight"
    ),
    "evidence": "<ask> ~ <evidence>|them|what|it|missing|those|these|anything|one",
    "identity": (
        "<ask> ~ <identity>|who_you_are|it|one|that|account_holder|yourself|copy|scan; prove ~ who; "
        "confirm ~ who|you; <identity> , please; <identity> please; have|see ~ <identity>; proof ~ you"
    ),
    "in_transit": (
        "wait*; let ~ know; tell ~ us; hang on; hold on; shout; write ~ us; touch; give ~ "
        "day*|time|bit|little|few; patien*; more days; check back; contact* ~ us; get back; come back; "
        "allow ~ day*|time"
    ),
    "photo": (
        "<ask> ~ <photo>|one|it|that|some; reply* ~ with; <photo> ~ please; snap ~ <photo>|it; furnish ~ "
        "<photo>"
    ),
    "bank": "bank",
}

# Words that leave no doubt which reason is meant.
SURE = {
    "damaged": "damag*; broken; smash*",
    "defective": "defect*; faulty; not work",
    "wrong_item": "wrong item|article|thing|product|one",
    "not_as_described": "descri*",
    "missing_parts": "parts ~ missing; missing ~ parts; incomplete; parts ~ not ~ box",
    "never_arrived": "lost; never arrived",
    "charged_twice": "twice; double charge*",
    "window": "too late; <period> ~ closed|over|ended|expired|passed",
    "in_policy": "within ~ window|period|policy; in time; in policy",
    "not_returnable": "not return*; not be returned; final sale",
    "arrived": "was delivered; signed",
    "not_shown": "not show*",
    "charged_once": "charged once; one charge",
    "limit": "my limit; not approve ~ sum",
    "review": "be reviewed|checked",
    "in_transit": "in transit; on its way",
    "evidence": "evidence ~ missing",
    "identity": "identity",
    "photo": "no photo; photo as proof",
}
