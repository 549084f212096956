"""What German customers say."""

from ....core.task import TONES

FIRST = {"cart": ("{hi}ich brauche {np}{qty}.",)}
OF_A_LIST, AT_THE_START, FOR_SOMEBODY = (), (), ()
NEXT = ("Außerdem {np}{qty}.",)
NEXT_IN: dict[str, tuple[str, ...]] = {}
BEGINS_IN: dict[str, tuple[str, ...]] = {}
JUST_ONE, ONE_PAIR = (", {n} Stück",), (", {n} Paar",)
ONE_PACK, PACKS = (", {n} Packung",), (", {n} Packungen",)
BEFORE_ANSWER = dict.fromkeys(TONES, ("",))
VALUE, VALUE_ALONE = ("Bitte {says}.",), ("Am liebsten {says}.",)
VALUE_NAMED = NAMED_ALONE = ("{noun} bitte {says}.",)
VALUE_OF_SEVERAL = ("{plural}: {says}.",)
SEVERAL, SOME = "mehrere", "einige"
SO_MANY_OF, ONE_FIRST = "{a}{says}, {n} Stück", 0  # how many there are always comes last
COUNT_ONE, COUNT = ("Nur {n} Stück.",), ("Davon {n} Stück.",)
COUNT_PACK, COUNT_PACKS = ("Nur {n} Packung.",), ("Davon {n} Packungen.",)
CONFIRMS = dict.fromkeys(TONES, ("Ja, genau so.",))
ACCEPTS, DECLINES = ("Ja, das passt.",), ("Nein, das nicht.",)
EITHER, ANOTHER_ONE = ("Beides ist mir recht.",), ("Nein, ich meine etwas anderes.",)
CALLED = {"shipping_days": "Lieferzeit", "rating": "Kundenbewertung"}  # topics
SPOKEN: dict[str, str] = {}
DOES_NOT_MIND = ("Mir egal: {}.",)
NOT_MINDED = {"closeness": ("Für mich zählt alles gleich.",)}
COUNTS = ("{} muss nicht gleich sein, zählt aber.",)
NO_LIMIT = ("Fest ist da nichts: {}.",)
OF_WHICH = " ({})"
NOTHING_TO_CHOOSE, JUST_ONE_OF_IT = ("Schon gekauft: {}.",), ("Eins genügt.",)
JUST_ONE_OF_EACH = ("Von jedem eins.",)
DOES_NOT_KNOW = ("Das weiß ich nicht.",)
NOT_KNOWN: dict[str, tuple[str, ...]] = {}
NOR_THE_REST = ("Auch das Übrige weiß ich nicht.",)
GONE = ("Auf Wiedersehen.",)
ACKNOWLEDGES, SHRUGS = ("Gut.",), ("Das habe ich nicht verstanden.",)
THERE_IS_MORE = ("Da ist noch etwas, aber eins nach dem anderen.",)
SHRUGS_AT = ("Was meinen Sie mit {}?",)
NOTHING_MORE = ("Mehr habe ich nicht.",)
NOTHING_MORE_OF = ("Zu {noun} habe ich nichts weiter.",)
ANOTHER, ONE = ("etwas anderes",), ("ein", "nur ein")
OTHERS_OF_EACH = ("Bei {nouns} ist mir je {another} wichtig.",)
OF_ALL, OF_SOME = "allem", "{}"
MORE_OF_EACH = ("Bei {nouns} sind mir je {things} wichtig.",)
THINGS, MORE_THINGS = "{n} Dinge", "{n} weitere Dinge"
SO_MANY = ("Wichtig sind mir {things}.",)
ONE_AMONG, SOME_AMONG = (
    ("Wichtig sind mir {things}, vor allem {labels}.",),
    ("Wichtig sind mir {things}, auch {labels}.",),
)
AND_ONE_OTHER, AND_OTHERS = ("noch etwas",), ("noch {n} Dinge",)
ANY_OF_THEM = ("Nehmen Sie, was am besten passt.",)
APPOSED, APPOSED_NAMED = ("{says}.",), ("{noun}: {says}.",)
BY_THE_SAME_SUM = ("so viele, wie bei derselben Rechnung herauskommen",)
BY_THE_WAY = ("Vielleicht hilft das. {}",)
PENSIVE = ("", "Moment. ")
THAT_IS = ("Also {}.",)
CONCEDES = ("Dann habe ich mich wohl geirrt.",)
DOUBTS = ("Sind Sie sicher? Sehen Sie bitte noch einmal nach.",)
INSTEAD, LEAVE_OUT = ("Dann bitte {noun}{says}.",), ("Dann lassen Sie {noun} weg.",)
KEEPS = ("Wichtig ist mir: {says}.",)
OBJECTS = ("Moment, darüber haben wir nicht gesprochen: {labels}.",)
MISCOUNTED = ("Moment, das steht noch nicht fest: {counts}.",)
MISSES = ("Nein, da fehlt noch: {nouns}.",)
NOT_SO = ("Nein, so war es nicht.",)
PICKS, PICKS_ANY = ("Dann wohl {days}.",), ("Es kann {days} gewesen sein.",)
PICKS_NONE = ("Keiner davon, soweit ich weiß.",)
RECALLED = ("Soweit ich weiß, ja.",)
RECALLING = ("Ich sage Ihnen, was ich noch weiß.",)
REFUSED, REFUSED_ALONE = ("Aber {says}.",), ("Bitte {says}.",)
REFUSED_BECAUSE = ("Aber {says}, damit habe ich schlechte Erfahrungen.",)
REFUSED_NAMED = ("Bei {noun} bitte {says}.",)
RIGHT = dict.fromkeys(TONES, ("Ja, das stimmt.",))
SWAP_EACH = ("Dafür hätte ich gern je {np}.",)
VALUE_OF_EACH = ("{plural}: bitte {says}.",)
