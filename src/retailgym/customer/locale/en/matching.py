"""How customers speak of a project: what it may cost, and how its pieces must match."""

# {label} is an attribute of the item, {than} one of the other item
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
    "I want the {noun} to {same} as the {other}.",
    "Whatever else, the {noun} must {same} as the {other}.",
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
    "heat_use": "stand just as much heat", "casing": "have the same outer material",
    "grip": "have the same kind of grip", "weather": "be just as weatherproof",
    "lock": "have the same kind of lock", "lining": "have the same lining",
    "concern": "be for the same purpose", "free_from": "carry the same free-from label",
    "container": "come in the same kind of container", "colour_care": "suit the same hair colour",
    "frequency": "be used just as often", "warmth": "be just as warm",
    "wash_temperature": "be washed at the same temperature", "room": "be for the same room",
    "moisture": "be just as good in a damp room", "care": "be cleaned in the same way",
    "garden_size": "be for the same size of garden", "motor": "have the same kind of motor",
    "user": "be made for the same kind of work", "riding": "be for the same kind of riding",
    "season": "be for the same season", "ebike": "be approved for the same e-bikes",
    "fitting": "be fitted in the same way", "trip": "be for the same kind of trip",
    "cold": "work at the same temperatures", "wheel_size": "fit the same wheel size",
    "pattern": "have the same pattern", "finish": "have the same finish",
    "key_ingredient": "have the same key ingredient",
    "capacity": "hold just as much", "diameter": "have the same diameter",
    "oven_heat": "stand just as hot an oven",
    "battery_life": "last just as long on a charge", "power": "have the same power",
    "brightness": "be just as bright", "flicker": "flicker just as little", "beam": "have the same beam",
    "noise": "be just as quiet", "ignition": "be lit in the same way",
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
    "The {label} of the {noun} should be the {than} of the {other} or more.",
    "Make sure that the {label} of the {noun} is no less than the {than} of the {other}.",
)  # fmt: skip
AT_MOST = (
    "The {label} of the {noun} must be no more than the {than} of the {other}.",
    "The {label} of the {noun} must not be more than the {than} of the {other}.",
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
