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
