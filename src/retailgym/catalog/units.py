"""Numbers with units, as people print and write them: "1.7 l" is 1700 ml."""

import re
from functools import lru_cache

# units, each with the one that it is kept in and how many of that it is
UNITS: dict[str, tuple[str, int]] = {
    "mg": ("mg", 1), "g": ("g", 1), "gram": ("g", 1), "grams": ("g", 1), "kg": ("g", 1000), "kilogram": ("g",
    1000), "kilograms": ("g", 1000),
    "ml": ("ml", 1), "millilitre": ("ml", 1), "milliliters": ("ml", 1), "millilitres": ("ml", 1), "cl": ("ml",
    10), "l": ("ml", 1000),
    "litre": ("ml", 1000), "liter": ("ml", 1000), "liters": ("ml", 1000), "litres": ("ml", 1000), "mm": ("mm",
    1), "millimeters": ("mm", 1),
    "millimetres": ("mm", 1), "cm": ("mm", 10), "centimeters": ("mm", 10), "centimetres": ("mm", 10),
    "m": ("mm", 1000), "meters": ("mm", 1000),
    "metres": ("mm", 1000), "w": ("W", 1), "watt": ("W", 1), "watts": ("W", 1), "v": ("V", 1), "volt": ("V",
    1), "volts": ("V", 1),
    "mah": ("mAh", 1), "gb": ("GB", 1), "tb": ("GB", 1000), "mb": ("MB", 1), "hz": ("Hz", 1), "inch": ("inch",
    1), "inches": ("inch", 1),
    '"': ("inch", 1),
    "in": ("inch", 1), "oz": ("oz", 1), "ounce": ("oz", 1), "ounces": ("oz", 1), "lb": ("lb", 1),
    "lbs": ("lb", 1), "pound": ("lb", 1),
    "pounds": ("lb", 1), "month": ("months", 1), "months": ("months", 1), "year": ("years", 1),
    "years": ("years", 1), "pieces": ("pieces", 1),
    "pcs": ("pieces", 1), "piece": ("pieces", 1), "hours": ("hours", 1), "hour": ("hours", 1), "h": ("hours",
    1), "°c": ("°C", 1), "bar": ("bar", 1),
    "lumen": ("lm", 1), "lumens": ("lm", 1), "lm": ("lm", 1), "%": ("%", 1), "percent": ("%", 1),
    "watt-hours": ("Wh", 1), "wh": ("Wh", 1),
}  # fmt: skip
_PLAIN = re.compile(r"(\d{1,7})(?:\.(\d{1,3}))?(?: (\S+)|%)")
_MEASURE = re.compile(r"(\d{1,7})(?:[.,](\d{1,3}))?\s*([A-Za-z\"°%][A-Za-z°-]*)")


@lru_cache(maxsize=65_536)
def measure(text: str) -> tuple[int, str] | None:
    """A whole number in the unit that it is kept in: "1.7 l" is 1700 ml. None for anything else."""
    match = _MEASURE.fullmatch(text.strip())
    unit = UNITS.get(match[3].lower()) if match else None
    if match is None or unit is None:
        return None
    name, factor = unit
    rest = match[2] or ""
    scaled = int(match[1] + rest) * factor
    return (scaled // 10 ** len(rest), name) if scaled % 10 ** len(rest) == 0 else None


def printed(value: int, unit: str) -> str:
    """As catalogues print it: 1.7 l, 850 g, 12 months, 1 month, 85%."""
    larger = {"ml": ("l", 1000), "g": ("kg", 1000), "mm": ("cm", 10), "GB": ("TB", 1000)}.get(unit)
    if larger and value >= larger[1] and value % (larger[1] // 10 or 1) == 0 and value % 10 == 0:
        return f"{value / larger[1]:g} {larger[0]}"
    if unit == "%":
        return f"{value}%"
    return f"{value} {unit.removesuffix('s') if value == 1 and len(unit) > 2 else unit}"


def read(text: str) -> tuple[int, str] | None:
    """The number and unit of any printed quantity, known units in the one that they are kept in."""
    if (measured := measure(text)) is not None:
        return measured
    number, _, unit = text.partition(" ")
    return (int(number), unit.removesuffix("s")) if number.isdecimal() and unit and " " not in unit else None


def thousandths(text: str) -> tuple[int, str] | None:
    """A plain number and its unit, also one with decimals, in thousandths of the unit that it is kept in."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    unit = match[3] or "%"
    name, factor = UNITS.get(unit.lower(), (unit.removesuffix("s"), 1))
    return int(match[1] + (match[2] or "").ljust(3, "0")) * factor, name


def in_unit(text: str, unit: str) -> int | float | None:
    """The number that a text means in a unit: bare, or with a unit of the same kind behind it. None where it
    means none."""
    text = text.strip().lower()
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        pass
    if (measured := measure(text)) and (known := UNITS.get(unit.lower())) and known[0] == measured[1]:
        return measured[0] / known[1] if measured[0] % known[1] else measured[0] // known[1]
    number, _, behind = text.partition(" ")
    same = behind.removesuffix("s") == unit.lower().removesuffix("s")
    return int(number) if same and number.isdecimal() else None
