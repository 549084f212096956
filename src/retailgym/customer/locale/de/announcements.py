"""How customers let on that something matters without saying what."""

NAMED = NAMED_IN_HALF = MANY_NAMED = ("Wichtig ist mir auch: {labels}.",)
HOW_MANY = ("Wie viele {plural} es sein sollen, sage ich noch.",)
ANNOUNCED = {
    "budget": ("Ich habe ein Budget.",),
    "match": ("{noun} und {other} sollen zusammenpassen.",),
    "closeness": ("Möglichst ähnlich, aber manches zählt mehr.",),
    "shortlist": ("Zeigen Sie mir bitte nicht alle.",),
    "preference": ("Es gibt eine Reihenfolge, nach der ich gehe.",),
}
AT_ONCE = 3  # topics of one sentence
NEARLY_ALL = ("An die Bestellung erinnere ich mich gut{even}{but}.",)
EVEN, BUT = ", sogar hieran: {}", ", nur nicht daran: {}"
UNASKED = {"month": "Teil des Monats", "weekday": "Wochentag"}
ASKED_FOR = ("paid", "recipient", "method", "beside", "coupon")
REMEMBERS, AND_ALSO = ("Ich weiß noch manches davon: {}.",), ("Vielleicht auch: {}.",)
ASK_ME, HARDLY_BY_ITSELF = (
    ("Fragen Sie mich sonst nach der Bestellung.",),
    ("pieces", "method", "items", "gift", "dearest"),
)
AND_MORE = ("Ich weiß noch mehr davon.",)
COUNTING, DEPENDS = ("Noch nicht gesagt habe ich: {}.",), ("Offen ist noch: {}.",)
