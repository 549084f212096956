"""How customers say that they have changed their mind, or that they were mistaken."""

REVISES = (
    "Sorry, I've changed my mind. {0}",
    "Actually, one thing has changed. {0}",
    "Oh, wait, I have to change something. {0}",
    "I've thought about it again. {0}",
    "Hang on, let me change one thing. {0}",
)
MISTAKEN = (  # of what is so, whatever anybody wants
    "Sorry, I got that wrong earlier. {0}",
    "Oh, wait, I told you something wrong. {0}",
    "Sorry, I said that wrong. {0}",
    "Hang on, that wasn't right. {0}",
)
