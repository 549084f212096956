"""How customers say that they have changed their mind."""

REVISES = (
    "Sorry, I have changed my mind. {0}",
    "Actually, I need to change one thing. {0} The rest stays as it is.",
    "Oh, wait, a correction from my side. {0}",
    "I thought about it again. {0} That replaces what I told you.",
    "One change while you are at it. {0}",
)
