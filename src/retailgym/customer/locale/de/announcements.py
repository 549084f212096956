"""At level 0 everything is said at once, so that nothing is announced."""

NAMED: tuple[str, ...] = ("",)
HOW_MANY: tuple[str, ...] = ("",)
