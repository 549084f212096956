"""The projects that customers have in mind. A role is a kind of product; a fit ties a role to an earlier one.

One of each role is enough for a project. The first two roles are its heart and are tied by an attribute that
search can filter. The others come as the level asks for them. No two roles of a project, nor a role and the
project, share a name."""

from collections.abc import Collection

from ....core.values import Value
from .match import Match


class Fit(Value, kw_only=False):
    """The item of `role` must match that of `other`, which stands before it."""

    role: int
    other: int
    match: Match


class Taste(Value, kw_only=False):
    """What people like any two of some things to have in common, whether or not the project needs it."""

    things: tuple[str, ...]  # categories or kinds of product
    attributes: tuple[str, ...]


class Project(Value, kw_only=False):
    noun: str  # "brunch"
    roles: tuple[str, ...]  # kinds of product
    fits: tuple[Fit, ...]


def _project(noun: str, roles: str, *fits: tuple[int, int, Match]) -> Project:
    return Project(noun, tuple(roles.split("; ")), tuple(Fit(*f) for f in fits))


_connector, _material, _pattern, _voltage = (
    Match("connector"),
    Match("material"),
    Match("pattern"),
    Match("voltage"),
)
_bulb, _wheel, _bed, _hob, _gas = (
    Match("bulb_base"),
    Match("wheel_size"),
    Match("bed_size"),
    Match("hob"),
    Match("gas_fitting"),
)
_skin, _hair, _mount, _style = Match("skin_type"), Match("hair_type"), Match("mount"), Match("style")

PROJECTS: tuple[Project, ...] = (
    _project("brunch", "Electric kettles; Milk frothers; French presses; Butter dishes; Table jugs",
             (1, 0, _material), (2, 0, Match("capacity", "at_most")), (4, 3, _pattern)),
    _project("tea party", "Table jugs; Butter dishes; Teapots; Electric kettles; Serving platters",
             (1, 0, _pattern), (3, 2, Match("capacity", "at_least")), (4, 1, _material)),
    _project("big breakfast", "Toasters; Waffle makers; Electric kettles; Milk frothers; Blenders",
             (1, 0, Match("housing")), (3, 2, _material)),
    _project("dinner party", "Serving platters; Salad bowls; Table jugs; Butter dishes; Casseroles",
             (1, 0, _pattern), (2, 1, _material), (3, 0, Match("finish"))),
    _project("student kitchen", "Frying pans; Saucepans; Stockpots; Woks; Toasters",
             (1, 0, _hob), (2, 0, _hob), (3, 1, _hob)),
    _project("workstation", "Keyboards; Mice; USB hubs; Webcams; Desk monitors",
             (1, 0, _connector), (2, 1, _connector), (3, 2, _connector), (4, 3, _connector)),
    _project("gaming den", "Keyboards; Mice; Gaming headsets; Charging docks; Desk monitors",
             (1, 0, _connector), (2, 0, _connector), (3, 1, _connector)),
    _project("living room", "Projectors; Portable speakers; Floor lamps; Light bulbs; Table lamps",
             (1, 0, _connector), (3, 2, _bulb), (4, 2, Match("light_colour"))),
    _project("home studio", "Over-ear headphones; Webcams; USB hubs; Table lamps; Light bulbs",
             (1, 0, _connector), (2, 1, _connector), (4, 3, _bulb)),
    _project("drawing studio",
             "Drawing tablets; Portable screens; Office desks; Office chairs; Wall chargers",
             (1, 0, _connector), (3, 2, _style), (4, 1, Match("power", "at_least", "power_draw"))),
    _project("home office", "Office desks; Office chairs; Filing cabinets; Table lamps; Light bulbs",
             (1, 0, _style), (2, 0, _material), (4, 3, _bulb)),
    _project("reading nook", "Table lamps; Light bulbs; Floor lamps; Shelf units; Baskets",
             (1, 0, _bulb), (2, 0, Match("light_colour")), (4, 3, _material)),
    _project("tidy hallway", "Shoe racks; Baskets; Shelf units; Storage boxes; Ceiling lights",
             (1, 0, _material), (3, 2, Match("max_load", "at_most"))),
    _project("guest room", "Fitted sheets; Duvet covers; Mattress protectors; Bedspreads; Mattress toppers",
             (1, 0, _bed), (2, 0, _bed), (3, 1, _pattern), (4, 2, _bed)),
    _project("bike overhaul", "Front wheels; Tyres; Inner tubes; Mudguards; Tyre liners",
             (1, 0, _wheel), (2, 1, Match("tyre_width")), (3, 0, _wheel), (4, 0, _wheel)),
    _project("camping weekend", "Camping stoves; Gas lanterns; Tent heaters; Camp showers; Backpacks",
             (1, 0, _gas), (2, 1, _gas), (3, 0, _gas)),
    _project("garden clean-up", "Lawn mowers; Hedge trimmers; Strimmers; Leaf blowers; Pole pruners",
             (1, 0, _voltage), (2, 0, _voltage), (3, 1, _voltage), (4, 3, _voltage)),
    _project("workshop", "Cordless drills; Sanders; Jigsaws; Circular saws; Angle grinders",
             (1, 0, _voltage), (2, 1, _voltage), (3, 0, _voltage), (4, 0, _voltage)),
    _project("photo shoot", "Tripods; Ball heads; Camera sliders; Light stands; Backpacks",
             (1, 0, _mount), (2, 0, Match("weight", "at_most", "load")), (3, 1, _mount)),
    _project("long-haul trip", "Power banks; Earbuds; Charging cables; Cabin cases; Backpacks",
             (1, 0, _connector), (2, 0, _connector)),
    _project("skincare routine", "Face creams; Cleansers; Toners; Serums; Sunscreens",
             (1, 0, _skin), (2, 0, _skin), (3, 0, _skin), (4, 0, _skin)),
    _project("wash-day routine", "Shampoos; Conditioners; Hair masks; Hair oils; Detanglers",
             (1, 0, _hair), (2, 1, _hair), (3, 0, Match("key_ingredient")), (4, 1, _hair)),
)  # fmt: skip


def _taste(things: str, attributes: str) -> Taste:
    return Taste(tuple(things.split("; ")), tuple(attributes.split()))


# A brand is asked for where one makes both and it is worth something: a look, a battery for both, a routine.
# Others are what two things look like, side by side, or what they share: a plug, a battery, a bed, a skin.
# Nobody minds whether two things come from one country, are cleaned in the same way or hold as much.
TASTES: tuple[Taste, ...] = (
    _taste("Kettles and coffee", "brand material handle"),
    _taste("Cookware", "brand material coating handle"),
    _taste("Small kitchen appliances", "brand housing controls"),
    _taste("Tableware", "brand material pattern finish rim"),
    _taste("Headphones and portable audio", "brand casing"),
    _taste("Keyboards and mice", "brand shell backlight"),
    _taste("Desk monitors; Portable screens", "brand resolution"),
    _taste("Wall chargers; Power banks; Charging pads; Charging docks", "brand shell"),
    _taste("Wall chargers; Power banks; Charging cables; Charging docks; USB hubs", "power"),
    _taste("Keyboards and mice; USB hubs; Charging docks", "shell"),
    _taste("Headphones and portable audio; Keyboards and mice; Webcams; Portable screens; Desk monitors; "
           "Projectors; Chargers and cables", "connector"),
    _taste("Tripods; Ball heads; Light stands; Camera sliders", "brand material mount"),
    _taste("Backpacks; Cabin cases; Holdalls; Briefcases", "brand material"),
    _taste("Skincare", "brand key_ingredient certification skin_type concern free_from"),
    _taste("Hair care", "brand key_ingredient hair_type concern colour_care free_from"),
    _taste("Mattress protectors; Mattress toppers", "brand fabric"),
    _taste("Fitted sheets; Flat sheets; Duvet covers; Bedspreads; Bed blankets", "brand fabric pattern"),
    _taste("Bedding", "fabric wash_temperature"),
    _taste("Light bulbs; Table lamps; Floor lamps; Wall lights; Ceiling lights; Pendant lights",
           "light_colour dimming control"),
    _taste("Table lamps; Floor lamps; Wall lights; Ceiling lights; Pendant lights", "brand"),
    _taste("Home office", "brand material style finish"),
    _taste("Storage boxes; Baskets; Shelf units; Crates; Shoe racks; Cube organisers",
           "brand material"),
    _taste("Garden tools", "brand voltage"),
    _taste("Power tools", "brand voltage user"),
    _taste("Cycling", "brand riding ebike"),
    _taste("Camping", "brand trip gas_fitting"),
)  # fmt: skip


def liked(one: Collection[str], other: Collection[str]) -> list[str]:
    """The attributes that people like two things to share, each given by its category and its kind."""
    return [
        name
        for taste in TASTES
        if any(t in one for t in taste.things) and any(t in other for t in taste.things)
        for name in taste.attributes
    ]
