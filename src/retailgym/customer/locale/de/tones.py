"""The same for every tone, as yet."""

from ....core.task import TONES

GREETINGS = dict.fromkeys(TONES, ("Guten Tag, ",))
FIRST: dict[str, dict[str, tuple[str, ...]]] = {}
NEXT: dict[str, dict[str, tuple[str, ...]]] = {}
REPEATS = dict.fromkeys(TONES, ("Wie gesagt: {}",))
CORRECTS = dict.fromkeys(TONES, ("Nicht ganz. {}",))
LEAVES = dict.fromkeys(TONES, ("Dann lasse ich es.",))
ASIDES = dict.fromkeys(TONES, ("Vielen Dank.",))
IN_BETWEEN = ("Noch etwas:",)
